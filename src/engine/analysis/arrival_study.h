// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Real nondeterminism: one sum launched many times on a GPU, by atomics in the order of arrival, and beside it by a
// semaphore and in the kernel's own fixed order.
#pragma once

#include "engine/analysis/arrival_results.h"
#include "engine/attention/problem.h"
#include "engine/schedule/run_spec.h"

#include <functional>
#include <memory>
#include <span>
#include <stop_token>

namespace ulpscope {

class CudaBackend;
struct ArrivalLaunches;

struct ArrivalOptions {
    ArrivalSum sum = ArrivalSum::Dq;
    std::vector<ArrivalMode> modes{ArrivalMode::Atomics, ArrivalMode::Semaphore, ArrivalMode::Fixed};
    std::uint64_t launches = 1000;
    bool replay = false;
    int threads = 0; ///< of what the CPU does; 0: all processors
    std::stop_token stop;
    /// A stage such as "launching by atomics", units done and in all; from any thread.
    std::function<void(const Phrase &stage, std::uint64_t done, std::uint64_t total)> progress;
};

/// `dO` is needed for dQ only. Unsupported: there is no GPU, or it does not compute the run by itself.
Result<ArrivalStudy> studyArrivals(const CudaBackend &cuda, const RunSpec &spec,
                                   const std::shared_ptr<const Inputs> &inputs, std::span<const float> dO,
                                   const ArrivalOptions &options);

/// The same on the program's own backend.
Result<ArrivalStudy> studyArrivals(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                                   std::span<const float> dO, const ArrivalOptions &options);
/// Why there is no GPU here; empty: there is one. May start the worker, which takes up to a second.
Phrase noGpuReason();

/// What the launches of a mode say about each other; `dim` columns of `width` are the tensor's. For studyArrivals.
ArrivalModeResult summarise(ArrivalMode mode, const ArrivalLaunches &launches, const Problem &problem, int dim,
                            int width);

} // namespace ulpscope
