// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Other orders for the same summands, made by hand.
#pragma once

#include "engine/reduction/reduction_tree.h"
#include "engine/reduction/tree_values.h"
#include "engine/status.h"

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// A sum of numbers by plain fp32 additions.
struct PlainSum {
    ReductionTree tree;
    std::vector<LeafTerm> terms; ///< in leafOrder; b = 1
    std::vector<int> nodeOf;     ///< [node of the declared tree] the node that took its place
};

/// The same shape over the same leaves, but with nothing left except summands and additions: each leaf is what it
/// contributes to the root (its product, times the rescale factors on its way), rounded once to fp32, and every node
/// adds its children left to right in fp32. What an order does to a sum can then be tried without changing what is
/// summed. Nodes with one child vanish.
PlainSum plainSum(const ReductionTree &tree, const TreeValues &values);

/// `terms` of `from`'s leaves, for another tree over the same leaves. Errors: a leaf that `from` does not have.
Result<std::vector<LeafTerm>> termsFor(const ReductionTree &tree, const PlainSum &from);

/// Takes `node` with all below it from its place and adds it to `target`: last among the summands of a sum; with a leaf
/// it forms a new sum. A sum that is left with one summand vanishes. Node numbers change. Errors: the root is moved, or
/// a node into itself.
Result<ReductionTree> moveSubtree(const ReductionTree &tree, int node, int target);

/// Reads what ReductionTree::toText() writes, "((0 1) 2)", "(exact 0 1 2)": nested sums over leaf numbers. What is
/// neither an fma chain nor an exact sum is additions, left to right. Errors, with the position: a number that is
/// missing or comes twice, brackets that do not match, more than `kMostEditedLeaves` leaves, a sum where an fma has a
/// product.
Result<ReductionTree> parseTree(std::string_view text);
inline constexpr int kMostEditedLeaves = 1 << 16;

/// A header and one line per node, in an order in which operands are ready. Operands are leaves ("x12") and earlier
/// results ("s3").
std::string treeCsv(const ReductionTree &tree, const TreeValues &values);
/// A Python program (standard library only) that adds the same fp32 numbers in the same order and checks the result's
/// bits. Expects a plain sum's tree.
std::string treePython(const ReductionTree &tree, const TreeValues &values);

} // namespace ulpscope
