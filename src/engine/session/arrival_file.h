// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Real launches as a file, to be looked at where there is no GPU: schema "ulpscope.arrivals/1".
#pragma once

#include "engine/analysis/arrival_results.h"
#include "engine/attention/problem.h"
#include "engine/schedule/run_spec.h"

#include <string>
#include <string_view>

namespace ulpscope {

/// What was launched, and what came of it.
struct ArrivalReport {
    ArrivalStudy study;
    std::string date;           ///< of the launches, UTC: "2026-11-30"
    std::string kernel, device; ///< ids of the run
    int splits = 1;
    std::string gradient;       ///< dQ: where dO comes from
    std::string problem;        ///< "batch 1, heads 1, queries 2048, keys 1000, head dim 64, bf16, no mask"
    DType dtype = DType::BF16;  ///< of the results
    std::int64_t shape[4] = {}; ///< of the results: batch, heads, queries, head dim
    bool operator==(const ArrivalReport &) const = default;
};

inline constexpr std::string_view kArrivalsSchema = "ulpscope.arrivals/1";

/// Today's date is the report's.
ArrivalReport arrivalReport(const RunSpec &spec, ArrivalStudy study, std::string gradient);
std::string arrivalsToJson(const ArrivalReport &report);
/// Strict: unknown keys and wrong types are named. `path` is used in messages.
Result<ArrivalReport> parseArrivals(const std::string &json, const std::string &path);
Result<ArrivalReport> readArrivals(const std::string &path);
Status writeArrivals(const ArrivalReport &report, const std::string &path);

} // namespace ulpscope
