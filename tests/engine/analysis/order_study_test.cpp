// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Another order of addition on all sums beside one, against loops written out here and against what an H200 wrote.
#include "engine/analysis/order_study.h"
#include "engine/io/generator.h"
#include "engine/reduction/sum_tree_test_support.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ulpscope::test {
namespace {

SumOrder orderOf(std::string_view name, const std::string &text = {})
{
    Result<SumOrder> order = parseSumOrder(name, text);
    EXPECT_TRUE(order.ok()) << order.status().message();
    return order.ok() ? std::move(order).value() : SumOrder{};
}

StudiedSum sumOf(const SmallRun &run, const RowTrace &row, SumKind kind, int column = 0)
{
    return {run.spec, run.inputs, run.schedule, row, kind, column, kFirstSplit, {}, {}};
}

OrderStudy studyOrFail(const StudiedSum &of, const std::optional<SumOrder> &order)
{
    Result<OrderStudy> study = studyOrder(of, order);
    EXPECT_TRUE(study.ok()) << study.status().message();
    return study.ok() ? std::move(study).value() : OrderStudy{};
}

SmallRun recorded(const std::string &name, int batch)
{
    const Golden golden = readGolden(name);
    RunRequest request;
    request.kernel = "fa2-pytorch";
    request.batch = batch;
    SmallRun run;
    run.spec = resolveOrFail(golden.problem, request);
    run.inputs = std::make_shared<Inputs>(*golden.inputs);
    run.schedule = std::make_shared<const Schedule>(Schedule::build(run.spec).value());
    return run;
}

/// "(((0 1) 2) 3)"
std::string chainText(const std::vector<int> &leaves)
{
    std::string text = std::to_string(leaves.front());
    for (std::size_t i = 1; i < leaves.size(); ++i)
        text = "(" + text + " " + std::to_string(leaves[i]) + ")";
    return text;
}

// Each column's products p * v, rescaled to the final maximum and rounded once, added from the last key to the first.
// What the kernel has there gives the output that the H200 wrote.
TEST(OrderStudy, ColumnsAddTheirOwnProductsInTheSameOrder)
{
    const SmallRun run = recorded("fa2_fp16_d128_causal", 256);
    const Golden golden = readGolden("fa2_fp16_d128_causal");
    const std::vector<float> output = golden.floats("o_batch256");
    const Problem &p = run.spec.problem;
    const int head = 1, row = 299;
    const RowTrace trace = run.trace(head, row);
    ASSERT_EQ(trace.splits.size(), 1U);
    const std::vector<RowTileTrace> &tiles = trace.splits.front().tiles;
    std::vector<int> descending(static_cast<std::size_t>(row + 1));
    std::iota(descending.rbegin(), descending.rend(), 0);

    const float *v = run.inputs->vRows(p, 0, p.kvHeadOf(head));
    const float *wrote = output.data() + static_cast<std::ptrdiff_t>(head * p.seqlenQ + row) * p.headDimV;
    for (const SumOrder &order : {orderOf("reverse"), orderOf("edited", chainText(descending))}) {
        const OrderStudy study = studyOrFail(sumOf(run, trace, SumKind::Output, 41), order);
        EXPECT_EQ(study.beside, Beside::Columns);
        ASSERT_EQ(study.sums.size(), static_cast<std::size_t>(p.headDimV));
        int differ = 0;
        for (int column = 0; column < p.headDimV; ++column) {
            // How much the accumulator of a tile is multiplied by until the end.
            std::vector<double> scale(tiles.size(), 1.0);
            for (std::size_t t = tiles.size() - 1; t > 0; --t)
                scale[t - 1] = scale[t] * static_cast<double>(tiles[t].alpha);
            std::vector<float> terms(static_cast<std::size_t>(row + 1));
            double exact = 0;
            for (std::size_t t = 0; t < tiles.size(); ++t) {
                const int begin = tiles[t].nBlock * run.spec.recipe.tileN;
                for (int key = begin; key < std::min(begin + run.spec.recipe.tileN, row + 1); ++key) {
                    const float weight = roundTo(p.dtype, tiles[t].probs[static_cast<std::size_t>(key - begin)]);
                    const double term =
                        static_cast<double>(weight) * static_cast<double>(v[key * p.headDimV + column]) * scale[t];
                    terms[static_cast<std::size_t>(key)] = static_cast<float>(term);
                    exact += term;
                }
            }
            float sum = terms.back();
            for (std::size_t key = terms.size() - 1; key-- > 0;)
                sum += terms[key];
            const OrderedSum &one = study.sums[static_cast<std::size_t>(column)];
            ASSERT_TRUE(one.known);
            EXPECT_EQ(one.index, column);
            EXPECT_EQ(floatBits(one.other), floatBits(sum)) << column;
            EXPECT_EQ(floatBits(one.kernel), floatBits(trace.splits.front().accO[static_cast<std::size_t>(column)]));
            EXPECT_NEAR(one.exact, exact, 1e-12 * (1 + std::abs(exact)));
            EXPECT_EQ(roundTo(p.dtype, one.kernel * (1.0f / trace.splits.front().rowSum)), wrote[column]);
            differ += floatBits(one.other) != floatBits(one.kernel);
        }
        const OrderSummary summary = summarise(study);
        EXPECT_EQ(summary.differ, differ);
        EXPECT_GT(differ, 0);
        EXPECT_EQ(summary.sums, p.headDimV);
    }
}

// The article's sketch merges its tiles by plain additions: its own order is an order of the same summands, so nothing
// differs. Neither does the sum of one key tile that a quad of lanes adds up.
TEST(OrderStudy, TheKernelsOwnOrderChangesNothing)
{
    RunRequest request;
    request.kernel = "textbook";
    const SmallRun sketch = makeRun(smallProblem(40, 300), request);
    const RowTrace row = sketch.trace(2, 17);
    const Result<ReductionTree> own = sumTree(sketch.spec, *sketch.schedule, 0, 2, 17, SumKind::SketchMergeOutput);
    ASSERT_TRUE(own.ok());
    const OrderStudy columns =
        studyOrFail(sumOf(sketch, row, SumKind::SketchMergeOutput, 3), orderOf("edited", own->toText()));
    EXPECT_EQ(columns.sums.size(), 16U);
    OrderSummary summary = summarise(columns);
    EXPECT_EQ(summary.sums, 16);
    EXPECT_EQ(summary.differ, 0);
    EXPECT_EQ(summary.most, -1);
    EXPECT_EQ(summary.kernelError, summary.otherError);
    EXPECT_GT(summarise(studyOrFail(sumOf(sketch, row, SumKind::SketchMergeOutput, 3), orderOf("reverse"))).differ, 0);

    RunRequest fa2;
    fa2.kernel = "fa2-pytorch";
    fa2.batch = 256;
    const SmallRun run = makeRun(smallProblem(40, 64), fa2);
    const Result<ReductionTree> quad = sumTree(run.spec, *run.schedule, 0, 0, 5, SumKind::RowSum);
    ASSERT_TRUE(quad.ok());
    const OrderStudy rows =
        studyOrFail(sumOf(run, run.trace(0, 5), SumKind::RowSum), orderOf("edited", quad->toText()));
    EXPECT_EQ(rows.beside, Beside::Rows);
    EXPECT_EQ(rows.sums.size(), 40U);
    summary = summarise(rows);
    EXPECT_EQ(summary.sums, 40);
    EXPECT_EQ(summary.differ, 0);
}

// A causal tile: rows above see fewer keys and add zeros for the others, rows below see keys that the order lacks.
TEST(OrderStudy, RowsOfTheTileAddTheKeysThatTheySee)
{
    const SmallRun run = recorded("fa2_fp16_d128_causal", 256);
    const int tileM = run.spec.recipe.tileM, row = 20;
    std::vector<int> descending(static_cast<std::size_t>(row + 1));
    std::iota(descending.rbegin(), descending.rend(), 0);
    const RowTrace trace = run.trace(0, row);
    const OrderStudy study = studyOrFail(sumOf(run, trace, SumKind::RowSum), orderOf("edited", chainText(descending)));
    ASSERT_EQ(study.sums.size(), static_cast<std::size_t>(tileM));
    for (const OrderedSum &one : study.sums) {
        EXPECT_EQ(one.known, one.index <= row) << one.index;
        if (!one.known)
            continue;
        const RowTrace beside = run.trace(0, one.index);
        const std::vector<RowTileTrace> &tiles = beside.splits.front().tiles;
        const auto tile = std::find_if(tiles.begin(), tiles.end(), [](const RowTileTrace &t) { return t.nBlock == 0; });
        ASSERT_NE(tile, tiles.end());
        const std::vector<float> &probs = tile->probs;
        float sum = probs[static_cast<std::size_t>(one.index)];
        for (int key = one.index; key-- > 0;)
            sum += probs[static_cast<std::size_t>(key)];
        EXPECT_EQ(floatBits(one.other), floatBits(sum)) << one.index;
        EXPECT_EQ(floatBits(one.kernel), floatBits(beside.splits.front().rowSum)) << one.index;
    }
    EXPECT_EQ(summarise(study).unknown, tileM - row - 1);
    // A classic order is made of each row's own keys.
    EXPECT_EQ(summarise(studyOrFail(sumOf(run, trace, SumKind::RowSum), orderOf("pairwise"))).unknown, 0);
}

TEST(OrderStudy, ScoresOfTheKeyTileAddTheirOwnProducts)
{
    const SmallRun run = recorded("fa2_fp16_d128_causal", 256);
    const Problem &p = run.spec.problem;
    const int row = 299, key = 250, tileN = run.spec.recipe.tileN;
    const OrderStudy study = studyOrFail(sumOf(run, run.trace(0, row), SumKind::Score, key), orderOf("sequential"));
    EXPECT_EQ(study.beside, Beside::Keys);
    ASSERT_EQ(study.sums.size(), static_cast<std::size_t>(tileN));
    const float *q = run.inputs->qRows(p, 0, 0) + static_cast<std::ptrdiff_t>(row) * p.headDim;
    for (const OrderedSum &one : study.sums) {
        EXPECT_EQ(one.index / tileN, key / tileN);
        ASSERT_TRUE(one.known);
        const float *k = run.inputs->kRows(p, 0, 0) + static_cast<std::ptrdiff_t>(one.index) * p.headDim;
        float sum = q[0] * k[0]; // products of fp16 numbers are exact in fp32
        for (int d = 1; d < p.headDim; ++d)
            sum += q[d] * k[d];
        EXPECT_EQ(floatBits(one.other), floatBits(sum)) << one.index;
    }
}

// The contributions of the key tiles, added one after another as they arrive.
TEST(OrderStudy, DqFollowsTheOrderOfArrival)
{
    const Golden golden = readGolden("dq_fp16_d64_causal");
    RunRequest request;
    request.batch = std::stoi(golden.file.metadata.at("copies"));
    SmallRun run;
    run.spec = resolveOrFail(golden.problem, request);
    run.inputs = std::make_shared<Inputs>(*golden.inputs);
    run.schedule = std::make_shared<const Schedule>(Schedule::build(run.spec).value());
    const Problem &p = run.spec.problem;
    const std::vector<float> dO = golden.floats("do"), wrote = golden.floats("dq");
    const auto dim = static_cast<std::size_t>(p.headDim);
    int differ = 0;
    for (const int row : {p.seqlenQ - 1, p.seqlenQ - 40}) {
        const RowTrace trace = run.trace(0, row);
        StudiedSum of = sumOf(run, trace, SumKind::Dq, 7);
        of.dO = std::span(dO).subspan(static_cast<std::size_t>(row) * dim, dim);
        const DqRow dq = dqOfRow(run.spec, run.inputs, trace, of.dO).value();
        ASSERT_EQ(dq.tiles.size(), 3U);
        for (const std::vector<int> &arrival : std::vector<std::vector<int>>{{}, {0, 1, 2}, {2, 0, 1}, {2, 1, 0}}) {
            of.arrival = arrival;
            const OrderStudy study = studyOrFail(of, {});
            ASSERT_EQ(study.sums.size(), dim);
            for (std::size_t c = 0; c < dim; ++c) {
                float sum = 0;
                for (std::size_t i = 0; i < 3; ++i)
                    sum += dq.tiles[arrival.empty() ? i : static_cast<std::size_t>(arrival[i])].contribution[c];
                EXPECT_EQ(floatBits(study.sums[c].other), floatBits(sum * p.scale));
                // One accumulator is what this launch has: ascending, the recorded gradient.
                EXPECT_EQ(roundTo(p.dtype, study.sums[c].kernel), wrote[static_cast<std::size_t>(row) * dim + c]);
            }
            const OrderSummary summary = summarise(study);
            EXPECT_EQ(summary.sums, p.headDim);
            if (arrival.empty() || arrival.front() == 0)
                EXPECT_EQ(summary.differ, 0);
            else
                differ += summary.differ;
        }
    }
    EXPECT_GT(differ, 0);
}

TEST(OrderStudy, ErrorsAndDistancesByHand)
{
    OrderStudy study;
    const float one = 1.0f, next = std::nextafterf(one, 2.0f), nan = std::nanf("");
    study.sums = {{0, true, one, next, 1.0},           // 0 and 1 ulp off, 1 apart
                  {1, true, next, one, 1.0 + 0x1p-22}, // 1 and 2 ulp off, -1 apart
                  {2, true, 0.0f, -0.0f, 0.0},         // other bits, 0 apart
                  {3, false, one, nan, 1.0},
                  {4, true, nan, nan, 1.0}};
    EXPECT_EQ(stepsApart(DType::F32, study.sums[0]), 1.0);
    EXPECT_EQ(stepsApart(DType::F32, study.sums[1]), -1.0);
    EXPECT_EQ(stepsApart(DType::F32, study.sums[4]), 0.0);
    OrderSummary summary = summarise(study);
    EXPECT_EQ(summary.sums, 4);
    EXPECT_EQ(summary.unknown, 1);
    EXPECT_EQ(summary.differ, 3);
    EXPECT_EQ(summary.most, 0);
    EXPECT_EQ(summary.measured, 3);
    EXPECT_DOUBLE_EQ(summary.kernelError, 1.0 / 3);
    EXPECT_DOUBLE_EQ(summary.otherError, 1.0);
    study.sums[4].other = one;
    EXPECT_TRUE(std::isnan(stepsApart(DType::F32, study.sums[4])));
    summary = summarise(study);
    EXPECT_EQ(summary.differ, 4);
    EXPECT_EQ(summary.most, 4);
}

TEST(OrderStudy, StopsAndRefuses)
{
    const SmallRun run = recorded("fa2_fp16_d128_causal", 256);
    const RowTrace trace = run.trace(0, 299);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(studyOrder(sumOf(run, trace, SumKind::Output), orderOf("pairwise"), stop.get_token()).status().code(),
              StatusCode::Cancelled);
    EXPECT_FALSE(studyOrder(sumOf(run, trace, SumKind::Output), {}).ok());
    EXPECT_FALSE(parseSumOrder("bogus", "").ok());
    EXPECT_FALSE(parseSumOrder("edited", "(0 1").ok());
    EXPECT_FALSE(studyRuns(DType::F16, trace, run.trace(0, 298), std::vector<double>(128)).ok());

    // Two runs of one row, of which the second visits the key tiles from the first on.
    RunRequest request = run.spec.request;
    request.set.emplace_back("keyOrder", "ascending");
    SmallRun other = run;
    other.spec = resolveOrFail(run.spec.problem, request);
    other.schedule = std::make_shared<const Schedule>(Schedule::build(other.spec).value());
    const RowTrace changed = other.trace(0, 299);
    const Result<OrderStudy> runs = studyRuns(DType::F16, trace, changed, std::vector<double>(128, 0.0));
    ASSERT_TRUE(runs.ok()) << runs.status().message();
    for (std::size_t c = 0; c < 128; ++c) {
        EXPECT_EQ(runs->sums[c].kernel, trace.output[c]);
        EXPECT_EQ(runs->sums[c].other, changed.output[c]);
    }
}

} // namespace
} // namespace ulpscope::test
