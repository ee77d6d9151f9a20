// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/budget.h"
#include "engine/analysis/relaxed_row.h"
#include "engine/attention/reference.h"
#include "engine/io/generator.h"
#include "engine/trace/row_trace.h"
#include "support/golden.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace ulpscope::test {
namespace {

SourceSet allSources()
{
    SourceSet all;
    for (const ErrorSource source : kErrorSources)
        all = all.with(source);
    return all;
}

std::shared_ptr<const Schedule> scheduleOf(const RunSpec &spec)
{
    Result<Schedule> schedule = Schedule::build(spec);
    EXPECT_TRUE(schedule.ok()) << schedule.status().message();
    return std::make_shared<const Schedule>(std::move(schedule).value());
}

/// What the executor gives for a row when the output is not rounded: with fp32 as output format only the last operation
/// changes, since the operand formats are already resolved.
std::vector<float> unroundedOutput(RunSpec spec, const std::shared_ptr<const Inputs> &inputs, int head, int row)
{
    spec.problem.dtype = DType::F32;
    const Result<RowTrace> trace = traceRow(spec, inputs, scheduleOf(spec), 0, head, row);
    EXPECT_TRUE(trace.ok()) << trace.status().message();
    return trace->output;
}

std::shared_ptr<const RelaxedHead> relaxedHead(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                                               int head)
{
    Result<std::shared_ptr<const RelaxedHead>> relaxed = RelaxedHead::create(spec, inputs, scheduleOf(spec), 0, head);
    EXPECT_TRUE(relaxed.ok()) << relaxed.status().message();
    return std::move(relaxed).value();
}

void expectBaselineBits(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs, int head, int row)
{
    const std::vector<double> baseline = RelaxedRow(relaxedHead(spec, inputs, head), row).evaluate({});
    const std::vector<float> kernel = unroundedOutput(spec, inputs, head, row);
    ASSERT_EQ(baseline.size(), kernel.size());
    for (std::size_t c = 0; c < kernel.size(); ++c)
        ASSERT_EQ(doubleBits(baseline[c]), doubleBits(static_cast<double>(kernel[c])))
            << "row " << row << ", column " << c;
}

void expectReferenceWhenAllIsExact(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs, int head, int row)
{
    const std::vector<double> exact = RelaxedRow(relaxedHead(spec, inputs, head), row).evaluate(allSources());
    const Result<Reference> reference = referenceAttention(spec.problem, *inputs, 0, head, row, row + 1);
    ASSERT_TRUE(reference.ok());
    for (std::size_t c = 0; c < exact.size(); ++c) {
        // Both are double computations of the same number, with comparable bounds.
        ASSERT_NEAR(exact[c], reference->output[c], 2 * reference->outputBound[c]) << "row " << row << ", column " << c;
    }
}

struct RecordedRun {
    const char *name;
    const char *file;
    const char *kernel;
    int batch;
    int splits;
};

void PrintTo(const RecordedRun &r, std::ostream *os) { *os << r.name; }

class BudgetOfRecordedRun : public testing::TestWithParam<RecordedRun> {
protected:
    void SetUp() override
    {
        m_golden = readGolden(GetParam().file);
        RunRequest request;
        request.kernel = GetParam().kernel;
        request.batch = GetParam().batch;
        m_spec = resolveOrFail(m_golden.problem, request);
        if (m_spec.recipe.form == Form::Online) {
            ASSERT_EQ(m_spec.numSplits, GetParam().splits);
        }
    }
    std::vector<int> someRows() const
    {
        const int last = m_golden.problem.seqlenQ - 1;
        return {0, last / 3, last / 2, last};
    }

