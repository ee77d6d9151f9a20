// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/tree_edit.h"

#include "engine/reduction/tree_builder.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ulpscope {
namespace {

TreePlace placeOf(const TreeNode &node) { return {node.keyTile, node.ordinal, node.lane}; }

/// Copies a tree node by node; `childrenOf` says what a node's children become.
template <typename ChildrenOf>
ReductionTree rebuilt(const ReductionTree &tree, const ChildrenOf &childrenOf, std::vector<int> *copies = nullptr)
{
    // Children may have been moved below nodes with lower numbers: an order from the leaves up, by an explicit stack.
    TreeBuilder builder;
    std::vector<int> made(tree.nodes.size(), TreeBuilder::kNone);
    struct Frame {
        int node;
        std::vector<int> children;
        std::size_t next = 0;
    };
    std::vector<Frame> stack;
    stack.push_back({tree.root(), childrenOf(tree.root())});
    while (!stack.empty()) {
        Frame &frame = stack.back();
        const TreeNode &node = tree.nodes[static_cast<std::size_t>(frame.node)];
        if (frame.next < frame.children.size()) {
            const int child = frame.children[frame.next++];
            stack.push_back({child, childrenOf(child)});
            continue;
        }
        int &copy = made[static_cast<std::size_t>(frame.node)];
        if (node.op == NodeOp::Leaf) {
            copy = builder.leaf(node.leaf, node.scope, placeOf(node));
        } else {
            std::vector<int> operands;
            for (const int child : frame.children)
                operands.push_back(made[static_cast<std::size_t>(child)]);
            copy = builder.add(node.scope, operands, placeOf(node));
        }
        stack.pop_back();
    }
    const int root = made[static_cast<std::size_t>(tree.root())];
    if (copies)
        *copies = std::move(made);
    return std::move(builder).finish(root);
}

std::vector<int> childrenIn(const ReductionTree &tree, int node)
{
    std::vector<int> children;
    for (int i = 0; i < tree.nodes[static_cast<std::size_t>(node)].childCount; ++i)
        children.push_back(tree.child(node, i));
    return children;
}

bool isBelow(const ReductionTree &tree, int node, int above)
{
    for (int i = node; i >= 0; i = tree.nodes[static_cast<std::size_t>(i)].parent) {
        if (i == above)
            return true;
    }
    return false;
}

} // namespace

PlainSum plainSum(const ReductionTree &tree, const TreeValues &values)
{
    PlainSum sum;
    if (tree.nodes.empty())
        return sum;
    sum.tree = rebuilt(
        tree, [&](int node) { return childrenIn(tree, node); }, &sum.nodeOf);
    std::vector<double> scale(tree.nodes.size(), 1.0);
    for (int node = tree.root(); node >= 0; --node) { // parents before children
        const TreeNode &n = tree.nodes[static_cast<std::size_t>(node)];
        for (int i = 0; i < n.childCount; ++i)
            scale[static_cast<std::size_t>(tree.child(node, i))] =
                scale[static_cast<std::size_t>(node)] *
                (i == 0 && scalesFirst(n.op) ? static_cast<double>(n.factor) : 1.0);
    }
    for (const std::int32_t leaf : tree.leafOrder) // the copy keeps the order of leaves
        sum.terms.push_back(
            {static_cast<float>(values.value[static_cast<std::size_t>(leaf)] * scale[static_cast<std::size_t>(leaf)]),
             1});
    return sum;
}

Result<std::vector<LeafTerm>> termsFor(const ReductionTree &tree, const PlainSum &from)
{
    std::unordered_map<int, LeafTerm> byLeaf;
    for (std::size_t i = 0; i < from.terms.size(); ++i)
        byLeaf[from.tree.nodes[static_cast<std::size_t>(from.tree.leafOrder[i])].leaf] = from.terms[i];
    std::vector<LeafTerm> terms;
    for (const std::int32_t node : tree.leafOrder) {
        const int leaf = tree.nodes[static_cast<std::size_t>(node)].leaf;
        const auto it = byLeaf.find(leaf);
        if (it == byLeaf.end())
            return Status::invalid(phrase("the order adds summand %1, which this sum does not have", leaf));
        terms.push_back(it->second);
    }
    if (terms.size() != from.terms.size())
        return Status::invalid(
            phrase("the order adds %1 summands, expected all %2 of this sum", terms.size(), from.terms.size()));
    return terms;
}

