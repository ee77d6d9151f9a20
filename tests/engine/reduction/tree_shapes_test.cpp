// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Trees of hand-made recipes, compared as text with what a person writes down from docs/numerics.md.
#include "engine/reduction/tree_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ulpscope::test {
namespace {

DotUnit tensorCore(int groupL, int instrK = 16) { return {MmaUnit::Kind::TensorCore, instrK, groupL}; }
RowKeyTile keyTile(int nBlock, int begin, int end) { return {nBlock, {begin, end}, {}}; }

Recipe tiled(int tileN)
{
    Recipe recipe;
    recipe.tileN = tileN;
    return recipe;
}
Recipe quads(int tileN, Join join, QuadOrder order = QuadOrder::Xor21)
{
    Recipe recipe = tiled(tileN);
    recipe.lanes = Lanes::Quad;
    recipe.join = join;
    recipe.quadOrder = order;
    recipe.quadWhen = join == Join::RowFma || join == Join::RowMulAdd ? QuadWhen::EveryTile : QuadWhen::End;
    return recipe;
}

/// Nodes of an operation, in order.
std::vector<const TreeNode *> nodesOf(const ReductionTree &tree, NodeOp op)
{
    std::vector<const TreeNode *> found;
    for (const TreeNode &node : tree.nodes) {
        if (node.op == op)
            found.push_back(&node);
    }
    return found;
}

// --- output: T-FDPA groups ---

TEST(OutputTree, GroupSizeShowsTheArchitecture)
{
    const std::vector<RowKeyTile> tiles{keyTile(0, 0, 16)};
    EXPECT_EQ(outputTree(tiled(16), tensorCore(4), tiles).toText(), "((((0 1 2 3) 4 5 6 7) 8 9 10 11) 12 13 14 15)");
    EXPECT_EQ(outputTree(tiled(16), tensorCore(8), tiles).toText(), "((0 1 2 3 4 5 6 7) 8 9 10 11 12 13 14 15)");
    EXPECT_EQ(outputTree(tiled(16), tensorCore(16), tiles).toText(), "(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)");
}

TEST(OutputTree, ASmallInstructionCutsTheGroupsOfALargeUnit)
{
    EXPECT_EQ(outputTree(tiled(16), tensorCore(16, 8), std::vector{keyTile(0, 0, 16)}).toText(),
              "((0 1 2 3 4 5 6 7) 8 9 10 11 12 13 14 15)");
    // Groups start anew in every instruction: 6 = 4 + 2.
    EXPECT_EQ(outputTree(tiled(12), tensorCore(4, 6), std::vector{keyTile(0, 0, 12)}).toText(),
              "((((0 1 2 3) 4 5) 6 7 8 9) 10 11)");
}

TEST(OutputTree, TilesFollowTheVisitingOrderAndRescaleTheAccumulator)
{
    const ReductionTree tree =
        outputTree(tiled(4), tensorCore(4), std::vector{keyTile(2, 8, 10), keyTile(1, 4, 8), keyTile(0, 0, 4)});
    EXPECT_EQ(tree.toText(), "(((8 9) 4 5 6 7) 0 1 2 3)");
    const auto scales = nodesOf(tree, NodeOp::Scale);
    ASSERT_EQ(scales.size(), 2u);
    EXPECT_EQ(scales[0]->ordinal, 1);
    EXPECT_EQ(scales[0]->keyTile, 1);
    EXPECT_EQ(scales[1]->keyTile, 0);
}

TEST(OutputTree, HiddenKeysAreLeftOutAndAGroupOfThemIsNoNode)
{
    EXPECT_EQ(outputTree(tiled(16), tensorCore(4), std::vector{keyTile(0, 5, 7)}).toText(), "(5 6)");
    EXPECT_EQ(outputTree(tiled(16), tensorCore(4), std::vector{keyTile(0, 2, 9)}).toText(), "(((2 3) 4 5 6 7) 8)");
    // Nothing visible before: the first visible tile starts the accumulator. Nothing visible after: the rescaling
    // stays.
    const ReductionTree late =
        outputTree(tiled(4), tensorCore(4), std::vector{keyTile(0, 0, 0), keyTile(1, 4, 8), keyTile(2, 0, 0)});
    EXPECT_EQ(late.toText(), "(4 5 6 7)");
    EXPECT_EQ(nodesOf(late, NodeOp::Scale).size(), 1u);
    EXPECT_EQ(late.nodes.back().op, NodeOp::Scale);
    EXPECT_TRUE(outputTree(tiled(4), tensorCore(4), std::vector{keyTile(0, 0, 0)}).nodes.empty());
}

TEST(OutputTree, AHiddenKeyThatPoisonsTheGroupIsALeaf)
{
    RowKeyTile tile = keyTile(0, 0, 2);
    tile.harmful = {5};
    EXPECT_EQ(outputTree(tiled(8), tensorCore(4), std::vector{tile}).toText(), "((0 1) 5)");
}

TEST(OutputTree, FmaAndExactUnitsTakeATileAsOne)
{
    const std::vector<RowKeyTile> tiles{keyTile(0, 0, 3), keyTile(1, 3, 6)};
    const ReductionTree fma = outputTree(tiled(3), {MmaUnit::Kind::Fp32Fma}, tiles);
    EXPECT_EQ(fma.toText(), "(fma (fma 0 1 2) 3 4 5)");
    EXPECT_EQ(nodesOf(fma, NodeOp::FmaChain).size(), 2u);
    const ReductionTree exact = outputTree(tiled(3), {MmaUnit::Kind::Exact}, tiles);
    EXPECT_EQ(exact.toText(), "(exact (exact 0 1 2) 3 4 5)");
    EXPECT_EQ(nodesOf(exact, NodeOp::ExactDot).size(), 2u);
}

TEST(OutputTree, Bf16StorageRoundsAfterEveryTile)
{
    Recipe recipe = tiled(4);
    recipe.oStore = OStore::Bf16;
    const ReductionTree tree = outputTree(recipe, tensorCore(4), std::vector{keyTile(0, 0, 4), keyTile(1, 4, 8)});
    EXPECT_EQ(nodesOf(tree, NodeOp::Round).size(), 2u);
    EXPECT_EQ(tree.nodes.back().op, NodeOp::Round);
}

TEST(ScoreTree, LeavesAreDimensions)
{
    EXPECT_EQ(scoreTree(tensorCore(4), 6).toText(), "((0 1 2 3) 4 5)");
    EXPECT_EQ(scoreTree({MmaUnit::Kind::Fp32Fma}, 3).toText(), "(fma 0 1 2)");
}

// --- row sums: lanes, joins, butterfly ---

// kernels.md: lane t of a quad owns the columns 8j + 2t and 8j + 2t + 1; xor 2 then 1 is (l0+l2)+(l1+l3).
TEST(RowSumTree, QuadLanesAndBothButterflies)
{
    const std::vector<RowKeyTile> tiles{keyTile(0, 0, 16)};
    EXPECT_EQ(rowSumTree(quads(16, Join::LaneFma), tiles).toText(),
              "(((0 1 8 9) (4 5 12 13)) ((2 3 10 11) (6 7 14 15)))");
    EXPECT_EQ(rowSumTree(quads(16, Join::LaneFma, QuadOrder::Xor12), tiles).toText(),
              "(((0 1 8 9) (2 3 10 11)) ((4 5 12 13) (6 7 14 15)))");
}

TEST(RowSumTree, JoinsOfARunningLane)
{
    const std::vector<RowKeyTile> tiles{keyTile(1, 8, 16), keyTile(0, 0, 8)};
    // fma(l, alpha, p_0), then + p_1.
    const std::string chains = "(((((8 9) 0) 1) (((12 13) 4) 5)) ((((10 11) 2) 3) (((14 15) 6) 7)))";
    EXPECT_EQ(rowSumTree(quads(8, Join::LaneFma), tiles).toText(), chains);
    EXPECT_EQ(rowSumTree(quads(8, Join::LaneMulAdd), tiles).toText(), chains);
    const ReductionTree local = rowSumTree(quads(8, Join::LaneLocalFma), tiles);
    EXPECT_EQ(local.toText(), "((((8 9) (0 1)) ((12 13) (4 5))) (((10 11) (2 3)) ((14 15) (6 7))))");
    EXPECT_EQ(nodesOf(local, NodeOp::FmaJoin).size(), 4u);
    EXPECT_EQ(nodesOf(rowSumTree(quads(8, Join::LaneMulAdd), tiles), NodeOp::MulAdd).size(), 4u);
}

TEST(RowSumTree, RowJoinsAddTheLanesInEveryTile)
{
    const std::vector<RowKeyTile> tiles{keyTile(0, 0, 8), keyTile(1, 8, 16)};
    const ReductionTree tree = rowSumTree(quads(8, Join::RowFma), tiles);
    EXPECT_EQ(tree.toText(), "((((0 1) (4 5)) ((2 3) (6 7))) (((8 9) (12 13)) ((10 11) (14 15))))");
    EXPECT_EQ(tree.nodes.back().op, NodeOp::FmaJoin);
    EXPECT_EQ(tree.nodes.back().scope, Scope::Block);
}

// kernels.md, mem-efficient: l = rn(l*alpha), then + warp part 0, + warp part 1; across the quad xor 1 then 2.
TEST(RowSumTree, WarpPartsAreSummedOnTheirOwn)
{
    Recipe recipe = quads(16, Join::RowMulAdd, QuadOrder::Xor12);
    recipe.warpColumns = 8;
    const ReductionTree tree = rowSumTree(recipe, std::vector{keyTile(0, 0, 16), keyTile(1, 16, 32)});
    const std::string first = "((((0 1) (2 3)) ((4 5) (6 7))) (((8 9) (10 11)) ((12 13) (14 15))))";
    EXPECT_EQ(tree.toText(),
              "(" + first + " (((16 17) (18 19)) ((20 21) (22 23))) (((24 25) (26 27)) ((28 29) (30 31))))");
    EXPECT_EQ(tree.nodes.back().op, NodeOp::MulAdd);
    EXPECT_EQ(tree.nodes.back().childCount, 3);
    EXPECT_EQ(tree.nodes.back().scope, Scope::WarpPart);
}

TEST(RowSumTree, OtherLanes)
{
    Recipe recipe = tiled(6);
    recipe.quadWhen = QuadWhen::EveryTile;
    const std::vector<RowKeyTile> tiles{keyTile(0, 0, 6)};
    EXPECT_EQ(rowSumTree(recipe, tiles).toText(), "(0 1 2 3 4 5)");
    recipe.laneSum = LaneSum::Balanced;
    EXPECT_EQ(rowSumTree(recipe, tiles).toText(), "(((0 1) (2 3)) (4 5))");
    recipe.laneSum = LaneSum::Ascending;
    recipe.lanes = Lanes::Strided;
    recipe.lanesK = 2;
    EXPECT_EQ(rowSumTree(recipe, tiles).toText(), "((0 2 4) (1 3 5))");
}

TEST(RowSumTree, AHiddenFirstColumnLeavesItsRescaling)
{
    // Keys 3.. of the second tile are visible: lane 0's columns 0 and 1 and lane 1's column 2 are hidden there.
    const ReductionTree tree = rowSumTree(quads(8, Join::LaneFma), std::vector{keyTile(1, 8, 16), keyTile(0, 3, 8)});
    EXPECT_EQ(tree.toText(), "(((8 9) (((12 13) 4) 5)) (((10 11) 3) (((14 15) 6) 7)))");
    const auto scales = nodesOf(tree, NodeOp::Scale);
    ASSERT_EQ(scales.size(), 2u);
    EXPECT_EQ(scales[0]->lane, 0);
    EXPECT_EQ(scales[1]->lane, 1);
    EXPECT_EQ(nodesOf(tree, NodeOp::FmaJoin).size(), 2u);
}

TEST(RowSumTree, LanesWithoutAVisibleKeyAreNoOperands)
{
    EXPECT_EQ(rowSumTree(quads(8, Join::LaneFma), std::vector{keyTile(0, 2, 3)}).toText(), "2");
    EXPECT_EQ(rowSumTree(quads(8, Join::LaneFma), std::vector{keyTile(0, 2, 5)}).toText(), "(4 (2 3))");
    EXPECT_TRUE(rowSumTree(quads(8, Join::LaneFma), std::vector{keyTile(0, 0, 0)}).nodes.empty());
}

// --- sketch and combine ---

TEST(SketchTree, MergeTreesOverTiles)
{
    std::vector<RowKeyTile> tiles;
    for (int i = 0; i < 4; ++i)
        tiles.push_back(keyTile(i, 2 * i, 2 * i + 2));
    Recipe recipe = tiled(2);
    recipe.form = Form::Sketch;
    recipe.quadWhen = QuadWhen::EveryTile;
    const auto overTiles = [&](MergeTree merge, int parts = 1) {
        return sketchSumTree(recipe, {std::move(merge), parts}, tiles, SketchLeaves::KeyTiles).toText();
    };
    EXPECT_EQ(overTiles(MergeTree::sequential(4)), "(((0 1) 2) 3)");
    EXPECT_EQ(overTiles(MergeTree::pairwise(4)), "((0 1) (2 3))");
    EXPECT_EQ(overTiles(MergeTree::strided(4, 2)), "((0 2) (1 3))");
    EXPECT_EQ(overTiles(MergeTree::splits(4, 2), 2), "((0 1) (2 3))");
    EXPECT_EQ(overTiles(MergeTree::inOrder(4, {2, 0, 3, 1}, "crossTile").value()), "(((2 0) 3) 1)");
    EXPECT_EQ(sketchSumTree(recipe, {MergeTree::sequential(4)}, tiles, SketchLeaves::Keys).toText(),
              "((((0 1) (2 3)) (4 5)) (6 7))");
    const ReductionTree output =
        sketchOutputTree(recipe, {MmaUnit::Kind::Fp32Fma}, {MergeTree::pairwise(4)}, tiles, SketchLeaves::Keys);
    EXPECT_EQ(output.toText(), "(((fma 0 1) (fma 2 3)) ((fma 4 5) (fma 6 7)))");
    EXPECT_EQ(nodesOf(output, NodeOp::Scale).size(), 4u);
    // A tile of which the row sees nothing is no operand.
    tiles[1].visible = {};
    EXPECT_EQ(overTiles(MergeTree::pairwise(4)), "(0 (2 3))");
}

TEST(SketchTree, ScopesTellSplitsFromTheGrid)
{
    std::vector<RowKeyTile> tiles;
    for (int i = 0; i < 5; ++i)
        tiles.push_back(keyTile(i, i, i + 1));
    Recipe recipe = tiled(1);
    recipe.form = Form::Sketch;
    recipe.quadWhen = QuadWhen::EveryTile;
    // Parts of two: {0 1} {2 3} {4}, added by a butterfly with the high offset first.
    const ReductionTree tree = sketchSumTree(recipe, {MergeTree::splits(5, 3), 3}, tiles, SketchLeaves::KeyTiles);
    EXPECT_EQ(tree.toText(), "(((0 1) 4) (2 3))");
    int inSplit = 0, inGrid = 0;
    for (const TreeNode *node : nodesOf(tree, NodeOp::Add)) {
        inSplit += node->scope == Scope::Split;
        inGrid += node->scope == Scope::Grid;
    }
    EXPECT_EQ(inSplit, 2);
    EXPECT_EQ(inGrid, 2);
}

TEST(CombineTree, WeightsByButterflyAndOutputsByFma)
{
    EXPECT_EQ(combineWeightsTree(MergeTree::butterfly(5)).toText(), "(((0 4) 2) (1 3))");
    const std::vector<int> order{1, 0, 2};
    const ReductionTree output = combineOutputTree(order);
    EXPECT_EQ(output.toText(), "(fma 1 0 2)");
    EXPECT_EQ(output.nodes.back().op, NodeOp::FmaChain);
    EXPECT_EQ(output.nodes.back().scope, Scope::Grid);
}

// --- the structure every reader relies on ---

TEST(ReductionTree, ChildrenComeFirstAndLeavesOfANodeAreNeighbours)
{
    const ReductionTree tree = rowSumTree(quads(16, Join::LaneFma), std::vector{keyTile(1, 16, 29), keyTile(0, 0, 16)});
    ASSERT_EQ(tree.leafOrder.size(), 29u);
    for (int id = 0; id <= tree.root(); ++id) {
        const TreeNode &node = tree.nodes[static_cast<std::size_t>(id)];
        EXPECT_EQ(node.parent < 0, id == tree.root());
        int begin = node.leafBegin;
        for (int i = 0; i < node.childCount; ++i) {
            const TreeNode &child = tree.nodes[static_cast<std::size_t>(tree.child(id, i))];
            EXPECT_LT(tree.child(id, i), id);
            EXPECT_EQ(child.parent, id);
            EXPECT_EQ(child.leafBegin, begin);
            begin = child.leafEnd;
        }
        if (node.op == NodeOp::Leaf) {
            EXPECT_EQ(tree.leafOrder[static_cast<std::size_t>(node.leafBegin)], id);
            ++begin;
        }
        EXPECT_EQ(node.leafEnd, begin);
    }
    std::vector<int> keys;
    for (int leaf : tree.leafOrder)
        keys.push_back(tree.nodes[static_cast<std::size_t>(leaf)].leaf);
    std::sort(keys.begin(), keys.end());
    for (int key = 0; key < 29; ++key)
        EXPECT_EQ(keys[static_cast<std::size_t>(key)], key);
}

} // namespace
} // namespace ulpscope::test
