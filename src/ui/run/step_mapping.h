// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/schedule.h"

#include <QtGlobal>

#include <optional>
#include <utility>

namespace ulpscope::ui {

/// Steps of a schedule that belong to one head, as a half-open range of plan indices.
struct StepRange {
    quint64 begin = 0, end = 0;
    bool contains(quint64 index) const { return begin <= index && index < end; }
};
StepRange stepsOfHead(const Schedule &schedule, int batch, int head);
/// Work tiles of a head, first and one past the last.
std::pair<int, int> workTilesOfHead(const Schedule &schedule, int batch, int head);

/// The position (steps done) in `to` that shows the same as `position` in `from`: the work tile with the same query
/// rows, the key tile with the same keys, the same kind of step, each as near as `to` has it. Start and end stay start
/// and end.
quint64 correspondingPosition(const Schedule &from, quint64 position, const Schedule &to);

/// Position after the step of `kind` in the key tile `nBlock` of query tile `mBlock`; after the nearest earlier kind
/// when the plan has no such step; nullopt when the key tile is not visited.
std::optional<quint64> positionAfter(const Schedule &schedule, int batch, int head, int mBlock, int nBlock,
                                     StepKind kind);

} // namespace ulpscope::ui
