// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cta_timeline.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

namespace ulpscope {
namespace {

struct Slot {
    std::int64_t free = 0;
    int slot = 0, sm = 0;
    /// For a queue whose top is the slot that takes the next tile.
    bool operator<(const Slot &other) const
    {
        if (free != other.free)
            return free > other.free;
        return slot != other.slot ? slot > other.slot : sm > other.sm;
    }
};

void place(CtaTimeline &line, int tile, Slot &slot, std::int64_t cost)
{
    line.tiles.push_back({tile, slot.sm, slot.slot, slot.free, slot.free + cost});
    line.busy[static_cast<std::size_t>(slot.sm)] += cost;
    slot.free += cost;
}

/// Plans the phases of one tile: each begins when all that it needs has ended.
template <typename Add>
class PhasePlan {
public:
    PhasePlan(const PhaseCosts &costs, PhaseOverlap overlap, Add add)
        : m_costs(costs),
          m_add(add),
          m_groups(overlap == PhaseOverlap::PingPong ? 2 : 1),
          m_hasProducer(overlap != PhaseOverlap::None)
    {}

    std::int64_t plan(int keyTiles)
    {
        m_loaded.assign(static_cast<std::size_t>(keyTiles), 0);
        m_released = m_loaded;
        m_producer = run(TilePhase::LoadQ, 0, -1, 0, m_costs.loadQ);
        m_free[0] = m_free[1] = m_producer;
        for (int g = 0; g < m_groups && keyTiles > 0; ++g)
            scores(g, 0);
        for (int j = 0; j < keyTiles; ++j) {
            // A group goes on to the scores of its next key tile while the other one is at its softmax.
            for (int g = 0; g < m_groups; ++g) {
                m_exponentials = m_free[g] = run(TilePhase::Softmax, role(g), j, std::max(m_free[g], m_exponentials),
                                                 m_costs.softmax / m_groups);
                multiply(TilePhase::Output, g, j, m_costs.output);
                m_released[static_cast<std::size_t>(j)] = m_free[g];
                if (j + 1 < keyTiles)
                    scores(g, j + 1);
            }
        }
        std::int64_t end = 0;
        for (int g = 0; g < m_groups; ++g)
            end = std::max(end, run(TilePhase::Store, role(g), -1, m_free[g], m_costs.store / m_groups));
        return end;
    }

private:
    int role(int group) const { return m_hasProducer ? group + 1 : 0; }

    void scores(int group, int j)
    {
        if (group == 0)
            load(j);
        multiply(TilePhase::Scores, group, j, m_costs.scores);
    }

    void load(int j)
    {
        std::int64_t begin = m_hasProducer ? m_producer : m_free[0];
        const int buffers = std::max(m_costs.buffers, m_groups); // a group may be one key tile ahead of the other
        if (m_hasProducer && j >= buffers)
            begin = std::max(begin, m_released[static_cast<std::size_t>(j - buffers)]);
        m_loaded[static_cast<std::size_t>(j)] = m_producer = run(TilePhase::Load, 0, j, begin, m_costs.load);
    }

    void multiply(TilePhase phase, int group, int j, std::int64_t cost)
    {
        const std::int64_t loaded = m_loaded[static_cast<std::size_t>(j)];
        m_tensorCore = m_free[group] =
            run(phase, role(group), j, std::max({m_free[group], m_tensorCore, loaded}), cost / m_groups);
    }

    std::int64_t run(TilePhase phase, int group, int keyTile, std::int64_t begin, std::int64_t cost)
    {
        m_add(PhaseSpan{phase, group, keyTile, begin, begin + cost});
        return begin + cost;
    }

    const PhaseCosts &m_costs;
    Add m_add;
    int m_groups;
    bool m_hasProducer;
    std::int64_t m_producer = 0, m_tensorCore = 0, m_exponentials = 0; ///< when each is free again
    std::int64_t m_free[2] = {0, 0};                                   ///< of each group
    std::vector<std::int64_t> m_loaded, m_released; ///< of each key tile: when it is there, when its buffer is free
};

} // namespace

std::vector<int> CtaTimeline::finishOrder() const
{
    std::vector<int> order(tiles.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return tiles[static_cast<std::size_t>(a)].end < tiles[static_cast<std::size_t>(b)].end;
    });
    return order;
}

CtaTimeline simulateLaunch(const std::vector<std::int64_t> &costs, int smCount, int blocksPerSm, DispatchPolicy policy)
{
    CtaTimeline line;
    line.smCount = smCount;
    line.blocksPerSm = blocksPerSm;
    line.busy.assign(static_cast<std::size_t>(smCount), 0);
    line.tiles.reserve(costs.size());
    // In the order in which they take their first tile: all SMs once, then again.
    std::vector<Slot> slots;
    for (int slot = 0; slot < blocksPerSm; ++slot) {
        for (int sm = 0; sm < smCount; ++sm)
            slots.push_back({0, slot, sm});
    }
    std::vector<int> order(costs.size());
    std::iota(order.begin(), order.end(), 0);
    const auto cost = [&](int tile) { return costs[static_cast<std::size_t>(tile)]; };
    if (policy == DispatchPolicy::Lpt)
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return cost(a) > cost(b); });
    if (policy == DispatchPolicy::StaticPersistent) {
        for (std::size_t i = 0; i < order.size(); ++i)
            place(line, order[i], slots[i % slots.size()], cost(order[i]));
    } else {
        std::priority_queue<Slot> next(slots.begin(), slots.end());
        for (int tile : order) {
            Slot slot = next.top();
            next.pop();
            place(line, tile, slot, cost(tile));
            next.push(slot);
        }
        for (Slot &slot : slots) {
            slot = next.top();
            next.pop();
        }
    }
    std::int64_t firstIdle = slots.empty() ? 0 : slots.front().free;
    for (const Slot &slot : slots) {
        line.makespan = std::max(line.makespan, slot.free);
        firstIdle = std::min(firstIdle, slot.free);
    }
    line.tail = line.makespan - firstIdle;
    line.waves = static_cast<double>(costs.size()) / static_cast<double>(slots.size());
    line.efficiency = costs.empty() ? 0 : line.waves / std::ceil(line.waves);
    return line;
}

std::vector<PhaseSpan> tilePhases(int keyTiles, const PhaseCosts &costs, PhaseOverlap overlap)
{
    std::vector<PhaseSpan> spans;
    PhasePlan(costs, overlap, [&](const PhaseSpan &span) { spans.push_back(span); }).plan(keyTiles);
    std::stable_sort(spans.begin(), spans.end(),
                     [](const PhaseSpan &a, const PhaseSpan &b) { return a.begin < b.begin; });
    return spans;
}

std::int64_t tileCost(int keyTiles, const PhaseCosts &costs, PhaseOverlap overlap)
{
    return PhasePlan(costs, overlap, [](const PhaseSpan &) {}).plan(keyTiles);
}

} // namespace ulpscope
