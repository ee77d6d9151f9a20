// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/tile_order.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace ulpscope {

/// For messages: query tile, head, batch, split.
void PrintTo(const TileCoordinate &t, std::ostream *out)
{
    *out << "(m " << t.mBlock << ", h " << t.head << ", b " << t.batch << ", s " << t.split << ")";
}

namespace test {
namespace {

constexpr TileScheduler kAll[] = {TileScheduler::Fa2,        TileScheduler::SingleTile, TileScheduler::Fa3Static,
                                  TileScheduler::Fa3Dynamic, TileScheduler::Fa4Static,  TileScheduler::Fa4Lpt};

std::vector<TileCoordinate> order(TileScheduler scheduler, const TileGrid &grid)
{
    std::vector<TileCoordinate> list;
    for (std::int64_t i = 0; i < grid.tiles(); ++i)
        list.push_back(tileAt(scheduler, grid, i));
    return list;
}

using Tiles = std::vector<TileCoordinate>; // query tile, head, batch, split

// blockIdx.x is the query tile, y the batch entry, z the head; with splits y is the split and z both.
TEST(TileOrder, Fa2RunsOverQueryTilesThenBatchThenHeads)
{
    const TileGrid whole{.mBlocks = 2, .heads = 2, .batch = 2};
    EXPECT_EQ(order(TileScheduler::Fa2, whole),
              (Tiles{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 0}, {1, 1, 0}, {0, 1, 1}, {1, 1, 1}}));
    const TileGrid split{.mBlocks = 1, .heads = 2, .batch = 2, .splits = 2};
    EXPECT_EQ(order(TileScheduler::Fa2, split), (Tiles{{0, 0, 0, 0},
                                                       {0, 0, 0, 1},
                                                       {0, 1, 0, 0},
                                                       {0, 1, 0, 1},
                                                       {0, 0, 1, 0},
                                                       {0, 0, 1, 1},
                                                       {0, 1, 1, 0},
                                                       {0, 1, 1, 1}}));
}

// t = 13 of M = 4, H = 3, B = 2, two splits: m = 1; 13 / 4 = 3 is head 1, split 1; batch 0. t = 31: m 3, 7 % 6 = 1:
// head 0, split 1, batch 1.
TEST(TileOrder, Fa3StaticTakesSplitsForHeads)
{
    const TileGrid grid{.mBlocks = 4, .heads = 3, .batch = 2, .splits = 2};
    EXPECT_EQ(tileAt(TileScheduler::Fa3Static, grid, 13), (TileCoordinate{1, 1, 0, 1}));
    EXPECT_EQ(tileAt(TileScheduler::Fa3Static, grid, 31), (TileCoordinate{3, 0, 1, 1}));
    EXPECT_EQ(tileAt(TileScheduler::Fa4Static, {.mBlocks = 4, .heads = 3, .batch = 2}, 23),
              (TileCoordinate{3, 2, 1, 0}));
}

// Three heads of one batch entry, sections of two: the first section has both heads' last query tile first, the rest of
// one head comes after it.
TEST(TileOrder, SectionsPutTheLongestTilesFirst)
{
    // 10 MiB a head: 3 fit into 32 MiB, of which 2 is a power; 5 fit into 50 MiB, of which 4 is.
    TileGrid grid{.mBlocks = 3, .heads = 3, .kvHeadBytes = std::int64_t{10} << 20};
    ASSERT_EQ(sectionHeads(TileScheduler::Fa3Dynamic, grid), 2);
    EXPECT_EQ(order(TileScheduler::Fa3Dynamic, grid),
              (Tiles{{2, 0}, {2, 1}, {1, 0}, {1, 1}, {0, 0}, {0, 1}, {2, 2}, {1, 2}, {0, 2}}));
    ASSERT_EQ(sectionHeads(TileScheduler::Fa4Lpt, grid), 4);
    EXPECT_EQ(order(TileScheduler::Fa4Lpt, grid),
              (Tiles{{2, 0}, {2, 1}, {2, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 0}, {0, 1}, {0, 2}}));
    // Query heads of one KV head share its K and V for FlashAttention-3.
    grid.headsPerKvHead = 3;
    EXPECT_EQ(sectionHeads(TileScheduler::Fa3Dynamic, grid), 6);
    EXPECT_EQ(sectionHeads(TileScheduler::Fa4Lpt, grid), 4);
    grid.kvHeadBytes = std::int64_t{60} << 20; // not even one fits
    EXPECT_EQ(sectionHeads(TileScheduler::Fa3Dynamic, grid), 3);
    EXPECT_EQ(sectionHeads(TileScheduler::Fa4Lpt, grid), 1);
}

// FlashAttention-3 goes over the splits inside a section, FlashAttention-4 has them in gridDim.y.
TEST(TileOrder, SplitsOfSections)
{
    const TileGrid grid{.mBlocks = 2, .heads = 2, .splits = 2, .kvHeadBytes = std::int64_t{40} << 20};
    EXPECT_EQ(order(TileScheduler::Fa3Dynamic, grid), (Tiles{{1, 0, 0, 0},
                                                             {0, 0, 0, 0},
                                                             {1, 0, 0, 1},
                                                             {0, 0, 0, 1},
                                                             {1, 1, 0, 0},
                                                             {0, 1, 0, 0},
                                                             {1, 1, 0, 1},
                                                             {0, 1, 0, 1}}));
    EXPECT_EQ(order(TileScheduler::Fa4Lpt, grid), (Tiles{{1, 0, 0, 0},
                                                         {0, 0, 0, 0},
                                                         {1, 1, 0, 0},
                                                         {0, 1, 0, 0},
                                                         {1, 0, 0, 1},
                                                         {0, 0, 0, 1},
                                                         {1, 1, 0, 1},
                                                         {0, 1, 0, 1}}));
}

TEST(TileOrder, EverySchedulerHandsOutEveryTileOnce)
{
    for (const TileScheduler scheduler : kAll) {
        for (const int mBlocks : {1, 2, 7}) {
            for (const int heads : {1, 6, 8}) {
                for (const int batch : {1, 3}) {
                    for (const int splits : {1, 5}) {
                        for (const int megabytes : {0, 3, 9, 17, 60}) {
                            if (scheduler == TileScheduler::Fa4Static && splits > 1)
                                continue;
                            TileGrid grid{mBlocks, heads, batch, splits, heads % 2 == 0 ? 2 : 1};
                            grid.kvHeadBytes = std::max<std::int64_t>(std::int64_t{megabytes} << 20, 1000);
                            std::set<TileCoordinate> seen;
                            for (const TileCoordinate &t : order(scheduler, grid)) {
                                EXPECT_TRUE(t.mBlock >= 0 && t.mBlock < mBlocks && t.head >= 0 && t.head < heads &&
                                            t.batch >= 0 && t.batch < batch && t.split >= 0 && t.split < splits);
                                seen.insert(t);
                            }
                            ASSERT_EQ(seen.size(), static_cast<std::size_t>(grid.tiles()))
                                << tileSchedulerName(scheduler) << " " << mBlocks << " x " << heads << " x " << batch
                                << " x " << splits << ", " << megabytes << " MiB";
                        }
                    }
                }
            }
        }
    }
}

TEST(TileOrder, NamesReadBack)
{
    for (const TileScheduler scheduler : kAll)
        EXPECT_EQ(parseTileScheduler(tileSchedulerName(scheduler)), scheduler);
    EXPECT_EQ(parseTileScheduler("fastest"), std::nullopt);
}

} // namespace
} // namespace test
} // namespace ulpscope
