// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/device_study.h"

#include "engine/schedule/split_rules.h"
#include "support/golden.h"

namespace ulpscope::test {
namespace {

RunRequest inBatchOf256()
{
    RunRequest request;
    request.kernel = "fa2-pytorch";
    request.batch = 256;
    return request;
}

/// 793 is the count of an independent implementation, see golden_test.cpp.
TEST(DeviceStudy, ComparesEveryPairOfDevices)
{
    const Golden g = readGolden("fa2_fp16_d128_causal");
    Result<DeviceStudy> study = planStudy(catalog(), g.problem, inBatchOf256(), {"a100", "h200", "b200"});
    ASSERT_TRUE(study.ok()) << study.status().message();
    EXPECT_TRUE(study->pairs.empty());
    ASSERT_TRUE(runStudy(cpuBackend(), g.inputs, study.value()).ok());
    ASSERT_EQ(study->pairs.size(), 3u);
    const std::array<std::array<std::int64_t, 3>, 3> expected{{{0, 1, 793}, {0, 2, 793}, {1, 2, 0}}};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(study->pairs[i].a, expected[i][0]);
        EXPECT_EQ(study->pairs[i].b, expected[i][1]);
        EXPECT_EQ(study->pairs[i].comparison.mismatches, expected[i][2]);
    }
    ASSERT_TRUE(study->pairs[0].comparison.first);
    EXPECT_EQ(study->pairs[0].comparison.first->step.kind, StepKind::ScoreGemm);
    EXPECT_FALSE(study->pairs[2].comparison.first);
}

TEST(DeviceStudy, TheSketchsTreeIsTheDevices)
{
    Problem p;
    p.heads = 32;
    p.kvHeads = 8;
    p.seqlenQ = 1;
    p.seqlenK = 8192;
    p.headDim = p.headDimV = 128;
    p.dtype = DType::BF16;
    p.scale = 0.088388346f;
    RunRequest request = inBatchOf256();
    request.batch = 4;
    const Result<DeviceStudy> study = planStudy(catalog(), p, request, {"a100", "h200", "b200"});
    ASSERT_TRUE(study.ok()) << study.status().message();
    // One tile of four packed heads for each of 4 x 8 KV heads, 64 key tiles of 128 keys; SM counts of the data sheets.
    const std::array<int, 3> sms{108, 132, 148};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(study->devices[i].smCount, sms[i]);
        EXPECT_EQ(study->devices[i].spec.numSplits, fa2NumSplits(32, 64, sms[i]));
        EXPECT_EQ(study->devices[i].sketch.leaves, 128);
        EXPECT_EQ(study->devices[i].sketch, MergeTree::splits(128, study->devices[i].sketchParts));
    }
    EXPECT_NE(study->devices[0].sketch, study->devices[1].sketch);
    EXPECT_NE(study->devices[1].sketch, study->devices[2].sketch);
}

TEST(DeviceStudy, RefusesWhatCannotBeCompared)
{
    const Problem p = readGolden("fa2_fp16_d64_odd").problem;
    EXPECT_EQ(planStudy(catalog(), p, inBatchOf256(), {"h200"}).status().message(),
              "devices: expected at least two to compare");
    EXPECT_EQ(planStudy(catalog(), p, inBatchOf256(), {"h200", "h200"}).status().message(),
              "devices: h200 is named twice, expected different ones");
    const Status unknown = planStudy(catalog(), p, inBatchOf256(), {"h200", "h201"}).status();
    EXPECT_EQ(unknown.message().rfind("device h201: ", 0), 0u) << unknown.message();
}

} // namespace
} // namespace ulpscope::test
