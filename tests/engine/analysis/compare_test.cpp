// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Comparisons on recorded inputs. The mismatch counts are those of an independent implementation, see golden_test.cpp.
#include "engine/analysis/compare.h"

#include "engine/numerics/tensor_core.h"
#include "engine/schedule/schedule.h"
#include "support/golden.h"

#include <algorithm>

namespace ulpscope::test {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

RunRequest request(const Fields &set = {}, int batch = 256, const char *device = "h200",
                   const char *kernel = "fa2-pytorch")
{
    RunRequest r;
    r.kernel = kernel;
    r.device = device;
    r.batch = batch;
    r.set = set;
    return r;
}

Comparison compare(const Golden &g, const RunRequest &a, const RunRequest &b)
{
    Result<Comparison> c =
        compareRuns(cpuBackend(), resolveOrFail(g.problem, a), resolveOrFail(g.problem, b), g.inputs);
    if (!c.ok()) {
        ADD_FAILURE() << c.status().message();
        return {};
    }
    return std::move(c).value();
}

bool contains(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

TensorCoreSpec tensorCore(const char *device, DType type)
{
    return catalog().device(device).value()->mmaFor(type)->spec;
}

TEST(Compare, IdenticalRunsDoNotDiverge)
{
    const Golden g = readGolden("fa2_fp16_d64_odd");
    const Comparison c = compare(g, request(), request());
    EXPECT_EQ(c.elements, 25600);
    EXPECT_EQ(c.mismatches, 0);
    EXPECT_EQ(c.maxUlp, 0);
    EXPECT_EQ(c.lseMismatches, 0);
    EXPECT_FALSE(c.first);
    EXPECT_FALSE(c.firstMismatch);
    EXPECT_TRUE(c.recipeDifferences.empty());
}

/// The first visible score that differs, in the order of FlashAttention-2's plan, by the scalar T-FDPA.
struct ReplayedScore {
    int row = -1, key = -1, group = -1;
    float a = 0, b = 0;
};

ReplayedScore replayScores(const Golden &g, const TensorCoreSpec &a, const TensorCoreSpec &b, int tileM, int tileN)
{
    const Problem &p = g.problem;
    for (int head = 0; head < p.heads; ++head) {
        for (int rowBegin = 0; rowBegin < p.seqlenQ; rowBegin += tileM) {
            const int rowEnd = std::min(rowBegin + tileM, p.seqlenQ);
            for (int tile = (rowEnd - 1) / tileN; tile >= 0; --tile) {
                for (int row = rowBegin; row < rowEnd; ++row) {
                    for (int key = tile * tileN; key < std::min((tile + 1) * tileN, row + 1); ++key) {
                        const float *q = g.inputs->qRows(p, 0, head) + row * p.headDim;
                        const float *k = g.inputs->kRows(p, 0, p.kvHeadOf(head)) + key * p.headDim;
                        for (int end = 16; end <= p.headDim; end += 16) {
                            const float va = tfdpaChain(a, p.dtype, 16, q, k, end, 0.0f);
                            const float vb = tfdpaChain(b, p.dtype, 16, q, k, end, 0.0f);
                            if (va == vb)
                                continue;
                            const float wholeA = tfdpaChain(a, p.dtype, 16, q, k, p.headDim, 0.0f);
                            const float wholeB = tfdpaChain(b, p.dtype, 16, q, k, p.headDim, 0.0f);
                            if (wholeA != wholeB)
                                return {row, key, end / 16 - 1, wholeA, wholeB};
                            break;
                        }
                    }
                }
            }
        }
    }
    return {};
}

TEST(Compare, TensorCoresOfTwoArchitecturesPartInAProductGroupOfAScore)
{
    const Golden g = readGolden("fa2_fp16_d128_causal");
    const Comparison c = compare(g, request(), request({}, 256, "a100"));
    EXPECT_EQ(c.elements, 98304);
    EXPECT_EQ(c.mismatches, 793);
    ASSERT_TRUE(c.firstMismatch);
    ASSERT_TRUE(c.first);
    const ReplayedScore replayed =
        replayScores(g, tensorCore("h200", DType::F16), tensorCore("a100", DType::F16), 128, 64);
    ASSERT_GE(replayed.group, 0);
    const Divergence &d = *c.first;
    EXPECT_EQ(d.quantity, Quantity::Scores);
    EXPECT_EQ(d.step.kind, StepKind::ScoreGemm);
    EXPECT_EQ(d.step.nBlock, replayed.key / 64);
    EXPECT_FALSE(d.structural);
    EXPECT_EQ(d.row, replayed.row);
    EXPECT_EQ(d.col, replayed.key);
    EXPECT_EQ(d.a, replayed.a);
    EXPECT_EQ(d.b, replayed.b);
    EXPECT_EQ(d.node.english(), "product group of head-dim columns " + std::to_string(16 * replayed.group) + ".." +
                                    std::to_string(16 * replayed.group + 15) + " of key " +
                                    std::to_string(replayed.key));
    EXPECT_EQ(d.reason.english(),
              "Q.K and P.V: A (h200) adds 16 products at once and keeps 25 bits; B (a100) adds 8 and 8 products "
              "and keeps 24 bits");
    EXPECT_EQ(c.recipeDifferences, (std::vector<std::string>{"mmaQk: h200 | a100", "mmaPv: h200 | a100"}));
}

TEST(Compare, ScoresAreComparedAlsoWhenThePlansDiffer)
{
    const Golden g = readGolden("fa2_fp16_d128_causal");
    const Comparison sameTiles = compare(g, request(), request({}, 256, "a100"));
    const Comparison c = compare(g, request(), request({{"keyOrder", "ascending"}, {"tileN", "32"}}, 256, "a100"));
    ASSERT_TRUE(c.first && sameTiles.first);
    EXPECT_EQ(c.first->step, sameTiles.first->step);
    EXPECT_EQ(c.first->row, sameTiles.first->row);
    EXPECT_EQ(c.first->col, sameTiles.first->col);
    EXPECT_EQ(c.first->node.english(), sameTiles.first->node.english());
    EXPECT_EQ(c.first->a, sameTiles.first->a);
    EXPECT_EQ(c.first->b, sameTiles.first->b);
}

TEST(Compare, AloneAgainstInABatchIsAnotherPlan)
{
    const Golden g = readGolden("fa2_bf16_d64_full");
    const Comparison c = compare(g, request({}, 256), request({}, 1));
    EXPECT_EQ(c.elements, 65536);
    EXPECT_EQ(c.mismatches, 21526);
    ASSERT_TRUE(c.first);
    const Divergence &d = *c.first;
    EXPECT_TRUE(d.structural);
    EXPECT_EQ(d.step.kind, StepKind::LoadKv);
    EXPECT_EQ(d.step.ordinal, 0);
    ASSERT_TRUE(c.firstMismatch);
    EXPECT_LE(d.row, c.firstMismatch->row) << "the LSE of an earlier row may differ";
    EXPECT_EQ(d.quantity, Quantity::RowSum) << "what both hold after keys 256..511 or all of them";
    EXPECT_FALSE(sameBits(d.a, d.b));
    // 512 keys: one run over tiles of 128 from the last, against two splits of one tile of 256.
    EXPECT_TRUE(contains(d.node.english(),
                         "A adds key tile 3 (keys 384..511) first, B adds key tile 0 (keys 0..255) in split 0"))
        << d.node.english();
    EXPECT_TRUE(contains(d.reason.english(), "A does not split the keys; B splits the keys in 2"))
        << d.reason.english();
    EXPECT_EQ(c.recipeDifferences.front(), "splits: 1 | 2");
}

struct OneChange {
    const char *name;
    const char *file;
    Fields a, b;
    int batch;
    int mismatches; ///< -1: not counted elsewhere
    StepKind step;
    Quantity quantity;
    const char *node;
    const char *reason;
};

void PrintTo(const OneChange &c, std::ostream *os) { *os << c.name; }

class CompareOneChange : public testing::TestWithParam<OneChange> {};

TEST_P(CompareOneChange, PartsWhereTheChangeIs)
{
    const OneChange &change = GetParam();
    const Golden g = readGolden(change.file);
    const Comparison c = compare(g, request(change.a, change.batch), request(change.b, change.batch));
    if (change.mismatches >= 0) {
        EXPECT_EQ(c.mismatches, change.mismatches);
    }
    ASSERT_TRUE(c.first);
    EXPECT_EQ(c.first->step.kind, change.step) << stepKindName(c.first->step.kind);
    EXPECT_EQ(c.first->quantity, change.quantity) << quantityName(c.first->quantity);
    EXPECT_TRUE(contains(c.first->node.english(), change.node)) << c.first->node.english();
    EXPECT_TRUE(contains(c.first->reason.english(), change.reason)) << c.first->reason.english();
    EXPECT_FALSE(c.first->structural);
    EXPECT_FALSE(sameBits(c.first->a, c.first->b));
}

constexpr const char *kCausal = "fa2_fp16_d128_causal";
INSTANTIATE_TEST_SUITE_P(Fields, CompareOneChange,
                         testing::Values(OneChange{"Argument",
                                                   kCausal,
                                                   {},
                                                   {{"argument", "fused"}},
                                                   256,
                                                   101,
                                                   StepKind::Exp2,
                                                   Quantity::Probs,
                                                   "exponential of key",
                                                   "in one fma"},
                                         OneChange{"QuadOrder",
                                                   kCausal,
                                                   {},
                                                   {{"quadOrder", "xor12"}},
                                                   256,
                                                   3,
                                                   StepKind::Normalize,
                                                   Quantity::RowSum,
                                                   "sum over the lanes",
                                                   "(l0+l1)+(l2+l3)"},
                                         OneChange{
                                             "QuadOrderEveryTile",
                                             kCausal,
                                             {{"quadWhen", "everyTile"}, {"join", "rowFma"}},
                                             {{"quadWhen", "everyTile"}, {"join", "rowFma"}, {"quadOrder", "xor12"}},
                                             256,
                                             -1,
                                             StepKind::RowSum,
                                             Quantity::RowSum,
                                             "running row sum after key tile",
                                             "low offset first"},
                                         OneChange{"Join",
                                                   kCausal,
                                                   {},
                                                   {{"join", "laneLocalFma"}},
                                                   256,
                                                   -1,
                                                   StepKind::RowSum,
                                                   Quantity::LaneSums,
                                                   "lane ",
                                                   "joins the running sum by fma"},
                                         OneChange{"Lanes",
                                                   kCausal,
                                                   {},
                                                   {{"lanes", "strided:8"}},
                                                   256,
                                                   -1,
                                                   StepKind::RowSum,
                                                   Quantity::RowSum,
                                                   "running row sum",
                                                   "8 lanes"},
                                         OneChange{"Final",
                                                   kCausal,
                                                   {},
                                                   {{"final", "rcp"}},
                                                   256,
                                                   2,
                                                   StepKind::Normalize,
                                                   Quantity::Output,
                                                   "division of",
                                                   "rcp(l)"},
                                         OneChange{"SecondProduct",
                                                   kCausal,
                                                   {},
                                                   {{"mmaPv", "v100"}},
                                                   256,
                                                   -1,
                                                   StepKind::OutputGemm,
                                                   Quantity::OutputAcc,
                                                   "product group of key",
                                                   "P.V: A (h200)"},
                                         OneChange{"Cast",
                                                   kCausal,
                                                   {{"mmaPv", "fp32-fma"}},
                                                   {{"mmaPv", "fp32-fma"}, {"pCast", "bf16"}},
                                                   256,
                                                   -1,
                                                   StepKind::OutputGemm,
                                                   Quantity::OutputAcc,
                                                   "cast of P at key",
                                                   "rounds P to bf16"},
                                         OneChange{"Store",
                                                   kCausal,
                                                   {},
                                                   {{"oStore", "bf16"}},
                                                   256,
                                                   -1,
                                                   StepKind::OutputGemm,
                                                   Quantity::OutputAcc,
                                                   "as stored after key tile",
                                                   "keeps the accumulator in bf16"},
                                         OneChange{"Fp32Products",
                                                   kCausal,
                                                   {{"mmaQk", "fp32-fma"}},
                                                   {{"mmaQk", "exact"}},
                                                   256,
                                                   -1,
                                                   StepKind::ScoreGemm,
                                                   Quantity::Scores,
                                                   "head-dim columns 0..127",
                                                   "rounds every dot product once"},
                                         OneChange{"Alpha",
                                                   kCausal,
                                                   {},
                                                   {{"alpha", "differenceOfScaled"}},
                                                   256,
                                                   -1,
                                                   StepKind::RescaleOutput,
                                                   Quantity::Alpha,
                                                   "rescale factor before key tile",
                                                   "subtracts scaled maxima"},
                                         OneChange{"ScaledMax",
                                                   kCausal,
                                                   {},
                                                   {{"maxOf", "log2"}, {"alpha", "log2Difference"}},
                                                   256,
                                                   -1,
                                                   StepKind::RescaleOutput,
                                                   Quantity::Alpha,
                                                   "rescale factor",
                                                   "max of scaled scores"},
                                         OneChange{"Combine",
                                                   kCausal,
                                                   {},
                                                   {{"combine", "sequential"}},
                                                   1,
                                                   2,
                                                   StepKind::Combine,
                                                   Quantity::Output,
                                                   "combine of 3 splits",
                                                   "weights by sequential"}),
                         [](const auto &test) { return std::string(test.param.name); });

TEST(Compare, KeyTilesInTheOtherDirectionAreAnotherPlan)
{
    const Golden g = readGolden("fa2_fp16_d128_causal");
    const Comparison c = compare(g, request(), request({{"keyOrder", "ascending"}}));
    EXPECT_EQ(c.mismatches, 32673);
    ASSERT_TRUE(c.first && c.firstMismatch);
    const Divergence &d = *c.first;
    EXPECT_TRUE(d.structural);
    EXPECT_EQ(d.step.kind, StepKind::LoadKv);
    const int last = d.row / 64; // the key tile that holds the row's last visible key
    EXPECT_EQ(d.step.nBlock, last);
    EXPECT_TRUE(contains(d.node.english(), "A adds key tile " + std::to_string(last) + " (keys " +
                                               std::to_string(64 * last) + ".." + std::to_string(d.row) +
                                               ") first, B adds key tile 0 (keys 0..63)"))
        << d.node.english();
    EXPECT_EQ(d.reason.english(), "A visits key tiles from last to first; B visits key tiles from first to last");
}

TEST(Compare, HalvedTilesPartAtTheFirstTile)
{
    const Golden g = readGolden("fa2_bf16_d64_full");
    const Comparison c = compare(g, request(), request({{"tileN", "64"}}));
    EXPECT_EQ(c.mismatches, 12765);
    ASSERT_TRUE(c.first);
    EXPECT_TRUE(c.first->structural);
    EXPECT_TRUE(
        contains(c.first->node.english(), "A adds key tile 3 (keys 384..511) first, B adds key tile 7 (keys 448..511)"))
        << c.first->node.english();
    EXPECT_TRUE(contains(c.first->node.english(), "after keys "))
        << "tiles of 64 meet those of 128: " << c.first->node.english();
    EXPECT_EQ(c.first->reason.english(), "A takes key tiles of 128 keys; B takes key tiles of 64 keys");
}

TEST(Compare, RowsOfATileDoNotMatter)
{
    const Golden g = readGolden("fa2_fp16_d64_odd");
    const Comparison c = compare(g, request(), request({{"tileM", "32"}}));
    EXPECT_EQ(c.mismatches, 0);
    EXPECT_EQ(c.lseMismatches, 0);
    EXPECT_FALSE(c.first);
    EXPECT_EQ(c.recipeDifferences, std::vector<std::string>{"tileM: 128 | 32"});
    // And do not hide where the bits part.
    const Comparison other = compare(g, request(), request({{"tileM", "32"}, {"argument", "fused"}}));
    EXPECT_EQ(other.mismatches, 19);
    ASSERT_TRUE(other.first);
    EXPECT_EQ(other.first->quantity, Quantity::Probs);
}

TEST(Compare, MergeTreesOfTheSketch)
{
    const Golden g = readGolden("fa2_bf16_d64_full");
    const Comparison c = compare(g, request({{"crossTile", "sequential"}}, 1, "h200", "textbook"),
                                 request({{"crossTile", "pairwise"}}, 1, "h200", "textbook"));
    ASSERT_TRUE(c.first);
    EXPECT_EQ(c.first->step.kind, StepKind::Combine);
    EXPECT_TRUE(contains(c.first->node.english(), "merge of the tiles'")) << c.first->node.english();
    EXPECT_EQ(c.first->reason.english(), "A merges tiles by sequential; B merges tiles by pairwise");
}

TEST(Compare, TwoKernels)
{
    const Golden g = readGolden("fa2_fp16_d64_odd");
    const Comparison c = compare(g, request(), request({}, 256, "h200", "cudnn"));
    EXPECT_GT(c.mismatches, 0);
    ASSERT_TRUE(c.first);
    EXPECT_TRUE(c.first->structural);
    EXPECT_TRUE(contains(c.first->reason.english(), "from first to last")) << c.first->reason.english();
    const Comparison sketch =
        compare(g, request({{"mma", "fp32-fma"}, {"pCast", "none"}}), request({}, 256, "h200", "textbook"));
    ASSERT_TRUE(sketch.first);
    EXPECT_TRUE(sketch.first->structural);
    EXPECT_TRUE(sketch.first->quantity == Quantity::Output || sketch.first->quantity == Quantity::Lse)
        << "a sketch has no running values";
}

TEST(Compare, StopsWhenAsked)
{
    const Golden g = readGolden("fa2_fp16_d64_odd");
    std::stop_source source;
    source.request_stop();
    const Result<Comparison> c =
        compareRuns(cpuBackend(), resolveOrFail(g.problem, request()),
                    resolveOrFail(g.problem, request({}, 256, "a100")), g.inputs, source.get_token());
    ASSERT_FALSE(c.ok());
    EXPECT_EQ(c.status().code(), StatusCode::Cancelled);
}

TEST(Compare, RefusesDifferentProblems)
{
    const Golden g = readGolden("fa2_fp16_d64_odd");
    Problem other = g.problem;
    other.scale *= 2;
    const Result<Comparison> c =
        compareRuns(cpuBackend(), resolveOrFail(g.problem, request()), resolveOrFail(other, request()), g.inputs);
    ASSERT_FALSE(c.ok());
    EXPECT_EQ(c.status().code(), StatusCode::InvalidArgument);
}

TEST(CompareOutputs, RecordedAloneAndInABatch)
{
    const Golden g = readGolden("fa2_bf16_d64_full");
    const std::vector<float> alone = g.floats("o_batch1"), batched = g.floats("o_batch256");
    const Result<OutputComparison> c = compareOutputs(g.problem, alone, batched);
    ASSERT_TRUE(c.ok());
    EXPECT_EQ(c->elements, 65536);
    EXPECT_EQ(c->mismatches, 21526);
    ASSERT_EQ(c->perHead.size(), static_cast<std::size_t>(g.problem.heads));
    std::int64_t sum = 0;
    for (const BitDifference &d : c->perHead)
        sum += d.mismatches;
    EXPECT_EQ(sum, 21526);
    const std::size_t first =
        static_cast<std::size_t>(std::mismatch(alone.begin(), alone.end(), batched.begin()).first - alone.begin());
    ASSERT_TRUE(c->firstMismatch);
    const OutputMismatch &m = *c->firstMismatch;
    EXPECT_EQ(static_cast<std::size_t>((m.head * g.problem.seqlenQ + m.row) * g.problem.headDimV + m.col), first);
    EXPECT_EQ(m.a, alone[first]);
    EXPECT_EQ(m.b, batched[first]);
}

TEST(CompareOutputs, OneSpoiledValueOfASecondBatchEntry)
{
    Problem p;
    p.batch = 2;
    p.heads = 3;
    p.kvHeads = 1;
    p.seqlenQ = p.seqlenK = 2;
    p.headDim = p.headDimV = 2;
    std::vector<float> a(24, 1.0f), b = a;
    b[12 + 4 + 3] = std::numeric_limits<float>::quiet_NaN(); // batch 1, head 1, row 1, column 1
    const Result<OutputComparison> c = compareOutputs(p, a, b);
    ASSERT_TRUE(c.ok());
    EXPECT_EQ(c->mismatches, 1);
    EXPECT_EQ(c->nanMismatches, 1);
    EXPECT_EQ(c->maxUlp, kInfiniteUlpDistance);
    EXPECT_EQ(c->maxAbs, 0.0);
    EXPECT_EQ(c->perHead[4].mismatches, 1);
    ASSERT_TRUE(c->firstMismatch);
    EXPECT_EQ(c->firstMismatch->batch, 1);
    EXPECT_EQ(c->firstMismatch->head, 1);
    EXPECT_EQ(c->firstMismatch->row, 1);
    EXPECT_EQ(c->firstMismatch->col, 1);
    EXPECT_EQ(compareOutputs(p, a, {1.0f}).status().code(), StatusCode::InvalidArgument);
}

TEST(DescribeDifferences, InWordsAndByEffect)
{
    const Golden g = readGolden("fa2_fp16_d128_causal");
    const auto words = [&](const RunRequest &a, const RunRequest &b) {
        return describeDifferences(resolveOrFail(g.problem, a), resolveOrFail(g.problem, b));
    };
    EXPECT_TRUE(words(request(), request()).empty());
    EXPECT_TRUE(words(request(), request({{"combine", "sequential"}})).empty()) << "one split: nothing is combined";
    EXPECT_TRUE(words(request(), request({}, 256, "h100")).empty()) << "the same arithmetic";
    EXPECT_EQ(words(request(), request({{"final", "divide"}, {"keyOrder", "ascending"}, {"instrK", "8"}}, 256, "v100")),
              (std::vector<std::string>{"A visits key tiles from last to first; B visits key tiles from first to last",
                                        "Q.K and P.V: A (h200) adds 16 products at once and keeps 25 bits; B (v100) "
                                        "adds 4 and 4 products and keeps "
                                        "23 bits",
                                        "A multiplies the output by the rounded 1/l; B divides the output by l"}));
}

} // namespace
} // namespace ulpscope::test
