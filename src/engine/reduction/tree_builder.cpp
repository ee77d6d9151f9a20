// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/tree_builder.h"

namespace ulpscope {

int TreeBuilder::leaf(int index, Scope scope, TreePlace place)
{
    TreeNode leaf;
    leaf.scope = scope;
    leaf.leaf = index;
    leaf.keyTile = place.keyTile;
    leaf.ordinal = place.ordinal;
    leaf.lane = place.lane;
    m_tree.nodes.push_back(leaf);
    return m_tree.root();
}

int TreeBuilder::node(NodeOp op, Scope scope, std::span<const int> operands, TreePlace place)
{
    TreeNode node;
    node.op = op;
    node.scope = scope;
    node.firstChild = static_cast<std::int32_t>(m_tree.children.size());
    node.keyTile = place.keyTile;
    node.ordinal = place.ordinal;
    node.lane = place.lane;
    const auto id = static_cast<std::int32_t>(m_tree.nodes.size());
    for (int operand : operands) {
        if (operand == kNone)
            continue;
        m_tree.nodes[static_cast<std::size_t>(operand)].parent = id;
        m_tree.children.push_back(operand);
        ++node.childCount;
    }
    if (node.childCount == 0)
        return kNone;
    m_tree.nodes.push_back(node);
    return id;
}

int TreeBuilder::add(Scope scope, std::span<const int> operands, TreePlace place)
{
    int last = kNone, count = 0;
    for (int operand : operands) {
        if (operand != kNone) {
            last = operand;
            ++count;
        }
    }
    return count > 1 ? node(NodeOp::Add, scope, operands, place) : last;
}

ReductionTree TreeBuilder::finish(int root) &&
{
    ReductionTree tree = std::move(m_tree);
    if (root == kNone)
        return {};
    // Leaf counts upwards, then the ranges downwards: every node's leaves are neighbours in the order of additions.
    const auto nodeAt = [&](int id) -> TreeNode & { return tree.nodes[static_cast<std::size_t>(id)]; };
    int leaves = 0;
    for (TreeNode &node : tree.nodes) {
        if (node.op == NodeOp::Leaf) {
            node.leafEnd = 1;
            ++leaves;
        }
        if (node.parent >= 0)
            nodeAt(node.parent).leafEnd += node.leafEnd;
    }
    tree.leafOrder.resize(static_cast<std::size_t>(leaves));
    for (int id = root; id >= 0; --id) {
        const TreeNode &node = nodeAt(id);
        if (node.op == NodeOp::Leaf)
            tree.leafOrder[static_cast<std::size_t>(node.leafBegin)] = id;
        int begin = node.leafBegin;
        for (int i = 0; i < node.childCount; ++i) {
            TreeNode &child = nodeAt(tree.child(id, i));
            child.leafBegin = begin;
            child.leafEnd += begin;
            begin = child.leafEnd;
        }
    }
    return tree;
}

} // namespace ulpscope
