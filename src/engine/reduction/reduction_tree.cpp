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
    case NodeOp::Kahan: return "kahan";
    case NodeOp::Neumaier: return "neumaier";
    case NodeOp::AddRests: return "add-rests";
    }
    return "?";
}

namespace {

Phrase phraseOf(NodeOp op)
{
    switch (op) {
    case NodeOp::Leaf: return phrase("summand");
    case NodeOp::Add: return phrase("sum");
    case NodeOp::FmaJoin: return phrase("running sum joined by fma");
    case NodeOp::MulAdd: return phrase("running sum rescaled, then joined");
    case NodeOp::Scale: return phrase("rescaled");
    case NodeOp::Round: return phrase("rounded to bf16");
    case NodeOp::MmaGroup: return phrase("mma group");
    case NodeOp::FmaChain: return phrase("fma chain");
    case NodeOp::ExactDot: return phrase("exact sum, rounded once");
    case NodeOp::Kahan: return phrase("running sum, compensated (Kahan)");
    case NodeOp::Neumaier: return phrase("running sum, rests apart (Neumaier)");
    case NodeOp::AddRests: return phrase("running sum and its rests");
    }
    return "?";
}

Phrase phraseOf(NodeOp op, Scope scope)
{
    switch (scope) {
    case Scope::MmaGroup:
    case Scope::Thread: return phraseOf(op);
    case Scope::Quad: return phrase("%1 across lanes", phraseOf(op));
    case Scope::WarpPart: return phrase("%1 across warp parts", phraseOf(op));
    case Scope::Block: return phrase("%1 in the block", phraseOf(op));
    case Scope::Split: return phrase("%1 inside the split", phraseOf(op));
    case Scope::Grid: return phrase("%1 across splits", phraseOf(op));
    }
    return phraseOf(op);
}

} // namespace

Phrase ReductionTree::describe(int id, const Phrase &leafWord) const
{
    const TreeNode &node = nodes[static_cast<std::size_t>(id)];
    if (node.op == NodeOp::Leaf)
        return phrase("%1 %2", leafWord, node.leaf);
    Phrase text = phraseOf(node.op, node.scope);
    if (node.lane >= 0)
        text = phrase("%1, lane %2", text, node.lane);
    if (node.keyTile >= 0)
        text = phrase("%1, key tile %2", text, node.keyTile);
    int count = 0, least = 0, most = 0;
    for (int i = 0; i < node.childCount; ++i) {
        const TreeNode &summand = nodes[static_cast<std::size_t>(child(id, i))];
        if (summand.op != NodeOp::Leaf)
            continue;
        least = count == 0 || summand.leaf < least ? summand.leaf : least;
        most = count == 0 || summand.leaf > most ? summand.leaf : most;
        ++count;
    }
    if (count == 0)
        return text;
    return phrase("%1, %2", text,
                  count == 1                  ? phrase("%1 %2", leafWord, least)
                  : most - least + 1 == count ? phrase("%1s %2..%3", leafWord, least, most)
                                              : phrase("%1 %2s in %3..%4", count, leafWord, least, most));
}

} // namespace ulpscope
