// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Real launches: every term, and the sum in the order in which the terms arrived, is the CPU's to the bit.
#include "random_specs.h"

#include "engine/analysis/arrival_study.h"
#include "engine/backend/cuda_backend.h"
#include "engine/io/generator.h"
#include "engine/numerics/resource_dir.h"
#include "engine/schedule/resolve.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>

namespace ulpscope::test {
namespace {

class GpuArrivals : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (const std::string reason = cudaBackend().absentReason().english(); !reason.empty())
            GTEST_SKIP() << "no GPU: " << reason;
        m_catalog = std::make_unique<Result<Catalog>>(Catalog::load(resourceDirectory()));
        ASSERT_TRUE(m_catalog->ok());
        // The device whose arithmetic this GPU has.
        const std::string capability = cudaBackend().devices().front().computeCapability;
        m_device = capability == "8.0" ? "a100" : capability == "9.0" ? "h200" : "";
        if (m_device.empty())
            GTEST_SKIP() << "no device profile was measured on a GPU of compute capability " << capability;
    }

    Result<ArrivalStudy> study(const Problem &p, const ArrivalOptions &options, int splits = 1) const
    {
        RunRequest request;
        request.device = m_device;
        request.numSplits = splits;
        const Result<RunSpec> spec = resolveRun(m_catalog->value(), p, request);
        if (!spec.ok())
            return spec.status();
        GeneratedInputs made = generateInputs({"normal", 3, 1.0}, p.dtype,
                                              {{p.batch, p.heads, p.seqlenQ, p.headDim},
                                               {p.batch, p.kvHeads, p.seqlenK, p.headDim},
                                               {p.batch, p.kvHeads, p.seqlenK, p.headDimV},
                                               {}})
                                   .value();
        const auto inputs =
            std::make_shared<const Inputs>(Inputs{std::move(made.q), std::move(made.k), std::move(made.v)});
        const std::vector<float> dO =
            generatedGradient(4, p.dtype, 0,
                              static_cast<std::size_t>(p.batch) * static_cast<std::size_t>(p.heads) *
                                  static_cast<std::size_t>(p.seqlenQ) * static_cast<std::size_t>(p.headDimV));
        return studyArrivals(cudaBackend(), spec.value(), inputs, dO, options);
    }

    static Problem problem(DType dtype, int batch, int heads, int kvHeads, int queries, int keys, int dim,
                           Mask::Kind mask = Mask::Kind::None)
    {
        Problem p;
        p.batch = batch;
        p.heads = heads;
        p.kvHeads = kvHeads;
        p.seqlenQ = queries;
        p.seqlenK = keys;
        p.headDim = p.headDimV = dim;
        p.dtype = dtype;
        p.scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(dim)));
        p.mask.kind = mask;
        return p;
    }

    static void expectReplayed(const ArrivalStudy &study, const Problem &p)
    {
        const std::uint64_t elements = static_cast<std::uint64_t>(p.batch) * static_cast<std::uint64_t>(p.heads) *
                                       static_cast<std::uint64_t>(p.seqlenQ) * static_cast<std::uint64_t>(p.headDim);
        ASSERT_EQ(study.modes.size(), 3u);
        for (const ArrivalModeResult &m : study.modes) {
            SCOPED_TRACE(arrivalModeName(m.mode));
            ASSERT_TRUE(m.replay);
            EXPECT_EQ(m.replay->elements, elements);
            EXPECT_EQ(m.replay->differing, 0u);
            EXPECT_EQ(m.replay->differingTerms, 0u);
            EXPECT_EQ(m.replay->withoutOrder, 0u);
            if (m.mode != ArrivalMode::Atomics) {
                EXPECT_EQ(m.outputs.size(), 1u);
                EXPECT_EQ(m.everDiffer, 0u);
            }
        }
    }

    std::unique_ptr<Result<Catalog>> m_catalog;
    std::string m_device;
};

TEST_F(GpuArrivals, DqIsTheCpusInTheOrderOfArrival)
{
    ArrivalOptions options;
    options.launches = 10;
    options.replay = true;
    Problem lengths = problem(DType::BF16, 2, 2, 2, 200, 300, 64, Mask::Kind::CausalBottomRight);
    lengths.mask.keyLengths = {300, 170};
    for (const Problem &p : {problem(DType::BF16, 1, 2, 2, 200, 1000, 64), problem(DType::F16, 1, 2, 1, 150, 700, 128),
                             problem(DType::BF16, 1, 1, 1, 130, 300, 32), problem(DType::F16, 1, 2, 2, 100, 333, 72),
                             problem(DType::BF16, 1, 1, 1, 100, 500, 96), problem(DType::F16, 1, 1, 1, 70, 300, 192),
                             problem(DType::BF16, 1, 1, 1, 70, 200, 256), lengths,
                             problem(DType::F16, 1, 2, 2, 300, 300, 64, Mask::Kind::CausalTopLeft)}) {
        SCOPED_TRACE("head dim " + std::to_string(p.headDim) + ", keys " + std::to_string(p.seqlenK));
        const Result<ArrivalStudy> made = study(p, options);
        ASSERT_TRUE(made.ok()) << made.status().message();
        expectReplayed(made.value(), p);
    }
}

TEST_F(GpuArrivals, ASplitOutputIsTheCpusInTheOrderOfArrival)
{
    ArrivalOptions options;
    options.sum = ArrivalSum::Combine;
    options.launches = 10;
    options.replay = true;
    for (const Problem &p : {problem(DType::BF16, 1, 2, 2, 70, 1500, 64), problem(DType::F16, 2, 2, 1, 3, 2000, 128),
                             problem(DType::F16, 1, 1, 1, 600, 600, 64, Mask::Kind::CausalTopLeft)}) {
        const Result<ArrivalStudy> made = study(p, options, 3);
        ASSERT_TRUE(made.ok()) << made.status().message();
        EXPECT_EQ(made->terms, 3);
        expectReplayed(made.value(), p);
    }
}

TEST_F(GpuArrivals, ManyLaunchesEndWhenTheyAreAsked)
{
    ArrivalOptions options;
    options.modes = {ArrivalMode::Semaphore};
    options.launches = 10'000'000;
    std::stop_source stop;
    options.stop = stop.get_token();
    std::chrono::steady_clock::time_point asked{};
    std::jthread canceller([&] {
        std::this_thread::sleep_for(std::chrono::seconds(3));
        asked = std::chrono::steady_clock::now();
        stop.request_stop();
    });
    const Result<ArrivalStudy> made = study(problem(DType::BF16, 1, 16, 16, 2048, 2048, 128), options);
    const auto ended = std::chrono::steady_clock::now();
    canceller.join();
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.status().code(), StatusCode::Cancelled);
    EXPECT_LT(std::chrono::duration<double>(ended - asked).count(), 0.2);
}

TEST_F(GpuArrivals, SaysWhatItDoesNotTake)
{
    ArrivalOptions options;
    options.launches = 1;
    options.sum = ArrivalSum::Combine;
    const Result<ArrivalStudy> whole = study(problem(DType::BF16, 1, 1, 1, 64, 64, 64), options);
    ASSERT_FALSE(whole.ok());
    EXPECT_EQ(whole.status().message(), "this run has one split: nothing is combined");
}

} // namespace
} // namespace ulpscope::test
