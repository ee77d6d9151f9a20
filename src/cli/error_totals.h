// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/watch.h"
#include "engine/backend/tile_executor.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ulpscope::cli {

/// Error of a whole output against the float64 reference, in ulp of the output format at the reference. Rows that see
/// no key have no average to be right about: they are left out.
struct ErrorTotals {
    std::int64_t rowsWithoutKeys = 0;
    std::int64_t elements = 0; ///< values of the other rows
    std::int64_t count = 0;    ///< those that have an error: value and reference finite
    std::int64_t correctlyRounded = 0;
    std::int64_t nan = 0, infinite = 0;
    double max = 0, rms = 0, bias = 0;
    int batch = -1, head = -1, row = -1, col = -1; ///< of the largest error; -1: no value has one
};

/// `output` is [batch, heads, seqlenQ, headDimV]. Blocks of rows go to `threads` threads (0: all processors); the
/// totals do not depend on their number. Cancelled within one row of the reference, which is the backend's.
Result<ErrorTotals> errorTotals(const Backend &backend, const Problem &problem,
                                const std::shared_ptr<const Inputs> &inputs, const std::vector<float> &output,
                                int threads, Watch &watch);

} // namespace ulpscope::cli
