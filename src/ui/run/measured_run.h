// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backend/whole_run.h"
#include "engine/schedule/launch_model.h"
#include "engine/schedule/measured_launch.h"

#include <QString>

#include <memory>

namespace ulpscope::ui {

/// A run, and the model of its launch that a measured one is laid beside.
struct MeasuredRun {
    std::shared_ptr<const RunSpec> spec;
    std::shared_ptr<const Schedule> schedule;
    std::shared_ptr<const LaunchModel> model;
};

/// A launch as a GPU ran it.
struct MeasuredAnswer {
    MeasuredLaunch launch;
    std::shared_ptr<const LaunchModel> timeline; ///< in nanoseconds, see measuredTimeline()
    QString path;                                ///< of the trace that it was read from; empty: measured here
};

/// Runs on the GPU, in the model's order. Errors: there is no GPU, or the run is not executed by whole work tiles.
Result<MeasuredAnswer> measureRun(const MeasuredRun &run, const std::shared_ptr<const Inputs> &inputs,
                                  WholeRunOptions options);
/// Of a trace that `ulpscope-cli run --measure --trace` wrote, or writeMeasuredLaunch().
Result<MeasuredAnswer> readMeasured(const MeasuredRun &run, const QString &path);

} // namespace ulpscope::ui
