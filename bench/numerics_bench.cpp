// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Speed of the emulated arithmetic on one core: tensor-core tiles in multiply-adds per second on each instruction set
// beside the scalar chain, and the exponentials per call.
#include "engine/numerics/approx.h"
#include "engine/numerics/tensor_core.h"

#include <benchmark/benchmark.h>
#include <hwy/targets.h>

#include <algorithm>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace ulpscope;

constexpr int kM = 64, kN = 128, kK = 128;

struct Hardware {
    const char *name;
    int groupL, fractionBits;
};
constexpr Hardware kHardware[] = {{"V100_L4_F23", 4, 23}, {"A100_L8_F24", 8, 24}, {"H200_L16_F25", 16, 25}};

TensorCoreSpec specOf(const Hardware &hardware)
{
    TensorCoreSpec spec;
    spec.groupL = hardware.groupL;
    spec.fractionBits = hardware.fractionBits;
    spec.zeroExponent = -108 - hardware.fractionBits;
    return spec;
}

std::vector<float> normalValues(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    std::generate(values.begin(), values.end(), [&] { return roundTo(DType::BF16, normal(random)); });
    return values;
}

void countProducts(benchmark::State &state, double products)
{
    state.counters["multiply-adds/s"] = benchmark::Counter(products, benchmark::Counter::kIsIterationInvariantRate);
}

void mmaTileOn(benchmark::State &state, std::int64_t target, const Hardware &hardware)
{
    hwy::SetSupportedTargetsForTest(target);
    const std::vector<float> a = normalValues(kM * kK, 1);
    const std::vector<float> b = normalValues(kK * kN, 2);
    MmaOperand operandA, operandB;
    operandA.assign(DType::BF16, a.data(), kM, kK, kK);
    operandB.assign(DType::BF16, b.data(), kK, kN, kN);
    std::vector<float> c(kM * kN, 0.0f);
    const TensorCoreSpec spec = specOf(hardware);
    for (auto _ : state) {
        mmaTile(spec, 16, operandA, operandB, c.data(), kN);
        benchmark::DoNotOptimize(c.data());
        benchmark::ClobberMemory();
    }
    hwy::SetSupportedTargetsForTest(0);
    countProducts(state, static_cast<double>(kM) * kN * kK);
}

void scalarChain(benchmark::State &state, const Hardware &hardware)
{
    const std::vector<float> a = normalValues(kK, 1);
    const std::vector<float> b = normalValues(kK, 2);
    const TensorCoreSpec spec = specOf(hardware);
    float c = 0.0f;
    for (auto _ : state)
        benchmark::DoNotOptimize(c = tfdpaChain(spec, DType::BF16, 16, a.data(), b.data(), kK, c));
    countProducts(state, kK);
}

void decodeTransposed(benchmark::State &state)
{
    const std::vector<float> source = normalValues(kN * kK, 3);
    MmaOperand operand;
    for (auto _ : state) {
        operand.assignTransposed(DType::BF16, source.data(), kK, kN, kK);
        benchmark::DoNotOptimize(operand.value.data());
    }
    state.SetItemsProcessed(state.iterations() * kN * kK);
}

/// A function of one float over the arguments that a softmax has.
template <typename Function>
void perCall(benchmark::State &state, Function function)
{
    std::vector<float> arguments = normalValues(4096, 4);
    for (float &x : arguments)
        x = -8.0f * std::abs(x);
    for (auto _ : state) {
        float sum = 0.0f;
        for (const float x : arguments)
            sum += function(x);
        benchmark::DoNotOptimize(sum);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(arguments.size()));
}

} // namespace

int main(int argc, char **argv)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    for (const Hardware &hardware : kHardware) {
        for (const std::int64_t target : hwy::SupportedAndGeneratedTargets())
            benchmark::RegisterBenchmark(
                (std::string("mmaTile/") + hardware.name + "/" + hwy::TargetName(target)).c_str(), mmaTileOn, target,
                hardware);
        benchmark::RegisterBenchmark((std::string("tfdpaChain/") + hardware.name).c_str(), scalarChain, hardware);
    }
    benchmark::RegisterBenchmark("MmaOperand/assignTransposed", decodeTransposed);

    const auto tables = ApproxTables::load(ULPSCOPE_SOURCE_DIR "/resources/tables", "h200");
    if (!tables.ok()) {
        std::cerr << tables.status().message() << '\n';
        return 1;
    }
    const ApproxTables &h200 = *tables.value();
    benchmark::RegisterBenchmark("exp2Poly6", [](benchmark::State &s) { perCall(s, exp2Poly6); });
    benchmark::RegisterBenchmark("ex2 table",
                                 [&](benchmark::State &s) { perCall(s, [&](float x) { return h200.ex2(x, true); }); });
    benchmark::RegisterBenchmark("cudaExpf",
                                 [&](benchmark::State &s) { perCall(s, [&](float x) { return cudaExpf(h200, x); }); });
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
