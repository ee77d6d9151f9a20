// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reduction/reduction_tree.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ulpscope {

/// What the results of a sum can show of its tree: which summands are added together before any other joins them. Two
/// numbers a + b have no left and right, a node over one summand leaves no trace, and a chain is a tower of additions
/// of two. A node of more than two summands adds them at once.
struct ShapeNode {
    int leaf = -1;             ///< which summand; -1: a sum
    std::vector<int> children; ///< the deeper first, then by smallest leaf; none or at least two
    int leaves = 1;            ///< under the node
    int depth = 0;             ///< of the subtree; 0: a leaf
    int smallestLeaf = 0;
    int nodes = 1; ///< of the subtree: they are the node and those before it

    bool operator==(const ShapeNode &) const = default;
};

/// A tree of that kind in one order of nodes, summands before sums: equal trees are equal values.
class SumShape {
public:
    bool empty() const { return m_nodes.empty(); }
    int root() const { return static_cast<int>(m_nodes.size()) - 1; }
    int leafCount() const { return empty() ? 0 : m_nodes.back().leaves; }
    const std::vector<ShapeNode> &nodes() const { return m_nodes; }
    const ShapeNode &node(int id) const { return m_nodes[static_cast<std::size_t>(id)]; }
    /// The leaves under a node, ascending.
    std::vector<int> leavesUnder(int id) const;

    /// Nested parentheses: "((0 1 2 3) 4 5 6 7)". `name` of a leaf: its number, if not given.
    std::string toText(const std::function<std::string(int)> &name = {}) const;
    /// The same as a tree to draw: sums of two are Add, of more MmaGroup; nothing is known of scopes and key tiles.
    ReductionTree toTree() const;

    bool operator==(const SumShape &) const = default;

private:
    friend class ShapeBuilder;
    std::vector<ShapeNode> m_nodes;
};

/// Grows a shape in any order.
class ShapeBuilder {
public:
    int leaf(int index);
    /// A node whose summands are given now or added later.
    int sum(std::vector<int> children);
    void addTo(int sum, int child) { m_nodes[static_cast<std::size_t>(sum)].children.push_back(child); }
    /// The shape under `root`; `renumbered` receives for each id here the node's id there, -1 for one that is not under
    /// the root.
    SumShape finish(int root, std::vector<int> *renumbered = nullptr) &&;

private:
    std::vector<ShapeNode> m_nodes;
};

/// What can be seen of a declared tree.
struct ObservableShape {
    SumShape shape;
    /// [declared node] the sums (or the leaf) of the shape that it makes, in the order in which it makes them: none
    /// where it leaves no trace (a factor, a rounding), several where it is a chain of additions.
    std::vector<std::vector<int>> made;
};
/// `unseen`: leaves that cannot be seen, ascending; what joins only them leaves no trace.
ObservableShape observableShape(const ReductionTree &tree, std::span<const int> unseen = {});

} // namespace ulpscope
