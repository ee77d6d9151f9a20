// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/classic_orders.h"

#include "engine/reduction/merge_tree.h"
#include "engine/reduction/tree_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ulpscope {
namespace {

constexpr int kLanes = 4;

struct Name {
    ClassicOrder order;
    std::string_view text;
};
constexpr std::array kNames = {Name{ClassicOrder::Sequential, "sequential"},
                               Name{ClassicOrder::Reverse, "reverse"},
                               Name{ClassicOrder::Pairwise, "pairwise"},
                               Name{ClassicOrder::Strided, "strided:4"},
                               Name{ClassicOrder::Butterfly, "butterfly"},
                               Name{ClassicOrder::Blocked, "blocked"},
                               Name{ClassicOrder::Exact, "exact"}};

int blocksFor(int leaves)
{
    const int size = std::max(1, static_cast<int>(std::lround(std::sqrt(static_cast<double>(leaves)))));
    return (leaves + size - 1) / size;
}

MergeTree mergesOf(ClassicOrder order, int leaves)
{
    switch (order) {
    case ClassicOrder::Pairwise: return MergeTree::pairwise(leaves);
    case ClassicOrder::Strided: return MergeTree::strided(leaves, kLanes);
    case ClassicOrder::Butterfly: return MergeTree::butterfly(leaves);
    default: return MergeTree::sequential(leaves);
    }
}

/// Sequential inside blocks of neighbours, then sequential over them.
int blocked(TreeBuilder &builder, const std::vector<int> &operands)
{
    const int count = static_cast<int>(operands.size()), blocks = blocksFor(count),
              size = (count + blocks - 1) / blocks;
    int total = TreeBuilder::kNone;
    for (int begin = 0; begin < count; begin += size) {
        int sum = operands[static_cast<std::size_t>(begin)];
        for (int i = begin + 1; i < std::min(count, begin + size); ++i)
            sum = builder.add(Scope::Thread, std::array{sum, operands[static_cast<std::size_t>(i)]});
        total = total == TreeBuilder::kNone ? sum : builder.add(Scope::Block, std::array{total, sum});
    }
    return total;
}

} // namespace

std::string_view classicOrderName(ClassicOrder order)
{
    return std::find_if(kNames.begin(), kNames.end(), [&](const Name &n) { return n.order == order; })->text;
}

std::optional<ClassicOrder> parseClassicOrder(std::string_view name)
{
    const auto found = std::find_if(kNames.begin(), kNames.end(), [&](const Name &n) { return n.text == name; });
    return found == kNames.end() ? std::nullopt : std::optional(found->order);
}

ReductionTree classicTree(ClassicOrder order, std::span<const int> leaves)
{
    if (leaves.empty())
        return {};
    TreeBuilder builder;
    std::vector<int> operands;
    for (const int leaf : leaves)
        operands.push_back(builder.leaf(leaf, Scope::Thread));
    if (order == ClassicOrder::Reverse)
        std::reverse(operands.begin(), operands.end());
    if (order == ClassicOrder::Exact)
        return std::move(builder).finish(operands.size() == 1 ? operands.front()
                                                              : builder.node(NodeOp::ExactDot, Scope::Block, operands));
    if (order == ClassicOrder::Blocked)
        return std::move(builder).finish(blocked(builder, operands));
    for (const MergeTree::Merge &m : mergesOf(order, static_cast<int>(leaves.size())).merges)
        operands.push_back(builder.add(Scope::Block, std::array{operands[static_cast<std::size_t>(m.left)],
                                                                operands[static_cast<std::size_t>(m.right)]}));
    return std::move(builder).finish(operands.back());
}

} // namespace ulpscope
