// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// A step forward or back through the worker, with what a window reads of it, stays within a frame.
#include "random_specs.h"

#include "engine/backend/cuda_backend.h"
#include "engine/trace/stepper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

namespace ulpscope::test {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

Problem longProblem(int heads, int length, int dim)
{
    Problem p;
    p.heads = p.kvHeads = heads;
    p.seqlenQ = p.seqlenK = length;
    p.headDim = p.headDimV = dim;
    p.scale = 0.125f;
    p.mask.kind = Mask::Kind::CausalTopLeft;
    return p;
}

std::shared_ptr<const Inputs> inputsFor(const Problem &p)
{
    auto inputs = std::make_shared<Inputs>();
    std::uint64_t state = 5;
    for (std::vector<float> *values : {&inputs->q, &inputs->k, &inputs->v}) {
        values->resize(static_cast<std::size_t>(p.heads) * static_cast<std::size_t>(p.seqlenK) *
                       static_cast<std::size_t>(p.headDim));
        for (float &x : *values) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            x = roundTo(p.dtype, static_cast<float>(static_cast<std::int32_t>(state >> 32)) * 0x1p-30f);
        }
    }
    return inputs;
}

class GpuSpeed : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (const std::string reason = cudaBackend().absentReason().english(); !reason.empty())
            GTEST_SKIP() << "no GPU: " << reason;
    }
};

TEST_F(GpuSpeed, StepsStayWithinAFrame)
{
    for (const int dim : {64, 128}) {
        const Problem p = longProblem(2, 4096, dim);
        auto made = Stepper::create(cudaBackend(), fa2Spec(p), inputsFor(p));
        ASSERT_TRUE(made.ok()) << made.status().message();
        Stepper &stepper = *made.value();
        ASSERT_TRUE(stepper.goTo(stepper.schedule()->stepCount() / 3).ok());
        std::vector<double> forward, backward;
        const auto lookAround = [&] {
            for (Quantity q :
                 {Quantity::Scores, Quantity::Probs, Quantity::RowMax, Quantity::RowSum, Quantity::LaneSums,
                  Quantity::Alpha, Quantity::OutputAcc, Quantity::TileMax, Quantity::TileSum})
                (void)stepper.read(q);
        };
        for (int i = 0; i < 400; ++i) {
            const Clock::time_point start = Clock::now();
            ASSERT_TRUE(stepper.forward().ok());
            lookAround();
            forward.push_back(milliseconds(Clock::now() - start));
        }
        for (int i = 0; i < 200; ++i) {
            const Clock::time_point start = Clock::now();
            ASSERT_TRUE(stepper.backward().ok());
            lookAround();
            backward.push_back(milliseconds(Clock::now() - start));
        }
        for (std::vector<double> *times : {&forward, &backward}) {
            std::sort(times->begin(), times->end());
            const double p95 = (*times)[times->size() * 95 / 100];
            std::printf("d %d, %s: median %.2f ms, p95 %.2f ms, largest %.2f ms\n", dim,
                        times == &forward ? "forward" : "backward", (*times)[times->size() / 2], p95, times->back());
            EXPECT_LE(p95, 16.0);
        }
    }
}

TEST_F(GpuSpeed, WholeRunsAreTold)
{
    for (const auto &[heads, length, dim] :
         {std::tuple{8, 4096, 64}, std::tuple{16, 4096, 128}, std::tuple{4, 16384, 128}}) {
        const Problem p = longProblem(heads, length, dim);
        const RunSpec spec = fa2Spec(p);
        const auto inputs = inputsFor(p);
        for (const char *state : {"first", "again"}) {
            const Clock::time_point start = Clock::now();
            const Result<RunOutput> output = runWhole(cudaBackend(), spec, inputs);
            ASSERT_TRUE(output.ok()) << output.status().message();
            std::printf("whole run H%d T%d d%d causal bf16, %s: %.0f ms\n", heads, length, dim, state,
                        milliseconds(Clock::now() - start));
        }
    }
}

} // namespace
} // namespace ulpscope::test
