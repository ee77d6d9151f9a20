// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/schedule.h"
#include "engine/schedule/split_rules.h"
#include "support/golden.h"

#include <map>
#include <set>

namespace ulpscope::test {
namespace {

/// One query, 32 query heads, 8 KV heads, d = 128, 8192 keys.
Problem decode()
{
    Problem p;
    p.heads = 32;
    p.kvHeads = 8;
    p.seqlenQ = 1;
    p.seqlenK = 8192;
    p.headDim = p.headDimV = 128;
    return p;
}

// 64 key tiles of 128. The columns are SM counts.
TEST(SplitRules, Fa3GivesThePublishedCounts)
{
    const std::map<int, int> on132 = {{1, 15}, {2, 8}, {4, 4}, {8, 2}, {12, 4}, {16, 1}, {24, 1}, {32, 1}, {64, 1}};
    for (const auto &[batch, count] : on132) {
        const Fa3Work work = fa3Work(decode(), batch, 128, 128);
        EXPECT_EQ(work.workTiles, 8 * batch);
        EXPECT_EQ(work.keyTiles, 64);
        EXPECT_EQ(work.mBlocks, 1);
        EXPECT_EQ(work.kvHeadBytes, 8192 * 256 * 2);
        EXPECT_EQ(fa3NumSplits(work, 132), count) << "batch " << batch;
    }
}

TEST(SplitRules, Fa4GivesThePublishedCounts)
{
    const std::map<int, std::vector<int>> byBatch = {{1, {16, 18, 20}}, {2, {8, 9, 10}}, {4, {4, 4, 5}},
                                                     {8, {2, 2, 2}},    {12, {1, 1, 1}}, {16, {1, 1, 1}},
                                                     {24, {1, 1, 1}},   {32, {1, 1, 1}}, {64, {1, 1, 1}}};
    const int sms[] = {132, 148, 160};
    for (const auto &[batch, counts] : byBatch) {
        EXPECT_EQ(fa4WorkTiles(decode(), batch), 8 * batch);
        for (std::size_t i = 0; i < counts.size(); ++i)
            EXPECT_EQ(fa4NumSplits(8 * batch, 64, sms[i]), counts[i]) << "batch " << batch << ", " << sms[i] << " SMs";
    }
    EXPECT_EQ(fa4NumSplits(1, 4, 132), 1) << "four key tiles are too few";
    EXPECT_EQ(fa4NumSplits(1, 5, 132), 5) << "no more splits than key tiles";
    EXPECT_EQ(fa4NumSplits(1, 1000, 148), 128) << "nor than 128";
    EXPECT_EQ(fa4NumSplits(0, 64, 132), 1);
}

// Two query stages of 128 rows from 129 packed rows on.
TEST(SplitRules, Fa4CountsItsQueryStages)
{
    Problem p = decode();
    p.seqlenQ = 32; // 4 heads each: 128 rows
    EXPECT_EQ(fa4WorkTiles(p, 1), 8);
    p.seqlenQ = 33; // 132 rows in one tile of 256
    EXPECT_EQ(fa4WorkTiles(p, 1), 8);
    p.seqlenQ = 65; // 260 rows
    EXPECT_EQ(fa4WorkTiles(p, 3), 48);
}

// Enough work tiles: only K and V beyond 50 MiB split, once there are twice as many query tiles as SMs and no mask.
TEST(SplitRules, Fa3SplitsALongHeadForItsL2)
{
    Fa3Work work;
    work.mBlocks = 264;
    work.workTiles = 264;
    work.keyTiles = 1000;
    work.kvHeadBytes = std::int64_t{50} << 20;
    EXPECT_EQ(fa3NumSplits(work, 132), 1);
    work.kvHeadBytes += 1;
    EXPECT_EQ(fa3NumSplits(work, 132), 2);
    work.kvHeadBytes = std::int64_t{500} << 20;
    EXPECT_EQ(fa3NumSplits(work, 132), 10);
    EXPECT_EQ(fa3NumSplits(work, 132, 4), 4);
    EXPECT_EQ(fa3NumSplits(work, 133), 1) << "twice 133 query tiles would be needed";
    work.isCausalOrLocal = true;
    EXPECT_EQ(fa3NumSplits(work, 132), 1);
}

// max(SMs // (batch * KV heads) * 2, 1), by hand.
TEST(SplitRules, FlexIsTwoForEachSmOfAHead)
{
    EXPECT_EQ(flexNumSplits(1, 8, 132), 32);  // 16 * 2
    EXPECT_EQ(flexNumSplits(2, 8, 132), 16);  // 8 * 2
    EXPECT_EQ(flexNumSplits(3, 8, 148), 12);  // 6 * 2
    EXPECT_EQ(flexNumSplits(16, 8, 132), 2);  // 1 * 2
    EXPECT_EQ(flexNumSplits(17, 8, 132), 1);  // 0 * 2
    EXPECT_EQ(flexNumSplits(1, 1, 108), 216); // more than there are key tiles in most problems
}

// 132 SMs of two blocks: a grid of 264. Pages of 16 keys, 512 of them: a chunk has at least 8.
TEST(SplitRules, FlashInferFindsTheSmallestChunk)
{
    const auto split = [](int requests, int pages, int pageSize = 16, int grid = 264) {
        return flashInferSplit(std::vector<int>(static_cast<std::size_t>(requests), pages), pageSize, 8, grid);
    };
    EXPECT_EQ(split(1, 512).chunkPages, 16); // 8 heads * 32 chunks = 256; chunks of 15 pages would be 8 * 35 = 280
    EXPECT_EQ(split(1, 512).chunks, 32);
    EXPECT_EQ(split(4, 512).chunkPages, 64); // 32 * 8 = 256; 63 pages: 32 * 9 = 288
    EXPECT_EQ(split(4, 512).chunks, 32);
    EXPECT_EQ(split(16, 512).chunkPages, 256); // 128 * 2 = 256
    EXPECT_FALSE(split(17, 512).isSplit);      // 136 * 2 = 272: one chunk each
    EXPECT_EQ(split(17, 512).chunkPages, 512);
    EXPECT_FALSE(split(33, 512).isSplit); // 33 * 8 = 264 fill the grid
    EXPECT_TRUE(split(1, 16).isSplit);
    EXPECT_EQ(split(1, 16).chunkPages, 8) << "128 keys at least, though two pages would still fit";
    EXPECT_FALSE(split(1, 4).isSplit);
    EXPECT_EQ(split(1, 4, 256).chunkPages, 1) << "a page of 256 keys is enough for a chunk";
    EXPECT_EQ(split(1, 4, 256).chunks, 4);
}

// Requests of different lengths share the grid: 8 * (ceil(512/p) + ceil(100/p)) <= 264 from p = 19 on (27 + 6 = 33).
TEST(SplitRules, FlashInferCountsTheChunksOfAllRequests)
{
    const FlashInferSplit split = flashInferSplit({512, 100}, 16, 8, 264);
    EXPECT_EQ(split.chunkPages, 19);
    EXPECT_EQ(split.chunks, 33);
}

TEST(SplitRules, EveryRuleIsARecipeFieldThatReadsBack)
{
    for (const char *rule : {"none", "fa2", "fa3", "fa4", "flashinfer", "flex", "count:3", "size:256"}) {
        Recipe recipe;
        recipe.splitValue = 7;
        ASSERT_TRUE(setField(recipe, "split", rule).ok());
        EXPECT_EQ(fieldValue(recipe, "split"), rule);
    }
    Recipe recipe;
    for (const char *wrong : {"fa5", "count", "count:0", "fa2:3", "size:-1", ""})
        EXPECT_FALSE(setField(recipe, "split", wrong).ok()) << wrong;
}

/// Splits of the decode problem on a device with this rule.
RunSpec withRule(const std::string &rule, const std::string &device, int batch, Problem p = decode())
{
    RunRequest request;
    request.device = device;
    request.batch = batch;
    request.set = {{"split", rule}};
    return resolveOrFail(p, request);
}

// The split kernel of fa2-pytorch has key tiles of 128 at d = 128, as the published table has.
TEST(Resolve, SplitRulesSeeTheDeviceAndTheBatch)
{
    EXPECT_EQ(withRule("fa2", "a100", 1).numSplits, 22);
    EXPECT_EQ(withRule("fa2", "b300", 4).numSplits, 8);
    EXPECT_EQ(withRule("fa3", "h200", 1).numSplits, 15);
    EXPECT_EQ(withRule("fa3", "h100", 12).numSplits, 4);
    EXPECT_EQ(withRule("fa4", "b200", 1).numSplits, 18);
    EXPECT_EQ(withRule("fa4", "b200", 24).numSplits, 1);
    EXPECT_EQ(withRule("flex", "h200", 2).numSplits, 16);
    EXPECT_EQ(withRule("count:3", "h200", 2).numSplits, 3);
    // A grid of 264 and 8 KV heads: chunks of 2 of the 64 key tiles.
    const RunSpec flashInfer = withRule("flashinfer", "h200", 1);
    EXPECT_EQ(flashInfer.splitTiles, 2);
    EXPECT_EQ(flashInfer.numSplits, 32);
    EXPECT_EQ(flashInfer.known.known, Known::Model);
    // 1000 keys in splits of 300: three tiles of 128 each, the last has two.
    Problem shorter = decode();
    shorter.seqlenK = 1000;
    const RunSpec size = withRule("size:300", "h200", 1, shorter);
    EXPECT_EQ(size.splitTiles, 3);
    EXPECT_EQ(size.numSplits, 3);
}

std::vector<std::vector<int>> splitsOf(const RunSpec &spec, int mBlock)
{
    const Schedule s = Schedule::build(spec).value();
    std::vector<std::vector<int>> tiles;
    for (int i = 0; i < s.workTileCount(); ++i) {
        const WorkTile t = s.workTile(i);
        if (t.head == 0 && t.mBlock == mBlock && !t.isCombine)
            tiles.push_back(s.keyTiles(t));
    }
    return tiles;
}

// FlashAttention-3 and -4 share out what a query tile sees; FlashAttention-2 all keys, whether it sees them or not.
TEST(Schedule, SplitsShareWhatTheirRuleSays)
{
    Problem p;
    p.heads = p.kvHeads = 1;
    p.seqlenQ = p.seqlenK = 1024;
    p.headDim = p.headDimV = 64;
    p.mask.kind = Mask::Kind::CausalTopLeft;
    RunRequest request;
    request.device = "h200";
    // 16 query tiles of 64 on 132 SMs: 8 key tiles are more than 4; waves of 16 s / 132 are fullest at s = 8.
    request.set = {{"split", "fa3"}, {"tileM", "64"}, {"tileN", "128"}, {"keyOrder", "ascending"}};
    const RunSpec fa3 = resolveOrFail(p, request);
    ASSERT_EQ(fa3.numSplits, 7); // 112 of 132 are within 85 % of 128 of 132
    // The last query tile sees 8 key tiles: two for each of the first four splits.
    EXPECT_EQ(splitsOf(fa3, 15), (std::vector<std::vector<int>>{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {}, {}, {}}));
    // The one at rows 128 to 191 sees two.
    EXPECT_EQ(splitsOf(fa3, 2), (std::vector<std::vector<int>>{{0}, {1}, {}, {}, {}, {}, {}}));
    request.set[0].second = "count:7";
    EXPECT_EQ(splitsOf(resolveOrFail(p, request), 2), (std::vector<std::vector<int>>{{0, 1}, {}, {}, {}, {}, {}, {}}));
}

TEST(Schedule, SplitsOfEveryRuleHoldEveryKeyTileOnce)
{
    for (const char *mask : {"none", "causal-top-left", "causal-bottom-right", "window:200,100"}) {
        for (const char *rule : {"fa2", "fa3", "fa4", "flashinfer", "flex", "size:200", "count:5"}) {
            Problem p;
            p.heads = p.kvHeads = 2;
            p.seqlenQ = 130;
            p.seqlenK = 1000;
            p.headDim = p.headDimV = 64;
            p.mask = Mask::parse(mask).value();
            RunRequest request;
            request.device = "a100";
            request.set = {{"split", rule}, {"tileM", "64"}, {"tileN", "64"}};
            const RunSpec spec = resolveOrFail(p, request);
            SCOPED_TRACE(std::string(mask) + " " + rule + ", splits " + std::to_string(spec.numSplits));
            EXPECT_GT(spec.numSplits, 1);
            request.set[0].second = "none";
            const RunSpec whole = resolveOrFail(p, request);
            for (int m = 0; m < 3; ++m) {
                std::multiset<int> split, all;
                for (const std::vector<int> &tiles : splitsOf(spec, m))
                    split.insert(tiles.begin(), tiles.end());
                for (const std::vector<int> &tiles : splitsOf(whole, m))
                    all.insert(tiles.begin(), tiles.end());
                EXPECT_EQ(split, all);
            }
        }
    }
}

} // namespace
} // namespace ulpscope::test
