// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// dQ of FlashAttention-2's backward pass: sums worked out by hand, a float64 gradient, and its trees.
#include "engine/analysis/dq_tree.h"
#include "engine/io/generator.h"
#include "engine/reduction/tree_edit.h"
#include "support/golden.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <ostream>

namespace ulpscope::test {
namespace {

Problem problemOf(DType dtype, int heads, int queries, int keys, int dim, Mask::Kind mask = Mask::Kind::None)
{
    Problem p;
    p.heads = p.kvHeads = heads;
    p.seqlenQ = queries;
    p.seqlenK = keys;
    p.headDim = p.headDimV = dim;
    p.dtype = dtype;
    p.scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(dim)));
    p.mask.kind = mask;
    return p;
}

RunRequest on(const std::string &device, int batch = 1)
{
    RunRequest request;
    request.device = device;
    request.batch = batch;
    return request;
}

std::shared_ptr<const Inputs> normalInputs(const Problem &p)
{
    InputShapes shapes;
    shapes.q = {p.batch, p.heads, p.seqlenQ, p.headDim};
    shapes.k = {p.batch, p.kvHeads, p.seqlenK, p.headDim};
    shapes.v = {p.batch, p.kvHeads, p.seqlenK, p.headDimV};
    GeneratedInputs made = generateInputs({"normal", 5, 1.0}, p.dtype, shapes).value();
    auto inputs = std::make_shared<Inputs>();
    inputs->q = std::move(made.q);
    inputs->k = std::move(made.k);
    inputs->v = std::move(made.v);
    return inputs;
}

/// A row of a run, its gradient of the output, and its dQ.
struct Row {
    RunSpec spec;
    std::shared_ptr<const Inputs> inputs;
    RowTrace trace;
    std::vector<float> dO;

    DqRow dq(const DqOrder &order = {}) const
    {
        Result<DqRow> made = dqOfRow(spec, inputs, trace, dO, order);
        EXPECT_TRUE(made.ok()) << made.status().message();
        return made.ok() ? std::move(made).value() : DqRow{};
    }
};

Row rowOf(const Problem &p, const RunRequest &request, int head, int row,
          const std::shared_ptr<const Inputs> &inputs = nullptr)
{
    Row r{resolveOrFail(p, request), inputs ? inputs : normalInputs(p), {}, {}};
    const auto schedule = std::make_shared<const Schedule>(Schedule::build(r.spec).value());
    r.trace = traceRow(r.spec, r.inputs, schedule, 0, head, row).value();
    const auto width = static_cast<std::size_t>(p.headDimV);
    r.dO = generatedGradient(3, p.dtype, static_cast<std::uint64_t>(head * p.seqlenQ + row) * width, width);
    return r;
}

// Tiles and threads of flash_bwd_launch_template.h and kernel_traits.h; 132, 108 and 142 SMs, of which one block can
// ask for 227, 163 and 99 KB.
TEST(BackwardPlan, FollowsHeadDimSharedMemoryAndTheGrid)
{
    const auto plan = [](const char *device, int dim, int batch) {
        return *resolveOrFail(problemOf(DType::BF16, 2, 64, 64, dim), on(device, batch)).backward;
    };
    const auto tiles = [&](const char *device, int dim) {
        const BackwardPlan p = plan(device, dim, 1);
        return std::vector<int>{p.kernelDim, p.tileM, p.tileN, p.rowThreads};
    };
    using Tiles = std::vector<int>;
    for (const char *device : {"h200", "a100"}) {
        EXPECT_EQ(tiles(device, 32), (Tiles{32, 128, 128, 4}));
        EXPECT_EQ(tiles(device, 64), (Tiles{64, 128, 128, 8}));
        EXPECT_EQ(tiles(device, 72), (Tiles{96, 64, 128, 4}));
        EXPECT_EQ(tiles(device, 128), (Tiles{128, 64, 128, 8}));
        EXPECT_EQ(tiles(device, 160), (Tiles{192, 64, 64, 8}));
        EXPECT_EQ(tiles(device, 256), (Tiles{256, 64, 64, 8}));
    }
    EXPECT_EQ(tiles("l40s", 64), (Tiles{64, 64, 128, 8}));
    EXPECT_EQ(tiles("l40s", 128), (Tiles{128, 64, 64, 8}));
    EXPECT_EQ(tiles("l40s", 256), (Tiles{256, 64, 32, 8}));
    EXPECT_EQ(plan("h200", 64, 1).buffers, 66);
    EXPECT_EQ(plan("h200", 64, 22).buffers, 3);
    EXPECT_EQ(plan("h200", 64, 66).buffers, 1);
    EXPECT_EQ(plan("h200", 64, 65).buffers, 2);
    EXPECT_EQ(plan("a100", 64, 1).buffers, 54);
    RunRequest other = on("h200");
    other.kernel = "cudnn";
    EXPECT_FALSE(resolveOrFail(problemOf(DType::BF16, 2, 64, 64, 64), other).backward);
}

