// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/schedule_table.h"

namespace ulpscope::ui {
namespace {

constexpr int kColumns = 10;

} // namespace

void ScheduleTable::setModel(std::shared_ptr<const LaunchModel> model)
{
    if (model == m_model)
        return;
    beginResetModel();
    m_model = std::move(model);
    endResetModel();
}

int ScheduleTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_model ? 0 : static_cast<int>(m_model->tiles.size() + m_model->combines.size());
}

int ScheduleTable::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant ScheduleTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::UserRole)
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const bool isCombine = row >= m_model->tiles.size();
    const CtaTimeline &line = isCombine ? m_model->combineTimeline : m_model->timeline;
    const TimelineTile &at = line.tiles[isCombine ? row - m_model->tiles.size() : row];
    const LaunchTile &tile = (isCombine ? m_model->combines : m_model->tiles)[static_cast<std::size_t>(at.tile)];
    const std::int64_t start = isCombine ? m_model->timeline.makespan : 0;
    switch (index.column()) {
    case 0: return index.row();
    case 1: return at.sm;
    case 2: return at.slot;
    case 3: return static_cast<qlonglong>(start + at.begin);
    case 4: return static_cast<qlonglong>(start + at.end);
    case 5: return tile.at.batch;
    case 6: return tile.at.head;
    case 7: return tile.at.mBlock;
    case 8: return isCombine ? QVariant(tr("combine")) : QVariant(tile.at.split);
    default: return isCombine ? QVariant() : QVariant(tile.keyTiles);
    }
}

QVariant ScheduleTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    const QString titles[kColumns] = {tr("block"), tr("SM"),   tr("slot"),       tr("begin"), tr("end"),
                                      tr("batch"), tr("head"), tr("query tile"), tr("split"), tr("key tiles")};
    return titles[section];
}

} // namespace ulpscope::ui
