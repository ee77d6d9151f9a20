// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/schedule_table.h"

#include <algorithm>
#include <tuple>

namespace ulpscope::ui {
namespace {

constexpr int kColumns = 10, kMeasuredColumns = 5;

double toMicroseconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1000; }

/// By work tile: which of the splits of its query tile its block was when they are counted by their ends, from 1.
std::vector<int> arrivalsOf(const ScheduleState &state)
{
    if (!state.blocks || state.schedule->splits() < 2)
        return {};
    const int perQueryTile = state.schedule->splits() + 1;
    std::vector<const ScheduleBlock *> blocks;
    for (const ScheduleBlock &block : state.blocks->all)
        blocks.push_back(&block);
    const auto key = [&](const ScheduleBlock *block) {
        return std::tuple(state.tileOf(*block).workTile / perQueryTile, block->end, block->tile);
    };
    std::sort(blocks.begin(), blocks.end(),
              [&key](const ScheduleBlock *a, const ScheduleBlock *b) { return key(a) < key(b); });
    std::vector<int> arrivals(static_cast<std::size_t>(state.schedule->workTileCount()), 0);
    int queryTile = -1, arrival = 0;
    for (const ScheduleBlock *block : blocks) {
        const int work = state.tileOf(*block).workTile;
        if (work / perQueryTile != queryTile) {
            queryTile = work / perQueryTile;
            arrival = 0;
        }
        arrivals[static_cast<std::size_t>(work)] = ++arrival;
    }
    return arrivals;
}

} // namespace

void ScheduleTable::setLaunches(const ScheduleState &modelled, const ScheduleState &measured)
{
    const ScheduleState &first = modelled.blocks ? modelled : measured;
    if (first.model == m_model && measured.model == m_measured.model && first.isMeasured == m_isMeasured)
        return;
    beginResetModel();
    m_model = first.blocks ? first.model : nullptr;
    m_isMeasured = first.isMeasured;
    m_batches = first.schedule ? first.schedule->problem().batch : 0;
    m_measured = measured;
    m_arrival = arrivalsOf(measured);
    endResetModel();
}

int ScheduleTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_model ? 0 : static_cast<int>(m_model->tiles.size() + m_model->combines.size());
}

int ScheduleTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kColumns + (hasBoth() ? kMeasuredColumns : m_isMeasured && m_model ? 1 : 0);
}

QVariant ScheduleTable::measuredOf(int workTile, int column) const
{
    const int index = m_measured.blockOf(workTile);
    if (index < 0)
        return {};
    const ScheduleBlock &block = m_measured.blocks->all[static_cast<std::size_t>(index)];
    switch (column) {
    case 0: return m_measured.smOf(block);
    case 1: return block.lane % m_measured.model->timeline.blocksPerSm;
    case 2: return toMicroseconds(block.begin);
    case 3: return toMicroseconds(block.end);
    default: return m_arrival.empty() ? QVariant() : QVariant(m_arrival[static_cast<std::size_t>(workTile)]);
    }
}

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
    const auto time = [this, start](std::int64_t t) {
        return m_isMeasured ? QVariant(toMicroseconds(t)) : QVariant(static_cast<qlonglong>(start + t));
    };
    switch (index.column()) {
    case 0: return index.row();
    case 1: return at.sm;
    case 2: return at.slot;
    case 3: return time(at.begin);
    case 4: return time(at.end);
    case 5: return tile.at.batch;
    case 6: return tile.at.head;
    case 7: return tile.at.mBlock;
    case 8: return isCombine ? QVariant(tr("combine")) : QVariant(tile.at.split);
    case 9: return isCombine ? QVariant() : QVariant(tile.keyTiles);
    default: break;
    }
    if (isCombine || tile.at.batch >= m_batches)
        return {};
    return measuredOf(tile.workTile, m_isMeasured ? kMeasuredColumns - 1 : index.column() - kColumns);
}

QVariant ScheduleTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    const QString arrival = tr("arrival");
    const QString titles[kColumns + kMeasuredColumns] = {tr("block"),
                                                         tr("SM"),
                                                         tr("slot"),
                                                         m_isMeasured ? tr("begin (µs)") : tr("begin"),
                                                         m_isMeasured ? tr("end (µs)") : tr("end"),
                                                         tr("batch"),
                                                         tr("head"),
                                                         tr("query tile"),
                                                         tr("split"),
                                                         tr("key tiles"),
                                                         m_isMeasured ? arrival : tr("measured SM"),
                                                         tr("measured slot"),
                                                         tr("measured begin (µs)"),
                                                         tr("measured end (µs)"),
                                                         arrival};
    return section < columnCount() ? titles[section] : QVariant();
}

} // namespace ulpscope::ui