    Golden m_golden;
    RunSpec m_spec;
};

TEST_P(BudgetOfRecordedRun, BaselineIsTheKernelAndAllExactIsTheReference)
{
    const int head = m_golden.problem.heads - 1;
    for (const int row : someRows()) {
        expectBaselineBits(m_spec, m_golden.inputs, head, row);
        expectReferenceWhenAllIsExact(m_spec, m_golden.inputs, head, row);
    }
}

// Thresholds, polynomials, products apart, fast combines: whatever a recipe asks for, the budget starts from its bits.
TEST(BudgetOfEveryKernel, BaselineIsTheKernelAndAllExactIsTheReference)
{
    for (const char *kernel : {"fa2", "fa3", "fa4", "triton-tutorial", "flex", "mem-efficient", "math"}) {
        for (const int splits : {0, 3}) {
            if (splits > 0 && std::string(kernel) == "math")
                continue; // it has none
            SCOPED_TRACE(std::string(kernel) + ", splits " + std::to_string(splits));
            Problem p;
            p.seqlenQ = 130;
            p.seqlenK = 700;
            p.headDim = p.headDimV = 160;
            p.dtype = DType::F16;
            p.scale = 0.08f;
            p.mask.kind = Mask::Kind::CausalBottomRight;
            RunRequest request;
            request.kernel = kernel;
            request.device = std::string(kernel) == "fa4" ? "b200" : "h200";
            request.numSplits = splits;
            if (splits > 0 && std::string(kernel) == "mem-efficient")
                request.set = {{"lseLog", "log2f"}};
            const RunSpec spec = resolveOrFail(p, request);
            const Result<GeneratedInputs> made = generateInputs(
                {"normal", 3, 4.0}, p.dtype,
                {{1, 1, p.seqlenQ, p.headDim}, {1, 1, p.seqlenK, p.headDim}, {1, 1, p.seqlenK, p.headDim}, {}});
            ASSERT_TRUE(made.ok()) << made.status().message();
            const auto inputs = std::make_shared<const Inputs>(Inputs{made->q, made->k, made->v});
            for (const int row : {0, 64, 129}) {
                expectBaselineBits(spec, inputs, 0, row);
                expectReferenceWhenAllIsExact(spec, inputs, 0, row);
            }
        }
    }
}

TEST_P(BudgetOfRecordedRun, PartsAddUpToTheRecordedError)
{
    const Problem &p = m_golden.problem;
    const std::vector<float> recorded = m_golden.floats(GetParam().batch == 1 ? "o_batch1" : "o_batch256");
    for (const int row : someRows()) {
        const Result<RowBudget> budget = errorBudget(m_spec, m_golden.inputs, scheduleOf(m_spec), 0, 0, row);
        ASSERT_TRUE(budget.ok()) << budget.status().message();
        ASSERT_EQ(budget->order.size(), kErrorSources.size());
        ASSERT_EQ(budget->parts.size(), budget->order.size());
        for (int c = 0; c < p.headDimV; ++c) {
            const std::size_t i = static_cast<std::size_t>(c);
            double sum = 0, magnitude = 0;
            for (const std::vector<double> &part : budget->parts) {
                sum += part[i];
                magnitude += std::abs(part[i]);
            }
            const double error = static_cast<double>(budget->output[i]) - budget->allExact[i];
            ASSERT_EQ(budget->total[i], sum);
            ASSERT_NEAR(sum, error, 0x1p-50 * (magnitude + std::abs(error)));
            ASSERT_NEAR(budget->allExact[i], budget->reference[i], 1e-13 * (1 + std::abs(budget->reference[i])));
            if (m_spec.recipe.form == Form::Online) {
                const std::size_t element = static_cast<std::size_t>(row) * static_cast<std::size_t>(p.headDimV) + i;
                ASSERT_EQ(budget->output[i], recorded[element]) << "the H200 wrote this";
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Runs, BudgetOfRecordedRun,
                         testing::Values(RecordedRun{"Fa2Causal", "fa2_fp16_d128_causal", "fa2-pytorch", 256, 1},
                                         RecordedRun{"Fa2CausalSplit", "fa2_fp16_d128_causal", "fa2-pytorch", 1, 3},
                                         RecordedRun{"Fa2Full", "fa2_bf16_d64_full", "fa2-pytorch", 256, 1},
                                         RecordedRun{"Fa2FullSplit", "fa2_bf16_d64_full", "fa2-pytorch", 1, 2},
                                         RecordedRun{"Fa2DecodeSplit", "fa2_fp16_d64_decode", "fa2-pytorch", 1, 8},
                                         RecordedRun{"Fa2Odd", "fa2_fp16_d64_odd", "fa2-pytorch", 256, 1},
                                         RecordedRun{"Fa2Peaked", "fa2_bf16_d64_peaked", "fa2-pytorch", 256, 1},
                                         RecordedRun{"CudnnCausal", "cudnn_fp16_d128_causal", "cudnn", 256, 1},
                                         RecordedRun{"CudnnFull", "cudnn_bf16_d64_full", "cudnn", 256, 1},
                                         RecordedRun{"TextbookFull", "fa2_bf16_d64_full", "textbook", 1, 1},
                                         RecordedRun{"TextbookOdd", "fa2_fp16_d64_odd", "textbook", 256, 1}),
                         [](const auto &test) { return std::string(test.param.name); });

struct Variant {
    const char *name;
    std::vector<std::pair<std::string, std::string>> set;
    DType type = DType::F16;
    float softcap = 0;
    const char *kernel = "fa2-pytorch";
};

void PrintTo(const Variant &v, std::ostream *os) { *os << v.name; }

class BudgetOfVariant : public testing::TestWithParam<Variant> {};

// Every recipe field that the evaluator reads, away from what the recorded kernels choose.
TEST_P(BudgetOfVariant, BaselineIsTheKernelAndAllExactIsTheReference)
{
    const Variant &v = GetParam();
    Problem p;
    p.seqlenQ = 70;
    p.seqlenK = 203;
    p.headDim = 40;
    p.headDimV = 24;
    p.dtype = v.type;
    p.scale = 0.21f;
    p.softcap = v.softcap;
    p.mask.kind = Mask::Kind::CausalBottomRight;
    InputShapes shapes{{1, 1, p.seqlenQ, p.headDim}, {1, 1, p.seqlenK, p.headDim}, {1, 1, p.seqlenK, p.headDimV}, {}};
    Result<GeneratedInputs> made = generateInputs({"normal", 11, 1.5}, p.dtype, shapes);
    ASSERT_TRUE(made.ok()) << made.status().message();
    const auto inputs = std::make_shared<const Inputs>(Inputs{made->q, made->k, made->v});
    RunRequest request;
    request.kernel = v.kernel;
    request.batch = 10000; // so that FA2 does not split unless told to
    request.set = v.set;
    const RunSpec spec = resolveOrFail(p, request);
    for (const int row : {0, 33, 69}) {
        expectBaselineBits(spec, inputs, 0, row);
        expectReferenceWhenAllIsExact(spec, inputs, 0, row);
    }
}

using Fields = std::vector<std::pair<std::string, std::string>>;
const Fields kLog2Max = {{"maxOf", "log2"}, {"alpha", "log2Difference"}};
Fields with(Fields fields, const Fields &more)
{
    fields.insert(fields.end(), more.begin(), more.end());
    return fields;
}

INSTANTIATE_TEST_SUITE_P(
    Recipes, BudgetOfVariant,
    testing::Values(
        Variant{"Fused", {{"argument", "fused"}}},
        Variant{"FusedTwoStep", with({{"argument", "fused"}, {"scoreScale", "twoStep"}}, kLog2Max)},
        Variant{"FusedFullBlocks", {{"argument", "fusedFullBlocks"}, {"keyOrder", "partialFirst"}}},
        Variant{"TwoStep", {{"scoreScale", "twoStep"}}}, Variant{"Log2Max", kLog2Max},
        Variant{"AlphaDifferenceOfScaled", {{"alpha", "differenceOfScaled"}}},
        Variant{"ExpPoly", {{"exp", "exp2Poly6"}}}, Variant{"ExpExact", {{"exp", "exact"}, {"ftz", "on"}}},
        Variant{"LaneMulAdd", {{"join", "laneMulAdd"}}},
        Variant{"LaneLocal", {{"join", "laneLocalFma"}, {"laneSum", "balanced"}, {"quadOrder", "xor12"}}},
        Variant{"RowFma", {{"quadWhen", "everyTile"}, {"join", "rowFma"}, {"lanes", "strided:16"}}},
        Variant{"RowMulAdd",
                {{"quadWhen", "everyTile"}, {"join", "rowMulAdd"}, {"warpColumns", "32"}, {"quadOrder", "xor12"}}},
        Variant{"KeyWarps", {{"keyWarps", "4"}, {"join", "laneLocalFma"}, {"quadOrder", "xor12"}, {"split", "none"}}},
        Variant{"KeyWarpsSplit", {{"keyWarps", "2"}, {"quadOrder", "xor12"}, {"split", "count:3"}}},
        Variant{"Balanced", {{"join", "laneLocalFma"}, {"laneSum", "balanced"}, {"lanes", "contiguous"}}},
        Variant{"OddTile", {{"tileN", "48"}, {"tileM", "16"}}}, Variant{"Groups8", {{"instrK", "8"}}},
        Variant{"A100", {{"mma", "a100"}}}, Variant{"V100", {{"mma", "v100"}}},
        Variant{"MatmulFma", {{"mma", "fp32-fma"}}}, Variant{"MatmulExact", {{"mma", "exact"}}},
        Variant{"StoreBf16", {{"oStore", "bf16"}}, DType::BF16},
        Variant{"CastOfAnotherFormat", {{"mmaPv", "fp32-fma"}, {"pCast", "bf16"}}}, Variant{"Rcp", {{"final", "rcp"}}},
        Variant{"Divide", {{"final", "divide"}}}, Variant{"Softcap", {}, DType::BF16, 5.0f},
        Variant{"Splits", {{"split", "count:3"}}},
        Variant{"SplitsSequential", {{"split", "count:3"}, {"combine", "sequential"}}},
        Variant{"SplitsList", {{"split", "count:2"}, {"combine", "list:1,0"}, {"tileN", "32"}}},
        Variant{"SplitsLog2Max", with({{"split", "count:3"}}, kLog2Max)},
        Variant{"SplitsPoly", {{"split", "count:3"}, {"exp", "exp2Poly6"}}},
        Variant{"SketchFp32", {}, DType::F32, 0.0f, "textbook"},
        Variant{"SketchPairwise", {{"crossTile", "pairwise"}}, DType::BF16, 0.0f, "textbook"},
        Variant{"SketchTf32", {{"mma", "h200"}}, DType::F32, 0.0f, "textbook"},
        Variant{"SketchCast", {{"mma", "h200"}, {"pCast", "fp16"}}, DType::F16, 0.0f, "textbook"},
        Variant{"SketchEx2", {{"exp", "ex2"}, {"lanes", "quad"}, {"join", "rowFma"}}, DType::F16, 0.0f, "textbook"}),
    [](const auto &test) { return std::string(test.param.name); });

/// One query, 9 keys: the scores of keys 0..7 are 26 below that of key 8 in log2 units, so that p = 2^-26, which fp16
/// takes for 0, and the row sum 1 + 2^-23 is exact. v is 1 for the small keys, 0 for the large one.
struct LostBelowFp16 {
    Problem problem;
    std::shared_ptr<const Inputs> inputs;
    RunSpec spec;

    LostBelowFp16()
    {
        problem.seqlenQ = 1;
        problem.seqlenK = 9;
        problem.headDim = problem.headDimV = 1;
        problem.dtype = DType::F16;
        problem.scale = 0x1.62e430p-1f; // ln 2: the folded factor is 1
        auto data = std::make_shared<Inputs>();
        data->q = {1.0f};
        data->k.assign(9, -26.0f);
        data->v.assign(9, 1.0f);
        data->k.back() = data->v.back() = 0.0f;
        inputs = data;
        RunRequest request;
        request.set = {{"tileN", "16"}, {"lanes", "contiguous"}, {"split", "none"}};
        spec = resolveOrFail(problem, request);
    }
};

TEST(Budget, WhatTheCastLosesIsChargedToTheCast)
{
    const LostBelowFp16 c;
    const Result<RowBudget> budget = errorBudget(c.spec, c.inputs, scheduleOf(c.spec), 0, 0, 0);
    ASSERT_TRUE(budget.ok()) << budget.status().message();
    EXPECT_EQ(budget->output[0], 0.0f);
    const double lost = 0x1p-23 / (1 + 0x1p-23);
    for (std::size_t s = 0; s < budget->order.size(); ++s) {
        const double part = budget->parts[s][0];
        if (budget->order[s] < ErrorSource::PCast) {
            EXPECT_EQ(part, 0.0) << errorSourceName(budget->order[s]) << ": its p is cast to 0 like the kernel's";
        } else {
            const double expected = budget->order[s] == ErrorSource::PCast ? -lost : 0.0;
            EXPECT_NEAR(part, expected, 1e-6 * lost) << errorSourceName(budget->order[s]);
        }
    }
    EXPECT_NEAR(budget->reference[0], lost, 1e-6 * lost);
}

TEST(Budget, OnlyTheCastExact)
{
    const LostBelowFp16 c;
    const RelaxedRow row(relaxedHead(c.spec, c.inputs, 0), 0);
    EXPECT_EQ(row.evaluate({})[0], 0.0);
    // 8 products of 2^-26, each exact in its group, times rn(1 / (1 + 2^-23)) = 1 - 2^-23.
    EXPECT_EQ(row.evaluate(SourceSet().with(ErrorSource::PCast))[0], 0x1p-23 * (1 - 0x1p-23));
    EXPECT_EQ(row.evaluate(SourceSet().with(ErrorSource::Pv))[0], 0.0);
}

TEST(Budget, RowsThatSeeNoKeyHaveNoError)
{
    LostBelowFp16 c;
    c.problem.mask.keyLengths = {0};
    const RunSpec spec = resolveOrFail(c.problem, c.spec.request);
    const Result<RowBudget> budget = errorBudget(spec, c.inputs, scheduleOf(spec), 0, 0, 0);
    ASSERT_TRUE(budget.ok()) << budget.status().message();
    EXPECT_EQ(budget->total[0], 0.0);
    EXPECT_EQ(budget->output[0], 0.0f);
}

TEST(Budget, RefusesWhatIsNotThere)
{
    const LostBelowFp16 c;
    EXPECT_EQ(errorBudget(c.spec, c.inputs, scheduleOf(c.spec), 0, 0, 1).status().code(), StatusCode::InvalidArgument);
    EXPECT_EQ(errorBudget(c.spec, c.inputs, scheduleOf(c.spec), 0, 1, 0).status().code(), StatusCode::InvalidArgument);
    EXPECT_EQ(errorBudget(c.spec, c.inputs, scheduleOf(c.spec), 1, 0, 0).status().code(), StatusCode::InvalidArgument);
}

TEST(BudgetSummary, SamplesRowsAndKeepsTheirSums)
{
    const Golden g = readGolden("fa2_bf16_d64_full");
    RunRequest request;
    request.batch = 256;
    const RunSpec spec = resolveOrFail(g.problem, request);
    const auto schedule = scheduleOf(spec);
    const Result<BudgetSummary> summary = summariseBudget(spec, g.inputs, schedule, 0, 1, 7);
    ASSERT_TRUE(summary.ok()) << summary.status().message();
    EXPECT_EQ(summary->rowsInAll, g.problem.seqlenQ);
    EXPECT_LE(summary->rows, 7);
    EXPECT_GE(summary->rows, 6);
    EXPECT_EQ(summary->elements, std::int64_t{summary->rows} * g.problem.headDimV);
    EXPECT_EQ(summary->notFinite, 0);
    // Means add up like the parts do; the shares of one row, taken alone, give the same numbers.
    EXPECT_NEAR(std::accumulate(summary->bias.begin(), summary->bias.end(), 0.0), summary->totalBias, 1e-12);
    // A correctly rounded output is within half an ulp; a bf16 kernel's P cast is what comes next.
    EXPECT_NEAR(summary->rms.back(), std::sqrt(1.0 / 12), 0.05);
    const double cast = summary->rms[static_cast<std::size_t>(ErrorSource::PCast)];
    for (const ErrorSource source : {ErrorSource::ScoreDot, ErrorSource::ScaleArgument, ErrorSource::Exp,
                                     ErrorSource::Alpha, ErrorSource::RowSum, ErrorSource::Pv, ErrorSource::Final})
        EXPECT_LT(10 * summary->rms[static_cast<std::size_t>(source)], cast) << errorSourceName(source);
    EXPECT_EQ(summary->rms[static_cast<std::size_t>(ErrorSource::Combine)], 0.0) << "one split";
}

TEST(BudgetSummary, LeavesOutWhatIsNotFinite)
{
    LostBelowFp16 c;
    auto data = std::make_shared<Inputs>(*c.inputs);
    data->v.back() = std::numeric_limits<float>::infinity();
    const Result<BudgetSummary> summary = summariseBudget(c.spec, data, scheduleOf(c.spec), 0, 0, 10);
    ASSERT_TRUE(summary.ok()) << summary.status().message();
    EXPECT_EQ(summary->rows, 1);
    EXPECT_EQ(summary->elements, 0);
    EXPECT_EQ(summary->notFinite, 1);
    EXPECT_EQ(summary->totalRms, 0.0);
}

TEST(BudgetSummary, StopsWhenAsked)
{
    const LostBelowFp16 c;
    std::stop_source source;
    source.request_stop();
    const auto summary = summariseBudget(c.spec, c.inputs, scheduleOf(c.spec), 0, 0, 10, source.get_token());
    EXPECT_EQ(summary.status().code(), StatusCode::Cancelled);
}

} // namespace
} // namespace ulpscope::test
