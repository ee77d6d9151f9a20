// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The reduction tree that a run really has: inputs are chosen so that the results of a backend's own steps give it
// away. The declared tree (sum_tree.h) has no part in it, except that it says which keys the row sees.
#pragma once

#include "engine/analysis/sum_tree.h"
#include "engine/backend/tile_executor.h"
#include "engine/reduction/shape_match.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace ulpscope {

/// A sum as it was measured.
struct MeasuredSum {
    SumShape shape;          ///< leaves are numbered as in the declared tree
    std::vector<int> unseen; ///< leaves that cannot be seen, ascending: splits in which the row sees no key
    int split = 0;
    std::int64_t probes = 0; ///< questions
    std::int64_t runs = 0;   ///< executions, each with the questions of many batch entries and columns
};

struct ProbeOptions {
    std::stop_token stop;
    std::function<void(std::int64_t probes)> progress; ///< after each run, how many were answered since the last
};

/// Runs the row of `spec` on `backend` until the tree of the sum is known. What cannot be seen of it: the left and
/// right of an addition, factors and roundings between additions, added zeros; see docs/numerics.md, Probes. Where a
/// row's scores are chosen the sum of the products must be right already, not its order.
///  RowSum, SketchMergeSum, CombineWeights: positive, by triplets, read from the row sum and the combined LSE.
///  Output, SketchMergeOutput, CombineOutput, Score: by masks, read from the fp32 accumulator, the combined output and
///  the scores.
/// Errors: those of sumTree; Unsupported where nothing can be seen (products that are added exactly, numbers that the
/// format does not hold, a fault); InvalidArgument when the answers are no tree's.
Result<MeasuredSum> measureSum(const Backend &backend, const RunSpec &spec, int batch, int head, int row, SumKind kind,
                               int split = kFirstSplit, const ProbeOptions &options = {});

/// Keys, dimensions or splits that are probed at most.
inline constexpr int kMostProbedLeaves = 8192;

} // namespace ulpscope
