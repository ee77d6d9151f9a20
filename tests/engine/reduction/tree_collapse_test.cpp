// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Folding a tree for the eye.
#include "engine/reduction/tree_collapse.h"
#include "engine/reduction/tree_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace ulpscope::test {
namespace {

/// Boxes as nested parentheses; a folded box is [leaves folded into it | boxes added into it].
std::string picture(const ReductionTree &tree, const CollapsedTree &folded)
{
    std::vector<std::vector<int>> inputs(folded.boxes.size());
    for (int i = 0; i < static_cast<int>(folded.boxes.size()); ++i) {
        if (folded.boxes[static_cast<std::size_t>(i)].parent >= 0)
            inputs[static_cast<std::size_t>(folded.boxes[static_cast<std::size_t>(i)].parent)].push_back(i);
    }
    const auto leftEnd = [&](int box) {
        return tree.nodes[static_cast<std::size_t>(folded.boxes[static_cast<std::size_t>(box)].node)].leafBegin;
    };
    for (std::vector<int> &list : inputs)
        std::sort(list.begin(), list.end(), [&](int a, int b) { return leftEnd(a) < leftEnd(b); });
    const std::function<std::string(int)> draw = [&](int i) {
        const TreeBox &box = folded.boxes[static_cast<std::size_t>(i)];
        const TreeNode &top = tree.nodes[static_cast<std::size_t>(box.node)];
        if (top.op == NodeOp::Leaf)
            return std::to_string(top.leaf);
        std::string text = box.isFolded() ? "[" + std::to_string(box.ownLeaves) : "(";
        for (int input : inputs[static_cast<std::size_t>(i)])
            text += (text.back() == '(' ? "" : " ") + draw(input);
        return text + (box.isFolded() ? "]" : ")");
    };
    return folded.boxes.empty() ? std::string() : draw(static_cast<int>(folded.boxes.size()) - 1);
}

Recipe quads(int tileN, Join join)
{
    Recipe recipe;
    recipe.tileN = tileN;
    recipe.lanes = Lanes::Quad;
    recipe.join = join;
    recipe.quadWhen = join == Join::RowFma || join == Join::RowMulAdd ? QuadWhen::EveryTile : QuadWhen::End;
    return recipe;
}

std::vector<RowKeyTile> tilesOf(int count, int tileN)
{
    std::vector<RowKeyTile> tiles;
    for (int i = 0; i < count; ++i)
        tiles.push_back({i, {i * tileN, (i + 1) * tileN}, {}});
    return tiles;
}

std::string folded(const ReductionTree &tree, const CollapseLevel &level)
{
    return picture(tree, collapseTree(tree, std::vector{level}, 0));
}

TEST(CollapseTree, OutputByGroupsAndByTiles)
{
    Recipe recipe;
    recipe.tileN = 8;
    const ReductionTree tree = outputTree(recipe, {MmaUnit::Kind::TensorCore, 16, 4}, tilesOf(3, 8));
    const std::vector<CollapseLevel> levels = collapseLevels(tree);
    ASSERT_EQ(levels, (std::vector<CollapseLevel>{{}, {Scope::MmaGroup, true}, {Scope::Thread, true}}));
    EXPECT_EQ(folded(tree, levels[0]), "((((((((0 1 2 3) 4 5 6 7)) 8 9 10 11) 12 13 14 15)) 16 17 18 19) 20 21 22 23)");
    EXPECT_EQ(folded(tree, levels[1]), "[4 [4 ([4 [4 ([4 [4]])]])]]");
    EXPECT_EQ(folded(tree, levels[2]), "[8 [8 [8]]]");
}

TEST(CollapseTree, RowSumByLaneTilesAndByLanes)
{
    const ReductionTree tree = rowSumTree(quads(8, Join::LaneFma), tilesOf(2, 8));
    const std::vector<CollapseLevel> levels = collapseLevels(tree);
    ASSERT_EQ(levels, (std::vector<CollapseLevel>{{}, {Scope::Thread, true}, {Scope::Thread, false}}));
    EXPECT_EQ(folded(tree, levels[1]), "(([2 [2]] [2 [2]]) ([2 [2]] [2 [2]]))");
    EXPECT_EQ(folded(tree, levels[2]), "(([4] [4]) ([4] [4]))");
}

TEST(CollapseTree, RowJoinsByLanesAndByTiles)
{
    const ReductionTree tree = rowSumTree(quads(8, Join::RowFma), tilesOf(3, 8));
    const std::vector<CollapseLevel> levels = collapseLevels(tree);
    ASSERT_EQ(levels.size(), 4u);
    EXPECT_EQ(levels[3], (CollapseLevel{Scope::Block, true}));
    EXPECT_EQ(folded(tree, levels[2]), "(([8] [8]) [8])");
    EXPECT_EQ(folded(tree, levels[3]), "[8 [8 [8]]]");
}

TEST(CollapseTree, SketchByTilesAndBySplits)
{
    Recipe recipe;
    recipe.tileN = 4;
    recipe.form = Form::Sketch;
    recipe.quadWhen = QuadWhen::EveryTile;
    const ReductionTree tree = sketchSumTree(recipe, {MergeTree::splits(6, 3), 3}, tilesOf(6, 4), SketchLeaves::Keys);
    const std::vector<CollapseLevel> levels = collapseLevels(tree);
    ASSERT_EQ(levels, (std::vector<CollapseLevel>{{}, {Scope::Thread, true}, {Scope::Split, true}}));
    EXPECT_EQ(folded(tree, levels[1]), "((([4] [4]) ([4] [4])) ([4] [4]))");
    EXPECT_EQ(folded(tree, levels[2]), "(([8] [8]) [8])");
}

TEST(CollapseTree, ABoxOpensOneLevelAtATimeAndNothingElseMoves)
{
    Recipe recipe;
    recipe.tileN = 8;
    const ReductionTree tree = outputTree(recipe, {MmaUnit::Kind::TensorCore, 16, 4}, tilesOf(3, 8));
    const std::vector<CollapseLevel> levels = collapseLevels(tree);
    const auto draw = [&](const std::vector<Expansion> &opened) {
        return picture(tree, collapseTree(tree, levels, 2, opened));
    };
    const CollapsedTree closed = collapseTree(tree, levels, 2);
    ASSERT_EQ(closed.boxes.size(), 3u);
    const int middle = closed.boxes[1].node;
    EXPECT_EQ(draw({{middle, 1}}), "[8 [4 [4 ([8])]]]");
    // Inside the opened tile, one group: its products.
    EXPECT_EQ(draw({{middle, 1}, {middle, 0}}), "[8 ([4 ([8])] 12 13 14 15)]");
    EXPECT_EQ(draw({{middle, 0}}), "[8 ((([8]) 8 9 10 11) 12 13 14 15)]");
    EXPECT_EQ(draw({{middle, 2}}), "[8 [8 [8]]]"); // not finer than it is
    EXPECT_EQ(draw({{0, 0}}), "[8 [8 [8]]]");      // no top of a box
}

TEST(CollapseTree, EveryNodeIsInOneBoxAndBoxesKeepTheErrors)
{
    std::mt19937 rng(5);
    std::uniform_real_distribution<float> p(0.0f, 1.0f);
    ReductionTree tree = rowSumTree(quads(32, Join::LaneFma), tilesOf(6, 32));
    for (TreeNode &node : tree.nodes) {
        if (scalesFirst(node.op))
            node.factor = p(rng);
    }
    std::vector<LeafTerm> terms;
    for (std::size_t i = 0; i < tree.leafOrder.size(); ++i)
        terms.push_back({p(rng)});
    const TreeValues values = evaluateTree(tree, terms, {}, DType::F32);
    const std::vector<CollapseLevel> levels = collapseLevels(tree);
    for (int level = 0; level < static_cast<int>(levels.size()); ++level) {
        const CollapsedTree boxes = collapseTree(tree, levels, level);
        std::size_t nodes = 0;
        int leaves = 0;
        for (const TreeBox &box : boxes.boxes) {
            nodes += static_cast<std::size_t>(box.nodes);
            leaves += box.ownLeaves;
        }
        EXPECT_EQ(nodes, tree.nodes.size());
        EXPECT_EQ(leaves, 192);
        EXPECT_EQ(boxes.boxes.back().node, tree.root());
        EXPECT_EQ(boxes.boxes.back().parent, -1);
        // Errors of boxes, carried up by the factors between them, add up to the error of the root at every level.
        const std::vector<double> errors = boxOwnErrors(tree, values, boxes);
        std::vector<double> carried = errors;
        for (std::size_t i = 0; i + 1 < carried.size(); ++i) {
            double weight = 1;
            const int top = boxes.boxes[static_cast<std::size_t>(boxes.boxes[i].parent)].node;
            for (int at = boxes.boxes[i].node; at != top;) {
                const int parent = tree.nodes[static_cast<std::size_t>(at)].parent;
                if (scalesFirst(tree.nodes[static_cast<std::size_t>(parent)].op) && tree.child(parent, 0) == at)
                    weight *= static_cast<double>(tree.nodes[static_cast<std::size_t>(parent)].factor);
                at = parent;
            }
            carried[static_cast<std::size_t>(boxes.boxes[i].parent)] += weight * carried[i];
        }
        EXPECT_NEAR(carried.back(), values.accumulated.back(), 1e-15 * std::fabs(values.value.back()));
    }
}

TEST(CollapseTree, SmallTrees)
{
    EXPECT_TRUE(collapseTree({}, collapseLevels({}), 0).boxes.empty());
    const ReductionTree one = rowSumTree(quads(8, Join::LaneFma), std::vector<RowKeyTile>{{0, {0, 1}, {}}});
    EXPECT_EQ(collapseLevels(one).size(), 1u);
    EXPECT_EQ(picture(one, collapseTree(one, collapseLevels(one), 0)), "0");
}

} // namespace
} // namespace ulpscope::test
