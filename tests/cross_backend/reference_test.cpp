// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The float64 reference of GPU and CPU: two summation orders, equal within the bounds that both give.
#include "random_specs.h"

#include "engine/backend/cuda_backend.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

namespace ulpscope::test {
namespace {

class GpuReference : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (const std::string reason = cudaBackend().absentReason().english(); !reason.empty())
            GTEST_SKIP() << "no GPU to compare with: " << reason;
    }

    static void expectEqualWithinBounds(const Reference &cpu, const Reference &gpu)
    {
        ASSERT_EQ(cpu.output.size(), gpu.output.size());
        ASSERT_EQ(cpu.lse.size(), gpu.lse.size());
        for (std::size_t i = 0; i < cpu.output.size(); ++i) {
            if (std::isnan(cpu.output[i]) || !std::isfinite(cpu.outputBound[i]))
                continue;
            ASSERT_LE(std::abs(cpu.output[i] - gpu.output[i]), cpu.outputBound[i] + gpu.outputBound[i]) << i;
            // The bound and the sum of terms are themselves rounded.
            ASSERT_NEAR(gpu.outputBound[i], cpu.outputBound[i], 1e-9 * cpu.outputBound[i]) << i;
            ASSERT_NEAR(gpu.termSums[i], cpu.termSums[i], 1e-9 * cpu.termSums[i]) << i;
        }
        for (std::size_t i = 0; i < cpu.lse.size(); ++i) {
            if (std::isfinite(cpu.lse[i])) {
                ASSERT_NEAR(cpu.lse[i], gpu.lse[i], 1e-11 * (1 + std::abs(cpu.lse[i]))) << i;
            } else if (!std::isnan(cpu.lse[i])) {
                ASSERT_EQ(cpu.lse[i], gpu.lse[i]) << i;
            }
        }
    }
};

TEST_F(GpuReference, EqualsTheCpusOnRandomProblems)
{
    for (std::uint64_t seed = 1000; seed < 1060; ++seed) {
        const RandomRun run = randomRun(seed);
        const Problem &p = run.spec.problem;
        SCOPED_TRACE(run.text);
        const int head = static_cast<int>(seed) % p.heads, batch = static_cast<int>(seed) % p.batch;
        const int begin = p.seqlenQ / 3;
        const Result<Reference> cpu = referenceAttention(p, *run.inputs, batch, head, begin, p.seqlenQ);
        const Result<Reference> gpu = cudaBackend().reference(p, run.inputs, batch, head, begin, p.seqlenQ);
        ASSERT_TRUE(cpu.ok() && gpu.ok()) << gpu.status().message();
        expectEqualWithinBounds(cpu.value(), gpu.value());
    }
}

TEST_F(GpuReference, LongSequencesNeedNoSquareOfThem)
{
    Problem p;
    p.seqlenQ = p.seqlenK = 16384;
    p.headDim = p.headDimV = 64;
    p.scale = 0.125f;
    p.mask.kind = Mask::Kind::CausalTopLeft;
    auto inputs = std::make_shared<Inputs>();
    std::uint64_t state = 7;
    for (std::vector<float> *values : {&inputs->q, &inputs->k, &inputs->v}) {
        values->resize(std::size_t{16384} * 64);
        for (float &x : *values) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            x = roundTo(DType::BF16, static_cast<float>(static_cast<std::int32_t>(state >> 32)) * 0x1p-30f);
        }
    }
    const std::uint64_t before = cudaBackend().devices().at(0).memoryFree;
    const auto start = std::chrono::steady_clock::now();
    const Result<Reference> gpu = cudaBackend().reference(p, inputs, 0, 0, 0, p.seqlenQ);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ASSERT_TRUE(gpu.ok()) << gpu.status().message();
    std::printf("float64 reference of one head, T 16384, d 64: %.2f s\n", seconds);
    EXPECT_LT(before - cudaBackend().devices().at(0).memoryFree, 100'000'000u);
    for (const int begin : {0, 5000, 16352}) {
        const Result<Reference> cpu = referenceAttention(p, *inputs, 0, 0, begin, begin + 32);
        Reference part;
        part.rows = 32;
        part.cols = 64;
        const auto rows = [&](const std::vector<double> &all, std::ptrdiff_t width) {
            return std::vector<double>(all.begin() + begin * width, all.begin() + (begin + 32) * width);
        };
        part.output = rows(gpu->output, 64);
        part.outputBound = rows(gpu->outputBound, 64);
        part.termSums = rows(gpu->termSums, 64);
        part.lse = rows(gpu->lse, 1);
        expectEqualWithinBounds(cpu.value(), part);
    }
}

} // namespace
} // namespace ulpscope::test