// Dao-AILab/flash-attention issue 334: one token, P = 1, so dQ is exactly 0. The numbers are small whole ones, whose
// products and sums fp32 holds.
TEST(Dq, OfOneTokenIsExactlyZero)
{
    const Problem p = problemOf(DType::F16, 1, 1, 1, 16);
    auto inputs = std::make_shared<Inputs>();
    for (int i = 0; i < 16; ++i) {
        inputs->q.push_back(3.0f * static_cast<float>(i % 4 - 2));
        inputs->k.push_back(3.0f * static_cast<float>(i % 5 - 2));
        inputs->v.push_back(3.0f * static_cast<float>(i % 3 - 1));
    }
    Row r = rowOf(p, on("h200"), 0, 0, inputs);
    for (std::size_t i = 0; i < r.dO.size(); ++i)
        r.dO[i] = static_cast<float>(i % 7) - 2;
    const DqRow dq = r.dq();
    EXPECT_NE(dq.d, 0.0f);
    EXPECT_EQ(dq.tiles.front().dp[0], dq.d);
    for (const float x : dq.dq)
        EXPECT_EQ(x, 0.0f);
}

/// q = 0, so every weight is 2^-9; one key of each of the four tiles has a value, and a key that makes its contribution
/// to column 0 one of 2^26, 1, -2^26, 1 (Dao-AILab/flash-attention issue 414 is about such sums).
std::shared_ptr<const Inputs> fourContributions(const Problem &p)
{
    auto inputs = std::make_shared<Inputs>();
    const std::size_t d = static_cast<std::size_t>(p.headDim), keys = static_cast<std::size_t>(p.seqlenK);
    inputs->q.assign(d, 0.0f);
    inputs->k.assign(keys * d, 0.0f);
    inputs->v.assign(keys * d, 0.0f);
    constexpr float kKeys[4] = {0x1p26f, -1.0f, -0x1p26f, -1.0f};
    for (std::size_t tile = 0; tile < 4; ++tile) {
        const std::size_t key = tile * 128 + 3 * tile;
        inputs->k[key * d] = kKeys[tile];
        inputs->v[key * d] = tile % 2 == 0 ? 512.0f : -512.0f;
    }
    return inputs;
}

TEST(Dq, OrdersOfArrivalGiveZeroOneAndTwo)
{
    Problem p = problemOf(DType::BF16, 1, 1, 512, 64);
    p.scale = 1.0f;
    Row r = rowOf(p, on("h200", 64), 0, 0, fourContributions(p));
    r.dO.assign(r.dO.size(), 0.0f);
    r.dO[0] = 1.0f;
    EXPECT_EQ(r.dq().d, 0.0f);
    const DqTerms terms = dqTerms(r.dq(), 0).value();
    EXPECT_EQ(terms.spec.values, (std::vector<double>{0x1p26, 1, -0x1p26, 1}));
    EXPECT_EQ(terms.tiles, (std::vector<int>{0, 1, 2, 3}));

    DqOrder order{1, {0, 1, 2, 3}};
    std::map<float, int> sums;
    do {
        const DqRow dq = r.dq(order);
        ++sums[dq.dq[0]];
        const Result<ValuedTree> tree = valuedDqTree(r.spec, r.inputs, dq, 0, order);
        ASSERT_TRUE(tree.ok()) << tree.status().message();
        EXPECT_EQ(tree->value.back(), static_cast<double>(dq.scaled[0]));
        EXPECT_EQ(tree->exact.back(), 2.0);
    } while (std::next_permutation(order.arrival.begin(), order.arrival.end()));
    EXPECT_EQ(sums, (std::map<float, int>{{0.0f, 12}, {1.0f, 8}, {2.0f, 4}}));
    // Two accumulators, tiles 0 and 2 in one of them: nothing is lost.
    EXPECT_EQ(r.dq({2, {}}).dq[0], 2.0f);
}

