// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/partial_results.h"

#include "engine/reduction/tree_edit.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ulpscope {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Nested parentheses below `root`. `childrenOf` says what a node adds: a single child is passed through. Where it is
/// `hole`, the text is cut in two. An explicit stack: a chain is thousands of nodes deep.
template <typename ChildrenOf>
std::pair<std::string, std::string> nestedText(const ReductionTree &tree, int root, int hole,
                                               const ChildrenOf &childrenOf)
{
    std::pair<std::string, std::string> text;
    std::string *out = &text.first;
    struct Frame {
        int node;
        std::vector<int> children;
        std::size_t next = 0;
    };
    std::vector<Frame> stack;
    const auto enter = [&](int node) {
        if (node == hole) {
            out = &text.second;
            return;
        }
        if (tree.nodes[at(node)].op == NodeOp::Leaf) {
            *out += std::to_string(tree.nodes[at(node)].leaf);
            return;
        }
        stack.push_back({node, childrenOf(node)});
        if (stack.back().children.size() > 1)
            *out += '(';
    };
    enter(root);
    while (!stack.empty()) {
        Frame &frame = stack.back();
        if (frame.next == frame.children.size()) {
            if (frame.children.size() > 1)
                *out += ')';
            stack.pop_back();
            continue;
        }
        if (frame.next > 0)
            *out += ' ';
        enter(frame.children[frame.next++]);
    }
    return text;
}

} // namespace

EnsembleSpec PartialResults::ensemble() const
{
    EnsembleSpec spec;
    for (const PartialResult &part : parts)
        spec.values.push_back(part.value);
    return spec;
}

std::string PartialResults::textInOrder(const std::vector<int> &order) const
{
    std::string text = before + std::string(order.empty() ? 0 : order.size() - 1, '(');
    for (std::size_t i = 0; i < order.size(); ++i)
        text += (i > 0 ? " " : "") + parts[at(order[i])].text + (i > 0 ? ")" : "");
    return text + after;
}

PartialResults partialResults(const ReductionTree &tree, const TreeValues &values, const CollapsedTree &collapsed,
                              int top)
{
    PartialResults result;
    const PlainSum plain = plainSum(tree, values);
    // What the nodes of a box add up to without what comes from other boxes; parents come after their children.
    std::vector<float> sum(tree.nodes.size(), 0.0f);
    std::vector<int> leaves(tree.nodes.size(), 0), first(tree.nodes.size(), 0);
    for (std::size_t i = 0; i < tree.leafOrder.size(); ++i) {
        const std::size_t leaf = at(tree.leafOrder[i]);
        sum[leaf] = plain.terms[i].a;
        leaves[leaf] = 1;
        first[leaf] = static_cast<int>(i);
    }
    const auto ownChildren = [&](int node) {
        std::vector<int> children;
        for (int i = 0; i < tree.nodes[at(node)].childCount; ++i) {
            const int child = tree.child(node, i);
            if (collapsed.boxOf[at(child)] == collapsed.boxOf[at(node)] && leaves[at(child)] > 0)
                children.push_back(child);
        }
        return children;
    };
    for (int node = 0; node <= tree.root(); ++node) {
        for (const int child : ownChildren(node)) {
            const bool isFirst = leaves[at(node)] == 0;
            sum[at(node)] = isFirst ? sum[at(child)] : sum[at(node)] + sum[at(child)];
            first[at(node)] = isFirst ? first[at(child)] : std::min(first[at(node)], first[at(child)]);
            leaves[at(node)] += leaves[at(child)];
        }
    }

    const std::vector<TreeBox> &boxes = collapsed.boxes;
    std::vector<bool> isBelow(boxes.size(), false);
    for (int box = top; box >= 0; --box) { // summands come before sums
        const int parent = boxes[at(box)].parent;
        isBelow[at(box)] = box == top || (parent >= 0 && parent <= top && isBelow[at(parent)]);
        const int node = boxes[at(box)].node;
        if (!isBelow[at(box)] || leaves[at(node)] == 0)
            continue;
        result.parts.push_back(
            {box, leaves[at(node)], static_cast<double>(sum[at(node)]), nestedText(tree, node, -1, ownChildren).first});
    }
    std::sort(result.parts.begin(), result.parts.end(), [&](const PartialResult &a, const PartialResult &b) {
        return first[at(boxes[at(a.box)].node)] < first[at(boxes[at(b.box)].node)];
    });
    std::tie(result.before, result.after) = nestedText(tree, tree.root(), boxes[at(top)].node, [&](int node) {
        std::vector<int> children;
        for (int i = 0; i < tree.nodes[at(node)].childCount; ++i)
            children.push_back(tree.child(node, i));
        return children;
    });
    return result;
}

} // namespace ulpscope
