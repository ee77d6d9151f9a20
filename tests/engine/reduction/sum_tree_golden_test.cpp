// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// From the trees to what an H200 wrote: the two roots of a row, divided and rounded, are the recorded output.
#include "engine/analysis/sum_tree.h"
#include "engine/reduction/sum_tree_test_support.h"

#include <algorithm>

namespace ulpscope::test {
namespace {

class RecordedTrees : public testing::TestWithParam<const char *> {
protected:
    /// Every `stride`-th row of every head; `check` gets the run, a row and its recorded output.
    template <typename Check>
    void forRows(int batch, const char *tensor, Check check)
    {
        const Golden golden = readGolden(GetParam());
        const Problem &p = golden.problem;
        RunRequest request;
        request.kernel = "fa2-pytorch";
        request.batch = batch;
        SmallRun run;
        run.spec = resolveOrFail(p, request);
        run.inputs = std::make_shared<Inputs>(*golden.inputs);
        run.schedule = std::make_shared<const Schedule>(Schedule::build(run.spec).value());
        const std::vector<float> recorded = golden.floats(tensor);
        const int stride = std::max(1, p.seqlenQ / 4);
        for (int head = 0; head < p.heads; ++head) {
            for (int row = stride - 1; row < p.seqlenQ; row += stride) {
                const float *output =
                    recorded.data() + static_cast<std::ptrdiff_t>(head * p.seqlenQ + row) * p.headDimV;
                check(run, run.trace(head, row), output);
            }
        }
    }
};

TEST_P(RecordedTrees, RowSumAndOutputGiveTheOutput)
{
    int compared = 0;
    forRows(256, "o_batch256", [&](const SmallRun &run, const RowTrace &row, const float *recorded) {
        ASSERT_EQ(run.schedule->splits(), 1);
        const Result<ValuedTree> sum = run.tree(row, SumKind::RowSum);
        ASSERT_TRUE(sum.ok()) << sum.status().message();
        const float factor = 1.0f / static_cast<float>(sum->value.back());
        for (int column = 0; column < run.spec.problem.headDimV; column += 17, ++compared) {
            const Result<ValuedTree> tree = run.tree(row, SumKind::Output, column);
            ASSERT_TRUE(tree.ok()) << tree.status().message();
            EXPECT_EQ(roundTo(run.spec.problem.dtype, static_cast<float>(tree->value.back()) * factor),
                      recorded[column]);
        }
    });
    EXPECT_GT(compared, 0);
}

TEST_P(RecordedTrees, CombinedSplitsGiveTheOutput)
{
    int split = 0;
    forRows(1, "o_batch1", [&](const SmallRun &run, const RowTrace &row, const float *recorded) {
        if (run.schedule->splits() == 1)
            return;
        ++split;
        for (int column = 0; column < run.spec.problem.headDimV; column += 17) {
            const Result<ValuedTree> tree = run.tree(row, SumKind::CombineOutput, column);
            ASSERT_TRUE(tree.ok()) << tree.status().message();
            EXPECT_EQ(roundTo(run.spec.problem.dtype, static_cast<float>(tree->value.back())), recorded[column]);
        }
    });
    if (split == 0)
        GTEST_SKIP() << "FlashAttention-2 does not split this problem even when it is alone";
}

INSTANTIATE_TEST_SUITE_P(Recorded, RecordedTrees,
                         testing::Values("fa2_bf16_d64_full", "fa2_fp16_d128_causal", "fa2_fp16_d64_odd",
                                         "fa2_fp16_d64_decode", "fa2_bf16_d64_gqa_causal", "fa2_bf16_d64_peaked"),
                         [](const auto &file) { return std::string(file.param); });

} // namespace
} // namespace ulpscope::test