// The threads of a row have 8 columns each: 0 to 7, 8 to 15, ...; they are added 0 + 4, 1 + 5, ..., then 0 + 2, then
// 0 + 1. A single 1 is lost beside 2^24, two that meet before are not.
TEST(Dq, RowSumIsAButterflyOverThreads)
{
    const Problem p = problemOf(DType::F16, 1, 1, 1, 128);
    const Row r = rowOf(p, on("h200"), 0, 0);
    const DqHead head = DqHead::create(r.spec, r.inputs, 0, 0).value();
    const auto sum = [&](const std::vector<int> &ones) {
        std::vector<float> dO(128, 0.0f), o(128, 1.0f);
        dO[0] = o[0] = 4096.0f;
        for (const int column : ones)
            dO[static_cast<std::size_t>(column)] = 1.0f;
        return head.row(0, dO, o, 0.0f).value().d - 0x1p24f;
    };
    EXPECT_EQ(sum({8, 40}), 2.0f);  // threads 1 and 5
    EXPECT_EQ(sum({8, 24}), 2.0f);  // 1 and 3
    EXPECT_EQ(sum({32, 8}), 0.0f);  // 4 meets 0 first, then 1 does
    EXPECT_EQ(sum({16, 8}), 0.0f);  // 2, then 1
    EXPECT_EQ(sum({8, 15}), 2.0f);  // one thread's
    EXPECT_EQ(sum({8, 72}), 2.0f);  // its second page
    EXPECT_EQ(sum({1, 64}), 0.0f);  // one after another to 2^24, in thread 0
    EXPECT_EQ(sum({16, 48}), 2.0f); // 2 and 6
}

TEST(Dq, AtomicAdditionsFlushSubnormals)
{
    EXPECT_EQ(atomicSum(1.0f, 0x1p-24f), 1.0f);
    EXPECT_EQ(atomicSum(0x1p-126f, 0x1p-149f), 0x1p-126f);
    EXPECT_EQ(atomicSum(0x1.8p-126f, -0x1p-126f), 0.0f);
    EXPECT_EQ(floatBits(atomicSum(-0x1.8p-126f, 0x1p-126f)), floatBits(-0.0f));
    EXPECT_EQ(atomicSum(0.0f, -0x1p-127f), 0.0f);
    EXPECT_EQ(atomicSum(0x1p127f, 0x1p127f), floatInfinity());
}

TEST(Dq, BuffersTakeTheirTilesInTurn)
{
    const Problem p = problemOf(DType::BF16, 1, 4, 1000, 64);
    const Row r = rowOf(p, on("h200", 44), 0, 2);
    ASSERT_EQ(r.spec.backward->buffers, 3);
    const DqRow dq = r.dq(deterministicDq(r.spec));
    ASSERT_EQ(dq.tiles.size(), 8u);
    int moved = 0;
    for (std::size_t c = 0; c < 64; ++c) {
        const auto t = [&](std::size_t n) { return dq.tiles[n].contribution[c]; };
        const float first = (t(0) + t(3)) + t(6), second = (t(1) + t(4)) + t(7), third = t(2) + t(5);
        EXPECT_EQ(dq.sum[c], (first + second) + third) << c;
        float ascending = 0;
        for (std::size_t n = 0; n < 8; ++n)
            ascending += t(n);
        moved += ascending != dq.sum[c];
        EXPECT_EQ(r.dq().sum[c], ascending);
        EXPECT_EQ(dq.dq[c], roundTo(DType::BF16, dq.sum[c] * 0.125f));
    }
    EXPECT_GT(moved, 10);
}

