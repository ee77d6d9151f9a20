// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Everything about a GPU that can change a bit, measured, and compared with what is shipped for it.
#pragma once

#include "engine/calibration/approx_check.h"
#include "engine/calibration/mma_study.h"
#include "engine/schedule/catalog.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

struct CalibrationOptions {
    bool quick = false; ///< no function on all arguments, a tenth of the random problems
    int vectors = 2000; ///< random problems of each kind and depth
    int threads = 0;    ///< for comparing; 0: all processors
    std::stop_token stop;
    /// A new stage of `total` units of work, and how many of them are done since.
    std::function<void(const std::string &stage, std::uint64_t total, const std::string &unit)> begin;
    std::function<void(std::uint64_t)> advance;
};

/// A number that the driver reports, or a launch's blocks on an SM.
struct LimitFinding {
    std::string what;
    std::int64_t measured = 0;
    std::optional<std::int64_t> profile; ///< none: the profile says nothing of it
    bool agrees() const { return !profile || *profile == measured; }
};

struct Calibration {
    worker::GpuLimits limits{};
    const DeviceProfile *profile = nullptr; ///< shipped, of the same compute capability; null: there is none
    std::vector<LimitFinding> limitFindings;
    std::vector<LimitFinding> occupancy; ///< measured by the driver, against the engine's calculation with these limits
    std::vector<MmaStudy> studies;
    std::uint64_t placesThatDiffer = 0; ///< results that depended on the place in a tile
    ApproxCapture capture;
    std::string tableProblem;                      ///< why the words make no tables; empty: they do
    std::vector<TableDifference> tableDifferences; ///< against the tables of the shipped profile
    std::vector<ApproxCheck> checks;               ///< every argument against the captured tables
    std::vector<ApproxCheck> lg2Rules;

    /// Nothing that was measured contradicts the shipped profile and the engine's rules.
    bool agrees() const;
};

/// The shipped profile of the GPU: of its compute capability; of several the one of its name, then of its SM count.
const DeviceProfile *shippedProfileOf(const Catalog &catalog, const worker::GpuLimits &limits);

/// `catalog` must outlive the result. Errors are the device's.
Result<Calibration> calibrate(CalibrationDevice &device, const Catalog &catalog, const CalibrationOptions &options);

} // namespace ulpscope
