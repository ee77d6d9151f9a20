// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/error_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ulpscope::ui {

void ErrorTable::setErrors(const MatrixPtr &errors, bool smallIsBad, std::shared_ptr<const ulpscope::Matrix> output,
                           std::shared_ptr<const Reference> reference, std::shared_ptr<const ulpscope::Matrix> against,
                           const QString &quantity)
{
    beginResetModel();
    m_errors = errors;
    m_output = std::move(output);
    m_reference = std::move(reference);
    m_against = std::move(against);
    m_quantity = quantity;
    m_cells.clear();
    if (m_errors) {
        // NaN comes first: nothing is worse.
        const auto badness = [&](std::size_t i) {
            const float e = m_errors->values[i];
            return std::isnan(e) ? std::numeric_limits<float>::infinity() : smallIsBad ? -e : std::abs(e);
        };
        m_cells.resize(m_errors->values.size());
        std::iota(m_cells.begin(), m_cells.end(), std::size_t{0});
        const std::size_t shown = std::min(kRows, m_cells.size());
        std::partial_sort(
            m_cells.begin(), m_cells.begin() + static_cast<std::ptrdiff_t>(shown), m_cells.end(),
            [&](std::size_t a, std::size_t b) { return badness(a) != badness(b) ? badness(a) > badness(b) : a < b; });
        m_cells.resize(shown);
        m_cells.shrink_to_fit();
    }
    endResetModel();
}

int ErrorTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_cells.size());
}
int ErrorTable::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : 5; }

QVariant ErrorTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= static_cast<int>(m_cells.size()))
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::UserRole)
        return {};
    const std::size_t cell = m_cells[static_cast<std::size_t>(index.row())];
    const bool text = role == Qt::DisplayRole;
    const auto value = [text](double x, int digits) {
        return text ? QVariant(QString::number(x, 'g', digits).replace(QLatin1Char('-'), QChar(0x2212))) : QVariant(x);
    };
    switch (index.column()) {
    case 0: return static_cast<int>(cell / static_cast<std::size_t>(m_errors->cols));
    case 1: return static_cast<int>(cell % static_cast<std::size_t>(m_errors->cols));
    case 2: return value(m_output->data[cell], 9);
    case 3: return m_against ? value(m_against->data[cell], 9) : value(m_reference->output[cell], 17);
    default: return value(m_errors->values[cell], 4);
    }
}

QVariant ErrorTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section + 1;
    switch (section) {
    case 0: return tr("query row");
    case 1: return tr("column of O");
    case 2: return m_against ? tr("A") : tr("output");
    case 3: return m_against ? tr("B") : tr("float64");
    default: return m_quantity;
    }
}

} // namespace ulpscope::ui
