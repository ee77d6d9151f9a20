// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Order ensembles of GPU and CPU: the same orders, the same bits, the same counts.
#include "engine/backend/cuda_backend.h"
#include "engine/io/counter_rng.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>

namespace ulpscope::test {
namespace {

class GpuOrders : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (const std::string reason = cudaBackend().absentReason().english(); !reason.empty())
            GTEST_SKIP() << "no GPU: " << reason;
    }
};

EnsembleSpec spec(DType format, int n, bool isWeighted, double binades)
{
    EnsembleSpec made;
    made.format = format;
    for (int i = 0; i < n * (isWeighted ? 2 : 1); ++i) {
        const auto pair = io::normalPair(5, static_cast<std::uint32_t>(n), static_cast<std::uint64_t>(i));
        const double x = pair[0] * std::exp2(std::floor(pair[1] * binades));
        const double held = format == DType::F64 ? x : static_cast<double>(static_cast<float>(x));
        (i < n ? made.values : made.weights).push_back(held);
    }
    return made;
}

void expectEqual(const EnsembleSpec &terms, std::uint64_t orders, const EnsembleOptions &options)
{
    const Result<EnsembleResult> cpu = runEnsemble(terms, orders, options);
    const Result<EnsembleResult> gpu = cudaBackend().orderEnsemble(terms, orders, options);
    ASSERT_TRUE(cpu.ok() && gpu.ok()) << gpu.status().message();
    EXPECT_EQ(cpu->patterns, gpu->patterns);
    EXPECT_EQ(cpu->histogram, gpu->histogram);
    EXPECT_EQ(cpu->distinct, gpu->distinct);
    EXPECT_EQ(cpu->capped, gpu->capped);
    EXPECT_EQ(cpu->best.order, gpu->best.order);
    EXPECT_EQ(cpu->worst.order, gpu->worst.order);
    EXPECT_EQ(cpu->smallest.pattern, gpu->smallest.pattern);
    EXPECT_EQ(cpu->largest.pattern, gpu->largest.pattern);
}

TEST_F(GpuOrders, EqualTheCpus)
{
    EnsembleOptions options;
    options.seed = 77;
    for (const DType format : {DType::F32, DType::F64}) {
        for (const bool isWeighted : {false, true}) {
            for (const int n : {1, 2, 3, 7, 16, 64, 79}) {
                for (const double binades : {0.0, 4.0, 20.0}) {
                    SCOPED_TRACE(std::to_string(n) + (isWeighted ? " weighted" : ""));
                    expectEqual(spec(format, n, isWeighted, binades), 10'007, options);
                }
            }
        }
    }
}

/// More patterns than a block's table has places, than the limit, and than the GPU's table has.
TEST_F(GpuOrders, ManyPatterns)
{
    EnsembleSpec terms; // doubles of one size that cancel: nearly every order has bits of its own
    terms.format = DType::F64;
    for (int i = 0; i < 80; ++i) {
        const auto pair = io::normalPair(5, 3, static_cast<std::uint64_t>(i));
        terms.values.push_back(pair[0] * std::exp2(pair[1] * 30));
    }
    EnsembleOptions options;
    expectEqual(terms, 3'000'000, options);
    options.patternLimit = 100;
    expectEqual(terms, 200'000, options);
}

TEST_F(GpuOrders, StopsWithin200Milliseconds)
{
    std::stop_source stop;
    EnsembleOptions options;
    options.stop = stop.get_token();
    std::chrono::steady_clock::time_point asked;
    std::jthread asker([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(700));
        asked = std::chrono::steady_clock::now();
        stop.request_stop();
    });
    const Result<EnsembleResult> result =
        cudaBackend().orderEnsemble(spec(DType::F32, 64, false, 4), std::uint64_t{1} << 50, options);
    const auto taken = std::chrono::steady_clock::now() - asked;
    EXPECT_EQ(result.status().code(), StatusCode::Cancelled);
    EXPECT_LT(std::chrono::duration_cast<std::chrono::milliseconds>(taken).count(), 200);
}

TEST_F(GpuOrders, RefusesMoreTermsThanItHasRoomFor)
{
    EXPECT_EQ(cudaBackend().orderEnsemble(spec(DType::F32, 321, false, 0), 10).status().code(),
              StatusCode::Unsupported);
    EnsembleOptions options;
    expectEqual(spec(DType::F32, 320, false, 4), 1000, options);
}

TEST_F(GpuOrders, Rate)
{
    const EnsembleSpec terms = spec(DType::F32, 64, false, 0);
    ASSERT_TRUE(cudaBackend().orderEnsemble(terms, 1000).ok()); // the worker is there
    EnsembleOptions options;
    options.threads = 1;
    const auto rate = [](std::uint64_t orders, auto run) {
        const auto start = std::chrono::steady_clock::now();
        EXPECT_TRUE(run(orders).ok());
        return static_cast<double>(orders) /
               std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    const double gpu = rate(4'000'000'000, [&](std::uint64_t n) { return cudaBackend().orderEnsemble(terms, n); });
    const double cpu = rate(2'000'000, [&](std::uint64_t n) { return runEnsemble(terms, n, options); });
    std::printf("order ensemble, 64 fp32 partials: GPU %.3g orders/s, one core %.3g, %.0fx\n", gpu, cpu, gpu / cpu);
    EXPECT_GE(gpu, 1e8) << "100 times the 1e6 that a core has to reach";
}

} // namespace
} // namespace ulpscope::test
