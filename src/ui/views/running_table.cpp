// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/running_table.h"

#include "ui/plot/heatmap_state.h"

namespace ulpscope::ui {
namespace {

constexpr int kColumns = 8;

} // namespace

void RunningTable::setTrace(std::shared_ptr<const RowTrace> trace)
{
    beginResetModel();
    m_trace = std::move(trace);
    m_tiles.clear();
    if (m_trace) {
        for (const RowSplitTrace &split : m_trace->splits) {
            for (const RowTileTrace &tile : split.tiles)
                m_tiles.emplace_back(split.split, &tile);
        }
    }
    endResetModel();
}

int RunningTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_tiles.size());
}
int RunningTable::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant RunningTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= static_cast<int>(m_tiles.size()))
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::UserRole)
        return {};
    const auto &[split, tile] = m_tiles[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case 0: return split;
    case 1: return tile->nBlock;
    case 2: return QStringLiteral("%1–%2").arg(tile->keys.begin).arg(tile->keys.end - 1);
    default: break;
    }
    const float values[] = {tile->tileMax, tile->tileSum, tile->runMax, tile->runSum, tile->alpha};
    const float value = values[index.column() - 3];
    return role == Qt::DisplayRole ? QVariant(formatCellValue(value)) : QVariant(static_cast<double>(value));
}

QVariant RunningTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section + 1;
    const QString titles[kColumns] = {tr("split"),    tr("key tile"), tr("keys"),    tr("tile max"),
                                      tr("tile sum"), tr("run max"),  tr("run sum"), tr("alpha")};
    return titles[section];
}

} // namespace ulpscope::ui
