// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/merge_tree.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace ulpscope {
namespace {

/// Adds `operands` one after another; returns the operand id of the total.
int chain(MergeTree &tree, const std::vector<int> &operands)
{
    int total = operands.front();
    for (std::size_t i = 1; i < operands.size(); ++i) {
        tree.merges.push_back({total, operands[i]});
        total = tree.root();
    }
    return total;
}

/// Adds `operands` as a butterfly does: i and i + P/2 first. A missing partner (padding) leaves the operand as it is.
int butterflyOver(MergeTree &tree, std::vector<int> operands)
{
    std::size_t width = 1;
    while (width < operands.size())
        width *= 2;
    while (width > 1) {
        width /= 2;
        for (std::size_t i = 0; i + width < operands.size(); ++i) {
            tree.merges.push_back({operands[i], operands[i + width]});
            operands[i] = tree.root();
        }
        operands.resize(std::min(operands.size(), width));
    }
    return operands.front();
}

std::vector<int> iota(int count)
{
    std::vector<int> list(static_cast<std::size_t>(count));
    std::iota(list.begin(), list.end(), 0);
    return list;
}

} // namespace

MergeTree MergeTree::sequential(int leaves)
{
    MergeTree tree{leaves, {}};
    chain(tree, iota(leaves));
    return tree;
}

MergeTree MergeTree::pairwise(int leaves)
{
    MergeTree tree{leaves, {}};
    std::vector<int> level = iota(leaves);
    while (level.size() > 1) {
        std::vector<int> next;
        for (std::size_t i = 0; i + 1 < level.size(); i += 2) {
            tree.merges.push_back({level[i], level[i + 1]});
            next.push_back(tree.root());
        }
        if (level.size() % 2 != 0)
            next.push_back(level.back());
        level = std::move(next);
    }
    return tree;
}

MergeTree MergeTree::strided(int leaves, int k)
{
    MergeTree tree{leaves, {}};
    std::vector<int> lanes;
    for (int lane = 0; lane < std::min(k, leaves); ++lane) {
        std::vector<int> members;
        for (int i = lane; i < leaves; i += k)
            members.push_back(i);
        lanes.push_back(chain(tree, members));
    }
    butterflyOver(tree, lanes);
    return tree;
}

MergeTree MergeTree::splits(int leaves, int parts)
{
    MergeTree tree{leaves, {}};
    const int perPart = (leaves + parts - 1) / parts;
    std::vector<int> totals;
    for (int begin = 0; begin < leaves; begin += perPart) {
        std::vector<int> members(static_cast<std::size_t>(std::min(perPart, leaves - begin)));
        std::iota(members.begin(), members.end(), begin);
        totals.push_back(chain(tree, members));
    }
    butterflyOver(tree, totals);
    return tree;
}

MergeTree MergeTree::butterfly(int leaves)
{
    MergeTree tree{leaves, {}};
    butterflyOver(tree, iota(leaves));
    return tree;
}

Result<MergeTree> MergeTree::inOrder(int leaves, const std::vector<int> &order, const char *what)
{
    std::vector<int> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    if (sorted != iota(leaves))
        return Status::invalid(phrase("recipe field %1: the list has %2 entries, expected each of 0..%3 once", what,
                                      order.size(), leaves - 1));
    MergeTree tree{leaves, {}};
    chain(tree, order);
    return tree;
}

Result<MergeTree> crossTileTree(const Recipe &recipe, int tiles, int deviceParts)
{
    switch (recipe.crossTile) {
    case CrossTile::Sequential: return MergeTree::sequential(tiles);
    case CrossTile::Pairwise: return MergeTree::pairwise(tiles);
    case CrossTile::Strided: return MergeTree::strided(tiles, recipe.crossTileK);
    case CrossTile::Splits: return MergeTree::splits(tiles, recipe.crossTileK);
    case CrossTile::List:
    case CrossTile::Arrival: return MergeTree::inOrder(tiles, recipe.crossTileList, "crossTile");
    case CrossTile::Device: return MergeTree::splits(tiles, deviceParts);
    }
    return MergeTree::sequential(tiles);
}

Result<MergeTree> combineTree(const Recipe &recipe, int splits)
{
    switch (recipe.combine) {
    case CombineOrder::ButterflyFma: return MergeTree::strided(splits, recipe.combineLanes);
    case CombineOrder::Sequential: return MergeTree::sequential(splits);
    case CombineOrder::Pairwise: return MergeTree::pairwise(splits);
    case CombineOrder::List:
    case CombineOrder::Arrival: return MergeTree::inOrder(splits, recipe.combineList, "combine");
    }
    return MergeTree::sequential(splits);
}

} // namespace ulpscope
