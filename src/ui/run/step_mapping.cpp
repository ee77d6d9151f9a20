// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/step_mapping.h"

#include <algorithm>
#include <cstdlib>

namespace ulpscope::ui {

std::pair<int, int> workTilesOfHead(const Schedule &schedule, int batch, int head)
{
    const Problem &p = schedule.problem();
    const int perHead = schedule.workTileCount() / (p.batch * p.heads); // every head has the same work tiles
    const int first = (batch * p.heads + head) * perHead;
    return {first, first + perHead};
}

StepRange stepsOfHead(const Schedule &schedule, int batch, int head)
{
    const auto [first, last] = workTilesOfHead(schedule, batch, head);
    return {schedule.firstStep(first), schedule.firstStep(last)};
}

namespace {

/// The work tile of the same head that covers the query row and (when it is split) the key tile.
int workTileFor(const Schedule &schedule, int batch, int head, int row, int nBlock, bool isCombine)
{
    const auto [first, last] = workTilesOfHead(schedule, batch, head);
    int best = first;
    for (int i = first; i < last; ++i) {
        const WorkTile tile = schedule.workTile(i);
        if (row < tile.rowBegin || row >= tile.rowEnd)
            continue;
        if (tile.isCombine) {
            if (isCombine)
                return i;
            continue;
        }
        best = i; // with the last split when none visits the key tile
        if (isCombine || nBlock < 0)
            continue;
        const std::vector<int> tiles = schedule.keyTiles(tile);
        if (std::find(tiles.begin(), tiles.end(), nBlock) != tiles.end())
            return i;
    }
    return best;
}

} // namespace

std::optional<quint64> positionAfter(const Schedule &schedule, int batch, int head, int mBlock, int nBlock,
                                     StepKind kind)
{
    const auto [first, last] = workTilesOfHead(schedule, batch, head);
    for (int i = first; i < last; ++i) {
        const WorkTile tile = schedule.workTile(i);
        if (tile.mBlock != mBlock)
            continue;
        std::optional<quint64> found;
        for (const PlannedStep &step : schedule.steps(tile)) {
            if (step.nBlock == nBlock && step.ordinal >= 0 && (!found || step.kind <= kind))
                found = step.index + 1;
        }
        if (found)
            return found;
    }
    return std::nullopt;
}

quint64 correspondingPosition(const Schedule &from, quint64 position, const Schedule &to)
{
    if (position == 0 || to.stepCount() == 0)
        return 0;
    if (position >= from.stepCount())
        return to.stepCount();
    const PlannedStep step = from.step(position - 1);
    const WorkTile tile = from.workTile(step.workTile);
    const int batch = std::min(tile.batch, to.problem().batch - 1);
    const int head = std::min(tile.head, to.problem().heads - 1);
    const int row = std::min(tile.rowBegin, to.problem().seqlenQ - 1);
    const int wantedKey = step.nBlock < 0 ? -1 : step.nBlock * from.recipe().tileN;
    const int nBlock = wantedKey < 0 ? -1 : std::min(wantedKey / to.recipe().tileN, to.nBlocks() - 1);
    const WorkTile target = to.workTile(workTileFor(to, batch, head, row, nBlock, tile.isCombine));

    // Nearest key tile first, then nearest kind: a step of the right kind in a far tile shows something else.
    const auto distance = [&](const PlannedStep &candidate) {
        const int tileDistance = nBlock < 0 && candidate.nBlock < 0   ? 0
                                 : nBlock < 0 || candidate.nBlock < 0 ? (to.nBlocks() + 1)
                                                                      : std::abs(candidate.nBlock - nBlock);
        return std::pair(tileDistance, std::abs(static_cast<int>(candidate.kind) - static_cast<int>(step.kind)));
    };
    const std::vector<PlannedStep> steps = to.steps(target);
    const auto best = std::min_element(steps.begin(), steps.end(), [&](const PlannedStep &a, const PlannedStep &b) {
        return distance(a) < distance(b);
    });
    return best == steps.end() ? to.firstStep(target.index) : best->index + 1;
}

} // namespace ulpscope::ui
