// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The engine against its speed and memory targets: one line per target, with the ratio (1 or more: reached).
#include "target_line.h"

#include "engine/analysis/error_metric.h"
#include "engine/analysis/sum_tree.h"
#include "engine/backend/whole_run.h"
#include "engine/io/generator.h"
#include "engine/numerics/resource_dir.h"
#include "engine/reduction/ensemble.h"
#include "engine/schedule/resolve.h"
#include "engine/trace/row_trace.h"
#include "engine/trace/stepper.h"

#include <hwy/targets.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace ulpscope;
using namespace ulpscope::bench;

double megabytesInUse()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

Problem selfAttention(int heads, int length, int headDim)
{
    Problem p;
    p.heads = p.kvHeads = heads;
    p.seqlenQ = p.seqlenK = length;
    p.headDim = p.headDimV = headDim;
    p.dtype = DType::BF16;
    p.scale = 1.0f / 8.0f;
    return p;
}

std::shared_ptr<const Inputs> normalInputs(const Problem &p)
{
    InputShapes shapes;
    shapes.q = {p.batch, p.heads, p.seqlenQ, p.headDim};
    shapes.k = {p.batch, p.kvHeads, p.seqlenK, p.headDim};
    shapes.v = {p.batch, p.kvHeads, p.seqlenK, p.headDimV};
    Result<GeneratedInputs> made = generateInputs({}, p.dtype, shapes);
    auto inputs = std::make_shared<Inputs>();
    inputs->q = std::move(made->q);
    inputs->k = std::move(made->k);
    inputs->v = std::move(made->v);
    return inputs;
}

RunSpec flashAttention2(const Catalog &catalog, const Problem &problem)
{
    RunRequest request;
    request.batch = 256;
    return resolveRun(catalog, problem, request).value();
}

/// Multiply-adds per second of one core on tiles as attention has them.
double tensorCoreRate()
{
    constexpr int kM = 128, kN = 128, kK = 64, kTiles = 40;
    const Problem p = selfAttention(1, 128, kK);
    const std::shared_ptr<const Inputs> in = normalInputs(p);
    MmaOperand a, b;
    a.assign(DType::BF16, in->q.data(), kM, kK, kK);
    b.assignTransposed(DType::BF16, in->k.data(), kK, kN, kK);
    std::vector<float> c(kM * kN);
    const TensorCoreSpec h200;
    std::vector<double> times;
    for (int i = 0; i < 9; ++i)
        times.push_back(secondsOf([&] {
            for (int tile = 0; tile < kTiles; ++tile)
                mmaTile(h200, 16, a, b, c.data(), kN);
        }));
    return double{kM} * kN * kK * kTiles / median(times);
}

void wholeRuns(const Catalog &catalog)
{
    const double before = megabytesInUse();
    double seconds[2] = {};
    const int lengths[2] = {2048, 4096};
    for (int i = 0; i < 2; ++i) {
        const Problem p = selfAttention(8, lengths[i], 64);
        const std::shared_ptr<const Inputs> in = normalInputs(p);
        const RunSpec spec = flashAttention2(catalog, p);
        WholeRunOptions options;
        options.threads = 2;
        std::vector<double> times;
        for (int run = 0; run < 3; ++run)
            times.push_back(secondsOf([&] { (void)runWhole(cpuBackend(), spec, in, options); }));
        seconds[i] = median(times);
    }
    line("whole run H8 T4096 d64 bf16 on 2 threads", seconds[1], 5, "s");
    // Inputs as fp32 and the output, 8 heads x 4096 x 64 x 4 bytes each.
    const double data = 4 * 8.0 * 4096 * 64 * 4 / (1 << 20);
    line("its memory beyond inputs and outputs", std::max(1.0, megabytesInUse() - before - data), 200, "MB");
    line("time of T 4096 over T 2048 (4 is quadratic)", seconds[1] / seconds[0], 4.6, "x");
}

