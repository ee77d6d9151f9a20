// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/measured_launch.h"

#include "engine/schedule/json_fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace ulpscope {
namespace {

using nlohmann::json;

constexpr std::uint64_t kLongestNs = 86'400'000'000'000; ///< of a launch: a day
constexpr std::size_t kMaxBlocks = 4'000'000;

/// Work tiles that are computed by a block, not combined afterwards.
int blockCount(const Schedule &schedule)
{
    const int splits = schedule.splits();
    return splits > 1 ? schedule.workTileCount() / (splits + 1) * splits : schedule.workTileCount();
}

/// Each work tile once, on an SM that exists, ending after it began.
Status check(const Schedule &schedule, const MeasuredLaunch &measured)
{
    if (static_cast<int>(measured.blocks.size()) != blockCount(schedule))
        return Status::invalid(
            phrase("the measured launch has %1 blocks, expected %2, one for each work tile of this run",
                   std::to_string(measured.blocks.size()), std::to_string(blockCount(schedule))));
    std::vector<char> seen(static_cast<std::size_t>(schedule.workTileCount()), 0);
    for (const MeasuredBlock &b : measured.blocks) {
        const bool exists = b.workTile >= 0 && b.workTile < schedule.workTileCount() &&
                            !schedule.workTile(b.workTile).isCombine && b.sm >= 0 && b.sm < measured.smCount &&
                            b.begin <= b.end && b.end <= kLongestNs;
        if (!exists || seen[static_cast<std::size_t>(b.workTile)]++)
            return Status::invalid(
                phrase("the measured launch has a block of work tile %1 on SM %2 from %3 to %4 ns, "
                       "expected each work tile once on one of %5 SMs, ending after it began and within %6 ns",
                       std::to_string(b.workTile), std::to_string(b.sm), std::to_string(b.begin), std::to_string(b.end),
                       std::to_string(measured.smCount), std::to_string(kLongestNs)));
    }
    return {};
}

} // namespace

std::vector<int> MeasuredLaunch::arrivals(const Schedule &schedule, int batch, int head, int mBlock) const
{
    std::vector<const MeasuredBlock *> found;
    for (const MeasuredBlock &block : blocks) {
        const WorkTile tile = schedule.workTile(block.workTile);
        if (tile.batch == batch && tile.head == head && tile.mBlock == mBlock)
            found.push_back(&block);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const MeasuredBlock *a, const MeasuredBlock *b) { return a->end < b->end; });
    std::vector<int> tiles;
    for (const MeasuredBlock *block : found)
        tiles.push_back(block->workTile);
    return tiles;
}

std::vector<int> launchOrder(const LaunchModel &model, const Schedule &schedule)
{
    std::vector<int> order;
    for (const LaunchTile &tile : model.tiles) {
        if (tile.at.batch < schedule.problem().batch)
            order.push_back(tile.workTile);
    }
    if (static_cast<int>(order.size()) != blockCount(schedule))
        order.clear();
    return order;
}

