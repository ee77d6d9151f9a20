// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reduction/ensemble.h"
#include "engine/reduction/tree_collapse.h"
#include "engine/reduction/tree_values.h"

#include <string>
#include <vector>

namespace ulpscope {

/// What is folded into one box of a folded tree and added there: a number that could arrive at any time.
struct PartialResult {
    int box = 0;      ///< index into CollapsedTree::boxes
    int leaves = 0;   ///< summands of its own
    double value = 0; ///< an fp32 value
    std::string text; ///< its additions as parseTree() reads them: "((4 6) 5)", "7"
};

/// A sum cut into partial results.
struct PartialResults {
    std::vector<PartialResult> parts; ///< in the order of their first summands
    std::string before, after;        ///< text of the whole tree around the sum

    /// One accumulator of 0 takes the values one after another. Equal to a plain fp32 sum of the tree textInOrder().
    EnsembleSpec ensemble() const;
    /// The whole tree where the parts are added in this order, for parseTree(): "(((2 3) (0 1)) 4)".
    std::string textInOrder(const std::vector<int> &order) const;
};

/// The sum of box `top`, cut at the boxes below it: each box with summands of its own is one partial result, the plain
/// fp32 sum of them in the tree's order (plainSum: each summand rescaled as the whole tree does and rounded to fp32).
/// What joins boxes, and has none, is what the arrival order replaces.
PartialResults partialResults(const ReductionTree &tree, const TreeValues &values, const CollapsedTree &collapsed,
                              int top);

} // namespace ulpscope