void steps(const Catalog &catalog)
{
    const Problem p = selfAttention(2, 512, 64);
    const std::shared_ptr<const Inputs> in = normalInputs(p);
    const RunSpec spec = flashAttention2(catalog, p);
    const std::unique_ptr<Stepper> stepper = std::move(Stepper::create(cpuBackend(), spec, in)).value();
    std::vector<double> forward, backward;
    while (stepper->position() < stepper->schedule()->stepCount())
        forward.push_back(1e3 * secondsOf([&] { (void)stepper->forward(); }));
    while (stepper->position() > 0)
        backward.push_back(1e3 * secondsOf([&] { (void)stepper->backward(); }));
    line("one step forward, p95, without painting", percentile95(forward), 16, "ms");
    line("one step back, p95, without painting", percentile95(backward), 16, "ms");
}

void trees(const Catalog &catalog)
{
    const Problem p = selfAttention(1, 16384, 64);
    const std::shared_ptr<const Inputs> in = normalInputs(p);
    const RunSpec spec = flashAttention2(catalog, p);
    const auto schedule = std::make_shared<const Schedule>(Schedule::build(spec).value());
    const RowTrace row = traceRow(spec, in, schedule, 0, 0, 8000).value();
    std::vector<double> times;
    for (int i = 0; i < 9; ++i)
        times.push_back(1e3 * secondsOf([&] { (void)valuedTree(spec, in, schedule, row, SumKind::RowSum, 0); }));
    line("tree with values, 16,384 leaves", median(times), 16, "ms");
}

/// What is left for the processor once the float64 reference of a long head is there (docs/adr/0008).
void errorMaps()
{
    constexpr int kRows = 16384, kCols = 64;
    const Problem p = selfAttention(1, kRows, kCols);
    Matrix value(kRows, kCols);
    value.data = normalInputs(p)->q;
    Reference reference;
    reference.rows = kRows;
    reference.cols = kCols;
    for (const float v : value.data) {
        reference.output.push_back(v * (1 + 0x1p-9));
        reference.termSums.push_back(1);
    }
    for (const ErrorMetric metric : {ErrorMetric::Ulp, ErrorMetric::OrdinalUlp, ErrorMetric::SignificantBits}) {
        std::vector<double> times;
        for (int i = 0; i < 9; ++i)
            times.push_back(1e3 * secondsOf([&] {
                                const Matrix map = errorMap(metric, p.dtype, value, reference);
                                (void)summarise(map, p.dtype, value, reference, metric);
                            }));
        line(("error map and summary, T 16384 d 64, " + std::string(errorMetricName(metric))).c_str(), median(times),
             100, "ms");
    }
}

/// Random orders of 64 fp32 partial results per second of one core, counting included.
double orderRate()
{
    constexpr std::uint64_t kOrders = 500'000;
    EnsembleSpec spec;
    for (const float x : normalInputs(selfAttention(1, 1, 64))->q)
        spec.values.push_back(static_cast<double>(x));
    EnsembleOptions options;
    options.threads = 1;
    std::vector<double> times;
    for (int i = 0; i < 9; ++i)
        times.push_back(secondsOf([&] { (void)runEnsemble(spec, kOrders, options); }));
    return kOrders / median(times);
}

} // namespace

int main()
{
    const Result<Catalog> catalog = Catalog::load(resourceDirectory());
    if (!catalog.ok()) {
        std::fprintf(stderr, "%s\n", catalog.status().message().c_str());
        return 2;
    }
    header();
    wholeRuns(catalog.value());
    steps(catalog.value());
    trees(catalog.value());
    errorMaps();
    line("order ensemble, 64 partials, one core", orderRate(), 1e6, "1/s", true);
    std::printf("on %s:\n", mmaTileTarget());
    line("tensor core, bf16 L16 F25, one core", tensorCoreRate(), 4e9, "fma/s", true);
    hwy::SetSupportedTargetsForTest(HWY_AVX2);
    std::printf("on %s:\n", mmaTileTarget());
    line("tensor core, bf16 L16 F25, one core", tensorCoreRate(), 4e9, "fma/s", true);
    return 0;
}
