// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Kernels of whole work tiles, by wgmma and by mma.sync, against the step kernels and the CPU: output, log-sum-exp, and
// running max and sum of every key tile.
#include "random_specs.h"

#include "engine/backend/cuda_backend.h"
#include "engine/schedule/launch_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace ulpscope::test {
namespace {

std::uint64_t numberFrom(const char *variable, std::uint64_t otherwise)
{
    const char *text = std::getenv(variable);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

const CudaBackend &bySyncMma()
{
    static const CudaBackend backend([] {
        CudaOptions options;
        options.useWarpGroups = false;
        return options;
    }());
    return backend;
}

class Fused : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (const std::string reason = cudaBackend().absentReason().english(); !reason.empty())
            GTEST_SKIP() << "no GPU: " << reason;
    }

    static RunOutput outputOf(const Result<RunOutput> &result)
    {
        EXPECT_TRUE(result.ok()) << result.status().message();
        return result.ok() ? result.value() : RunOutput{};
    }

    void expectSame(const char *what, const RunOutput &want, const RunOutput &got)
    {
        const std::tuple<const char *, const std::vector<float> *, const std::vector<float> *> arrays[] = {
            {"o", &want.output, &got.output},
            {"lse", &want.lse, &got.lse},
            {"m", &want.tileMax, &got.tileMax},
            {"l", &want.tileSum, &got.tileSum}};
        for (const auto &[name, a, b] : arrays) {
            ASSERT_EQ(a->size(), b->size()) << what << ", " << name;
            std::size_t different = 0, first = 0;
            for (std::size_t i = a->size(); i-- > 0;) {
                if (floatBits((*a)[i]) != floatBits((*b)[i]) && !((*a)[i] != (*a)[i] && (*b)[i] != (*b)[i])) {
                    ++different;
                    first = i;
                }
            }
            EXPECT_EQ(different, 0u) << what << ", " << name << ": of " << a->size() << ", the first at " << first
                                     << ": " << std::hexfloat << (different ? (*a)[first] : 0) << ", "
                                     << (different ? (*b)[first] : 0);
            m_values += a->size();
        }
    }

    std::uint64_t m_values = 0;
};

// ULPSCOPE_CROSS_RUNS and ULPSCOPE_CROSS_SEED choose how many, and which.
TEST_F(Fused, EqualsStepwiseAndTheCpuInRandomRuns)
{
    const std::uint64_t runs = numberFrom("ULPSCOPE_CROSS_RUNS", 200), seed = numberFrom("ULPSCOPE_CROSS_SEED", 1);
    std::map<std::string, int> drawn;
    for (std::uint64_t i = 0; i < runs && !HasFailure(); ++i) {
        const RandomRun run = randomFusedRun(seed + i);
        SCOPED_TRACE(run.text);
        const Result<bool> whole = cudaBackend().runsWholeTiles(run.spec);
        ASSERT_TRUE(whole.ok() && whole.value()) << "the fused kernels do not run this";
        WholeRunOptions tiles;
        tiles.tiles = true;
        const RunOutput cpu = outputOf(runWhole(cpuBackend(), run.spec, run.inputs, tiles));
        const RunOutput groups = outputOf(runWhole(cudaBackend(), run.spec, run.inputs, tiles));
        expectSame("wgmma where there is one", cpu, groups);
        expectSame("mma.sync", cpu, outputOf(runWhole(bySyncMma(), run.spec, run.inputs, tiles)));
        auto schedule = std::make_shared<const Schedule>(Schedule::build(run.spec).value());
        expectSame("step by step", cpu, outputOf(runStepwise(cudaBackend(), run.spec, run.inputs, schedule, tiles)));
        RunOutput plain = outputOf(runWhole(cudaBackend(), run.spec, run.inputs));
        plain.tileMax = groups.tileMax;
        plain.tileSum = groups.tileSum;
        expectSame("without tiles", groups, plain);
        ++drawn[run.spec.request.kernel + " d" + std::to_string(run.spec.problem.headDim) +
                (run.spec.numSplits > 1 ? " split" : "")];
    }
    std::printf("%llu values compared;", static_cast<unsigned long long>(m_values));
    for (const auto &[name, count] : drawn)
        std::printf(" %s: %d;", name.c_str(), count);
    std::printf("\n");
}

