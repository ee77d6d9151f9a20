// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/recipe.h"
#include "engine/status.h"

#include <vector>

namespace ulpscope {

/// A binary tree over n partial results: who is added to whom. Operands below n are the partial results themselves,
/// n + i is the result of merge i; merges are in an order in which operands are ready.
struct MergeTree {
    struct Merge {
        int left = 0;
        int right = 0;
        bool operator==(const Merge &) const = default;
    };
    int leaves = 0;
    std::vector<Merge> merges; ///< leaves - 1 of them

    int root() const { return leaves + static_cast<int>(merges.size()) - 1; }

    static MergeTree sequential(int leaves);
    static MergeTree pairwise(int leaves);
    /// `k` running sums over i, i + k, i + 2k, ..., then added by a butterfly.
    static MergeTree strided(int leaves, int k);
    /// `parts` runs of ceil(leaves / parts) neighbours, sequential inside, butterfly across.
    static MergeTree splits(int leaves, int parts);
    /// Butterfly with the high offset first, as if padded with zeros to a power of two.
    static MergeTree butterfly(int leaves);
    /// Sequential in the listed order; the list must be a permutation of 0 .. leaves-1.
    static Result<MergeTree> inOrder(int leaves, const std::vector<int> &order, const char *what);

    bool operator==(const MergeTree &) const = default;
};

/// The tree that the recipe's crossTile gives for `tiles` tiles; `deviceParts` stands for crossTile=device.
Result<MergeTree> crossTileTree(const Recipe &recipe, int tiles, int deviceParts);
/// The tree that the recipe's combine gives for the sum of weights of `splits` splits. butterflyFma: each lane adds
/// every combineLanes-th weight, then the lanes are added by a butterfly (with no more splits than lanes, the butterfly
/// alone).
Result<MergeTree> combineTree(const Recipe &recipe, int splits);

/// Evaluates a tree: `values` holds the leaves and receives the merges' results behind them.
template <typename T, typename Add>
T evaluate(const MergeTree &tree, std::vector<T> &values, Add add)
{
    for (const MergeTree::Merge &m : tree.merges)
        values.push_back(add(values[static_cast<std::size_t>(m.left)], values[static_cast<std::size_t>(m.right)]));
    return values[static_cast<std::size_t>(tree.root())];
}

} // namespace ulpscope
