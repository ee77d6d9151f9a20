// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/tile_executor.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace ulpscope {

/// Results of a whole run.
struct RunOutput {
    std::vector<float> output; ///< [batch, heads, seqlenQ, headDimV], values of Problem::dtype
    std::vector<float> lse;    ///< [batch, heads, seqlenQ], natural log
};

struct WholeRunOptions {
    int threads = 0; ///< 0: all processors
    std::stop_token stop;
    /// Called from worker threads, at most every 50 ms and once at the end, with steps done and in all.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

/// Runs every step of the schedule, query tiles spread over threads. The bits do not depend on the number of threads:
/// no value is shared between query tiles.
Result<RunOutput> runWhole(const Backend &backend, const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                           const WholeRunOptions &options = {});

} // namespace ulpscope
