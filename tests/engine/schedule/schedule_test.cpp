// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "support/golden.h"

#include "engine/schedule/schedule.h"
#include "engine/schedule/split_rules.h"

#include <chrono>
#include <map>
#include <set>

namespace ulpscope::test {
namespace {

// Decode, one query, 32 query heads and 8 KV heads, d = 128, 8192 keys: 8 * batch work tiles, 64 key tiles.
TEST(SplitRules, Fa2GivesThePublishedCounts)
{
    const int sms[] = {84, 108, 128, 132, 148, 170};
    const std::map<int, std::vector<int>> byBatch = {
        {1, {16, 22, 32, 32, 32, 32}}, {2, {10, 13, 16, 16, 16, 16}}, {4, {5, 6, 7, 7, 8, 10}},
        {8, {5, 3, 4, 4, 4, 5}},       {12, {3, 2, 5, 5, 3, 3}},      {16, {5, 3, 2, 2, 2, 5}},
        {24, {1, 1, 4, 4, 3, 3}},      {32, {1, 1, 1, 1, 1, 5}},      {64, {1, 1, 1, 1, 1, 1}}};
    for (const auto &[batch, counts] : byBatch) {
        Problem p;
        p.heads = 32;
        p.kvHeads = 8;
        p.seqlenQ = 1;
        EXPECT_EQ(fa2WorkTiles(p, batch), 8 * batch);
        for (std::size_t i = 0; i < counts.size(); ++i)
            EXPECT_EQ(fa2NumSplits(8 * batch, 64, sms[i]), counts[i]) << "batch " << batch << ", " << sms[i] << " SMs";
    }
}

// 187/264 against 0.85 * 220/264 and its like: equal in exact arithmetic, decided by the precision of the comparison.
TEST(SplitRules, Fa2DecidesTiesAsPyTorchDoes)
{
    EXPECT_EQ(fa2NumSplits(11, 100, 132), 20);
    EXPECT_EQ(fa2NumSplits(53, 80, 132), 9);
    EXPECT_EQ(fa2NumSplits(106, 40, 132), 7);
    EXPECT_EQ(fa2NumSplits(145, 30, 128), 5);
}

Problem problemOf(int tq, int tk, const char *mask)
{
    Problem p;
    p.heads = 2;
    p.seqlenQ = tq;
    p.seqlenK = tk;
    p.headDim = p.headDimV = 64;
    p.mask = Mask::parse(mask).value();
    return p;
}

TEST(Schedule, EveryVisiblePairIsInExactlyOneKeyTileOfItsRow)
{
    for (const char *mask : {"none", "causal-top-left", "causal-bottom-right", "window:40,10"}) {
        for (int splits : {1, 3, 9}) {
            for (const char *order : {"ascending", "descending", "partialFirst"}) {
                const Problem p = problemOf(150, 333, mask);
                RunRequest request;
                request.numSplits = splits;
                request.set = {{"tileM", "64"}, {"tileN", "48"}, {"keyOrder", order}};
                const Schedule s = Schedule::build(resolveOrFail(p, request)).value();
                std::map<std::pair<int, int>, int> visits; // (row block, key tile)
                for (int i = 0; i < s.workTileCount(); ++i) {
                    const WorkTile t = s.workTile(i);
                    if (t.head != 0)
                        continue;
                    for (int n : s.keyTiles(t))
                        ++visits[{t.mBlock, n}];
                }
                for (const auto &[tile, count] : visits)
                    EXPECT_EQ(count, 1);
                for (int row = 0; row < p.seqlenQ; ++row) {
                    const KeyRange keys = p.mask.visibleKeys(0, row, p.seqlenQ, p.seqlenK);
                    for (int key = keys.begin; key < keys.end; ++key)
                        ASSERT_TRUE(visits.contains({row / 64, key / 48})) << mask << " row " << row << " key " << key;
                }
            }
        }
    }
}

TEST(Schedule, StepsAreNumberedWithoutGapsAndFoundByIndex)
{
    for (const char *mask : {"none", "causal-top-left", "causal-bottom-right", "window:40,10", "window:0,0"}) {
        for (const auto &[tq, tk] : {std::pair{200, 500}, {500, 200}, {1, 333}, {129, 1}}) {
            for (const char *kernel : {"fa2-pytorch", "textbook"}) {
                Problem p = problemOf(tq, tk, mask);
                if (tk > 1)
                    p.mask.keyLengths = {tk - tk / 3};
                RunRequest request;
                request.kernel = kernel;
                request.numSplits = tq == 1 && kernel == std::string("fa2-pytorch") ? 3 : 0;
                request.set = {{"tileM", "64"}, {"tileN", "48"}};
                const Schedule s = Schedule::build(resolveOrFail(p, request)).value();
                std::uint64_t next = 0;
                for (int i = 0; i < s.workTileCount(); ++i) {
                    ASSERT_EQ(s.firstStep(i), next) << mask << " " << tq << " x " << tk;
                    for (const PlannedStep &step : s.steps(s.workTile(i))) {
                        ASSERT_EQ(step.index, next);
                        ASSERT_EQ(s.step(next), step);
                        ++next;
                    }
                }
                EXPECT_EQ(next, s.stepCount());
            }
        }
    }
}

// The window plans on the thread that paints.
TEST(Schedule, ALongPlanIsFormedAtOnce)
{
    Problem p = problemOf(100'000, 100'000, "causal-top-left");
    p.heads = 32;
    const RunSpec spec = resolveOrFail(p, {});
    const auto begin = std::chrono::steady_clock::now();
    const Schedule s = Schedule::build(spec).value();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(500));
    EXPECT_GT(s.stepCount(), 60'000'000u);
}

TEST(Schedule, Fa2VisitsFromTheLastTileAndMasksOnlyWhereNeeded)
{
    RunRequest request;
    request.batch = 256;
    const Schedule s = Schedule::build(resolveOrFail(problemOf(256, 256, "causal-top-left"), request)).value();
    const WorkTile last = s.workTile(1);
    EXPECT_EQ(s.keyTiles(last), (std::vector<int>{1, 0}));
    EXPECT_TRUE(s.needsMask(last, 1));
    EXPECT_FALSE(s.needsMask(last, 0));
    EXPECT_EQ(s.keyTiles(s.workTile(0)), (std::vector<int>{0}));
}

TEST(Resolve, WhatCouldNotHappenOnADeviceIsLabelled)
{
    RunRequest request;
    request.device = "v100";
    Problem p = problemOf(64, 64, "none");
    p.dtype = DType::F16;
    const RunSpec spec = resolveOrFail(p, request);
    EXPECT_TRUE(spec.counterfactual);
    EXPECT_EQ(spec.known.known, Known::Model);
    request.device = "a100";
    EXPECT_FALSE(resolveOrFail(p, request).counterfactual);
}

TEST(Resolve, ReproducedIsOnlyClaimedForWhatIsRecorded)
{
    RunRequest request;
    request.batch = 256;
    EXPECT_EQ(resolveOrFail(problemOf(64, 64, "causal-top-left"), request).known.known, Known::Reproduced);
    EXPECT_EQ(resolveOrFail(problemOf(64, 65, "causal-top-left"), request).known.known, Known::Published);
    EXPECT_EQ(resolveOrFail(problemOf(64, 64, "window:8,0"), request).known.known, Known::Published);
    Problem wide = problemOf(64, 64, "none");
    wide.headDim = wide.headDimV = 80;
    EXPECT_EQ(resolveOrFail(wide, request).known.known, Known::Published);
    wide.headDim = wide.headDimV = 512;
    EXPECT_TRUE(resolveOrFail(wide, request).counterfactual);
    // cuDNN splits one query of many keys, which is not modelled.
    request.kernel = "cudnn";
    EXPECT_EQ(resolveOrFail(problemOf(200, 333, "none"), request).known.known, Known::Reproduced);
    EXPECT_EQ(resolveOrFail(problemOf(1, 1024, "none"), request).known.known, Known::Model);
    EXPECT_EQ(resolveOrFail(problemOf(2, 1024, "none"), request).known.known, Known::Published);
}

TEST(Resolve, ChangedFieldsAreNamed)
{
    RunRequest request;
    request.batch = 256;
    request.set = {{"quadOrder", "xor12"}, {"tileN", "128"}};
    const RunSpec spec = resolveOrFail(problemOf(64, 64, "none"), request);
    EXPECT_EQ(spec.changedFields, (std::vector<std::string>{"quadOrder"})) << "tileN 128 is what the kernel does there";
}

TEST(Resolve, BadRequestsGiveOneSentence)
{
    const Problem p = problemOf(64, 64, "none");
    const auto messageFor = [&](RunRequest request) { return resolveRun(catalog(), p, request).status().message(); };
    RunRequest r;
    r.kernel = "fa9";
    EXPECT_NE(messageFor(r).find("expected one of cudnn, fa2-pytorch, fa2, fa3, fa4, flex"), std::string::npos)
        << messageFor(r);
    r = {};
    r.device = "h900";
    EXPECT_NE(messageFor(r).find("h200"), std::string::npos);
    r = {};
    r.set = {{"mma", "k80"}};
    EXPECT_NE(messageFor(r).find("mmaQk"), std::string::npos);
    r = {};
    r.set = {{"pCast", "none"}};
    EXPECT_NE(messageFor(r).find("pCast"), std::string::npos);
    Problem f32 = p;
    f32.dtype = DType::F32;
    EXPECT_NE(resolveRun(catalog(), f32, {}).status().message().find("takes fp16, bf16"), std::string::npos);
}

} // namespace
} // namespace ulpscope::test