/// dQ of a row in float64, from the definition of attention alone.
std::vector<double> gradientInDouble(const Row &r)
{
    const Problem &p = r.spec.problem;
    const auto d = static_cast<std::size_t>(p.headDim);
    const float *q = r.inputs->qRows(p, 0, r.trace.head) + static_cast<std::size_t>(r.trace.row) * d;
    const float *k = r.inputs->kRows(p, 0, p.kvHeadOf(r.trace.head)),
                *v = r.inputs->vRows(p, 0, p.kvHeadOf(r.trace.head));
    const KeyRange keys = p.mask.visibleKeys(0, r.trace.row, p.seqlenQ, p.seqlenK);
    const auto dot = [&](const float *a, const float *b) {
        double sum = 0;
        for (std::size_t i = 0; i < d; ++i)
            sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
        return sum;
    };
    std::vector<double> weights, dp;
    double total = 0, mean = 0;
    for (int j = keys.begin; j < keys.end; ++j) {
        weights.push_back(std::exp(dot(q, k + static_cast<std::size_t>(j) * d) * static_cast<double>(p.scale)));
        dp.push_back(dot(r.dO.data(), v + static_cast<std::size_t>(j) * d));
        total += weights.back();
        mean += weights.back() * dp.back();
    }
    std::vector<double> dq(d, 0.0);
    for (std::size_t j = 0; j < weights.size(); ++j) {
        const double ds = weights[j] / total * (dp[j] - mean / total) * static_cast<double>(p.scale);
        for (std::size_t c = 0; c < d; ++c)
            dq[c] += ds * static_cast<double>(k[(static_cast<std::size_t>(keys.begin) + j) * d + c]);
    }
    return dq;
}

struct Case {
    const char *name;
    DType dtype;
    int heads, kvHeads, queries, keys, dim;
    Mask::Kind mask;
    const char *device;
    int row;
};
constexpr Case kCases[] = {{"causal", DType::BF16, 1, 1, 300, 300, 64, Mask::Kind::CausalTopLeft, "h200", 299},
                           {"causalInside", DType::BF16, 1, 1, 300, 300, 64, Mask::Kind::CausalTopLeft, "h200", 130},
                           {"firstRow", DType::F16, 1, 1, 300, 300, 64, Mask::Kind::CausalTopLeft, "h200", 0},
                           {"grouped", DType::F16, 4, 2, 8, 333, 128, Mask::Kind::None, "h200", 5},
                           {"groupsOfEight", DType::F16, 1, 1, 8, 333, 128, Mask::Kind::None, "a100", 5},
                           {"smallTiles", DType::BF16, 1, 1, 8, 200, 256, Mask::Kind::None, "l40s", 7},
                           {"oddDim", DType::BF16, 1, 1, 8, 130, 72, Mask::Kind::CausalBottomRight, "h200", 3}};
void PrintTo(const Case &c, std::ostream *os) { *os << c.name; }

class DqCases : public testing::TestWithParam<Case> {
protected:
    Row row() const
    {
        const Case &c = GetParam();
        Problem p = problemOf(c.dtype, c.heads, c.queries, c.keys, c.dim, c.mask);
        p.kvHeads = c.kvHeads;
        return rowOf(p, on(c.device), c.heads - 1, c.row);
    }
};

TEST_P(DqCases, IsTheGradient)
{
    const Row r = row();
    const DqRow dq = r.dq();
    const std::vector<double> exact = gradientInDouble(r);
    double norm = 0, off = 0;
    for (std::size_t c = 0; c < exact.size(); ++c) {
        norm += exact[c] * exact[c];
        off += (exact[c] - static_cast<double>(dq.dq[c])) * (exact[c] - static_cast<double>(dq.dq[c]));
    }
    if (r.trace.row == 0) { // one key: the gradient is 0, and what is left are last places
        EXPECT_LT(std::sqrt(off), 1e-5);
        return;
    }
    EXPECT_GT(norm, 1e-4);
    EXPECT_LT(std::sqrt(off / norm), r.spec.problem.dtype == DType::BF16 ? 8e-3 : 1e-3);
}

