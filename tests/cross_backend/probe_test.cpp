// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The trees that the GPU's own units have, mma.sync among them, against the declared ones.
#include "engine/analysis/probe_run.h"
#include "engine/backend/cuda_backend.h"
#include "support/golden.h"

#include <gtest/gtest.h>

#include <string>

namespace ulpscope::test {
namespace {

class GpuProbe : public ::testing::TestWithParam<bool> {};

TEST_P(GpuProbe, HasTheDeclaredTrees)
{
    CudaOptions options;
    options.useHardware = GetParam();
    const CudaBackend backend(options);
    if (backend.devices().empty())
        GTEST_SKIP() << backend.absentReason().english();
    struct Case {
        const char *kernel, *device;
        DType dtype;
        int queries, keys, splits, row;
        Mask::Kind mask;
    };
    int probed = 0;
    for (const Case &c : {Case{"fa2-pytorch", "h200", DType::BF16, 3, 200, 1, 1, Mask::Kind::None},
                          Case{"fa2-pytorch", "h200", DType::F16, 160, 160, 1, 139, Mask::Kind::CausalTopLeft},
                          Case{"fa2-pytorch", "h200", DType::BF16, 1, 700, 3, 0, Mask::Kind::None},
                          Case{"fa2-pytorch", "a100", DType::F16, 1, 145, 1, 0, Mask::Kind::None},
                          Case{"cudnn", "h200", DType::F16, 1, 145, 1, 0, Mask::Kind::None},
                          Case{"mem-efficient", "h200", DType::BF16, 1, 145, 1, 0, Mask::Kind::None},
                          Case{"fa4", "b200", DType::BF16, 1, 145, 1, 0, Mask::Kind::None},
                          Case{"textbook", "h200", DType::F32, 1, 145, 0, 0, Mask::Kind::None}}) {
        Problem p;
        p.seqlenQ = c.queries;
        p.seqlenK = c.keys;
        p.headDim = p.headDimV = 64;
        p.dtype = c.dtype;
        p.scale = 0.125f;
        p.mask.kind = c.mask;
        RunRequest request;
        request.kernel = c.kernel;
        request.device = c.device;
        request.numSplits = c.splits;
        const RunSpec spec = resolveOrFail(p, request);
        if (!backend.supports(spec).ok()) // fa4's exponential; the CPU's tree of it is probed in CI
            continue;
        ++probed;
        std::vector<SumKind> kinds{SumKind::RowSum, SumKind::Output, SumKind::Score};
        if (c.splits > 1)
            kinds.insert(kinds.end(), {SumKind::CombineWeights, SumKind::CombineOutput});
        for (const SumKind kind : kinds) {
            SCOPED_TRACE(std::string(c.kernel) + " on " + c.device + ", " + std::to_string(static_cast<int>(kind)));
            const Result<MeasuredSum> measured = measureSum(backend, spec, 0, 0, c.row, kind);
            ASSERT_TRUE(measured.ok()) << measured.status().message();
            const Result<Schedule> schedule = Schedule::build(spec);
            const Result<ReductionTree> tree = sumTree(spec, schedule.value(), 0, 0, c.row, kind);
            ASSERT_TRUE(tree.ok());
            EXPECT_EQ(observableShape(tree.value(), measured->unseen).shape.toText(), measured->shape.toText());
        }
    }
    EXPECT_GE(probed, 6);
}

INSTANTIATE_TEST_SUITE_P(Units, GpuProbe, ::testing::Values(true, false),
                         [](const auto &hardware) { return hardware.param ? "Hardware" : "Models"; });

} // namespace
} // namespace ulpscope::test
