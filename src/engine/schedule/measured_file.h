// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/measured_launch.h"

namespace ulpscope {

/// The member "launch" of a trace (schema "ulpscope.trace/1", as `ulpscope-cli run --measure --trace` writes it).
/// Errors: the file cannot be read, holds no measured launch, or one of another kernel, device, problem or number of
/// splits; whether its blocks are those of the run is for measuredTimeline() to say.
Result<MeasuredLaunch> readMeasuredLaunch(const std::string &path, const RunSpec &spec);

/// A trace of nothing but the launch.
Status writeMeasuredLaunch(const std::string &path, const RunSpec &spec, const MeasuredLaunch &measured);

} // namespace ulpscope