// How often runs of the other random test take these kernels.
TEST_F(Fused, RunsSomeOfTheRandomRuns)
{
    int taken = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const Result<bool> whole = cudaBackend().runsWholeTiles(randomRun(seed).spec);
        taken += whole.ok() && whole.value();
    }
    std::printf("%d of 200 random runs\n", taken);
}

TEST_F(Fused, NotesWhereAndWhenEveryBlockRan)
{
    Problem p;
    p.heads = p.kvHeads = 4;
    p.seqlenQ = p.seqlenK = 1000;
    p.headDim = p.headDimV = 64;
    p.scale = 0.125f;
    p.mask.kind = Mask::Kind::CausalTopLeft;
    const RunSpec spec = fa2Spec(p);
    const auto inputs = randomFusedInputs(p, 3);
    WholeRunOptions options;
    options.measure = true;
    const Result<RunOutput> measured = runWhole(cudaBackend(), spec, inputs, options);
    ASSERT_TRUE(measured.ok()) << measured.status().message();
    EXPECT_EQ(measured->output, outputOf(runWhole(cudaBackend(), spec, inputs)).output);
    const MeasuredLaunch &launch = measured->launch;
    const Schedule schedule = Schedule::build(spec).value();
    ASSERT_EQ(launch.blocks.size(), static_cast<std::size_t>(schedule.workTileCount()));
    std::vector<int> seen;
    for (const MeasuredBlock &block : launch.blocks) {
        seen.push_back(block.workTile);
        EXPECT_LT(block.begin, block.end);
        EXPECT_TRUE(block.sm >= 0 && block.sm < launch.smCount);
        EXPECT_LT(block.end, 1'000'000'000u);
    }
    std::sort(seen.begin(), seen.end());
    for (std::size_t i = 0; i < seen.size(); ++i)
        EXPECT_EQ(seen[i], static_cast<int>(i));
}

// Prints the time of the launch alone, with and without m and l of every tile.
TEST_F(Fused, TimesAreTold)
{
    for (const auto &[batch, length, dim, causal] :
         {std::tuple{2, 4096, 64, false}, std::tuple{2, 4096, 64, true}, std::tuple{2, 4096, 128, false},
          std::tuple{2, 4096, 128, true}, std::tuple{2, 16384, 64, false}, std::tuple{2, 16384, 64, true},
          std::tuple{2, 16384, 128, false}, std::tuple{2, 16384, 128, true}}) {
        Problem p;
        p.batch = batch;
        p.heads = p.kvHeads = 16;
        p.seqlenQ = p.seqlenK = length;
        p.headDim = p.headDimV = dim;
        p.scale = 0.125f;
        if (causal)
            p.mask.kind = Mask::Kind::CausalTopLeft;
        const RunSpec spec = fa2Spec(p);
        const auto inputs = randomFusedInputs(p, 3);
        const auto time = [&](const CudaBackend &backend, bool tiles) {
            std::vector<double> times;
            for (int i = 0; i < 5; ++i) {
                WholeRunOptions options;
                options.measure = true;
                options.tiles = tiles;
                std::uint64_t last = 0;
                for (const MeasuredBlock &b : outputOf(runWhole(backend, spec, inputs, options)).launch.blocks)
                    last = std::max(last, b.end);
                times.push_back(static_cast<double>(last) / 1e6);
            }
            std::sort(times.begin(), times.end());
            return times[times.size() / 2];
        };
        std::printf("B%d H16 T%d d%d %s bf16: %.3f ms, with m and l %.3f ms, by mma.sync %.3f ms\n", batch, length, dim,
                    causal ? "causal" : "full", time(cudaBackend(), false), time(cudaBackend(), true),
                    time(bySyncMma(), false));
        std::fflush(stdout);
    }
}

} // namespace
} // namespace ulpscope::test