TEST_P(DqCases, TreesEndInTheBits)
{
    const Row r = row();
    const Problem &p = r.spec.problem;
    const std::vector<int> tiles = dqTiles(r.spec, 0, r.trace.row);
    std::vector<int> reversed(
        static_cast<std::size_t>((p.seqlenK + r.spec.backward->tileN - 1) / r.spec.backward->tileN));
    std::iota(reversed.rbegin(), reversed.rend(), 0);
    for (const DqOrder &order : {DqOrder{}, DqOrder{1, reversed}, DqOrder{2, {}}, deterministicDq(r.spec)}) {
        const DqRow dq = r.dq(order);
        const ReductionTree shape = dqTree(r.spec, 0, r.trace.head, r.trace.row, order).value();
        std::vector<int> leaves;
        for (const int node : shape.leafOrder)
            leaves.push_back(shape.nodes[static_cast<std::size_t>(node)].leaf);
        std::sort(leaves.begin(), leaves.end());
        const KeyRange visible = p.mask.visibleKeys(0, r.trace.row, p.seqlenQ, p.seqlenK);
        std::vector<int> keys(static_cast<std::size_t>(visible.end - visible.begin));
        std::iota(keys.begin(), keys.end(), visible.begin);
        EXPECT_EQ(leaves, keys);
        for (int column = 0; column < p.headDim; ++column) {
            const Result<ValuedTree> tree = valuedDqTree(r.spec, r.inputs, dq, column, order);
            ASSERT_TRUE(tree.ok()) << tree.status().message();
            EXPECT_EQ(static_cast<float>(tree->value.back()), dq.scaled[static_cast<std::size_t>(column)]);
            EXPECT_EQ(tree->tree.toText(), shape.toText());
        }
        // The nodes that are added last of each key tile are its contribution.
        const ValuedTree tree = valuedDqTree(r.spec, r.inputs, dq, 1, order).value();
        std::map<int, double> last;
        for (std::size_t i = 0; i < tree.tree.nodes.size(); ++i) {
            if (tree.tree.nodes[i].keyTile >= 0)
                last[tree.tree.nodes[i].keyTile] = tree.value[i];
        }
        for (const DqTile &tile : dq.tiles) {
            if (!tile.visible.empty()) {
                EXPECT_EQ(last[tile.nBlock], static_cast<double>(tile.contribution[1])) << tile.nBlock;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Dq, DqCases, testing::ValuesIn(kCases),
                         [](const auto &parameter) { return std::string(parameter.param.name); });

// P is 0 where the mask hides a key, whatever the sign of the scale: -inf times it would be infinite or no number.
TEST(Dq, HiddenKeysCountNothingUnderAnyScale)
{
    for (const float scale : {-0.2f, 0.0f}) {
        Problem p = problemOf(DType::BF16, 1, 70, 127, 64, Mask::Kind::CausalTopLeft);
        p.scale = scale;
        const Row row = rowOf(p, on("h200"), 0, 40);
        EXPECT_EQ(row.spec.known.known, Known::Published) << "no such output is recorded";
        const DqRow dq = row.dq();
        for (const DqTile &tile : dq.tiles) {
            for (int key = 41; key < 127; ++key)
                EXPECT_EQ(tile.p[static_cast<std::size_t>(key)], 0.0f) << key;
        }
        for (const float x : dq.dq)
            EXPECT_TRUE(std::isfinite(x));
    }
}

TEST(DqTree, SaysWhereItsAdditionsHappen)
{
    const Problem p = problemOf(DType::BF16, 1, 8, 400, 64);
    const RunSpec spec = resolveOrFail(p, on("h200"));
    const auto scopes = [&](const DqOrder &order) {
        const ReductionTree tree = dqTree(spec, 0, 0, 3, order).value();
        std::map<Scope, int> sums;
        for (const TreeNode &node : tree.nodes)
            sums[node.scope] += node.op == NodeOp::Add;
        return std::pair(sums[Scope::Split], sums[Scope::Grid]);
    };
    EXPECT_EQ(scopes({}), std::pair(0, 3));       // four tiles, one accumulator
    EXPECT_EQ(scopes({2, {}}), std::pair(2, 1));  // two accumulators of two tiles
    EXPECT_EQ(scopes({66, {}}), std::pair(0, 3)); // one for each tile
    EXPECT_EQ(scopes({2, {3, 2, 1, 0}}), std::pair(2, 1));
    const ReductionTree tree = dqTree(spec, 0, 0, 3).value();
    EXPECT_EQ(tree.nodes.back().op, NodeOp::Scale);
    const ReductionTree arrived = dqTree(spec, 0, 0, 3, {1, {2, 0, 3, 1}}).value();
    EXPECT_EQ(arrived.nodes[static_cast<std::size_t>(arrived.leafOrder.front())].leaf, 256);
    EXPECT_EQ(arrived.nodes[static_cast<std::size_t>(arrived.leafOrder.back())].leaf, 255);
    // As every other sum: the same summands in another order.
    const Row r = rowOf(p, on("h200"), 0, 3);
    const ValuedTree valued = valuedDqTree(r.spec, r.inputs, r.dq(), 7).value();
    const PlainSum plain = plainSum(valued.tree, valued);
    EXPECT_EQ(plain.terms.size(), 400u);
}

TEST(DqTree, RefusesWhatItDoesNotKnow)
{
    const auto message = [](const RunSpec &spec, const DqOrder &order = {}, int row = 0) {
        const Result<ReductionTree> tree = dqTree(spec, 0, 0, row, order);
        return tree.ok() ? std::string("no error") : tree.status().message();
    };
    Problem p = problemOf(DType::F16, 1, 8, 400, 64);
    RunRequest other = on("h200");
    other.kernel = "cudnn";
    EXPECT_EQ(message(resolveOrFail(p, other)),
              "the backward pass of cudnn with head dim 64 is not known here, expected the kernel fa2-pytorch or fa2 "
              "and a head dim of at most 256");
    const RunSpec spec = resolveOrFail(p, on("h200"));
    EXPECT_EQ(message(spec, {1, {0, 1, 2}}), "the order of arrival leaves out key tile 3, which the row needs");
    EXPECT_EQ(message(spec, {1, {0, 1, 2, 2}}),
              "the order of arrival names key tile 2, expected each of 0..3 at most once");
    EXPECT_EQ(message(spec, {1, {0, 1, 2, 4}}),
              "the order of arrival names key tile 4, expected each of 0..3 at most once");
    EXPECT_EQ(message(spec, {}, 8), "query row 8 is outside the problem, expected 0..7");
    p.softcap = 30;
    EXPECT_EQ(message(resolveOrFail(p, on("h200"))), "the backward pass with a softcap is not known here");
    p.softcap = 0;
    RunRequest natural = on("h200");
    natural.set = {{"scoreScale", "natural"}, {"argument", "natural"}, {"alpha", "natural"}, {"maxOf", "log2"}};
    EXPECT_EQ(
        message(resolveOrFail(p, natural)),
        "the backward pass with scoreScale=natural and argument=natural is not known here, expected scores in log2 "
        "units");
    p.mask.kind = Mask::Kind::CausalBottomRight;
    p.seqlenQ = 500;
    EXPECT_EQ(message(resolveOrFail(p, on("h200")), {}, 50), "query row 50 sees no key: its dQ is 0");
}

// A value that the row may not see makes its dQ NaN if it is not finite: 0 * (inf - D) * k.
TEST(DqTree, AHiddenInfinityIsALeaf)
{
    const Problem p = problemOf(DType::F16, 1, 300, 300, 64, Mask::Kind::CausalTopLeft);
    const auto clean = normalInputs(p);
    auto inputs = std::make_shared<Inputs>(*clean);
    inputs->v[60 * 64] = floatInfinity();
    const Row r = rowOf(p, on("h200"), 0, 40, inputs);
    Row hidden = r;
    hidden.trace = rowOf(p, on("h200"), 0, 40, clean).trace; // the forward pass has its own trouble with it
    const DqRow dq = hidden.dq();
    EXPECT_TRUE(std::isnan(dq.dq[3]));
    const Result<ValuedTree> tree = valuedDqTree(r.spec, inputs, dq, 3);
    ASSERT_TRUE(tree.ok()) << tree.status().message();
    EXPECT_EQ(tree->tree.leafOrder.size(), 42u);
}

} // namespace
} // namespace ulpscope::test
