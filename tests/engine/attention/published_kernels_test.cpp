// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Kernels that are known from their sources: their operations by hand, and all of them against float64.
#include "support/golden.h"

#include "engine/attention/reference.h"
#include "engine/backend/row_softmax.h"
#include "engine/numerics/approx.h"
#include "engine/trace/row_trace.h"

#include <cmath>
#include <random>

namespace ulpscope::test {
namespace {

struct Case {
    Problem problem;
    std::shared_ptr<Inputs> inputs = std::make_shared<Inputs>();
};

Case randomCase(DType type, int tq, int tk, int dim, const char *mask, float gain = 1.0f)
{
    Case c;
    c.problem.seqlenQ = tq;
    c.problem.seqlenK = tk;
    c.problem.headDim = c.problem.headDimV = dim;
    c.problem.dtype = type;
    c.problem.scale = 1.0f / std::sqrt(static_cast<float>(dim));
    c.problem.mask = Mask::parse(mask).value();
    std::mt19937 random(17);
    std::normal_distribution<float> normal;
    const auto fill = [&](std::vector<float> &values, int rows, float factor) {
        for (int i = 0; i < rows * dim; ++i)
            values.push_back(roundTo(type, normal(random) * factor));
    };
    fill(c.inputs->q, tq, gain);
    fill(c.inputs->k, tk, 1.0f);
    fill(c.inputs->v, tk, 1.0f);
    return c;
}

RunRequest requestFor(const std::string &kernel, std::vector<std::pair<std::string, std::string>> set = {})
{
    RunRequest request;
    request.kernel = kernel;
    request.device = kernel == "fa4" ? "b200" : "h200";
    request.set = std::move(set);
    return request;
}

class EveryKernel : public testing::TestWithParam<const char *> {};

// P is rounded to the input format and weighs values v: half an ulp of P per term, the same once more for the
// threshold's larger P is the same relative share; the score's and sums' fp32 errors and FlashAttention-4's polynomial
// (8.8e-5) are small beside it.
TEST_P(EveryKernel, StaysNearFloat64)
{
    for (const DType type : {DType::F16, DType::BF16}) {
        const KernelFamily *kernel = catalog().kernel(GetParam()).value();
        if (std::find(kernel->dtypes.begin(), kernel->dtypes.end(), type) == kernel->dtypes.end())
            continue;
        for (const char *mask : {"none", "causal-top-left"}) {
            for (int dim : {64, 128}) {
                const Case c = randomCase(type, 160, 300, dim, mask, 3.0f);
                const RunSpec spec = resolveOrFail(c.problem, requestFor(GetParam()));
                const RunOutput run = runOrFail(spec, c.inputs);
                const Reference reference =
                    referenceAttention(c.problem, *c.inputs, 0, 0, 0, c.problem.seqlenQ).value();
                const double half = std::ldexp(1.0, -formatInfo(type).fractionBits - 1);
                double worst = 0;
                for (std::size_t i = 0; i < reference.output.size(); ++i) {
                    const double error = std::abs(static_cast<double>(run.output[i]) - reference.output[i]);
                    const double bound = half * (std::abs(reference.output[i]) + reference.termSums[i]) +
                                         2e-4 * reference.termSums[i] + 1e-6;
                    worst = std::max(worst, error / bound);
                }
                EXPECT_LE(worst, 1.0) << GetParam() << " " << mask << " d " << dim;
                EXPECT_GT(worst, 0.0);
                for (int row = 0; row < c.problem.seqlenQ; ++row)
                    EXPECT_NEAR(static_cast<double>(run.lse[static_cast<std::size_t>(row)]),
                                reference.lse[static_cast<std::size_t>(row)], 2e-4);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryKernel,
                         testing::Values("fa2", "fa3", "fa4", "triton-tutorial", "flex", "mem-efficient"),
                         [](const auto &parameter) {
                             std::string name = parameter.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(FlashAttention2OwnBuild, IsPyTorchsWithFastMath)
{
    const Case c = randomCase(DType::F16, 128, 256, 64, "none");
    RunRequest own = requestFor("fa2"), pytorch = requestFor("fa2-pytorch");
    own.batch = pytorch.batch = 256;
    const RunSpec a = resolveOrFail(c.problem, own), b = resolveOrFail(c.problem, pytorch);
    EXPECT_EQ(a.known.known, Known::Published);
    EXPECT_EQ(differingFields(a.recipe, b.recipe),
              (std::vector<std::string>{"argument", "ftz", "final", "combineMath"}));
    pytorch.set = {{"argument", "fused"}, {"ftz", "on"}, {"final", "rcp"}};
    EXPECT_EQ(countDifferentBits(runOrFail(a, c.inputs).output,
                                 runOrFail(resolveOrFail(c.problem, pytorch), c.inputs).output),
              0);
}

TEST(FlashAttention2OwnBuild, CombinesSplitsWithFastExponentials)
{
    const Case c = randomCase(DType::F16, 64, 1024, 64, "none");
    RunRequest request = requestFor("fa2");
    request.numSplits = 4;
    const RunSpec spec = resolveOrFail(c.problem, request);
    ASSERT_EQ(spec.numSplits, 4);
    const auto schedule = std::make_shared<const Schedule>(Schedule::build(spec).value());
    const RowTrace row = traceRow(spec, c.inputs, schedule, 0, 0, 5).value();
    const auto tables = ApproxTables::load(spec.tableDirectory, spec.approxTable).value();
    // By hand: the butterfly over four weights, lg2 and ex2 of the hardware, one fma each.
    const float log2e = floatFromBits(0x3FB8AA3Bu), ln2 = floatFromBits(0x3F317218u);
    float max = row.splits[0].lse, e[4];
    for (int i = 1; i < 4; ++i)
        max = std::max(max, row.splits[static_cast<std::size_t>(i)].lse);
    for (int i = 0; i < 4; ++i)
        e[i] = tables->ex2((row.splits[static_cast<std::size_t>(i)].lse - max) * log2e, true);
    const float total = std::fma(tables->lg2((e[0] + e[2]) + (e[1] + e[3])), ln2, max);
    EXPECT_EQ(floatBits(row.lse), floatBits(total));
    float o = 0;
    for (int i = 0; i < 4; ++i) {
        const RowSplitTrace &split = row.splits[static_cast<std::size_t>(i)];
        o = std::fma(tables->ex2((split.lse - total) * log2e, true), split.output[7], o);
    }
    EXPECT_EQ(row.output[7], roundTo(DType::F16, o));
}

TEST(FlashAttention3, TakesTheTilesOfItsTable)
{
    const auto tileOf = [](int dim, const char *mask) {
        const Recipe r = resolveOrFail(randomCase(DType::BF16, 4, 4, dim, mask).problem, requestFor("fa3")).recipe;
        return std::pair{r.tileM, r.tileN};
    };
    EXPECT_EQ(tileOf(64, "none"), (std::pair{192, 192}));
    EXPECT_EQ(tileOf(64, "causal-bottom-right"), (std::pair{192, 128}));
    EXPECT_EQ(tileOf(96, "none"), (std::pair{192, 144}));
    EXPECT_EQ(tileOf(128, "none"), (std::pair{128, 176}));
    EXPECT_EQ(tileOf(128, "causal-bottom-right"), (std::pair{128, 128}));
    EXPECT_EQ(tileOf(192, "none"), (std::pair{128, 112}));
    EXPECT_EQ(tileOf(256, "none"), (std::pair{128, 80}));
    EXPECT_TRUE(resolveOrFail(randomCase(DType::BF16, 4, 4, 64, "none").problem,
                              [] {
                                  RunRequest r = requestFor("fa3");
                                  r.device = "b200";
                                  return r;
                              }())
                    .counterfactual);
}

TEST(FlashAttention4, ListsTheColumnsOfThePolynomial)
{
    const auto expOf = [](int tq, const char *mask) {
        return fieldValue(resolveOrFail(randomCase(DType::BF16, tq, 256, 128, mask).problem, requestFor("fa4")).recipe,
                          "exp");
    };
    EXPECT_EQ(expOf(256, "causal-bottom-right"), "fa4Poly3:44,45,46,47,60,61,62,63,76,77,78,79,92,93,94,95");
    EXPECT_EQ(expOf(512, "none"), "fa4Poly3:38,39,40,41,48,49,50,51,58,59,60,61,70,71,72,73,80,81,82,83,90,91,92,93");
    EXPECT_EQ(expOf(256, "none"), expOf(256, "causal-bottom-right"));
}

TEST(FlashAttention4, TakesThePolynomialInTheListedColumnsOnly)
{
    const Case c = randomCase(DType::BF16, 1, 128, 64, "none");
    const RunSpec spec = resolveOrFail(c.problem, requestFor("fa4", {{"exp", "fa4Poly3:0,5,127"}}));
    const auto tables = ApproxTables::load(spec.tableDirectory, spec.approxTable).value();
    const RowTrace row =
        traceRow(spec, c.inputs, std::make_shared<const Schedule>(Schedule::build(spec).value()), 0, 0, 0).value();
    const RowTileTrace &tile = row.splits[0].tiles[0];
    const float scale = static_cast<float>(static_cast<double>(c.problem.scale) * 1.4426950408889634);
    int polynomials = 0;
    for (int j = 0; j < 128; ++j) {
        const std::size_t i = static_cast<std::size_t>(j);
        const float x = std::fma(tile.scores[i], scale, -(tile.runMax * scale));
        const float expected = j == 0 || j == 5 || j == 127 ? fa4Poly3(x) : tables->ex2(x, true);
        EXPECT_EQ(floatBits(tile.probs[i]), floatBits(expected)) << j;
        polynomials += fa4Poly3(x) != tables->ex2(x, true);
    }
    EXPECT_GT(polynomials, 64) << "the two must be told apart";
}

// Eight chains, the first going on from the rescaled sum; ((0+2)+(4+6)) + ((1+3)+(5+7)).
TEST(FlashAttention4, SumsARowInEightChains)
{
    Case c = randomCase(DType::BF16, 1, 256, 64, "none", 6.0f);
    const RunSpec spec = resolveOrFail(c.problem, requestFor("fa4"));
    const RowTrace row =
        traceRow(spec, c.inputs, std::make_shared<const Schedule>(Schedule::build(spec).value()), 0, 0, 0).value();
    const std::vector<RowTileTrace> &tiles = row.splits[0].tiles;
    ASSERT_EQ(tiles.size(), 2u);
    float sum = 0;
    for (std::size_t t = 0; t < 2; ++t) {
        float a[8];
        for (std::size_t j = 0; j < 8; ++j)
            a[j] = tiles[t].probs[j];
        if (t == 1)
            a[0] = sum * tiles[t].alpha + tiles[t].probs[0];
        for (std::size_t j = 8; j < 128; ++j)
            a[j % 8] += tiles[t].probs[j];
        sum = ((a[0] + a[2]) + (a[4] + a[6])) + ((a[1] + a[3]) + (a[5] + a[7]));
        EXPECT_EQ(floatBits(tiles[t].runSum), floatBits(sum)) << t;
    }
}

/// Scores of one query in two tiles of 128 keys: all 0, but for one key of each.
Case twoTiles(float first, float second)
{
    Case c;
    c.problem.seqlenQ = 1;
    c.problem.seqlenK = 256;
    c.problem.headDim = c.problem.headDimV = 16;
    c.problem.dtype = DType::F16;
    c.problem.scale = 0.5f; // 0.72 in log2 units
    c.inputs->q.assign(16, 0.0f);
    c.inputs->q[0] = 1.0f;
    c.inputs->k.assign(256 * 16, 0.0f);
    c.inputs->k[200 * 16] = first; // the second tile of keys is visited first
    c.inputs->k[100 * 16] = second;
    c.inputs->v.assign(256 * 16, 1.0f);
    return c;
}

TEST(RescaleThreshold, KeepsTheMaxUntilItGrewByMoreThanEight)
{
    const auto tilesOf = [](float second, const char *rescale) {
        const Case c = twoTiles(2.0f, second);
        const RunSpec spec = resolveOrFail(c.problem, requestFor("fa4", {{"rescale", rescale}}));
        return traceRow(spec, c.inputs, std::make_shared<const Schedule>(Schedule::build(spec).value()), 0, 0, 0)
            .value()
            .splits[0]
            .tiles;
    };
    // From 2 to 12: 10 * 0.7213 = 7.2 in log2 units. From 2 to 14: 8.7.
    EXPECT_EQ(tilesOf(12.0f, "threshold:8")[1].runMax, 2.0f);
    EXPECT_EQ(tilesOf(12.0f, "threshold:8")[1].alpha, 1.0f);
    EXPECT_GT(tilesOf(12.0f, "threshold:8")[1].probs[100], 128.0f) << "exponentials exceed 1";
    EXPECT_EQ(tilesOf(14.0f, "threshold:8")[1].runMax, 14.0f);
    EXPECT_LT(tilesOf(14.0f, "threshold:8")[1].alpha, 0.01f);
    EXPECT_EQ(tilesOf(12.0f, "always")[1].runMax, 12.0f);
    EXPECT_EQ(tilesOf(1.0f, "threshold:8")[1].runMax, 2.0f) << "a max never falls";
}

TEST(RescaleThreshold, OfZeroIsAlways)
{
    for (const char *mask : {"none", "causal-top-left"}) {
        const Case c = randomCase(DType::F16, 200, 400, 64, mask, 8.0f);
        const auto run = [&](const char *rescale) {
            return runOrFail(resolveOrFail(c.problem, requestFor("fa4", {{"rescale", rescale}})), c.inputs);
        };
        const RunOutput always = run("always"), zero = run("threshold:0"), eight = run("threshold:8");
        EXPECT_EQ(countDifferentBits(always.output, zero.output), 0);
        EXPECT_EQ(countDifferentBits(always.lse, zero.lse), 0);
        EXPECT_GT(countDifferentBits(always.output, eight.output), 0);
    }
}

// PvSum::Apart by hand, two tiles of two keys, everything in small whole numbers but the final factor.
TEST(ProductApart, TheLastTileIsJoinedByTheFinalFactor)
{
    Case c = randomCase(DType::F16, 3, 300, 160, "none");
    const RunSpec spec = resolveOrFail(c.problem, requestFor("mem-efficient"));
    ASSERT_EQ(fieldValue(spec.recipe, "pvSum"), "apart");
    RunSpec unrounded = spec;
    unrounded.problem.dtype = DType::F32; // the output format only: operands are resolved
    const RowTrace row =
        traceRow(unrounded, c.inputs, std::make_shared<const Schedule>(Schedule::build(spec).value()), 0, 0, 1).value();
    const RowSplitTrace &split = row.splits[0];
    ASSERT_EQ(split.tiles.size(), 3u);
    const float factor = 1.0f / split.rowSum;
    int apart = 0;
    for (std::size_t column = 0; column < 160; ++column) {
        float product = 0;
        float v[128], p[128];
        for (std::size_t j = 0; j < 128; ++j) {
            const std::size_t key = 256 + j;
            p[j] = roundTo(DType::F16, split.tiles[2].probs[j]);
            v[j] = key < 300 ? c.inputs->v[key * 160 + column] : 0.0f;
        }
        product = tfdpaChain(spec.pv.spec, DType::F16, 8, p, v, 128, 0.0f);
        const float before = split.tiles[1].accO[column], alpha = split.tiles[2].alpha;
        EXPECT_EQ(floatBits(split.tiles[2].accO[column]), floatBits(std::fma(alpha, before, product)));
        const float expected = std::fma(factor, product, factor * alpha * before);
        EXPECT_EQ(floatBits(row.output[column]), floatBits(expected)) << column;
        apart += expected != std::fma(alpha, before, product) * factor;
    }
    EXPECT_GT(apart, 0) << "the two orders must be told apart";
}

} // namespace
} // namespace ulpscope::test
