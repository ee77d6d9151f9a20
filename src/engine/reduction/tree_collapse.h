// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reduction/reduction_tree.h"
#include "engine/reduction/tree_values.h"

#include <optional>
#include <span>
#include <vector>

namespace ulpscope {

/// How far a tree is folded: every addition up to `scope` is drawn inside the box of its sum.
struct CollapseLevel {
    std::optional<Scope> scope; ///< none: nothing is folded, every leaf is a box
    bool keepTiles = false;     ///< key tiles stay apart: a running sum is one box per tile
    bool operator==(const CollapseLevel &) const = default;
};

/// The levels that make sense for this tree, unfolded first: each folds all that the one before folds, and more. The
/// last still shows more than one box (a tree of one node has only the first level).
std::vector<CollapseLevel> collapseLevels(const ReductionTree &tree);

/// A part of the tree drawn as one: a node and what is folded into it.
struct TreeBox {
    int node = 0;      ///< its top: the box has this node's value
    int parent = -1;   ///< index of the box it is added into; -1: the root
    int nodes = 1;     ///< nodes in the box
    int ownLeaves = 0; ///< leaves folded into it (1 when it is a leaf itself)
    int level = 0;     ///< index of the level it is drawn at
    bool isFolded() const { return nodes > 1; }
};

struct CollapsedTree {
    std::vector<TreeBox> boxes; ///< summands before sums, the root last; left to right is by leafBegin of the top
    std::vector<int> boxOf;     ///< [node] its box
};

/// A box that the reader opened: the part of the tree that is folded into `node` is drawn at a finer level.
struct Expansion {
    int node = 0;
    int level = 0; ///< index into the levels
};

/// The tree folded to `levels[level]`, with some boxes opened. Expansions may be nested: boxes inside an opened box can
/// be opened further, also the one that has the same top (a second expansion of that node). One whose node is not the
/// top of a box, or whose level is not finer than the box's, has no effect. Time and memory are linear in the number of
/// nodes.
CollapsedTree collapseTree(const ReductionTree &tree, std::span<const CollapseLevel> levels, int level,
                           std::span<const Expansion> expansions = {});

/// [box] The rounding errors made inside each box, carried to its top: the box's value minus the exact operation on the
/// values of the boxes that are added into it.
std::vector<double> boxOwnErrors(const ReductionTree &tree, const TreeValues &values, const CollapsedTree &collapsed);

} // namespace ulpscope
