// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Running max and sum of every key tile, as a whole run gives them.
#include "support/golden.h"

#include "engine/trace/stepper.h"

#include <cmath>

namespace ulpscope::test {
namespace {

class Tiles : public testing::TestWithParam<const char *> {};

TEST_P(Tiles, AreWhatTheStepsShow)
{
    const Golden golden = readGolden(GetParam());
    RunRequest request;
    request.batch = golden.problem.seqlenQ == 1 ? 1 : 256; // one query is split
    const RunSpec spec = resolveOrFail(golden.problem, request);
    WholeRunOptions options;
    options.tiles = true;
    const Result<RunOutput> whole = runWhole(cpuBackend(), spec, golden.inputs, options);
    ASSERT_TRUE(whole.ok()) << whole.status().message();
    EXPECT_EQ(whole->output, runOrFail(spec, golden.inputs).output);

    auto stepper = std::move(Stepper::create(cpuBackend(), spec, golden.inputs)).value();
    const Schedule &schedule = *stepper->schedule();
    const Problem &p = golden.problem;
    const std::size_t cells = whole->lse.size() * static_cast<std::size_t>(schedule.nBlocks());
    ASSERT_EQ(whole->tileMax.size(), cells);
    ASSERT_EQ(whole->tileSum.size(), cells);
    std::vector<char> visited(cells, 0);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(schedule.stepCount(), 4000); ++i) {
        ASSERT_TRUE(stepper->forward().ok());
        const PlannedStep step = schedule.step(i);
        if (step.kind != StepKind::RowSum)
            continue;
        const WorkTile tile = schedule.workTile(step.workTile);
        const Matrix max = stepper->read(Quantity::RowMax).value(), sum = stepper->read(Quantity::RowSum).value();
        for (int row = 0; row < max.rows; ++row) {
            const int place = ((tile.batch * p.heads + tile.head) * schedule.nBlocks() + step.nBlock) * p.seqlenQ +
                              tile.rowBegin + row;
            const auto at = static_cast<std::size_t>(place);
            ASSERT_EQ(floatBits(whole->tileMax[at]), floatBits(max.at(row, 0) + 0.0f));
            ASSERT_EQ(floatBits(whole->tileSum[at]), floatBits(sum.at(row, 0)));
            visited[at] = 1;
        }
    }
    if (schedule.stepCount() > 4000)
        return;
    for (std::size_t i = 0; i < cells; ++i) {
        if (!visited[i]) {
            EXPECT_TRUE(std::isnan(whole->tileMax[i]) && std::isnan(whole->tileSum[i])) << i;
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Files, Tiles,
                         testing::Values("fa2_bf16_d64_gqa_causal", "fa2_fp16_d64_odd", "cudnn_bf16_d64_full",
                                         "fa2_fp16_d64_decode"));

TEST(TilesOf, AKernelWithoutOnlineSoftmaxAreRefused)
{
    const Golden golden = readGolden("fa2_bf16_d64_gqa_causal");
    RunRequest request;
    request.kernel = "textbook";
    Problem p = golden.problem;
    const RunSpec spec = resolveOrFail(p, request);
    WholeRunOptions options;
    options.tiles = true;
    EXPECT_EQ(runWhole(cpuBackend(), spec, golden.inputs, options).status().message(),
              "running max and sum of each tile are of kernels with an online softmax; 'textbook' has none");
    options = {};
    options.measure = true;
    EXPECT_EQ(runWhole(cpuBackend(), spec, golden.inputs, options).status().code(), StatusCode::Unsupported);
}

} // namespace
} // namespace ulpscope::test
