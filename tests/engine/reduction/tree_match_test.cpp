// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/tree_match.h"

#include "engine/reduction/tree_builder.h"

#include <gtest/gtest.h>

#include <array>

namespace ulpscope::test {
namespace {

/// ((0 1) (2 3)): sums {0,1}, {2,3}, {0,1,2,3}.
ReductionTree pairwise()
{
    TreeBuilder b;
    std::array<int, 4> leaf;
    for (int i = 0; i < 4; ++i)
        leaf[static_cast<std::size_t>(i)] = b.leaf(i, Scope::Thread);
    const int left = b.add(Scope::Thread, std::array{leaf[0], leaf[1]}),
              right = b.add(Scope::Thread, std::array{leaf[2], leaf[3]});
    return std::move(b).finish(b.add(Scope::Block, std::array{left, right}));
}

/// (((a b) c) d) over the given leaves.
ReductionTree chain(const std::array<int, 4> &order)
{
    TreeBuilder b;
    int sum = b.leaf(order[0], Scope::Thread);
    for (std::size_t i = 1; i < order.size(); ++i)
        sum = b.add(Scope::Thread, std::array{sum, b.leaf(order[i], Scope::Thread)});
    return std::move(b).finish(sum);
}

TEST(TreeMatch, SumsOfTheSameLeavesAreFoundWhateverTheOrderInside)
{
    const ReductionTree a = pairwise(), b = chain({1, 0, 2, 3});
    const TreeMatch match = matchTrees(a, b);
    EXPECT_EQ(match.sumsA, 3);
    EXPECT_EQ(match.sumsB, 3);
    EXPECT_EQ(match.commonA, 2); // {0,1} and the whole; {2,3} is nowhere in the chain
    EXPECT_EQ(match.commonB, 2); // {0,1,2} is nowhere in the pairs
    EXPECT_FALSE(match.sameShape());
    EXPECT_EQ(match.inB[static_cast<std::size_t>(a.root())], b.root());
    EXPECT_EQ(match.inA[static_cast<std::size_t>(b.root())], a.root());
}

TEST(TreeMatch, OrderAmongTheChildrenOfASumIsNoDifference)
{
    EXPECT_TRUE(matchTrees(chain({0, 1, 2, 3}), chain({1, 0, 2, 3})).sameShape());
    EXPECT_FALSE(matchTrees(chain({0, 1, 2, 3}), chain({2, 1, 0, 3})).sameShape());
}

TEST(TreeMatch, LeavesThatStandForRunsAreComparedByWhatIsInThem)
{
    // Splits of 12 tiles: 4 x 3 against 4, 2, 3, 3. The sums of the first two splits, 6 tiles each, are in common.
    const std::array<int, 5> threes{0, 3, 6, 9, 12}, others{0, 4, 6, 9, 12};
    const auto items = [](const std::array<int, 5> &ends) {
        return [ends](int split) {
            return std::pair(ends[static_cast<std::size_t>(split)], ends[static_cast<std::size_t>(split) + 1]);
        };
    };
    const ReductionTree tree = chain({0, 1, 2, 3});
    const TreeMatch match = matchTrees(tree, tree, items(threes), items(others));
    EXPECT_TRUE(match.sameShape());
    int leavesFound = 0;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i)
        leavesFound += tree.nodes[i].op == NodeOp::Leaf && match.inB[i] >= 0;
    EXPECT_EQ(leavesFound, 2); // tiles 6..8 and 9..11
}

} // namespace
} // namespace ulpscope::test