Result<LaunchModel> measuredTimeline(const LaunchModel &model, const Schedule &schedule, const MeasuredLaunch &measured)
{
    if (Status s = check(schedule, measured); !s.ok())
        return s;
    LaunchModel made = model;
    made.tiles.clear();
    made.combines.clear();
    made.combineTimeline = {};
    made.policy = DispatchPolicy::Linear;
    made.grid = {schedule.mBlocks(),
                 schedule.problem().heads,
                 schedule.problem().batch,
                 schedule.splits(),
                 schedule.problem().heads / schedule.problem().kvHeads,
                 model.grid.kvHeadBytes};
    CtaTimeline &line = made.timeline;
    line = {};
    line.smCount = measured.smCount;

    std::vector<int> byBegin(measured.blocks.size());
    std::iota(byBegin.begin(), byBegin.end(), 0);
    std::stable_sort(byBegin.begin(), byBegin.end(), [&measured](int a, int b) {
        return measured.blocks[static_cast<std::size_t>(a)].begin < measured.blocks[static_cast<std::size_t>(b)].begin;
    });
    std::vector<int> slotOf(measured.blocks.size());
    std::vector<std::vector<std::uint64_t>> freeAt(static_cast<std::size_t>(measured.smCount));
    for (int i : byBegin) {
        const MeasuredBlock &block = measured.blocks[static_cast<std::size_t>(i)];
        std::vector<std::uint64_t> &slots = freeAt[static_cast<std::size_t>(block.sm)];
        const auto slot = std::find_if(slots.begin(), slots.end(), [&block](auto end) { return end <= block.begin; });
        slotOf[static_cast<std::size_t>(i)] = static_cast<int>(slot - slots.begin());
        slot == slots.end() ? slots.push_back(block.end) : void(*slot = block.end);
    }
    // The slots are the model's, so that both say the same of tail and busy slots: a launch that leaves some empty does
    // not have fewer, and an empty one has nothing to do from the beginning.
    line.blocksPerSm = std::max(1, model.timeline.blocksPerSm);
    for (const std::vector<std::uint64_t> &slots : freeAt)
        line.blocksPerSm = std::max(line.blocksPerSm, static_cast<int>(slots.size()));
    std::int64_t firstIdle = std::numeric_limits<std::int64_t>::max();
    for (const std::vector<std::uint64_t> &slots : freeAt) {
        if (static_cast<int>(slots.size()) < line.blocksPerSm)
            firstIdle = 0;
        for (std::uint64_t end : slots)
            firstIdle = std::min(firstIdle, static_cast<std::int64_t>(end));
    }

    line.busy.assign(static_cast<std::size_t>(measured.smCount), 0);
    for (std::size_t i = 0; i < measured.blocks.size(); ++i) {
        const MeasuredBlock &block = measured.blocks[i];
        const WorkTile work = schedule.workTile(block.workTile);
        const auto begin = static_cast<std::int64_t>(block.begin), end = static_cast<std::int64_t>(block.end);
        made.tiles.push_back({{work.mBlock, work.head, work.batch, work.split},
                              block.workTile,
                              schedule.keyTileCount(work),
                              end - begin});
        line.tiles.push_back({static_cast<int>(i), block.sm, slotOf[i], begin, end});
        line.makespan = std::max(line.makespan, end);
        line.busy[static_cast<std::size_t>(block.sm)] += end - begin;
    }
    const double slots = static_cast<double>(line.smCount) * line.blocksPerSm;
    line.waves = static_cast<double>(measured.blocks.size()) / slots;
    const auto busy = static_cast<double>(std::accumulate(line.busy.begin(), line.busy.end(), std::int64_t{0}));
    line.efficiency = line.makespan > 0 ? busy / (slots * static_cast<double>(line.makespan)) : 1.0;
    line.tail = std::max<std::int64_t>(0, line.makespan - firstIdle);
    made.occupancy.blocksPerSm = line.blocksPerSm;
    return made;
}

json toJson(const MeasuredLaunch &measured)
{
    json blocks = json::array();
    for (const MeasuredBlock &b : measured.blocks)
        blocks.push_back({b.workTile, b.sm, b.begin, b.end});
    return {{"gpu", measured.gpu}, {"sm_count", measured.smCount}, {"blocks", std::move(blocks)}};
}

Result<MeasuredLaunch> measuredLaunchFromJson(const json &object, const std::string &where)
{
    JsonFields fields(object, where);
    MeasuredLaunch made;
    made.gpu = fields.text("gpu");
    made.smCount = fields.integer("sm_count");
    const json *blocks = fields.list("blocks", true);
    if (Status s = fields.finish(); !s.ok())
        return s;
    if (made.smCount < 1 || made.smCount > 4096 || blocks->size() > kMaxBlocks)
        return Status::invalid(phrase("%1: %2 blocks on %3 SMs, expected 1 to 4096 SMs and at most %4 blocks", where,
                                      std::to_string(blocks->size()), std::to_string(made.smCount),
                                      std::to_string(kMaxBlocks)));
    for (const json &b : *blocks) {
        const bool isBlock = b.is_array() && b.size() == 4 && std::all_of(b.begin(), b.end(), [](const json &x) {
                                 return x.is_number_integer() && x >= 0;
                             });
        if (!isBlock || b[0].get<std::uint64_t>() > kMaxBlocks * 2 || b[1].get<std::uint64_t>() > 4096)
            return Status::invalid(phrase("%1: block %2 is not [work tile, SM, begin, end] in whole numbers", where,
                                          std::to_string(made.blocks.size())));
        made.blocks.push_back({b[0].get<int>(), b[1].get<int>(), b[2].get<std::uint64_t>(), b[3].get<std::uint64_t>()});
    }
    return made;
}

} // namespace ulpscope
