// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reduction/reduction_tree.h"

#include <functional>
#include <utility>
#include <vector>

namespace ulpscope {

/// What a leaf stands for, as a run of finer items: [first, second). A leaf over a split is the key tiles in it.
using LeafItems = std::function<std::pair<int, int>(int leaf)>;

/// Which sums two trees have in common: nodes that add the same set of items, whatever the order inside.
struct TreeMatch {
    std::vector<int> inB; ///< [node of A] the topmost node of B over the same items; -1: B has no such sum
    std::vector<int> inA; ///< [node of B] likewise
    /// Nodes with two or more children, and how many of them the other tree has as well.
    int sumsA = 0, sumsB = 0, commonA = 0, commonB = 0;
    bool sameShape() const { return commonA == sumsA && commonB == sumsB; }
};

/// Sets are compared by a 128-bit hash of their items (mix64): two different ones are
/// taken for equal with a chance of less than nodes^2 / 2^128. Time linear in nodes and items. `itemsOf` left out: each
/// leaf is one item, its index.
TreeMatch matchTrees(const ReductionTree &a, const ReductionTree &b, const LeafItems &itemsOfA = {},
                     const LeafItems &itemsOfB = {});

} // namespace ulpscope
