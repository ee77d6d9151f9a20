// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// From an output value that two runs disagree about down to the addition where they part.
#pragma once

#include "engine/analysis/compare.h"
#include "engine/analysis/sum_tree.h"
#include "engine/reduction/tree_match.h"

#include <memory>
#include <vector>

namespace ulpscope {

/// One sum on the way, and the node of its tree where the way goes on or ends.
struct WalkStop {
    SumKind kind = SumKind::Output;
    int split = kFirstSplit;    ///< of the keys, where the tree is over those of one
    int column = 0;             ///< output column, or key of a score
    int nodeA = -1, nodeB = -1; ///< -1: no tree is behind this stop
    double a = 0, b = 0;        ///< what the two runs have there
    Phrase what;                ///< "output accumulator of column 5: sum of keys 0..127"
};

struct ValueWalk {
    std::vector<WalkStop> stops; ///< from the output down; empty where the values are equal
    Phrase reason;               ///< why they part at the last stop
};

/// Two runs of one problem, with the way of one query row to its output in each.
struct RowPair {
    const RunSpec &specA, &specB;
    std::shared_ptr<const Schedule> scheduleA, scheduleB;
    const RowTrace &rowA, &rowB;
};

/// Walks from output `column` of the row: through the combine, the output accumulator or the row sum of a split, and
/// the score behind an exponential, in each sum to the innermost node over the same summands whose value differs. Where
/// the orders part there, or the arithmetic, the walk ends. Errors: those of valuedTree; different rows; a column
/// outside.
Result<ValueWalk> walkToDivergence(const RowPair &rows, const std::shared_ptr<const Inputs> &inputs, int column);

/// The same from an output value that compareRuns found to differ.
Result<ValueWalk> walkFromMismatch(const RunSpec &a, const RunSpec &b, const std::shared_ptr<const Inputs> &inputs,
                                   const OutputMismatch &mismatch);

/// In two trees over the same summands whose roots differ: the innermost pair of nodes over the same set whose values
/// differ and whose common parts agree. {-1, -1} where the roots are equal or do not add the same.
std::pair<int, int> innermostDifference(const ValuedTree &a, const ValuedTree &b, const TreeMatch &match);

} // namespace ulpscope
