// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/analysis/common_walk.h"

namespace ulpscope {

/// The first raw score, in A's plan order, that differs between the matrix units of two runs; visible scores only,
/// before softcap. None at once when the units give equal bits for every dot product.
Result<std::optional<Divergence>> scoreDivergence(const ComparedRun &a, const ComparedRun &b, const Inputs &inputs,
                                                  const std::vector<RecipeDifference> &differences,
                                                  std::stop_token stop);

/// For one row whose results differ (`mismatch`; `quantity` is Output or Lse): the first step of A that has no
/// counterpart in B, and the row's first running value that is after the same keys in both and differs.
Result<Divergence> planDivergence(const ComparedRun &a, const ComparedRun &b,
                                  const std::shared_ptr<const Inputs> &inputs,
                                  const std::vector<RecipeDifference> &differences, Quantity quantity,
                                  const OutputMismatch &mismatch);

} // namespace ulpscope
