// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/analysis/error_source.h"
#include "engine/schedule/schedule.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace ulpscope {

/// The error of each output element of one row, split over sources: the unrounded output is followed through a sequence
/// of runs in which one source after another is exact (RelaxedRow). A source's part is the run before it became exact
/// minus the run after; what is left with all of them exact is attention in double precision. The split depends on the
/// order. What a fault does (Recipe::fault) is no rounding and in no part: it is allExact - reference.
struct RowBudget {
    std::vector<ErrorSource> order;         ///< the sequence used; OutputRounding, the last, is output - unrounded
    std::vector<std::vector<double>> parts; ///< [source as in order][column], in units of the output
    std::vector<double> total;              ///< [column]: the sum of the parts, which is output - allExact
    std::vector<double> unrounded;          ///< [column]: the kernel's output before rounding
    std::vector<double> allExact;  ///< [column]: the last run; the reference up to double precision, but for a fault
    std::vector<double> reference; ///< [column], float64 reference
    std::vector<float> output;     ///< [column]
};

/// Errors: a row, head or batch entry that the problem does not have; inputs that do not fit it.
Result<RowBudget> errorBudget(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                              const std::shared_ptr<const Schedule> &schedule, int batch, int head, int row);

/// Budgets of many rows summed up: root mean square and signed mean of each source's share, in ulp of the output format
/// at the root mean square of the row's exact output. (At the element itself, the few outputs that cancel to nearly 0
/// and their tiny ulp would be all that the numbers show.)
struct BudgetSummary {
    std::vector<ErrorSource> order;
    std::vector<double> rms, bias;      ///< [source as in order]
    double totalRms = 0, totalBias = 0; ///< of the whole error
    std::int64_t elements = 0;          ///< summed up
    std::int64_t notFinite = 0;         ///< left out: NaN or infinite in some run
    int rows = 0, rowsInAll = 0;        ///< fewer rows than in all: every k-th row was taken
};
/// At most `maxRows` rows (at least 1) of one head, evenly spread. Cancelled between rows.
Result<BudgetSummary> summariseBudget(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                                      const std::shared_ptr<const Schedule> &schedule, int batch, int head, int maxRows,
                                      std::stop_token stop = {});

} // namespace ulpscope
