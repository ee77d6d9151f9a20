// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/tree_match.h"

#include "engine/numerics/mix64.h"

#include <array>
#include <cstdint>
#include <map>

namespace ulpscope {
namespace {

/// A sum of the hashes of a set's items: the order does not matter, and a union is an addition.
using SetHash = std::array<std::uint64_t, 2>;

void add(SetHash &sum, const SetHash &other)
{
    sum[0] += other[0];
    sum[1] += other[1];
}

SetHash hashOf(int item)
{
    const std::uint64_t first = mix64(2 * static_cast<std::uint64_t>(item) + kMixStep);
    return {first, mix64((first ^ (2 * static_cast<std::uint64_t>(item) + 1)) + kMixStep)};
}

std::vector<SetHash> hashes(const ReductionTree &tree, const LeafItems &itemsOf)
{
    std::vector<SetHash> of(tree.nodes.size(), SetHash{});
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) { // children come before parents
        const TreeNode &node = tree.nodes[i];
        if (node.op == NodeOp::Leaf) {
            const auto [begin, end] = itemsOf ? itemsOf(node.leaf) : std::pair(node.leaf, node.leaf + 1);
            for (int item = begin; item < end; ++item)
                add(of[i], hashOf(item));
        }
        for (int c = 0; c < node.childCount; ++c)
            add(of[i], of[static_cast<std::size_t>(tree.child(static_cast<int>(i), c))]);
    }
    return of;
}

std::vector<int> lookedUp(const std::vector<SetHash> &wanted, const std::vector<SetHash> &there)
{
    std::map<SetHash, int> index;
    for (std::size_t i = 0; i < there.size(); ++i)
        index[there[i]] = static_cast<int>(i); // the last is the topmost
    std::vector<int> found(wanted.size(), -1);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (const auto it = index.find(wanted[i]); it != index.end())
            found[i] = it->second;
    }
    return found;
}

void count(const ReductionTree &tree, const std::vector<int> &found, int &sums, int &common)
{
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.nodes[i].childCount < 2)
            continue;
        ++sums;
        common += found[i] >= 0;
    }
}

} // namespace

TreeMatch matchTrees(const ReductionTree &a, const ReductionTree &b, const LeafItems &itemsOfA,
                     const LeafItems &itemsOfB)
{
    const std::vector<SetHash> hashA = hashes(a, itemsOfA), hashB = hashes(b, itemsOfB);
    TreeMatch match;
    match.inB = lookedUp(hashA, hashB);
    match.inA = lookedUp(hashB, hashA);
    count(a, match.inB, match.sumsA, match.commonA);
    count(b, match.inA, match.sumsB, match.commonB);
    return match;
}

} // namespace ulpscope
