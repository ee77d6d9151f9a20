// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/sum_shape.h"

#include "engine/reduction/tree_builder.h"

#include <algorithm>

namespace ulpscope {
namespace {

/// Ids under `root`, parents first. An explicit stack: a chain is as deep as it is long.
std::vector<int> parentsFirst(const std::vector<ShapeNode> &nodes, int root)
{
    std::vector<int> order, stack{root};
    while (!stack.empty()) {
        const int id = stack.back();
        stack.pop_back();
        order.push_back(id);
        for (int child : nodes[static_cast<std::size_t>(id)].children)
            stack.push_back(child);
    }
    return order;
}

/// Whether the children are added at once: what a unit does without a rounding in between.
bool addsAtOnce(NodeOp op) { return op == NodeOp::MmaGroup || op == NodeOp::ExactDot; }

} // namespace

std::vector<int> SumShape::leavesUnder(int id) const
{
    std::vector<int> leaves;
    for (int i = id - node(id).nodes + 1; i <= id; ++i) {
        if (node(i).leaf >= 0)
            leaves.push_back(node(i).leaf);
    }
    std::sort(leaves.begin(), leaves.end());
    return leaves;
}

std::string SumShape::toText(const std::function<std::string(int)> &name) const
{
    std::string text;
    if (empty())
        return text;
    struct Frame {
        int node;
        std::size_t next;
    };
    std::vector<Frame> stack{{root(), 0}};
    while (!stack.empty()) {
        Frame &frame = stack.back();
        const ShapeNode &at = node(frame.node);
        if (at.leaf >= 0) {
            text += name ? name(at.leaf) : std::to_string(at.leaf);
            stack.pop_back();
            continue;
        }
        if (frame.next == at.children.size()) {
            text += ')';
            stack.pop_back();
            continue;
        }
        text += frame.next == 0 ? "(" : " ";
        stack.push_back({at.children[frame.next++], 0});
    }
    return text;
}

ReductionTree SumShape::toTree() const
{
    TreeBuilder builder;
    int last = TreeBuilder::kNone;
    for (const ShapeNode &at : m_nodes) { // ids stay what they are: every node here is one there
        if (at.leaf >= 0)
            last = builder.leaf(at.leaf, Scope::Thread);
        else
            last = at.children.size() > 2 ? builder.node(NodeOp::MmaGroup, Scope::MmaGroup, at.children)
                                          : builder.add(Scope::Thread, at.children);
    }
    return std::move(builder).finish(last);
}

int ShapeBuilder::leaf(int index)
{
    ShapeNode node;
    node.leaf = index;
    node.smallestLeaf = index;
    m_nodes.push_back(std::move(node));
    return static_cast<int>(m_nodes.size()) - 1;
}

int ShapeBuilder::sum(std::vector<int> children)
{
    ShapeNode node;
    node.children = std::move(children);
    m_nodes.push_back(std::move(node));
    return static_cast<int>(m_nodes.size()) - 1;
}

SumShape ShapeBuilder::finish(int root, std::vector<int> *renumbered) &&
{
    const auto at = [&](int id) -> ShapeNode & { return m_nodes[static_cast<std::size_t>(id)]; };
    const std::vector<int> downwards = parentsFirst(m_nodes, root);
    for (auto id = downwards.rbegin(); id != downwards.rend(); ++id) {
        ShapeNode &node = at(*id);
        if (node.leaf >= 0)
            continue;
        std::sort(node.children.begin(), node.children.end(), [&](int a, int b) {
            return at(a).depth != at(b).depth ? at(a).depth > at(b).depth : at(a).smallestLeaf < at(b).smallestLeaf;
        });
        node.leaves = 0;
        node.depth = at(node.children.front()).depth + 1;
        node.smallestLeaf = at(node.children.front()).smallestLeaf;
        for (int child : node.children) {
            node.leaves += at(child).leaves;
            node.nodes += at(child).nodes;
            node.smallestLeaf = std::min(node.smallestLeaf, at(child).smallestLeaf);
        }
    }
    // Parents first with the last child nearest, read backwards: every subtree is a run that ends with its top.
    const std::vector<int> order = parentsFirst(m_nodes, root);
    std::vector<int> newId(m_nodes.size(), -1);
    SumShape shape;
    shape.m_nodes.reserve(order.size());
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        newId[static_cast<std::size_t>(*id)] = static_cast<int>(shape.m_nodes.size());
        shape.m_nodes.push_back(std::move(at(*id)));
        for (int &child : shape.m_nodes.back().children)
            child = newId[static_cast<std::size_t>(child)];
    }
    if (renumbered)
        *renumbered = std::move(newId);
    return shape;
}

ObservableShape observableShape(const ReductionTree &tree, std::span<const int> unseen)
{
    ObservableShape observable;
    observable.made.resize(tree.nodes.size());
    ShapeBuilder builder;
    std::vector<int> top(tree.nodes.size(), -1); // what each declared node's value is in the shape
    for (std::size_t id = 0; id < tree.nodes.size(); ++id) {
        const TreeNode &node = tree.nodes[id];
        std::vector<int> &made = observable.made[id];
        if (node.op == NodeOp::Leaf) {
            if (!std::binary_search(unseen.begin(), unseen.end(), node.leaf))
                made.push_back(top[id] = builder.leaf(node.leaf));
            continue;
        }
        std::vector<int> operands;
        for (int i = 0; i < node.childCount; ++i) {
            if (const int operand = top[static_cast<std::size_t>(tree.child(static_cast<int>(id), i))]; operand >= 0)
                operands.push_back(operand);
        }
        if (operands.empty())
            continue;
        top[id] = operands.front();
        if (operands.size() == 1)
            continue;
        if (addsAtOnce(node.op)) {
            made.push_back(top[id] = builder.sum(std::move(operands)));
            continue;
        }
        for (std::size_t i = 1; i < operands.size(); ++i)
            made.push_back(top[id] = builder.sum({top[id], operands[i]}));
    }
    if (tree.nodes.empty() || top.back() < 0)
        return observable;
    std::vector<int> renumbered;
    observable.shape = std::move(builder).finish(top.back(), &renumbered);
    for (std::vector<int> &made : observable.made) {
        for (int &node : made)
            node = renumbered[static_cast<std::size_t>(node)];
    }
    return observable;
}

} // namespace ulpscope
