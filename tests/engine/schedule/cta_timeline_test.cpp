// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cta_timeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>

namespace ulpscope::test {
namespace {

using Costs = std::vector<std::int64_t>;

// A causal problem of 1024 x 1024 with tiles of 128 x 64: 2, 4, ... 16 key tiles; three SMs of one block.
const Costs kCausal = {2, 4, 6, 8, 10, 12, 14, 16};

TEST(CtaTimeline, NaturalOrderOfACausalProblem)
{
    const CtaTimeline line = simulateLaunch(kCausal, 3, 1, DispatchPolicy::Linear);
    EXPECT_EQ(line.makespan, 30);
    EXPECT_EQ(line.finishOrder(), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(line.tiles[3], (TimelineTile{3, 0, 0, 2, 10}));
    EXPECT_EQ(line.tiles[7], (TimelineTile{7, 1, 0, 14, 30}));
    EXPECT_EQ(line.busy, (Costs{2 + 8 + 14, 4 + 10 + 16, 6 + 12}));
    EXPECT_EQ(line.tail, 30 - 18); // the third SM is done at 18
    EXPECT_DOUBLE_EQ(line.waves, 8.0 / 3);
    EXPECT_DOUBLE_EQ(line.efficiency, 8.0 / 9);
}

TEST(CtaTimeline, LongestFirst)
{
    const CtaTimeline line = simulateLaunch(kCausal, 3, 1, DispatchPolicy::Lpt);
    EXPECT_EQ(line.makespan, 26);
    EXPECT_EQ(line.finishOrder(), (std::vector<int>{2, 1, 0, 3, 4, 5, 7, 6}));
    EXPECT_EQ(line.tiles[0].tile, 7);
    // The same when the tiles come in that order and the blocks are handed out linearly, or by a counter.
    const Costs reversed(kCausal.rbegin(), kCausal.rend());
    for (const DispatchPolicy policy : {DispatchPolicy::Linear, DispatchPolicy::DynamicCounter}) {
        const CtaTimeline same = simulateLaunch(reversed, 3, 1, policy);
        EXPECT_EQ(same.makespan, 26);
        EXPECT_EQ(same.finishOrder(), line.finishOrder());
    }
}

// Blocks 0, 1, 2 take tiles 0 3 6, 1 4 7, 2 5, whenever they are done.
TEST(CtaTimeline, StaticPersistentBlocksTakeEveryThirdTile)
{
    const CtaTimeline line = simulateLaunch({9, 1, 1, 1, 1, 1, 1, 1}, 3, 1, DispatchPolicy::StaticPersistent);
    EXPECT_EQ(line.tiles[3], (TimelineTile{3, 0, 0, 9, 10}));
    EXPECT_EQ(line.tiles[6], (TimelineTile{6, 0, 0, 10, 11}));
    EXPECT_EQ(line.tiles[7], (TimelineTile{7, 1, 0, 2, 3}));
    EXPECT_EQ(line.makespan, 11);
    EXPECT_EQ(simulateLaunch({9, 1, 1, 1, 1, 1, 1, 1}, 3, 1, DispatchPolicy::DynamicCounter).makespan, 9);
}

// The first tiles go to all SMs once, then to their second slots; of slots free at once the lower slot, then SM, is
// next.
TEST(CtaTimeline, TheFirstWaveSpreads)
{
    const CtaTimeline line = simulateLaunch(Costs(5, 4), 2, 2, DispatchPolicy::Linear);
    EXPECT_EQ(line.tiles[0], (TimelineTile{0, 0, 0, 0, 4}));
    EXPECT_EQ(line.tiles[1], (TimelineTile{1, 1, 0, 0, 4}));
    EXPECT_EQ(line.tiles[2], (TimelineTile{2, 0, 1, 0, 4}));
    EXPECT_EQ(line.tiles[3], (TimelineTile{3, 1, 1, 0, 4}));
    EXPECT_EQ(line.tiles[4], (TimelineTile{4, 0, 0, 4, 8}));
    EXPECT_DOUBLE_EQ(line.waves, 1.25);
    EXPECT_EQ(line.busy, (Costs{12, 8}));
}

TEST(CtaTimeline, FewTilesAndNone)
{
    const CtaTimeline one = simulateLaunch({7}, 4, 2, DispatchPolicy::Linear);
    EXPECT_EQ(one.makespan, 7);
    EXPECT_EQ(one.tail, 7);
    EXPECT_EQ(simulateLaunch({}, 4, 2, DispatchPolicy::Linear).makespan, 0);
}

/// Costs that differ, the same at every run.
Costs many(int count)
{
    Costs costs;
    std::uint32_t state = 1;
    for (int i = 0; i < count; ++i) {
        state = state * 1664525u + 1013904223u;
        costs.push_back(1 + (state >> 24));
    }
    return costs;
}

TEST(CtaTimeline, NoSlotDoesTwoThingsAtOnceAndNothingIsLost)
{
    const Costs costs = many(3000);
    for (const DispatchPolicy policy : {DispatchPolicy::Linear, DispatchPolicy::Lpt, DispatchPolicy::StaticPersistent,
                                        DispatchPolicy::DynamicCounter}) {
        const CtaTimeline line = simulateLaunch(costs, 17, 3, policy);
        std::map<std::pair<int, int>, std::int64_t> free;
        std::vector<bool> seen(costs.size());
        for (const TimelineTile &t : line.tiles) {
            EXPECT_EQ(t.begin, (free[{t.sm, t.slot}])); // without a gap
            EXPECT_EQ(t.end - t.begin, costs[static_cast<std::size_t>(t.tile)]);
            free[{t.sm, t.slot}] = t.end;
            seen[static_cast<std::size_t>(t.tile)] = true;
        }
        EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](bool b) { return b; }));
        EXPECT_EQ(std::accumulate(line.busy.begin(), line.busy.end(), std::int64_t{0}),
                  std::accumulate(costs.begin(), costs.end(), std::int64_t{0}));
        EXPECT_EQ(simulateLaunch(costs, 17, 3, policy).tiles, line.tiles) << "the same at every run";
    }
}

