// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Launches of a GPU, added again on the CPU in the order in which their terms arrived.
#pragma once

#include "engine/analysis/arrival_inputs.h"
#include "engine/analysis/arrival_results.h"

#include <functional>
#include <optional>

namespace ulpscope {

/// What was seen on the GPU; null: that mode is left out.
struct SeenLaunches {
    const RecordedLaunch *before = nullptr, *terms = nullptr; ///< ArrivalRecord::Before and Terms
    const std::vector<std::uint16_t> *semaphore = nullptr, *fixed = nullptr;
};
struct ArrivalReplays {
    std::optional<ArrivalReplay> atomics, semaphore, fixed;
};

struct ReplayOptions {
    int threads = 0; ///< 0: all processors
    std::stop_token stop;
    std::function<void(std::uint64_t rowsDone, std::uint64_t rows)> progress; ///< from any thread
};

/// `accumulators`: of the fixed order. The contributions are those of DqHead, from q, k, v and dO.
Result<ArrivalReplays> replayDq(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                                std::span<const float> dO, const RunOutput &forward, int accumulators,
                                const SeenLaunches &seen, const ReplayOptions &options);
/// The terms are weight * partial, rounded; in the fixed order they are added by fma, so that it gives the run's bits.
Result<ArrivalReplays> replayCombine(const RunSpec &spec, const CombineInputs &inputs, const SeenLaunches &seen,
                                     const ReplayOptions &options);

} // namespace ulpscope
