// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Faults: each is the legal kernel on other inputs, bit for bit, and nothing like a rounding difference.
#include "engine/analysis/budget.h"
#include "engine/analysis/compare.h"
#include "engine/analysis/fault_test_support.h"
#include "engine/attention/reference.h"
#include "engine/trace/head_trace.h"
#include "engine/trace/stepper.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::test {
namespace {

struct Case {
    const char *kernel;
    Fields set;
};

void PrintTo(const Case &c, std::ostream *os)
{
    *os << c.kernel;
    for (const auto &[name, value] : c.set)
        *os << " " << name << "=" << value;
}

/// 300 keys: the last key tile is partly beyond them for every tile size.
Problem raggedProblem()
{
    Problem p = smallProblem(40, 300, DType::F16);
    p.headDim = p.headDimV = 64;
    return p;
}

class EveryKernel : public testing::TestWithParam<Case> {
protected:
    static RunRequest request(const std::string &fault)
    {
        RunRequest r;
        r.kernel = GetParam().kernel;
        r.batch = 256;
        r.set = GetParam().set;
        r.set.emplace_back("fault", fault);
        return r;
    }
};

// A legal run on inputs into which the stale data was copied is the oracle: it knows nothing of faults.
TEST_P(EveryKernel, AStaleTileIsTheLegalRunWithTheTileBeforeCopiedIntoItsPlace)
{
    for (const bool isK : {true, false}) {
        for (const int ordinal : {1, 2}) {
            SCOPED_TRACE((isK ? "staleK:" : "staleV:") + std::to_string(ordinal));
            const SmallRun legal = makeRun(raggedProblem(), request("none"));
            const SmallRun fault =
                makeRun(raggedProblem(), request((isK ? "staleK:" : "staleV:") + std::to_string(ordinal)));
            const auto copied = withStaleData(legal, isK, ordinal);
            const RunOutput expected = runOrFail(legal.spec, copied);
            const RunOutput got = runOrFail(fault.spec, fault.inputs);
            EXPECT_EQ(countDifferentBits(got.output, expected.output), 0);
            EXPECT_EQ(countDifferentBits(got.lse, expected.lse), 0);
            const RunOutput without = runOrFail(legal.spec, legal.inputs);
            EXPECT_GT(countDifferentBits(got.output, without.output), static_cast<std::int64_t>(got.output.size()) / 2);
            // P and its sums do not see V.
            EXPECT_EQ(countDifferentBits(got.lse, without.lse) == 0, !isK);
        }
    }
}

TEST_P(EveryKernel, AnUnmaskedTailIsTheLegalRunOnKeysRoundedUpWithZeroRows)
{
    const SmallRun fault = makeRun(raggedProblem(), request("unmaskedTail"));
    const auto [rounded, inputs] = roundedUp(fault);
    const RunOutput expected = runOrFail(rounded, inputs);
    const RunOutput got = runOrFail(fault.spec, fault.inputs);
    EXPECT_EQ(countDifferentBits(got.output, expected.output), 0);
    EXPECT_EQ(countDifferentBits(got.lse, expected.lse), 0);
    const SmallRun legal = makeRun(raggedProblem(), request("none"));
    const RunOutput without = runOrFail(legal.spec, legal.inputs);
    EXPECT_GT(countDifferentBits(got.output, without.output), static_cast<std::int64_t>(got.output.size()) / 2);
    EXPECT_EQ(countDifferentBits(got.lse, without.lse), static_cast<std::int64_t>(got.lse.size()));
}

TEST_P(EveryKernel, StepsRowsHeadsAndTreesHaveTheBitsOfTheWholeRun)
{
    for (const char *fault : {"staleK:1", "staleV:1", "unmaskedTail"}) {
        SCOPED_TRACE(fault);
        const SmallRun run = makeRun(raggedProblem(), request(fault));
        const RunOutput whole = runOrFail(run.spec, run.inputs);
        const Problem &p = run.spec.problem;
        const auto columns = static_cast<std::size_t>(p.headDimV);
        const auto rowsOf = [&](const float *values, std::size_t firstRow, std::size_t rows) {
            return countDifferentBits(
                {values, values + rows * columns},
                {whole.output.begin() + static_cast<std::ptrdiff_t>(firstRow * columns),
                 whole.output.begin() + static_cast<std::ptrdiff_t>((firstRow + rows) * columns)});
        };
        for (const int row : {0, 17, 39}) {
            const RowTrace trace = run.trace(3, row);
            EXPECT_EQ(rowsOf(trace.output.data(), static_cast<std::size_t>(3 * p.seqlenQ + row), 1), 0) << row;
            const int keys = std::string(fault) == "unmaskedTail" ? run.schedule->keyLimit(0) : p.seqlenK;
            std::size_t leaves = 0;
            for (int split = 0; split < run.schedule->splits(); ++split) {
                for (const SumKind kind : {SumKind::RowSum, SumKind::Output}) {
                    const Result<ValuedTree> tree = run.tree(trace, kind, 5, split); // compares its root with the run
                    ASSERT_TRUE(tree.ok()) << tree.status().message();
                    leaves += kind == SumKind::RowSum ? tree->tree.leafOrder.size() : 0;
                }
            }
            EXPECT_EQ(leaves, static_cast<std::size_t>(keys));
            for (const int key : {0, 70, 130, 299}) {
                const Result<ValuedTree> score = run.tree(trace, SumKind::Score, key);
                EXPECT_TRUE(score.ok()) << score.status().message();
            }
            const Result<RowBudget> budget = errorBudget(run.spec, run.inputs, run.schedule, 0, 3, row);
            ASSERT_TRUE(budget.ok()) << budget.status().message();
            EXPECT_EQ(rowsOf(budget->output.data(), static_cast<std::size_t>(3 * p.seqlenQ + row), 1), 0) << row;
        }
        const auto head = traceHead(cpuBackend(), run.spec, run.inputs, 0, 2);
        ASSERT_TRUE(head.ok()) << head.status().message();
        EXPECT_EQ(rowsOf(head.value()->output.data.data(), static_cast<std::size_t>(2 * p.seqlenQ),
                         static_cast<std::size_t>(p.seqlenQ)),
                  0);

        // Forwards through the first work tiles, then back to their start, comparing all that can be read.
        auto stepper = std::move(Stepper::create(cpuBackend(), run.spec, run.inputs)).value();
        std::vector<std::vector<std::uint32_t>> states{readableBits(*stepper)};
        const std::uint64_t end = std::min<std::uint64_t>(run.schedule->stepCount(), 60);
        while (stepper->position() < end) {
            ASSERT_TRUE(stepper->forward().ok());
            states.push_back(readableBits(*stepper));
        }
        while (stepper->position() > 0) {
            ASSERT_EQ(readableBits(*stepper), states[stepper->position()]) << stepper->position();
            ASSERT_TRUE(stepper->backward().ok());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryKernel,
                         testing::Values(Case{"fa2-pytorch", {{"split", "none"}}},
                                         Case{"fa2-pytorch", {{"split", "count:2"}, {"tileN", "32"}}},
                                         Case{"cudnn", {{"tileN", "64"}}}, Case{"flex", {{"tileN", "64"}}},
                                         Case{"mem-efficient", {}}, Case{"triton-tutorial", {{"tileN", "64"}}},
                                         Case{"fa4", {{"tileN", "64"}, {"exp", "ex2"}}},
                                         Case{"textbook", {{"pCast", "none"}}}));

// By hand: all scores 0, so that an output is the mean of v.
TEST(Fault, UnmaskedKeysCountWithScoreZero)
{
    const ScoredRun legal = equalScores({1, 2, 3, 4, 5}, {{"tileN", "4"}});
    const ScoredRun fault = equalScores({1, 2, 3, 4, 5}, {{"tileN", "4"}, {"fault", "unmaskedTail"}});
    EXPECT_EQ(runOrFail(legal.spec, legal.inputs).output.front(), 3.0f);
    const RunOutput got = runOrFail(fault.spec, fault.inputs);
    EXPECT_EQ(got.output.front(), 15.0f / 8.0f);
    EXPECT_EQ(got.lse.front(), static_cast<float>(std::log(8.0)));
}

// Keys that the query does not like at all (score -1000) lose everything to keys that do not exist.
TEST(Fault, AnUnmaskedTailTakesTheWholeRow)
{
    ScoredRun fault = equalScores({1, 2, 3, 4, 5}, {{"tileN", "4"}, {"fault", "unmaskedTail"}});
    fault.setScores({-1000, -1000, -1000, -1000, -1000});
    const RunOutput got = runOrFail(fault.spec, fault.inputs);
    EXPECT_EQ(got.output.front(), 0.0f);
    EXPECT_EQ(got.lse.front(), static_cast<float>(std::log(3.0)));
}

TEST(Fault, AStaleVIsAddedInThePlaceOfTheNewOne)
{
    const std::vector<float> v{0, 1, 2, 3, 4, 5, 6, 7};
    const ScoredRun fault = equalScores(v, {{"tileN", "2"}, {"fault", "staleV:2"}});
    EXPECT_EQ(runOrFail(fault.spec, fault.inputs).output.front(), (0 + 1 + 2 + 3 + 2 + 3 + 6 + 7) / 8.0f);
}

// The second tile's scores are -1000, its weights 0; with the first tile's K they are those of the others.
TEST(Fault, AStaleKGivesTheWeightsOfTheTileBefore)
{
    ScoredRun legal = equalScores({1, 1, 5, 5, 1, 1}, {{"tileN", "2"}});
    legal.setScores({0, 0, -1000, -1000, 0, 0});
    EXPECT_EQ(runOrFail(legal.spec, legal.inputs).output.front(), 1.0f);
    ScoredRun fault = equalScores({1, 1, 5, 5, 1, 1}, {{"tileN", "2"}, {"fault", "staleK:1"}});
    fault.setScores({0, 0, -1000, -1000, 0, 0});
    EXPECT_EQ(runOrFail(fault.spec, fault.inputs).output.front(), 14.0f / 6.0f);
}

// Key lengths cut a tile inside the tensors: what is loaded beyond them is zero, not the tensors' rows.
TEST(Fault, AnUnmaskedTailOfKeyLengthsIsThatOfEachBatchEntry)
{
    Problem p = raggedProblem();
    p.batch = 2;
    p.mask.keyLengths = {100, 192};
    const RunRequest request{
        "fa2-pytorch", "h200", 0, 0, {{"split", "none"}, {"tileN", "64"}, {"fault", "unmaskedTail"}}};
    const SmallRun fault = makeRun(p, request);
    Problem rounded = p;
    rounded.mask.keyLengths = {128, 192};
    RunRequest legalRequest = request;
    legalRequest.set.pop_back();
    const SmallRun legal = makeRun(rounded, legalRequest);
    for (int head = 0; head < p.kvHeads; ++head) {
        const auto zero = [&](std::vector<float> &rows, int width) {
            const std::ptrdiff_t first = (std::ptrdiff_t{head} * p.seqlenK + 100) * width;
            std::fill_n(rows.begin() + first, 28 * width, 0.0f);
        };
        zero(legal.inputs->k, p.headDim);
        zero(legal.inputs->v, p.headDimV);
    }
    const RunOutput got = runOrFail(fault.spec, fault.inputs), expected = runOrFail(legal.spec, legal.inputs);
    EXPECT_EQ(countDifferentBits(got.output, expected.output), 0);
    EXPECT_EQ(countDifferentBits(got.lse, expected.lse), 0);
    const Result<ValuedTree> hidden = fault.tree(fault.trace(0, 0), SumKind::Score, 110);
    ASSERT_TRUE(hidden.ok()) << hidden.status().message();
    EXPECT_EQ(hidden->value.back(), 0.0);
    EXPECT_EQ(runOrFail(makeRun(p, legalRequest).spec, fault.inputs).lse.back(), got.lse.back()) << "192 is 3 tiles";
}

// A fault against a legal reordering, fa2-pytorch on fp16: the order moves a result by an ulp, a fault by hundreds, and
// only where the tile is seen.
TEST(Fault, IsNoRoundingDifferenceAndStaysWhereTheTileIsSeen)
{
    Problem p = smallProblem(256, 256, DType::F16);
    p.headDim = p.headDimV = 64;
    p.mask.kind = Mask::Kind::CausalTopLeft;
    const auto request = [](Fields fields) {
        fields.insert(fields.begin(), {{"split", "none"}, {"tileM", "64"}, {"tileN", "64"}});
        return RunRequest{"fa2-pytorch", "h200", 0, 0, fields};
    };
    const SmallRun legal = makeRun(p, request({}));
    const RunOutput right = runOrFail(legal.spec, legal.inputs);
    const auto worst = [&](const RunOutput &run) {
        double error = 0;
        for (int head = 0; head < p.heads; ++head) {
            const Reference exact = referenceAttention(p, *legal.inputs, 0, head, 0, p.seqlenQ).value();
            for (std::size_t i = 0; i < exact.output.size(); ++i) {
                const double got =
                    static_cast<double>(run.output[static_cast<std::size_t>(head) * exact.output.size() + i]);
                error = std::max(error, std::abs(got - exact.output[i]));
            }
        }
        return error;
    };
    const double rounding = worst(right);
    const RunOutput reordered = runOrFail(makeRun(p, request({{"keyOrder", "ascending"}})).spec, legal.inputs);
    EXPECT_GT(countDifferentBits(reordered.output, right.output), 0);
    EXPECT_LT(worst(reordered), 2 * rounding);
    for (const char *fault : {"staleK:2", "staleV:2"}) {
        const RunOutput got = runOrFail(makeRun(p, request({{"fault", fault}})).spec, legal.inputs);
        EXPECT_GT(worst(got), 100 * rounding) << fault;
        // Query tiles 0 and 1 visit one and two key tiles; 2 and 3 have one with the ordinal 2.
        const std::size_t rowsBefore = 128;
        const auto perHead = static_cast<std::size_t>(p.seqlenQ * p.headDimV);
        std::int64_t changed = 0;
        for (std::size_t i = 0; i < got.output.size(); ++i) {
            const bool differs = floatBits(got.output[i]) != floatBits(right.output[i]);
            const std::size_t row = i % perHead / static_cast<std::size_t>(p.headDimV);
            EXPECT_TRUE(!differs || row >= rowsBefore) << fault << " row " << row;
            changed += differs;
        }
        EXPECT_GT(changed, static_cast<std::int64_t>(got.output.size()) / 4) << fault;
    }
    p.mask = {};
    p.seqlenK = 130; // 62 of 192 keys are not there
    p.scale = 0.125f;
    const SmallRun tail = makeRun(p, request({{"fault", "unmaskedTail"}}));
    const SmallRun masked = makeRun(p, request({}));
    double legalError = 0, faultError = 0;
    const RunOutput a = runOrFail(masked.spec, masked.inputs), b = runOrFail(tail.spec, tail.inputs);
    const Reference exact = referenceAttention(p, *masked.inputs, 0, 0, 0, p.seqlenQ).value();
    for (std::size_t i = 0; i < exact.output.size(); ++i) {
        legalError = std::max(legalError, std::abs(static_cast<double>(a.output[i]) - exact.output[i]));
        faultError = std::max(faultError, std::abs(static_cast<double>(b.output[i]) - exact.output[i]));
    }
    EXPECT_GT(faultError, 100 * legalError);
}

// What all parts of the budget explain is rounding; the fault is what is left between exact arithmetic and the truth.
TEST(Fault, TheErrorBudgetKeepsItApartFromRounding)
{
    Problem p = raggedProblem();
    p.scale = 0.125f;
    for (const char *fault : {"staleK:1", "staleV:1", "unmaskedTail"}) {
        SCOPED_TRACE(fault);
        const RunRequest request{"fa2-pytorch", "h200", 0, 0, {{"split", "none"}, {"tileN", "64"}, {"fault", fault}}};
        const SmallRun run = makeRun(p, request);
        const RowBudget budget = errorBudget(run.spec, run.inputs, run.schedule, 0, 1, 7).value();
        const Reference truth = [&] { // float64, on the data that the fault makes of the inputs
            if (std::string(fault) == "unmaskedTail") {
                const auto [rounded, inputs] = roundedUp(run);
                return referenceAttention(rounded.problem, *inputs, 0, 1, 7, 8).value();
            }
            RunRequest none = request;
            none.set.pop_back();
            const auto copied = withStaleData(makeRun(p, none), std::string(fault) == "staleK:1", 1);
            return referenceAttention(run.spec.problem, *copied, 0, 1, 7, 8).value();
        }();
        double rounding = 0, byFault = 0;
        for (std::size_t c = 0; c < budget.output.size(); ++c) {
            EXPECT_NEAR(budget.allExact[c], truth.output[c], 1e-12);
            rounding = std::max(rounding, std::abs(budget.total[c]));
            byFault = std::max(byFault, std::abs(budget.allExact[c] - budget.reference[c]));
        }
        EXPECT_GT(byFault, 20 * rounding);
    }
}

class FaultComparison : public testing::Test {
protected:
    static Divergence first(const Problem &problem, const Fields &a, const Fields &b, const char *deviceB = "h200")
    {
        const auto run = [&](Fields fields, const char *device) {
            fields.insert(fields.begin(), {{"split", "none"}, {"tileM", "64"}});
            return makeRun(problem, RunRequest{"fa2-pytorch", device, 0, 0, fields});
        };
        const SmallRun runA = run(a, "h200"), runB = run(b, deviceB);
        const Result<Comparison> c = compareRuns(cpuBackend(), runA.spec, runB.spec, runA.inputs);
        if (!c.ok() || !c->first) {
            ADD_FAILURE() << c.status().message();
            return {};
        }
        return *c->first;
    }
};

TEST_F(FaultComparison, EachFaultIsFoundWhereItHappensAndCalledAFault)
{
    const Fields legal{{"tileN", "64"}};
    // Five key tiles, last to first: the ordinal 2 is tile 2, after tile 3.
    Divergence d = first(raggedProblem(), legal, {{"tileN", "64"}, {"fault", "staleK:2"}});
    EXPECT_EQ(d.step.kind, StepKind::ScoreGemm);
    EXPECT_EQ(d.step.ordinal, 2);
    EXPECT_EQ(d.row, 0);
    EXPECT_EQ(d.col, 128);
    EXPECT_EQ(d.node.english(), "score of key 128: A reads K from key tile 2, B from 3");
    EXPECT_EQ(d.reason.english(),
              "A fault, not rounding: A has none; B multiplies Q in key tile 2 of the visiting order "
              "with the K of the tile before");

    d = first(raggedProblem(), {{"tileN", "64"}, {"fault", "staleV:1"}}, legal);
    EXPECT_EQ(d.step.kind, StepKind::OutputGemm);
    EXPECT_EQ(d.step.ordinal, 1);
    EXPECT_EQ(d.quantity, Quantity::OutputAcc);
    EXPECT_EQ(d.node.english(), "products of key tile 3 for output column 0: A reads V from key tile 4, B from 3");
    EXPECT_EQ(d.reason.english(),
              "A fault, not rounding: A multiplies P in key tile 1 of the visiting order with the V "
              "of the tile before; B has none");

    d = first(raggedProblem(), legal, {{"tileN", "64"}, {"fault", "unmaskedTail"}});
    EXPECT_EQ(d.step.kind, StepKind::ApplyMask);
    EXPECT_EQ(d.col, 300);
    EXPECT_EQ(d.a, -std::numeric_limits<float>::infinity());
    EXPECT_EQ(d.b, 0.0f);
    EXPECT_EQ(d.reason.english(),
              "A fault, not rounding: A has none; B does not mask the keys beyond the last one, they "
              "count with score 0");
}

TEST_F(FaultComparison, AnEarlierRoundingDifferenceIsStillOneAndAFaultUnderAnotherPlanStillAFault)
{
    const Fields legal{{"tileN", "64"}}, stale{{"tileN", "64"}, {"fault", "staleK:4"}};
    const Divergence arithmetic = first(raggedProblem(), legal, stale, "a100");
    EXPECT_EQ(arithmetic.step.kind, StepKind::ScoreGemm);
    EXPECT_EQ(arithmetic.step.ordinal, 0);
    EXPECT_EQ(arithmetic.reason.english().find("fault"), std::string::npos) << arithmetic.reason.english();

    // The same stale tile on two architectures: the products of that tile are those with the stale K.
    const Divergence both = first(raggedProblem(), stale, stale, "a100");
    EXPECT_EQ(both.reason.english().find("fault"), std::string::npos) << both.reason.english();

    const Divergence plans = first(raggedProblem(), {{"tileN", "32"}}, {{"tileN", "64"}, {"fault", "staleK:1"}});
    EXPECT_TRUE(plans.structural);
    EXPECT_EQ(plans.reason.english().find("A fault, not rounding: "), 0u) << plans.reason.english();
    const Divergence tail = first(raggedProblem(), legal, {{"tileN", "32"}, {"fault", "unmaskedTail"}});
    EXPECT_EQ(tail.reason.english().find("A fault, not rounding: "), 0u) << tail.reason.english();
}

} // namespace
} // namespace ulpscope::test
