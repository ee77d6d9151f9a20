// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/tile_executor.h"
#include "engine/schedule/measured_launch.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace ulpscope {

/// Results of a whole run.
struct RunOutput {
    std::vector<float> output; ///< [batch, heads, seqlenQ, headDimV], values of Problem::dtype
    std::vector<float> lse;    ///< [batch, heads, seqlenQ], natural log
    /// Where WholeRunOptions::tiles asks for them: running max and sum of each row after each key tile, as RowMax and
    /// RowSum are after that tile's RowSum step (within its split); [batch, heads, key tiles, seqlenQ], NaN where a
    /// row's work tile does not come. A max of zero is +0, whichever zero the scores hold.
    std::vector<float> tileMax, tileSum;
    MeasuredLaunch launch; ///< where WholeRunOptions::measure asks for it
};

struct WholeRunOptions {
    int threads = 0; ///< 0: all processors
    bool tiles = false;
    bool measure = false; ///< unsupported unless a kernel of whole work tiles runs on a GPU
    /// Measured: work tiles (no combines) in the order of their blocks; empty: the schedule's own.
    std::vector<int> launchOrder;
    std::stop_token stop;
    /// Called from worker threads, at most every 50 ms and once at the end, with steps done and in all.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

/// A backend's own way to run everything; the bits are those of its executors.
class WholeRunner {
public:
    virtual ~WholeRunner() = default;
    virtual Result<RunOutput> runWhole(const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                                       std::shared_ptr<const Schedule> schedule,
                                       const WholeRunOptions &options) const = 0;
};

/// Runs every step of the schedule: as the backend's WholeRunner does, or with query tiles spread over threads. The
/// bits do not depend on the number of threads: no value is shared between query tiles.
Result<RunOutput> runWhole(const Backend &backend, const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                           const WholeRunOptions &options = {});

/// The same by the steps of the backend's executors alone, whatever faster way it has.
Result<RunOutput> runStepwise(const Backend &backend, const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                              std::shared_ptr<const Schedule> schedule, const WholeRunOptions &options = {});

} // namespace ulpscope
