// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/ensemble_table.h"

#include <QStringList>

namespace ulpscope::ui {
namespace {

constexpr int kColumns = 6;

} // namespace

void EnsembleTable::setState(const EnsembleState &state)
{
    if (state.answer == m_state.answer)
        return;
    beginResetModel();
    m_state = state;
    endResetModel();
}

int EnsembleTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_state.empty() ? 0 : static_cast<int>(m_state.result().patterns.size());
}
int EnsembleTable::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant EnsembleTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() == 1 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::UserRole)
        return {};
    const OrderPattern &pattern = m_state.result().patterns[static_cast<std::size_t>(index.row())];
    const bool isText = role == Qt::DisplayRole;
    switch (index.column()) {
    case 0: return isText ? QVariant(m_state.value(pattern.value)) : QVariant(pattern.value);
    case 1: return m_state.bits(pattern.bits);
    case 2: return static_cast<qint64>(m_state.distance(pattern.value));
    case 3: return static_cast<qint64>(pattern.count);
    case 4: {
        const double share = static_cast<double>(pattern.count) / static_cast<double>(m_state.result().orders);
        return isText ? QVariant(QString::number(100 * share, 'g', 3) + QStringLiteral(" %")) : QVariant(share);
    }
    default: return static_cast<qint64>(pattern.first);
    }
}

QVariant EnsembleTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    const QString titles[kColumns] = {tr("result"), tr("bits"),  tr("distance (representable values)"),
                                      tr("orders"), tr("share"), tr("first order")};
    return titles[section];
}

} // namespace ulpscope::ui
