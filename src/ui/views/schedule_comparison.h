// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/schedule_state.h"

namespace ulpscope::ui {

/// A modelled launch against a measured one of the same run.
struct ScheduleComparison {
    int blocks = 0;         ///< work tiles that are blocks of both
    int sameSm = 0;         ///< of these, on the SM that the model says
    bool hasCopies = false; ///< the model holds copies of the request, which were not measured
};
ScheduleComparison compareSchedules(const ScheduleState &modelled, const ScheduleState &measured);

/// "14 of 16 blocks on the SM of the model · makespan 25 units, measured 7.52 µs · …"
QString comparisonText(const ScheduleState &modelled, const ScheduleState &measured);

/// Splits of a query tile in the order in which their blocks end; of those that end together, in launch order. Empty
/// where there is one split, or they are not all there.
std::vector<int> splitsByEnd(const ScheduleState &state, int batch, int head, int mBlock);
/// Both orders in one line; at most `most` splits of each, 0: all. Empty where there is one split.
QString arrivalText(const ScheduleState &modelled, const ScheduleState &measured, int batch, int head, int mBlock,
                    int most);

} // namespace ulpscope::ui
