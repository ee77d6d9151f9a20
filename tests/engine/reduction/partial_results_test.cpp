// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/partial_results.h"

#include "engine/numerics/ulp.h"
#include "engine/reduction/tree_builder.h"
#include "engine/reduction/tree_edit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ulpscope {
namespace {

/// Two lanes over keys 0..7 in two tiles: l = lane 0 + lane 1, where each lane adds its keys of tile 1 to half its sum
/// of tile 0.
struct Lanes {
    ReductionTree tree;
    TreeValues values;
    CollapsedTree boxes;
    std::vector<float> numbers{1.0f, 0x1p-24f, 3.0f, 0x1p-23f, 5.0f, 0x1p-22f, 7.0f, 0x1.8p-23f};
};

Lanes lanes()
{
    Lanes l;
    TreeBuilder builder;
    int sums[2];
    for (int lane = 0; lane < 2; ++lane) {
        const auto leaf = [&](int key, int tile) { return builder.leaf(key, Scope::Thread, {tile, tile, lane}); };
        const int first[] = {leaf(lane, 0), leaf(2 + lane, 0)};
        const int running = builder.add(Scope::Thread, first, {0, 0, lane});
        const int scaled[] = {running, leaf(4 + lane, 1), leaf(6 + lane, 1)};
        sums[lane] = builder.node(NodeOp::MulAdd, Scope::Thread, scaled, {1, 1, lane});
    }
    l.tree = std::move(builder).finish(builder.add(Scope::Quad, sums));
    for (TreeNode &node : l.tree.nodes) {
        if (node.op == NodeOp::MulAdd)
            node.factor = 0.5f;
    }
    std::vector<LeafTerm> terms;
    for (const std::int32_t node : l.tree.leafOrder)
        terms.push_back({l.numbers[static_cast<std::size_t>(l.tree.nodes[static_cast<std::size_t>(node)].leaf)], 1});
    l.values = evaluateTree(l.tree, terms, {}, DType::F32);
    const std::vector<CollapseLevel> levels = collapseLevels(l.tree);
    for (int level = 0; level < static_cast<int>(levels.size()); ++level) {
        if (levels[static_cast<std::size_t>(level)].scope == Scope::Thread &&
            levels[static_cast<std::size_t>(level)].keepTiles)
            l.boxes = collapseTree(l.tree, levels, level);
    }
    return l;
}

TEST(PartialResults, EachBoxHasWhatIsItsOwn)
{
    const Lanes l = lanes();
    ASSERT_EQ(l.boxes.boxes.size(), 5u);
    const PartialResults cut = partialResults(l.tree, l.values, l.boxes, 4);
    ASSERT_EQ(cut.parts.size(), 4u);
    // Lane 0: half of 1 + 3, then 5 + 7. Lane 1: half of 2^-24 + 2^-23, then 2^-22 + 1.5 * 2^-23.
    const double expected[] = {2, 12, 0x1.8p-24, 0x1.cp-22};
    const char *texts[] = {"(0 2)", "(4 6)", "(1 3)", "(5 7)"};
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(cut.parts[i].value, expected[i]) << i;
        EXPECT_EQ(cut.parts[i].text, texts[i]);
        EXPECT_EQ(cut.parts[i].leaves, 2);
    }
    EXPECT_EQ(cut.textInOrder({2, 0, 3, 1}), "((((1 3) (0 2)) (5 7)) (4 6))");
}

TEST(PartialResults, OneSumOfTheTreeIsReplacedInItsPlace)
{
    const Lanes l = lanes();
    const int lane1 = l.boxes.boxOf[static_cast<std::size_t>(l.tree.child(l.tree.root(), 1))];
    const PartialResults cut = partialResults(l.tree, l.values, l.boxes, lane1);
    ASSERT_EQ(cut.parts.size(), 2u);
    EXPECT_EQ(cut.textInOrder({1, 0}), "(((0 2) 4 6) ((5 7) (1 3)))");
    const int first = cut.parts[0].box;
    EXPECT_EQ(partialResults(l.tree, l.values, l.boxes, first).parts.size(), 1u); // nothing to order
}

/// The tree that an order is shown as has the bits of the ensemble's result, for every order.
TEST(PartialResults, TheTreeOfAnOrderHasItsBits)
{
    const Lanes l = lanes();
    const PartialResults cut = partialResults(l.tree, l.values, l.boxes, 4);
    const EnsembleSpec spec = cut.ensemble();
    const PlainSum plain = plainSum(l.tree, l.values);
    std::vector<int> order(cut.parts.size());
    std::iota(order.begin(), order.end(), 0);
    do {
        const Result<ReductionTree> tree = parseTree(cut.textInOrder(order));
        ASSERT_TRUE(tree.ok()) << tree.status().message();
        const auto terms = termsFor(tree.value(), plain);
        ASSERT_TRUE(terms.ok());
        const TreeValues values = evaluateTree(tree.value(), terms.value(), {}, DType::F32);
        EXPECT_EQ(floatBits(static_cast<float>(values.value.back())), sumInOrder(spec, order))
            << cut.textInOrder(order);
    } while (std::next_permutation(order.begin(), order.end()));
}

} // namespace
} // namespace ulpscope
