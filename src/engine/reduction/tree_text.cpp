// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/reduction_tree.h"
#include "engine/reduction/tree_values.h"

#include <array>
#include <charconv>
#include <cmath>

namespace ulpscope {
namespace {

template <typename T>
void append(std::string &text, T number)
{
    std::array<char, 32> buffer;
    text.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr);
}

/// The shortest decimal that reads back to the same number; a string where JSON has no number.
template <typename T>
void appendReal(std::string &text, T number)
{
    if (std::isfinite(number))
        append(text, number);
    else
        text += std::isnan(number) ? "\"nan\"" : number > 0 ? "\"inf\"" : "\"-inf\"";
}

/// What stands before the summands of a sum that is neither a chain of additions nor one step of a tensor core.
std::string_view howInText(NodeOp op)
{
    return op == NodeOp::FmaChain ? "fma " : op == NodeOp::ExactDot ? "exact " : "";
}

} // namespace

std::string ReductionTree::toText() const
{
    std::string text;
    if (nodes.empty())
        return text;
    // An explicit stack: a chain over a long sequence is thousands of nodes deep.
    struct Frame {
        int node;
        int next;
    };
    std::vector<Frame> stack{{root(), 0}};
    while (!stack.empty()) {
        Frame &frame = stack.back();
        const TreeNode &node = nodes[static_cast<std::size_t>(frame.node)];
        const bool isSum = node.childCount > 1;
        if (node.op == NodeOp::Leaf)
            append(text, node.leaf);
        else if (frame.next == 0 && isSum)
            text.append(1, '(').append(howInText(node.op));
        if (frame.next == node.childCount) {
            if (isSum)
                text += ')';
            stack.pop_back();
            continue;
        }
        if (frame.next > 0)
            text += ' ';
        stack.push_back({child(frame.node, frame.next++), 0});
    }
    return text;
}

std::string ReductionTree::toJson(const TreeValues *values) const
{
    std::string text = "{\"schema\":\"ulpscope.tree/1\",\"root\":";
    append(text, root());
    text += ",\"leaves\":[";
    for (std::size_t i = 0; i < leafOrder.size(); ++i) {
        text += i > 0 ? "," : "";
        append(text, nodes[static_cast<std::size_t>(leafOrder[i])].leaf);
    }
    text += "],\"nodes\":[";
    const auto integer = [&](std::string_view key, int number) {
        text += ",\"" + std::string(key) + "\":";
        append(text, number);
    };
    const auto real = [&](std::string_view key, auto number) {
        text += ",\"" + std::string(key) + "\":";
        appendReal(text, number);
    };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const TreeNode &node = nodes[i];
        text += i > 0 ? ",\n{\"id\":" : "\n{\"id\":";
        append(text, i);
        text += ",\"op\":\"" + std::string(nodeOpName(node.op)) + "\",\"scope\":\"" +
                std::string(scopeName(node.scope)) + '"';
        if (node.op == NodeOp::Leaf)
            integer("leaf", node.leaf);
        if (node.keyTile >= 0)
            integer("key_tile", node.keyTile);
        if (node.ordinal >= 0)
            integer("ordinal", node.ordinal);
        if (node.lane >= 0)
            integer("lane", node.lane);
        if (scalesFirst(node.op))
            real("factor", node.factor);
        if (node.childCount > 0) {
            text += ",\"children\":[";
            for (int c = 0; c < node.childCount; ++c) {
                text += c > 0 ? "," : "";
                append(text, child(static_cast<int>(i), c));
            }
            text += ']';
        }
        if (values) {
            real("value", values->value[i]);
            real("exact", values->exact[i]);
            real("own_error", values->ownError[i]);
            real("accumulated_error", values->accumulated[i]);
            if (!values->carried.empty())
                real("carried", values->carried[i]);
        }
        text += '}';
    }
    return text + "\n]}\n";
}

std::string ReductionTree::toDot(const TreeValues *values, const Phrase &leafWord) const
{
    std::string text = "digraph reduction {\n  rankdir=BT;\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n";
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        text += "  n";
        append(text, i);
        text += " [label=\"" + describe(static_cast<int>(i), leafWord).english();
        if (values) {
            text += "\\n";
            append(text, values->value[i]);
        }
        text += nodes[i].op == NodeOp::Leaf ? "\", shape=plaintext];\n" : "\"];\n";
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].parent < 0)
            continue;
        text += "  n";
        append(text, i);
        text += " -> n";
        append(text, nodes[i].parent);
        text += ";\n";
    }
    return text + "}\n";
}

} // namespace ulpscope
