// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Trees are found again from sums that the tests add up themselves, in fp32, along trees drawn at random or written
// down.
#include "engine/reduction/probe.h"
#include "engine/reduction/shape_match.h"
#include "engine/reduction/tree_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>

namespace ulpscope::test {
namespace {

/// A node of a test's own tree: a leaf, or children.
struct Plain {
    int leaf = -1;
    std::vector<Plain> children;
};

/// Reads "((0 1) 2)".
Plain parsed(const std::string &text, std::size_t &at)
{
    Plain node;
    if (text[at] != '(') {
        node.leaf = 0;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9')
            node.leaf = node.leaf * 10 + (text[at++] - '0');
        return node;
    }
    ++at;
    while (text[at] != ')') {
        node.children.push_back(parsed(text, at));
        at += text[at] == ' ' ? 1 : 0;
    }
    ++at;
    return node;
}
Plain parsed(const std::string &text)
{
    std::size_t at = 0;
    return parsed(text, at);
}

/// A random tree over the leaves [0, n) in random order, nodes of 2 to `most` children.
Plain randomTree(int n, int most, std::mt19937 &random)
{
    std::vector<Plain> roots(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i)
        roots[static_cast<std::size_t>(i)].leaf = i;
    // Half of the trees grow like chains: the newest sum is among the summands of the next one.
    const bool chain = random() % 2 == 0;
    std::shuffle(roots.begin(), roots.end(), random);
    while (roots.size() > 1) {
        Plain sum;
        const std::size_t count = std::min(roots.size(), 2 + random() % static_cast<std::size_t>(most - 1));
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t pick = chain && i == 0 ? roots.size() - 1 : random() % roots.size();
            sum.children.push_back(std::move(roots[pick]));
            roots.erase(roots.begin() + static_cast<std::ptrdiff_t>(pick));
        }
        roots.push_back(std::move(sum));
    }
    return roots.front();
}

int build(TreeBuilder &builder, const Plain &node)
{
    if (node.leaf >= 0)
        return builder.leaf(node.leaf, Scope::Thread);
    std::vector<int> children;
    for (const Plain &child : node.children)
        children.push_back(build(builder, child));
    return children.size() > 2 ? builder.node(NodeOp::MmaGroup, Scope::MmaGroup, children)
                               : builder.add(Scope::Thread, children);
}
ReductionTree declared(const Plain &root)
{
    TreeBuilder builder;
    const int top = build(builder, root);
    return std::move(builder).finish(top);
}

/// fp32 sums; a node of more than two summands aligns them to the largest and cuts 2^-24 of it, as tensor cores do.
float valueOf(const Plain &node, const std::vector<float> &summands)
{
    if (node.leaf >= 0)
        return summands[static_cast<std::size_t>(node.leaf)];
    std::vector<float> values;
    float largest = 0;
    for (const Plain &child : node.children) {
        values.push_back(valueOf(child, summands));
        largest = std::max(largest, std::fabs(values.back()));
    }
    if (values.size() == 2)
        return values[0] + values[1];
    if (largest == 0)
        return 0;
    const double grid = std::ldexp(1.0, std::ilogb(largest) - 24);
    double sum = 0;
    for (const float value : values)
        sum += std::trunc(static_cast<double>(value) / grid) * grid;
    return static_cast<float>(sum);
}

MaskProbe masksOn(const Plain &tree, std::size_t leaves)
{
    return [&tree, leaves](std::span<const MaskPair> pairs) -> Result<std::vector<double>> {
        std::vector<double> units;
        for (const MaskPair &pair : pairs) {
            std::vector<float> summands(leaves, 1.0f);
            summands[static_cast<std::size_t>(pair.plus)] = 0x1p100f;
            summands[static_cast<std::size_t>(pair.minus)] = -0x1p100f;
            units.push_back(static_cast<double>(valueOf(tree, summands)));
        }
        return units;
    };
}

TripletProbe tripletsOn(const Plain &tree, std::size_t leaves)
{
    return [&tree, leaves](std::span<const Triplet> triplets) -> Result<std::vector<double>> {
        std::vector<double> ulps;
        for (const Triplet &t : triplets) {
            std::vector<float> summands(leaves, 0.0f);
            summands[static_cast<std::size_t>(t.one)] = 1.0f;
            summands[static_cast<std::size_t>(t.a)] = 0.76f * 0x1p-24f;
            summands[static_cast<std::size_t>(t.b)] = 0.76f * 0x1p-24f;
            ulps.push_back((static_cast<double>(valueOf(tree, summands)) - 1.0) * 0x1p23);
        }
        return ulps;
    };
}

std::vector<int> firstLeaves(int n)
{
    std::vector<int> leaves(static_cast<std::size_t>(n));
    std::iota(leaves.begin(), leaves.end(), 0);
    return leaves;
}

ProbedShape byMasks(const Plain &tree, int n)
{
    const Result<ProbedShape> probed = probeByMasks(firstLeaves(n), masksOn(tree, static_cast<std::size_t>(n)));
    EXPECT_TRUE(probed.ok()) << probed.status().message();
    return probed.ok() ? probed.value() : ProbedShape();
}
ProbedShape byTriplets(const Plain &tree, int n)
{
    const Result<ProbedShape> probed = probeByTriplets(firstLeaves(n), tripletsOn(tree, static_cast<std::size_t>(n)));
    EXPECT_TRUE(probed.ok()) << probed.status().message();
    return probed.ok() ? probed.value() : ProbedShape();
}

/// "(((0 1) 2) ... n-1)" in the given order.
std::string chainText(const std::vector<int> &order)
{
    std::string text = std::to_string(order.front());
    for (std::size_t i = 1; i < order.size(); ++i)
        text = "(" + text + " " + std::to_string(order[i]) + ")";
    return text;
}

TEST(Probe, MasksFindRandomTreesOfAnyNodes)
{
    std::mt19937 random(1);
    for (int i = 0; i < 200; ++i) {
        const int n = 1 + static_cast<int>(random() % 60), most = 2 + static_cast<int>(random() % 9);
        const Plain tree = randomTree(n, most, random);
        const SumShape expected = observableShape(declared(tree)).shape;
        EXPECT_EQ(byMasks(tree, n).shape.toText(), expected.toText()) << "tree " << i;
    }
}

TEST(Probe, TripletsFindRandomBinaryTrees)
{
    std::mt19937 random(2);
    for (int i = 0; i < 200; ++i) {
        const int n = 1 + static_cast<int>(random() % 60);
        const Plain tree = randomTree(n, 2, random);
        const SumShape expected = observableShape(declared(tree)).shape;
        EXPECT_EQ(byTriplets(tree, n).shape.toText(), expected.toText()) << "tree " << i;
    }
}

TEST(Probe, BothFindTheSameBinaryTree)
{
    std::mt19937 random(3);
    for (int i = 0; i < 50; ++i) {
        const Plain tree = randomTree(40, 2, random);
        EXPECT_EQ(byMasks(tree, 40).shape, byTriplets(tree, 40).shape);
    }
}

// The trees that FPRev's paper draws: sequential, pairwise, strided, and fused groups in a chain.
TEST(Probe, ClassicTreesAreFound)
{
    const auto text = [](const char *tree, int n) { return byMasks(parsed(tree), n).shape.toText(); };
    EXPECT_EQ(text("(((0 1) 2) 3)", 4), "(((0 1) 2) 3)");
    EXPECT_EQ(text("(0 (1 (2 3)))", 4), "(((2 3) 1) 0)"); // left and right cannot be seen
    EXPECT_EQ(text("((0 1) (2 3))", 4), "((0 1) (2 3))");
    EXPECT_EQ(text("((0 2) (1 3))", 4), "((0 2) (1 3))");
    EXPECT_EQ(text("(((((0 4) 8) 12) (((1 5) 9) 13)) ((((2 6) 10) 14) (((3 7) 11) 15)))", 16),
              "(((((0 4) 8) 12) (((1 5) 9) 13)) ((((2 6) 10) 14) (((3 7) 11) 15)))");
    EXPECT_EQ(text("(((0 1 2 3) 4 5 6 7) 8 9 10 11)", 12), "(((0 1 2 3) 4 5 6 7) 8 9 10 11)");
    EXPECT_EQ(text("((8 9 10 11 12 13 14 15) 0 1 2 3 4 5 6 7)", 16), "((8 9 10 11 12 13 14 15) 0 1 2 3 4 5 6 7)");
    EXPECT_EQ(text("((0 1 2) (3 4 5) (6 7 8))", 9), "((0 1 2) (3 4 5) (6 7 8))");
    EXPECT_EQ(text("0", 1), "0");
    EXPECT_EQ(byTriplets(parsed("((0 (1 2)) 3)"), 4).shape.toText(), "(((1 2) 0) 3)");
    EXPECT_EQ(byTriplets(parsed("(0 1)"), 2).shape.toText(), "(0 1)");
}

// n (n - 1) / 2 pairs are 130,816.
TEST(Probe, ChainsInEitherDirectionTakeFewProbesInFewRounds)
{
    std::vector<int> order = firstLeaves(512);
    for (int direction = 0; direction < 2; ++direction) {
        const std::string text = chainText(order);
        const ProbedShape masks = byMasks(parsed(text), 512), triplets = byTriplets(parsed(text), 512);
        EXPECT_EQ(masks.shape, triplets.shape);
        EXPECT_EQ(masks.shape.leafCount(), 512);
        EXPECT_LT(masks.probes, 4 * 512);
        EXPECT_LT(masks.rounds, 40);
        EXPECT_LT(triplets.probes, 512 * 60);
        EXPECT_LT(triplets.rounds, 60);
        std::reverse(order.begin(), order.end());
    }
}

TEST(Probe, LeavesKeepTheirNames)
{
    const Plain tree = parsed("((0 1) 2)");
    const std::array<int, 3> names{70, 20, 30};
    const Result<ProbedShape> probed = probeByMasks(names, masksOn(tree, 3));
    ASSERT_TRUE(probed.ok());
    EXPECT_EQ(probed->shape.toText(), "((20 70) 30)");
    const Result<ProbedShape> none = probeByMasks({}, masksOn(tree, 3));
    ASSERT_TRUE(none.ok());
    EXPECT_TRUE(none->shape.empty());
}

TEST(Probe, AnswersThatAreNoTreesAreTold)
{
    const std::vector<int> leaves = firstLeaves(4);
    const auto masks = [&](double answer) {
        return probeByMasks(leaves, [answer](std::span<const MaskPair> pairs) -> Result<std::vector<double>> {
            return std::vector<double>(pairs.size(), answer);
        });
    };
    EXPECT_NE(masks(1.5).status().message().find("expected a whole number from 0 to 2"), std::string::npos);
    EXPECT_NE(masks(-1).status().message().find("the result is -1 units"), std::string::npos);
    EXPECT_NE(masks(NAN).status().message().find("nan"), std::string::npos);
    // Every two are alone with each other: what a sum without any rounding answers.
    EXPECT_NE(masks(2).status().message().find("contradict"), std::string::npos) << masks(2).status().message();
    EXPECT_TRUE(masks(0).ok()); // one node of four

    const auto triplets = [&](double answer) {
        return probeByTriplets(leaves, [answer](std::span<const Triplet> asked) -> Result<std::vector<double>> {
            return std::vector<double>(asked.size(), answer);
        });
    };
    EXPECT_NE(triplets(2).status().message().find("2 ulp above 1, expected 0 or 1"), std::string::npos);
    EXPECT_NE(triplets(1).status().message().find("3 pairs are added before the third"), std::string::npos);
    // A sum of three at once.
    const Plain fused = parsed("(0 1 2)");
    const Status status = probeByTriplets(firstLeaves(3), tripletsOn(fused, 3)).status();
    EXPECT_NE(status.message().find("0 pairs are added before the third"), std::string::npos) << status.message();
    const Status own = probeByMasks(leaves, [](std::span<const MaskPair>) -> Result<std::vector<double>> {
                           return Status::cancelled();
                       }).status();
    EXPECT_EQ(own.code(), StatusCode::Cancelled);
}

TEST(SumShape, ShowsWhatResultsCanShowOfATree)
{
    // Scale, Round and the factor of a join leave no trace; a chain of fma is a tower.
    TreeBuilder b;
    const int a = b.leaf(5, Scope::Thread), c = b.leaf(3, Scope::Thread), d = b.leaf(4, Scope::Thread);
    const int chain = b.node(NodeOp::FmaChain, Scope::Thread, std::array{a, c, d});
    const int scaled = b.node(NodeOp::Scale, Scope::Thread, std::array{chain});
    const int rounded = b.node(NodeOp::Round, Scope::Thread, std::array{scaled});
    const int e = b.leaf(9, Scope::Thread);
    const int root = b.node(NodeOp::FmaJoin, Scope::Thread, std::array{rounded, e});
    const ReductionTree tree = std::move(b).finish(root);
    const ObservableShape seen = observableShape(tree);
    EXPECT_EQ(seen.shape.toText(), "(((3 5) 4) 9)");
    EXPECT_EQ(seen.shape.toText([](int leaf) { return "k" + std::to_string(leaf); }), "(((k3 k5) k4) k9)");
    EXPECT_EQ(seen.made[static_cast<std::size_t>(chain)].size(), 2u);
    EXPECT_TRUE(seen.made[static_cast<std::size_t>(scaled)].empty());
    EXPECT_EQ(observableShape(tree, std::array{4, 9}).shape.toText(), "(3 5)");
    EXPECT_EQ(observableShape(seen.shape.toTree()).shape, seen.shape);
    EXPECT_EQ(seen.shape.toTree().toText(), seen.shape.toText());
    EXPECT_TRUE(observableShape(ReductionTree()).shape.empty());
}

TEST(ShapeMatch, MapsEveryDeclaredNode)
{
    const ReductionTree tree = declared(parsed("(((0 1) 2) (3 4))"));
    const SumShape measured = observableShape(declared(parsed("(((0 2) 1) (3 4))"))).shape;
    const std::vector<NodeMatch> matches = matchNodes(tree, measured);
    std::string marks;
    for (std::size_t id = 0; id < tree.nodes.size(); ++id)
        marks += tree.nodes[id].op == NodeOp::Leaf ? "." : matches[id] == NodeMatch::Matched ? "=" : "x";
    // (0 1) is not there; (0 1 2) is, of other parts; (3 4) and the whole are.
    EXPECT_EQ(marks, "..x.x..==");
    EXPECT_EQ(matches.front(), NodeMatch::Matched);
    for (const NodeMatch match : matchNodes(tree, observableShape(tree).shape))
        EXPECT_EQ(match, NodeMatch::Matched);
}

TEST(ShapeMatch, NamesTheSmallestSumInWhichTwoShapesPart)
{
    const auto text = [](const char *a, const char *b) {
        const auto difference =
            firstDifference(observableShape(declared(parsed(a))).shape, observableShape(declared(parsed(b))).shape);
        return difference ? difference->describe("key").english() : std::string("equal");
    };
    EXPECT_EQ(text("((0 1) (2 3))", "((3 2) (1 0))"), "equal");
    EXPECT_EQ(text("(((0 1) 2) 3)", "(((1 2) 3) 0)"),
              "declared: keys 0, 1 are added on their own; measured: the smallest sum that holds them is of keys 0..3");
    EXPECT_EQ(text("(0 1 2 3)", "((0 1) 2 3)"),
              "measured: keys 0, 1 are added on their own; declared: the smallest sum that holds them is of keys 0..3");
    EXPECT_EQ(text("((0 1) 2)", "(0 1)"), "declared: key 2 is a summand; measured: it is none");
}

} // namespace
} // namespace ulpscope::test
