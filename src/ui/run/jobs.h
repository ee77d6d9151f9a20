// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/compare.h"
#include "engine/session/session.h"
#include "engine/trace/head_trace.h"
#include "engine/trace/row_trace.h"
#include "engine/trace/step.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace ulpscope::ui {

/// What can be stopped at in the plan of one head: step i of it is plan step firstStep + i.
struct HeadEvents {
    std::uint64_t firstStep = 0;
    std::vector<StepEvents> steps;

    const StepEvents &at(std::uint64_t planIndex) const;
};
/// Events of every step of a head from its trace. Ties need the scores: none are reported when the trace left them out.
std::shared_ptr<const HeadEvents> headEvents(const HeadTrace &trace);

/// A's output against an output tensor of the file, all heads.
struct ObservedMatch {
    std::string tensor;
    std::vector<BitDifference> perHead;
    std::int64_t elements = 0, mismatches = 0, maxUlp = 0;
    double maxAbs = 0;
    float firstMine = 0, firstObserved = 0; ///< the values at the first mismatch of the first head that has one
};
Result<ObservedMatch> matchObserved(const Backend &backend, const RunSpec &spec,
                                    const std::shared_ptr<const Inputs> &inputs, const std::string &tensor,
                                    const std::vector<float> &observed, const WholeRunOptions &options);
/// The same as a Comparison of A with B = the tensor: the first divergence is the first output that differs, which is
/// all that can be seen of a kernel from outside.
Comparison comparisonWith(const ObservedMatch &match, const Schedule &schedule);

/// How far one row is from float64 while it runs: after each key tile, accO / l against the exact softmax over the keys
/// seen so far. In ulp of the output format at the exact value, root mean square over the columns.
struct RunningError {
    struct Point {
        std::uint64_t position; ///< steps done when the key tile is finished
        double rmsUlp;
    };
    int row = -1;
    std::vector<Point> points;
};
std::shared_ptr<const RunningError> runningError(const RunSpec &spec, const Inputs &inputs, const Schedule &schedule,
                                                 const RowTrace &row);

} // namespace ulpscope::ui
