// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What real launches of a sum need, from a run: docs/numerics.md, Real launches.
#pragma once

#include "engine/backend/cuda_arrivals.h"
#include "engine/backend/whole_run.h"

#include <span>

namespace ulpscope {

/// dQ: `dO` and forward.output are [batch, heads, seqlenQ, headDimV]. Errors as checkBackward; sizes that are not the
/// problem's.
Result<ArrivalInputs> dqArrivalInputs(const RunSpec &spec, const Inputs &inputs, std::span<const float> dO,
                                      const RunOutput &forward);

/// The splits of a run, and the run's own result.
struct CombineInputs {
    ArrivalInputs arrivals;
    RunOutput run;
};
/// Partial outputs of all splits, executed by `backend`, and the weights that the combine gives them. InvalidArgument:
/// the run has one split.
Result<CombineInputs> combineArrivalInputs(const Backend &backend, const RunSpec &spec,
                                           const std::shared_ptr<const Inputs> &inputs,
                                           const std::shared_ptr<const Schedule> &schedule,
                                           const WholeRunOptions &options);

} // namespace ulpscope
