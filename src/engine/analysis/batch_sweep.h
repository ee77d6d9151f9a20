// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The same request inside batches of many sizes: what a batch-invariance test finds, and why.
#pragma once

#include "engine/backend/tile_executor.h"
#include "engine/schedule/catalog.h"
#include "engine/schedule/run_spec.h"

#include <functional>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

/// One request inside a batch, on a device, under a split rule.
struct SweepPoint {
    int batch = 0;
    RunSpec spec;
    int pattern = -1; ///< number of its output among the distinct ones of the sweep; -1: not run
};

/// All batches on one device under one rule.
struct SweepLine {
    std::string device;
    std::string rule; ///< as the recipe field `split` has it; of the sketch, "crossTile ..."
    std::vector<SweepPoint> points;

    std::set<int> splits() const;   ///< the split counts that occur
    std::set<int> patterns() const; ///< the numbers of the outputs that occur
};

struct SweepPlan {
    std::vector<std::string> devices;
    std::vector<std::string> rules; ///< beside the kernel's own: "count:4", "size:512"; left out where nothing splits
    std::vector<int> batches;
};

/// What each batch, device and rule comes to, without running anything. `request` says kernel and recipe fields.
/// Errors: those of resolveRun, with the device, rule and batch in front.
Result<std::vector<SweepLine>> planSweep(const Catalog &catalog, const Problem &problem, const RunRequest &request,
                                         const SweepPlan &plan);

struct SweepOptions {
    std::stop_token stop;
    int threads = 0;                                ///< of a run; 0: all processors
    std::function<void(const RunSpec &)> beginsRun; ///< before each run that is needed
};

/// Runs the request (all heads) once for every different arithmetic in `lines`, and numbers the outputs: equal numbers
/// are equal bits.
Status runSweep(const Backend &backend, const std::shared_ptr<const Inputs> &inputs, std::vector<SweepLine> &lines,
                const SweepOptions &options);

/// 0 -> "A", 25 -> "Z", 26 -> "AA": the name of a bit pattern.
std::string patternName(int number);

} // namespace ulpscope
