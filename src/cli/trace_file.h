// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/watch.h"
#include "engine/backend/tile_executor.h"
#include "engine/schedule/measured_launch.h"

#include <string>

namespace ulpscope::cli {

/// Steps through one (batch, head) of a run and writes what happened: schema "ulpscope.trace/1", the planned steps with
/// the events of each, and "launch" where a launch was measured. Same run, same bytes. Cancelled between steps.
Status writeTrace(const std::string &path, const Backend &backend, const RunSpec &spec,
                  std::shared_ptr<const Inputs> inputs, int batch, int head, const MeasuredLaunch &launch,
                  Watch &watch);

} // namespace ulpscope::cli
