// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/reduction_tree.h"

namespace ulpscope {

std::string_view scopeName(Scope scope)
{
    switch (scope) {
    case Scope::MmaGroup: return "mma-group";
    case Scope::Thread: return "thread";
    case Scope::Quad: return "quad";
    case Scope::WarpPart: return "warp-part";
    case Scope::Block: return "block";
    case Scope::Split: return "split";
    case Scope::Grid: return "grid";
    }
    return "?";
}

std::string_view nodeOpName(NodeOp op)
{
    switch (op) {
    case NodeOp::Leaf: return "leaf";
    case NodeOp::Add: return "add";
    case NodeOp::FmaJoin: return "fma-join";
    case NodeOp::MulAdd: return "mul-add";
    case NodeOp::Scale: return "scale";
    case NodeOp::Round: return "round";
    case NodeOp::MmaGroup: return "mma-group";
    case NodeOp::FmaChain: return "fma-chain";
    case NodeOp::ExactDot: return "exact-dot";
    }
    return "?";
}

namespace {

std::string_view phraseOf(NodeOp op)
{
    switch (op) {
    case NodeOp::Leaf: return "summand";
    case NodeOp::Add: return "sum";
    case NodeOp::FmaJoin: return "running sum joined by fma";
    case NodeOp::MulAdd: return "running sum rescaled, then joined";
    case NodeOp::Scale: return "rescaled";
    case NodeOp::Round: return "rounded to bf16";
    case NodeOp::MmaGroup: return "mma group";
    case NodeOp::FmaChain: return "fma chain";
    case NodeOp::ExactDot: return "exact sum, rounded once";
    }
    return "?";
}

std::string_view phraseOf(Scope scope)
{
    switch (scope) {
    case Scope::MmaGroup:
    case Scope::Thread: return "";
    case Scope::Quad: return " across lanes";
    case Scope::WarpPart: return " across warp parts";
    case Scope::Block: return " in the block";
    case Scope::Split: return " inside the split";
    case Scope::Grid: return " across splits";
    }
    return "";
}

} // namespace

std::string ReductionTree::describe(int id, std::string_view leafWord) const
{
    const TreeNode &node = nodes[static_cast<std::size_t>(id)];
    const std::string word(leafWord);
    if (node.op == NodeOp::Leaf)
        return word + ' ' + std::to_string(node.leaf);
    std::string text(phraseOf(node.op));
    text += phraseOf(node.scope);
    if (node.lane >= 0)
        text += ", lane " + std::to_string(node.lane);
    if (node.keyTile >= 0)
        text += ", key tile " + std::to_string(node.keyTile);
    int count = 0, least = 0, most = 0;
    for (int i = 0; i < node.childCount; ++i) {
        const TreeNode &summand = nodes[static_cast<std::size_t>(child(id, i))];
        if (summand.op != NodeOp::Leaf)
            continue;
        least = count == 0 || summand.leaf < least ? summand.leaf : least;
        most = count == 0 || summand.leaf > most ? summand.leaf : most;
        ++count;
    }
    if (count == 1)
        return text + ", " + word + ' ' + std::to_string(least);
    if (count > 1 && most - least + 1 == count)
        text += ", " + word + "s " + std::to_string(least) + ".." + std::to_string(most);
    else if (count > 1)
        text +=
            ", " + std::to_string(count) + ' ' + word + "s in " + std::to_string(least) + ".." + std::to_string(most);
    return text;
}

} // namespace ulpscope