Result<ReductionTree> moveSubtree(const ReductionTree &tree, int node, int target)
{
    const auto exists = [&](int id) { return id >= 0 && id <= tree.root(); };
    if (!exists(node) || !exists(target))
        return Status::invalid(
            phrase("node %1 or %2 is not in the tree, which has %3 nodes", node, target, tree.nodes.size()));
    if (node == tree.root())
        return Status::invalid(phrase("the whole sum cannot be moved into a part of itself"));
    if (isBelow(tree, target, node))
        return Status::invalid(phrase("a sum cannot be moved into itself"));
    const int parent = tree.nodes[static_cast<std::size_t>(node)].parent;
    if (tree.nodes[static_cast<std::size_t>(target)].op != NodeOp::Leaf) {
        return rebuilt(tree, [&](int id) {
            std::vector<int> children = childrenIn(tree, id);
            if (id == parent)
                std::erase(children, node);
            if (id == target)
                children.push_back(node);
            return children;
        });
    }
    // With a leaf: a sum of the two takes the leaf's place. The builder knows no nodes that the tree lacks, so the new
    // one is a copy of the tree with one more.
    ReductionTree grown = tree;
    TreeNode sum;
    sum.op = NodeOp::Add;
    sum.scope = grown.nodes[static_cast<std::size_t>(target)].scope;
    const int id = static_cast<int>(grown.nodes.size());
    grown.nodes.insert(grown.nodes.end() - 1, sum); // the root stays last
    const int newSum = id - 1, root = id;
    const auto renamed = [&](int old) { return old == tree.root() ? root : old; };
    const int above = renamed(tree.nodes[static_cast<std::size_t>(target)].parent), oldParent = renamed(parent);
    return rebuilt(grown, [&](int at) {
        if (at == newSum)
            return std::vector<int>{target, node};
        std::vector<int> children = childrenIn(tree, at == root ? tree.root() : at);
        if (at == oldParent)
            std::erase(children, node);
        if (at == above)
            std::replace(children.begin(), children.end(), target, newSum);
        return children;
    });
}

Result<ReductionTree> parseTree(std::string_view text)
{
    struct Open {
        NodeOp op = NodeOp::Add;
        std::vector<int> summands;
        bool hasLateSum = false; ///< one of the summands but the first is a sum
    };
    TreeBuilder builder;
    std::vector<Open> open(1);
    std::unordered_set<int> seen;
    const auto wrong = [](Phrase what, std::size_t at) {
        return Status::invalid(phrase("order, character %1: %2", at + 1, std::move(what)));
    };
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == ' ' || c == '\n' || c == '\t' || c == ',') {
            ++i;
        } else if (c == '(') {
            open.emplace_back();
            ++i;
            for (const auto &[word, op] : {std::pair{std::string_view("fma "), NodeOp::FmaChain},
                                           std::pair{std::string_view("exact "), NodeOp::ExactDot}}) {
                if (text.substr(i, word.size()) == word) {
                    open.back().op = op;
                    i += word.size();
                }
            }
        } else if (c == ')') {
            if (open.size() == 1)
                return wrong(phrase("a bracket closes that was not opened"), i);
            const Open &done = open.back();
            if (done.summands.size() < 2)
                return wrong(phrase("a sum needs two summands or more"), i);
            if (done.hasLateSum && done.op != NodeOp::Add)
                return wrong(phrase("of an fma chain or an exact sum only the first summand may be a sum"), i);
            const int sum = done.op == NodeOp::Add ? builder.add(Scope::Block, done.summands)
                                                   : builder.node(done.op, Scope::Block, done.summands);
            open.pop_back();
            open.back().hasLateSum = open.back().hasLateSum || !open.back().summands.empty();
            open.back().summands.push_back(sum);
            ++i;
        } else {
            int leaf = 0;
            const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), leaf);
            if (error != std::errc() || leaf < 0)
                return wrong(phrase("expected the number of a summand, or a bracket"), i);
            if (!seen.insert(leaf).second)
                return wrong(phrase("this summand comes twice"), i);
            if (static_cast<int>(seen.size()) > kMostEditedLeaves)
                return wrong(phrase("too many summands, expected 65,536 or fewer"), i);
            open.back().summands.push_back(builder.leaf(leaf, Scope::Thread));
            i = static_cast<std::size_t>(end - text.data());
        }
    }
    if (open.size() > 1)
        return wrong(phrase("a bracket is not closed"), text.size());
    if (open.back().summands.empty())
        return wrong(phrase("expected the number of a summand, or a bracket"), 0);
    return std::move(builder).finish(builder.add(Scope::Block, open.back().summands));
}

} // namespace ulpscope
