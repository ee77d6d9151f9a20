// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// CPU and GPU must agree bit for bit on every quantity after every step: runs drawn at random, with the GPU's own units
// and with models and tables in their place.
#include "random_specs.h"

#include "engine/backend/cuda_backend.h"
#include "engine/trace/head_trace.h"
#include "engine/trace/stepper.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace ulpscope::test {
namespace {

constexpr Quantity kQuantities[] = {Quantity::Scores, Quantity::Probs,   Quantity::RowMax,    Quantity::LaneSums,
                                    Quantity::RowSum, Quantity::Alpha,   Quantity::OutputAcc, Quantity::Lse,
                                    Quantity::Output, Quantity::TileMax, Quantity::TileSum,   Quantity::TileOut};
constexpr Quantity kTileQuantities[] = {Quantity::TileMax, Quantity::TileSum, Quantity::TileOut};
constexpr std::uint64_t kStepsInARow = 120;

/// The tile on its own is formed anew at every look: only where it changes, for the CPU's sake.
bool changesTheTile(StepKind kind)
{
    return kind == StepKind::ScoreGemm || kind == StepKind::ApplyMask || kind == StepKind::OutputGemm ||
           kind == StepKind::LoadKv;
}

std::uint64_t numberFrom(const char *variable, std::uint64_t otherwise)
{
    const char *text = std::getenv(variable);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

bool sameBits(float a, float b) { return floatBits(a) == floatBits(b) || (std::isnan(a) && std::isnan(b)); }

struct Count {
    std::uint64_t runs = 0, steps = 0, values = 0;
};

::testing::AssertionResult same(const Result<Matrix> &cpu, const Result<Matrix> &gpu, Count &count)
{
    if (cpu.ok() != gpu.ok())
        return ::testing::AssertionFailure() << "cpu: " << (cpu.ok() ? "exists" : cpu.status().message())
                                             << "; gpu: " << (gpu.ok() ? "exists" : gpu.status().message());
    if (!cpu.ok())
        return cpu.status().message() == gpu.status().message()
                   ? ::testing::AssertionSuccess()
                   : ::testing::AssertionFailure() << cpu.status().message() << "; " << gpu.status().message();
    if (cpu->rows != gpu->rows || cpu->cols != gpu->cols)
        return ::testing::AssertionFailure()
               << cpu->rows << " x " << cpu->cols << "; " << gpu->rows << " x " << gpu->cols;
    std::size_t different = 0, first = 0;
    for (std::size_t i = cpu->data.size(); i-- > 0;) {
        if (!sameBits(cpu->data[i], gpu->data[i])) {
            ++different;
            first = i;
        }
    }
    count.values += cpu->data.size();
    if (different == 0)
        return ::testing::AssertionSuccess();
    const std::size_t cols = static_cast<std::size_t>(cpu->cols);
    return ::testing::AssertionFailure() << different << " of " << cpu->data.size() << " differ, first at row "
                                         << first / cols << ", column " << first % cols << ": cpu " << std::hexfloat
                                         << cpu->data[first] << ", gpu " << gpu->data[first];
}

class CrossBackend : public ::testing::TestWithParam<bool> {
protected:
    static CudaOptions options(bool useHardware)
    {
        CudaOptions o;
        o.useHardware = useHardware;
        // Under compute-sanitizer everything takes longer, and the summary comes last.
        if (numberFrom("ULPSCOPE_CROSS_PATIENCE", 0) > 0)
            o.timeouts.silence = o.timeouts.end = std::chrono::minutes(2);
        return o;
    }
    static const CudaBackend &gpu(bool useHardware)
    {
        static const CudaBackend own(options(true)), models(options(false));
        return useHardware ? own : models;
    }
    void SetUp() override
    {
        if (const std::string reason = gpu(GetParam()).absentReason().english(); !reason.empty())
            GTEST_SKIP() << "no GPU to compare with: " << reason;
    }

    bool sameState(Stepper &cpu, Stepper &gpu, Count &count)
    {
        std::vector<Quantity> quantities(std::begin(kQuantities), std::end(kQuantities));
        const StepKind kind = cpu.schedule()->step(cpu.position() - 1).kind;
        if (changesTheTile(kind))
            quantities.insert(quantities.end(), std::begin(kTileQuantities), std::end(kTileQuantities));
        for (Quantity quantity : quantities) {
            const auto result = same(cpu.read(quantity), gpu.read(quantity), count);
            EXPECT_TRUE(result) << quantityName(quantity) << " after step " << cpu.position() << ", a "
                                << stepKindName(kind);
            if (!result)
                return false;
        }
        return true;
    }

    /// Both one step on, from where they are.
    bool stepBoth(Stepper &cpu, Stepper &gpu, Count &count)
    {
        const Result<Step> a = cpu.forward(), b = gpu.forward();
        EXPECT_EQ(a.ok(), b.ok()) << a.status().message() << b.status().message();
        if (!a.ok() || !b.ok())
            return false;
        ++count.steps;
        EXPECT_EQ(a->planned, b->planned);
        EXPECT_EQ(a->events.ties, b->events.ties);
        EXPECT_EQ(a->events.maxChanged, b->events.maxChanged);
        EXPECT_EQ(a->events.rescaled, b->events.rescaled);
        return sameState(cpu, gpu, count);
    }

    void compareSteps(const RandomRun &run, Count &count)
    {
        auto cpu = Stepper::create(cpuBackend(), run.spec, run.inputs);
        auto gpuStepper = Stepper::create(gpu(GetParam()), run.spec, run.inputs);
        ASSERT_TRUE(cpu.ok()) << cpu.status().message();
        ASSERT_TRUE(gpuStepper.ok()) << gpuStepper.status().message();
        Stepper &a = *cpu.value(), &b = *gpuStepper.value();
        const std::uint64_t total = a.schedule()->stepCount();
        // Exact products are slow on a CPU.
        const bool isExact = run.spec.qk.kind == MmaUnit::Kind::Exact || run.spec.pv.kind == MmaUnit::Kind::Exact;
        for (std::uint64_t i = 0; i < std::min(total, isExact ? kStepsInARow / 4 : kStepsInARow); ++i)
            ASSERT_TRUE(stepBoth(a, b, count));
        // The end, where splits are combined, and back from there.
        const std::uint64_t late = total > 24 ? total - 24 : 0;
        if (late > a.position()) {
            ASSERT_TRUE(a.goTo(late).ok());
            const Status moved = b.goTo(late);
            ASSERT_TRUE(moved.ok()) << moved.message();
        }
        while (a.position() < total)
            ASSERT_TRUE(stepBoth(a, b, count));
        for (int i = 0; i < 12 && a.position() > 0; ++i) {
            const Result<Step> backA = a.backward(), backB = b.backward();
            ASSERT_TRUE(backA.ok() && backB.ok()) << backA.status().message() << backB.status().message();
            ++count.steps;
            if (a.position() > 0) {
                ASSERT_TRUE(sameState(a, b, count));
            }
        }
    }

    void compareWholeRuns(const RandomRun &run, Count &count)
    {
        const Result<RunOutput> cpu = runWhole(cpuBackend(), run.spec, run.inputs);
        const Result<RunOutput> other = runWhole(gpu(GetParam()), run.spec, run.inputs);
        ASSERT_TRUE(cpu.ok()) << cpu.status().message();
        ASSERT_TRUE(other.ok()) << other.status().message();
        for (const auto &[a, b] : {std::pair{&cpu->output, &other->output}, std::pair{&cpu->lse, &other->lse}}) {
            ASSERT_EQ(a->size(), b->size());
            Matrix left(static_cast<int>(a->size()), 1), right = left;
            left.data = *a;
            right.data = *b;
            EXPECT_TRUE(same(left, right, count));
        }
    }
};

// ULPSCOPE_CROSS_RUNS and ULPSCOPE_CROSS_SEED choose how many, and which.
TEST_P(CrossBackend, AgreesOnEveryQuantityOfRandomRuns)
{
    const std::uint64_t runs = numberFrom("ULPSCOPE_CROSS_RUNS", 200), seed = numberFrom("ULPSCOPE_CROSS_SEED", 1);
    Count count;
    int failed = 0;
    for (std::uint64_t i = 0; i < runs && failed < 10; ++i) {
        const RandomRun run = randomRun(seed + i);
        SCOPED_TRACE(run.text);
        compareSteps(run, count);
        compareWholeRuns(run, count);
        ++count.runs;
        failed += HasFailure();
    }
    std::printf("%s: %llu runs, %llu steps, %llu values compared\n", GetParam() ? "own units" : "models and tables",
                static_cast<unsigned long long>(count.runs), static_cast<unsigned long long>(count.steps),
                static_cast<unsigned long long>(count.values));
}

// Many executors at once, on one worker: what the views draw.
TEST_P(CrossBackend, AgreesOnWholeTraces)
{
    Count count;
    for (std::uint64_t seed = 500; seed < 508; ++seed) {
        const RandomRun run = randomRun(seed);
        SCOPED_TRACE(run.text);
        const int head = run.spec.problem.heads - 1;
        const auto cpu = traceHead(cpuBackend(), run.spec, run.inputs, 0, head);
        const auto other = traceHead(gpu(GetParam()), run.spec, run.inputs, 0, head);
        ASSERT_TRUE(cpu.ok() && other.ok()) << other.status().message();
        const HeadTrace &a = *cpu.value(), &b = *other.value();
        for (Matrix HeadTrace::*matrix : {&HeadTrace::scores, &HeadTrace::probs, &HeadTrace::output, &HeadTrace::lse})
            EXPECT_TRUE(same(a.*matrix, b.*matrix, count));
        ASSERT_EQ(a.tiles.size(), b.tiles.size());
        for (std::size_t i = 0; i < a.tiles.size(); ++i) {
            for (Matrix WorkTileTrace::*matrix : {&WorkTileTrace::runMax, &WorkTileTrace::runSum, &WorkTileTrace::alpha,
                                                  &WorkTileTrace::tileMax, &WorkTileTrace::tileSum})
                EXPECT_TRUE(same(a.tiles[i].*matrix, b.tiles[i].*matrix, count));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Units, CrossBackend, ::testing::Values(true, false),
                         [](const auto &parameter) { return parameter.param ? "OfThisGpu" : "ModelsAndTables"; });

} // namespace
} // namespace ulpscope::test
