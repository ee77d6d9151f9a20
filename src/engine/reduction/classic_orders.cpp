// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/classic_orders.h"

#include "engine/reduction/sum_methods.h"
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
                               Name{ClassicOrder::Kahan, "kahan"},
                               Name{ClassicOrder::Neumaier, "neumaier"},
                               Name{ClassicOrder::Exact, "exact"}};

/// Blocks of about sqrt(n), all but the last equal.
int blockSize(int leaves)
{
    const int size = std::max(1, static_cast<int>(std::lround(std::sqrt(static_cast<double>(leaves)))));
    const int blocks = (leaves + size - 1) / size;
    return (leaves + blocks - 1) / blocks;
}

SumMethod methodOf(ClassicOrder order, int leaves)
{
    using Kind = SumMethod::Kind;
    switch (order) {
    case ClassicOrder::Sequential: return {Kind::Sequential, 0};
    case ClassicOrder::Reverse: return {Kind::Reverse, 0};
    case ClassicOrder::Pairwise: return {Kind::Pairwise, 0};
    case ClassicOrder::Strided: return {Kind::Strided, kLanes};
    case ClassicOrder::Butterfly: return {Kind::Butterfly, 0};
    case ClassicOrder::Blocked: return {Kind::Blocked, blockSize(leaves)};
    case ClassicOrder::Kahan: return {Kind::Kahan, 0};
    case ClassicOrder::Neumaier: return {Kind::Neumaier, 0};
    case ClassicOrder::Exact: return {Kind::Exact, 0};
    }
    return {};
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
    if (order == ClassicOrder::Exact)
        return std::move(builder).finish(operands.size() == 1 ? operands.front()
                                                              : builder.node(NodeOp::ExactDot, Scope::Block, operands));
    if (order == ClassicOrder::Kahan || order == ClassicOrder::Neumaier) {
        const bool isKahan = order == ClassicOrder::Kahan;
        int sum = operands.front();
        for (std::size_t i = 1; i < operands.size(); ++i)
            sum = builder.node(isKahan ? NodeOp::Kahan : NodeOp::Neumaier, Scope::Block, std::array{sum, operands[i]});
        if (!isKahan && operands.size() > 1)
            sum = builder.node(NodeOp::AddRests, Scope::Block, std::array{sum});
        return std::move(builder).finish(sum);
    }
    const SumMethod method = methodOf(order, static_cast<int>(leaves.size()));
    const std::optional<MergeTree> shape = sumMethodTree(method, static_cast<int>(leaves.size()));
    if (!shape)
        return {}; // only those above have none
    for (const MergeTree::Merge &m : shape->merges) {
        // Another leaf of the same block is added in it, a block's sum to those before.
        const bool inBlock = order == ClassicOrder::Blocked && m.right < shape->leaves && m.right % method.width != 0;
        operands.push_back(builder.add(
            inBlock ? Scope::Thread : Scope::Block,
            std::array{operands[static_cast<std::size_t>(m.left)], operands[static_cast<std::size_t>(m.right)]}));
    }
    return std::move(builder).finish(operands.back());
}

} // namespace ulpscope
