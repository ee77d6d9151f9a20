// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/phrase.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Where in the machine an addition happens, innermost first.
enum class Scope : std::uint8_t {
    MmaGroup, ///< inside one step of a matrix instruction
    Thread,   ///< in one thread's registers
    Quad,     ///< across the lanes that share a row, by shuffles
    WarpPart, ///< across the parts of a tile that are summed on their own
    Block,    ///< across what a thread block holds of a row
    Split,    ///< inside one split of the keys
    Grid,     ///< across splits
};
std::string_view scopeName(Scope scope);

/// What a node does with its children's values. Every operation rounds to fp32 unless it says otherwise.
enum class NodeOp : std::uint8_t {
    Leaf,     ///< one summand: an exponential, a product, or a partial result
    Add,      ///< children added left to right, one rounding per addition
    FmaJoin,  ///< fma(child 0, factor, child 1): a running sum rescaled and joined in one rounding
    MulAdd,   ///< child 0 * factor, then the other children added left to right
    Scale,    ///< child 0 * factor
    Round,    ///< child 0 rounded to bf16, as the output is stored between tiles
    MmaGroup, ///< T-FDPA: an accumulator and products, aligned, truncated and added at once
    FmaChain, ///< an accumulator and products, by one fma after another
    ExactDot, ///< an accumulator and products, added without rounding, rounded once
    Kahan,    ///< child 1 less what child 0 carries, added to child 0; carries what that addition lost
    Neumaier, ///< child 1 added to child 0; what that loses goes to the rests that are carried along
    AddRests, ///< child 0 plus the rests that it carries
};
std::string_view nodeOpName(NodeOp op);

/// Whether the node adds products to an accumulator, which is child 0 when that is no leaf, and zero otherwise.
constexpr bool isDot(NodeOp op) { return op == NodeOp::MmaGroup || op == NodeOp::FmaChain || op == NodeOp::ExactDot; }
/// Whether the node's sum is corrected by what it carries, or corrects others.
constexpr bool isCompensated(NodeOp op)
{
    return op == NodeOp::Kahan || op == NodeOp::Neumaier || op == NodeOp::AddRests;
}
/// Whether child 0 is multiplied by TreeNode::factor.
constexpr bool scalesFirst(NodeOp op) { return op == NodeOp::FmaJoin || op == NodeOp::MulAdd || op == NodeOp::Scale; }

struct TreeNode {
    NodeOp op = NodeOp::Leaf;
    Scope scope = Scope::Thread;
    std::int32_t firstChild = 0; ///< into ReductionTree::children
    std::int32_t childCount = 0;
    std::int32_t parent = -1;
    std::int32_t leaf = -1;    ///< Leaf: key; key tile or split where a tree is over those; dimension in a score
    std::int32_t keyTile = -1; ///< key tile (nBlock) the node belongs to; -1: spans several
    std::int32_t ordinal = -1; ///< visiting position of that key tile
    std::int32_t lane = -1;    ///< lane that adds; -1: none or several
    std::int32_t leafBegin = 0, leafEnd = 0; ///< its leaves, as a range of ReductionTree::leafOrder
    float factor = 1.0f;                     ///< FmaJoin, MulAdd, Scale; 1 where a tree has no numbers
};

struct TreeValues;

/// The shape of a sum: n-ary nodes in an order in which children come before parents; the root is last. Built from the
/// recipe and the plan, never from a timeline. A key that the mask hides adds an exact zero and is left out; a key
/// whose exponential underflowed to zero stays.
struct ReductionTree {
    std::vector<TreeNode> nodes;
    std::vector<std::int32_t> children;  ///< node ids, left to right
    std::vector<std::int32_t> leafOrder; ///< leaf node ids in the order in which they are added

    int root() const { return static_cast<int>(nodes.size()) - 1; }
    int child(int node, int i) const
    {
        return children[static_cast<std::size_t>(nodes[static_cast<std::size_t>(node)].firstChild + i)];
    }

    /// Nested parentheses over leaf indices: "((0 1 2 3) 4 5 6 7)" of additions left to right and of what a tensor core
    /// adds at once; "(fma 0 1 2)" is one fma after another, "(exact 0 1 2)" a sum that is rounded once. Nodes with one
    /// child add nothing and leave no trace.
    std::string toText() const;
    /// ulpscope.tree/1: {"schema", "root", "leaves": [...], "nodes": [{"id", "op", "scope", ...}]}, keys in fixed
    /// order. With `values` every node has "value", "exact", "own_error" and "accumulated_error" too, in a compensated
    /// sum "carried"; numbers that JSON lacks are the strings "nan", "inf" and "-inf".
    std::string toJson(const TreeValues *values = nullptr) const;
    /// Graphviz source, one box per node, edges from summand to sum; with `values` each box shows its value.
    std::string toDot(const TreeValues *values = nullptr, const Phrase &leafWord = phrase("key")) const;
    /// One line for a person: "mma group, key tile 0, keys 32..47", "sum, lane 2, key tile 0, 32 keys in 4..125".
    /// Leaves are called `leafWord`; only those added by the node itself are named.
    Phrase describe(int node, const Phrase &leafWord = phrase("key")) const;
};

} // namespace ulpscope
