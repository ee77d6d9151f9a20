// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reduction/reduction_tree.h"
#include "engine/reduction/tree_match.h"
#include "engine/reduction/tree_values.h"
#include "engine/trace/row_trace.h"

namespace ulpscope {

/// The sums behind one query row.
enum class SumKind {
    RowSum,            ///< l; leaves are keys (of one split)
    Output,            ///< one element of the output accumulator before normalisation; leaves are keys (of one split)
    SketchMergeSum,    ///< the sketch's l over key tiles; leaves are tiles
    SketchMergeOutput, ///< one element of the sketch's output over key tiles; leaves are tiles
    CombineWeights,    ///< sum of the splits' weights; leaves are splits
    CombineOutput,     ///< one element of the combined output, before it is rounded; leaves are splits
    Score,             ///< one q . k, before softcap and scale; leaves are dimensions
    Dq,                ///< one element of dQ, key tile after key tile (dq_tree.h has other orders); leaves are keys
};
/// What a leaf of such a tree is, for a reader: "key", "key tile", "split", "dimension".
Phrase leafWord(SumKind kind);

/// Of the splits of a row, the first in which the row sees a key.
inline constexpr int kFirstSplit = -1;
/// The split that visits `key`; kFirstSplit when none does.
int splitWithKey(const RowTrace &row, int key);

/// The keys that a leaf of such a tree stands for: those of a key tile or of a split. For sums whose leaves are keys or
/// dimensions themselves: empty. The trace is the row's, of a run with this schedule.
LeafItems leafKeys(const Schedule &schedule, const RowTrace &row, SumKind kind);

/// The tree of a sum without numbers (all factors 1). In a sketch, RowSum and Output are the whole tree down to the
/// keys. NotFound: the row sees no key (in that split), so that nothing is added. InvalidArgument: the run has no such
/// sum.
Result<ReductionTree> sumTree(const RunSpec &spec, const Schedule &schedule, int batch, int head, int row, SumKind kind,
                              int split = kFirstSplit);

/// Which part of a run adds up a row's sum.
struct SumPlace {
    int split = 0;            ///< the split whose keys are added; for the combine, the first with a key
    int workTile = 0;         ///< index of its work tile
    std::vector<int> nBlocks; ///< its key tiles in visiting order
    std::vector<std::vector<int>>
        keysOfSplits; ///< [split] keys that the row adds there, in visiting order of the tiles
};
/// Errors as sumTree, apart from a row that sees no key.
Result<SumPlace> sumPlace(const RunSpec &spec, const Schedule &schedule, int batch, int head, int row, SumKind kind,
                          int split = kFirstSplit);

/// A reduction tree with the numbers of one run in it.
struct ValuedTree : TreeValues {
    ReductionTree tree;
};

/// The tree of a sum with the numbers of a run, replayed node by node from the row's exponentials and the inputs.
/// `column` is the output column for the Output kinds, the key for Score, and ignored otherwise. A tree whose root does
/// not have the bits of the run is not handed out: InvalidArgument (the trace belongs to another run), nor is one of
/// Dq, which needs a gradient of the output (valuedDqTree). A key that the mask hides is a leaf of an Output tree only
/// where its v is not finite: the unit multiplies it by 0, and the product is NaN.
Result<ValuedTree> valuedTree(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                              const std::shared_ptr<const Schedule> &schedule, const RowTrace &row, SumKind kind,
                              int column, int split = kFirstSplit);

} // namespace ulpscope
