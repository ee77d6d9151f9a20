// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/launches_table.h"

#include <QStringList>

namespace ulpscope::ui {
namespace {

constexpr int kColumns = 5;

} // namespace

void LaunchesTable::setState(const LaunchesState &state)
{
    if (state.report == m_state.report)
        return;
    beginResetModel();
    m_state = state;
    m_rows.clear();
    for (std::size_t mode = 0; !m_state.empty() && mode < m_state.modes().size(); ++mode) {
        for (std::size_t output = 0; output < m_state.modes()[mode].outputs.size(); ++output)
            m_rows.emplace_back(mode, output);
    }
    endResetModel();
}

int LaunchesTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int LaunchesTable::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant LaunchesTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() < 2 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::UserRole)
        return {};
    const auto [modeIndex, outputIndex] = m_rows[static_cast<std::size_t>(index.row())];
    const ArrivalModeResult &mode = m_state.modes()[modeIndex];
    const DistinctOutput &output = mode.outputs[outputIndex];
    const double share =
        static_cast<double>(output.count) / static_cast<double>(std::max<std::uint64_t>(1, mode.launches));
    switch (index.column()) {
    case 0: return m_state.modeName(mode.mode);
    case 1: return QString::number(output.hash, 16).rightJustified(16, QLatin1Char('0'));
    case 2: return static_cast<qint64>(output.count);
    case 3:
        return role == Qt::DisplayRole ? QVariant(QString::number(100 * share, 'g', 3) + QStringLiteral(" %"))
                                       : QVariant(share);
    default: return static_cast<qint64>(output.first);
    }
}

QVariant LaunchesTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    const QString titles[kColumns] = {tr("addition"), tr("hash of the output"), tr("launches"), tr("share"),
                                      tr("first launch")};
    return titles[section];
}

} // namespace ulpscope::ui