// The window simulates when a field of the experiment changes.
TEST(CtaTimeline, FiftyThousandTilesTakeNoTime)
{
    const Costs costs = many(50'000);
    auto best = std::chrono::steady_clock::duration::max();
    for (int i = 0; i < 5; ++i) { // others run here too
        const auto begin = std::chrono::steady_clock::now();
        EXPECT_EQ(simulateLaunch(costs, 132, 2, DispatchPolicy::Lpt).tiles.size(), costs.size());
        best = std::min(best, std::chrono::steady_clock::now() - begin);
    }
    EXPECT_LT(best, std::chrono::milliseconds(50));
    RecordProperty("microseconds",
                   static_cast<int>(std::chrono::duration_cast<std::chrono::microseconds>(best).count()));
}

/// The spans of a phase: group, key tile, begin, end.
std::vector<std::vector<std::int64_t>> spansOf(const std::vector<PhaseSpan> &spans, TilePhase phase)
{
    std::vector<std::vector<std::int64_t>> list;
    for (const PhaseSpan &s : spans) {
        if (s.phase == phase)
            list.push_back({s.group, s.keyTile, s.begin, s.end});
    }
    return list;
}

using Spans = std::vector<std::vector<std::int64_t>>;

// LoadQ, then load, scores, softmax, output for each key tile, then the store: 2 each.
TEST(TilePhases, OneAfterAnotherWithoutOverlap)
{
    const std::vector<PhaseSpan> spans = tilePhases(2, {}, PhaseOverlap::None);
    ASSERT_EQ(spans.size(), 10u);
    for (std::size_t i = 0; i < spans.size(); ++i) {
        EXPECT_EQ(spans[i].begin, static_cast<std::int64_t>(2 * i));
        EXPECT_EQ(spans[i].end, static_cast<std::int64_t>(2 * i + 2));
        EXPECT_EQ(spans[i].group, 0);
    }
    EXPECT_EQ(spansOf(spans, TilePhase::Output), (Spans{{0, 0, 8, 10}, {0, 1, 16, 18}}));
    EXPECT_EQ(tileCost(2, {}, PhaseOverlap::None), 20);
    EXPECT_EQ(tileCost(0, {}, PhaseOverlap::None), 4);
    EXPECT_EQ(tileCost(16, {}, PhaseOverlap::None), 4 + 16 * 8);
}

// The producer is two key tiles ahead: its third load waits for the first buffer, which is free after the first output.
TEST(TilePhases, AProducerLoadsAheadAsFarAsThereAreBuffers)
{
    const std::vector<PhaseSpan> spans = tilePhases(4, {}, PhaseOverlap::ProducerConsumer);
    EXPECT_EQ(spansOf(spans, TilePhase::Load), (Spans{{0, 0, 2, 4}, {0, 1, 4, 6}, {0, 2, 10, 12}, {0, 3, 16, 18}}));
    EXPECT_EQ(spansOf(spans, TilePhase::Scores), (Spans{{1, 0, 4, 6}, {1, 1, 10, 12}, {1, 2, 16, 18}, {1, 3, 22, 24}}));
    EXPECT_EQ(tileCost(4, {}, PhaseOverlap::ProducerConsumer), 2 + 2 + 4 * 6 + 2);
    PhaseCosts one;
    one.buffers = 1;
    EXPECT_EQ(tileCost(4, one, PhaseOverlap::ProducerConsumer), tileCost(4, {}, PhaseOverlap::None));
}

// Two groups: in the long run a key tile costs the longer of the multiplications and the softmax.
TEST(TilePhases, PingPongCostsTheLongerOfMultiplicationAndSoftmax)
{
    const auto perKeyTile = [](std::int64_t softmax) {
        PhaseCosts costs;
        costs.softmax = softmax;
        return tileCost(101, costs, PhaseOverlap::PingPong) - tileCost(100, costs, PhaseOverlap::PingPong);
    };
    EXPECT_EQ(perKeyTile(2), 4);
    EXPECT_EQ(perKeyTile(4), 4);
    EXPECT_EQ(perKeyTile(6), 6);
    EXPECT_EQ(perKeyTile(10), 10);
    const std::vector<PhaseSpan> spans = tilePhases(1, {}, PhaseOverlap::PingPong);
    EXPECT_EQ(spansOf(spans, TilePhase::Scores), (Spans{{1, 0, 4, 5}, {2, 0, 5, 6}}));
    EXPECT_EQ(spansOf(spans, TilePhase::Softmax), (Spans{{1, 0, 5, 6}, {2, 0, 6, 7}}));
    EXPECT_EQ(spansOf(spans, TilePhase::Output), (Spans{{1, 0, 6, 7}, {2, 0, 7, 8}}));
}

TEST(TilePhases, NothingSharedIsUsedTwiceAtOnce)
{
    for (const PhaseOverlap overlap : {PhaseOverlap::None, PhaseOverlap::ProducerConsumer, PhaseOverlap::PingPong}) {
        PhaseCosts costs;
        costs.softmax = 6;
        costs.load = 4;
        const std::vector<PhaseSpan> spans = tilePhases(20, costs, overlap);
        const auto disjoint = [&](auto uses) {
            std::int64_t end = 0;
            for (const PhaseSpan &s : spans) {
                if (!uses(s))
                    continue;
                EXPECT_GE(s.begin, end);
                end = s.end;
            }
        };
        disjoint([](const PhaseSpan &s) { return s.phase == TilePhase::Scores || s.phase == TilePhase::Output; });
        disjoint([](const PhaseSpan &s) { return s.phase == TilePhase::Softmax; });
        for (int group = 0; group < 3; ++group)
            disjoint([&](const PhaseSpan &s) { return s.group == group; });
        std::int64_t end = 0;
        for (const PhaseSpan &s : spans)
            end = std::max(end, s.end);
        EXPECT_EQ(end, tileCost(20, costs, overlap));
    }
}

} // namespace
} // namespace ulpscope::test
