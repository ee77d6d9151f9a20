// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tile_table.h"

#include "ui/plot/heatmap_state.h"

namespace ulpscope::ui {
namespace {

constexpr int kColumns = 10;

} // namespace

void TileTable::setTrace(std::shared_ptr<const HeadTrace> trace, int selectedRow)
{
    beginResetModel();
    m_trace = std::move(trace);
    m_lines.clear();
    if (m_trace) {
        for (std::size_t t = 0; t < m_trace->tiles.size(); ++t) {
            const WorkTileTrace &tile = m_trace->tiles[t];
            const bool ofRow = selectedRow >= tile.tile.rowBegin && selectedRow < tile.tile.rowEnd;
            for (std::size_t i = 0; i < tile.nBlocks.size(); ++i)
                m_lines.push_back(
                    {static_cast<int>(t), static_cast<int>(i), ofRow ? selectedRow - tile.tile.rowBegin : 0});
        }
    }
    endResetModel();
}

int TileTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}
int TileTable::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant TileTable::value(const Line &line, int column) const
{
    const WorkTileTrace &t = m_trace->tiles[static_cast<std::size_t>(line.tile)];
    switch (column) {
    case 0: return t.tile.mBlock;
    case 1: return t.nBlocks[static_cast<std::size_t>(line.ordinal)];
    case 2: return t.tile.split;
    case 3: return line.ordinal + 1;
    case 4: return t.tile.rowBegin + line.row;
    case 5: return static_cast<double>(t.tileMax.at(line.row, line.ordinal));
    case 6: return static_cast<double>(t.tileSum.at(line.row, line.ordinal));
    case 7: return static_cast<double>(t.runMax.at(line.row, line.ordinal));
    case 8: return static_cast<double>(t.runSum.at(line.row, line.ordinal));
    default: return static_cast<double>(t.alpha.at(line.row, line.ordinal));
    }
}

QVariant TileTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= static_cast<int>(m_lines.size()))
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::UserRole)
        return {};
    const QVariant v = value(m_lines[static_cast<std::size_t>(index.row())], index.column());
    return role == Qt::DisplayRole && index.column() >= 5 ? QVariant(formatCellValue(v.toFloat())) : v;
}

QVariant TileTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    const QString titles[kColumns] = {tr("query tile"), tr("key tile"), tr("split"),   tr("visited"), tr("row"),
                                      tr("tile max"),   tr("tile sum"), tr("run max"), tr("run sum"), tr("alpha")};
    return titles[section];
}

} // namespace ulpscope::ui
