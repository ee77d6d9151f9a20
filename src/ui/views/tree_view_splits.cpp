// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TreeView that shows and changes how keys are shared out over splits.
#include "engine/schedule/resolve.h"
#include "ui/views/tree_split_strip.h"
#include "ui/views/tree_view.h"

#include <algorithm>
#include <utility>

namespace ulpscope::ui {
namespace {

int ceilDiv(int a, int b) { return (a + b - 1) / b; }

/// `shared`: the key tiles that are shared out.
SplitPlan planOf(const RunSpec &spec, KeyRange shared)
{
    SplitPlan plan;
    plan.tileKeys = spec.recipe.tileN;
    plan.keys = spec.problem.seqlenK;
    plan.tiles = ceilDiv(plan.keys, plan.tileKeys);
    const int perSplit =
        std::max(1, spec.splitTiles > 0 ? spec.splitTiles : ceilDiv(shared.end - shared.begin, spec.numSplits));
    for (int begin = shared.begin; begin < shared.end; begin += perSplit)
        plan.splits.push_back({begin, std::min(begin + perSplit, shared.end)});
    plan.emptySplits = std::max(0, spec.numSplits - static_cast<int>(plan.splits.size()));
    return plan;
}

KeyRange allTiles(const RunSpec &spec) { return {0, ceilDiv(spec.problem.seqlenK, spec.recipe.tileN)}; }

/// FlashAttention-3 and -4 share out what the query tile sees, all others every key (Schedule::splitTiles).
KeyRange sharedTiles(const RunSpec &spec, const RowTrace &row)
{
    if (spec.recipe.split != SplitRule::Fa3 && spec.recipe.split != SplitRule::Fa4)
        return allTiles(spec);
    KeyRange tiles{allTiles(spec).end, 0};
    for (const RowSplitTrace &split : row.splits) {
        for (const RowTileTrace &tile : split.tiles)
            tiles = {std::min(tiles.begin, tile.nBlock), std::max(tiles.end, tile.nBlock + 1)};
    }
    return tiles;
}

RunRequest withSplitsOf(RunRequest request, int keys)
{
    std::erase_if(request.set, [](const auto &field) { return field.first == "split"; });
    request.set.emplace_back("split", "size:" + std::to_string(keys));
    return request;
}

} // namespace

/// Where the tree is one of the run itself, over keys or over splits. A run without splits has boundaries to draw only
/// while its order is edited.
void TreeView::showSplits()
{
    const std::shared_ptr<const RunSpec> spec = session().spec(side());
    const bool isOfRun = m_panes[0].scene.tree && !m_panes[0].scene.other && !m_asAdded && spec && m_source.a;
    if (!isOfRun || spec->recipe.form != Form::Online || m_source.kind == SumKind::Score ||
        m_source.kind == SumKind::Dq || (spec->numSplits == 1 && !m_edit->isChecked()))
        return m_splits->setPlan(std::nullopt, {});
    m_splits->setPlan(
        planOf(*spec, sharedTiles(*spec, *m_source.a)), [this, spec](int keys) -> std::optional<SplitPlan> {
            if (!session().inputs())
                return std::nullopt;
            const Result<RunSpec> split =
                resolveRun(session().catalog(), session().inputs()->problem, withSplitsOf(spec->request, keys));
            return split.ok() ? std::optional(planOf(split.value(), allTiles(split.value()))) : std::nullopt;
        });
}

void TreeView::splitBy(int keys)
{
    if (const std::shared_ptr<const RunSpec> spec = session().spec(side()))
        session().setRequest(side(), withSplitsOf(spec->request, keys));
}

} // namespace ulpscope::ui
