// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/analysis/sum_tree.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ulpscope {

/// One addition on the way to a node: who added what, and in which step.
struct NodeEvent {
    int node = 0;
    std::optional<std::uint64_t> step; ///< plan index of the step that does it; none where no step is known for it
    Phrase what;                       ///< "sum, lane 2, key tile 0, 32 keys in 4..125"
    double value = 0, ownError = 0;    ///< after it; its own rounding error
};

/// How the value at `node` came about: the running sum from its first addition up to the node, each addition with what
/// it took in. A leaf has one event, itself. `tree` is that of `kind` for the row of `row`, in split `split` of a run
/// with this schedule.
std::vector<NodeEvent> nodeHistory(const ValuedTree &tree, int node, SumKind kind, const Schedule &schedule,
                                   const RowTrace &row, int split = kFirstSplit);

} // namespace ulpscope
