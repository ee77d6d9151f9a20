// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/node_history.h"

#include <algorithm>

namespace ulpscope {
namespace {

/// The step that does the additions of a kind of sum in a key tile; none of the forward pass's does those of dQ.
std::optional<StepKind> stepOf(SumKind kind)
{
    switch (kind) {
    case SumKind::Score: return StepKind::ScoreGemm;
    case SumKind::RowSum: return StepKind::RowSum;
    case SumKind::Output: return StepKind::OutputGemm;
    case SumKind::CombineWeights:
    case SumKind::CombineOutput: return StepKind::Combine;
    case SumKind::SketchMergeSum:
    case SumKind::SketchMergeOutput: return StepKind::Normalize;
    case SumKind::Dq: return {};
    }
    return {};
}

/// The work tile of a split of the row; the combine's, where there is one and it is asked for.
std::optional<WorkTile> workTileOf(const Schedule &schedule, const RowTrace &row, int split, bool combine)
{
    if (row.splits.empty())
        return {};
    std::size_t at = 0;
    if (split >= 0)
        at = static_cast<std::size_t>(split);
    else // the first in which the row sees a key, as valuedTree takes it
        while (at + 1 < row.splits.size() && row.splits[at].tiles.empty())
            ++at;
    if (at >= row.splits.size())
        return {};
    if (!combine)
        return schedule.workTile(row.splits[at].workTile);
    const WorkTile last = schedule.workTile(row.splits.back().workTile + 1);
    return last.isCombine ? std::optional(last) : std::nullopt;
}

} // namespace

std::vector<NodeEvent> nodeHistory(const ValuedTree &tree, int node, SumKind kind, const Schedule &schedule,
                                   const RowTrace &row, int split)
{
    if (node < 0 || node > tree.tree.root())
        return {};
    std::vector<int> chain;
    for (int at = node;;) {
        chain.push_back(at);
        const TreeNode &n = tree.tree.nodes[static_cast<std::size_t>(at)];
        if (n.childCount == 0)
            break;
        const int first = tree.tree.child(at, 0);
        if (tree.tree.nodes[static_cast<std::size_t>(first)].op == NodeOp::Leaf)
            break; // the first addition names it
        at = first;
    }
    std::reverse(chain.begin(), chain.end());

    const std::optional<StepKind> wanted = stepOf(kind);
    const std::optional<WorkTile> work = workTileOf(schedule, row, split, wanted == StepKind::Combine);
    std::vector<PlannedStep> steps;
    if (work && wanted)
        steps = schedule.steps(*work);
    const auto stepFor = [&](const TreeNode &n) -> std::optional<std::uint64_t> {
        for (const PlannedStep &step : steps) {
            if (n.keyTile >= 0 ? step.kind == wanted && step.nBlock == n.keyTile
                               : step.nBlock < 0 && (step.kind == wanted || step.kind == StepKind::Normalize))
                return step.index;
        }
        return {};
    };
    std::vector<NodeEvent> events;
    for (const int at : chain) {
        const std::size_t i = static_cast<std::size_t>(at);
        events.push_back(
            {at, stepFor(tree.tree.nodes[i]), tree.tree.describe(at, leafWord(kind)), tree.value[i], tree.ownError[i]});
    }
    return events;
}

} // namespace ulpscope
