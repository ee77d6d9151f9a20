// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// ex2, rcp and lg2 of a device: tables of one binade, and the rules that make all of the function out of them, checked
// for every argument.
#pragma once

#include "engine/backend/calibration_device.h"
#include "engine/numerics/approx.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

std::string_view approxFunctionName(worker::ApproxFunction function); ///< "ex2.approx.ftz.f32"
/// What the engine gives for it. It has no rcp and lg2 without .ftz: those of .ftz.
float approximationOf(const ApproxTables &tables, worker::ApproxFunction function, float x);

/// The words of a device that its tables are made of, and of lg2 below 1.
struct ApproxCapture {
    std::vector<std::uint32_t> ex2, rcp, lg2Low, lg2High;
    std::vector<std::uint32_t> lg2Half, lg2Quarter; ///< lg2 of [0.5, 1) and of [0.25, 0.5), by ascending argument
};
Result<ApproxCapture> captureApprox(CalibrationDevice &device, const std::stop_token &stop);

/// Two tables of one function: how many words differ, and the first of them.
struct TableDifference {
    std::string table;
    std::int64_t words = 0, differing = 0;
    std::optional<std::uint32_t> first; ///< entry
    std::uint32_t measured = 0, shipped = 0;
};
std::vector<TableDifference> compareTables(const ApproxCapture &capture, const ApproxTables &shipped);

/// A function or a rule against the device, all arguments of some exponents.
struct ApproxCheck {
    std::string what;
    std::int64_t arguments = 0, differing = 0;
    struct Difference {
        std::uint32_t argument, measured, model;
    };
    std::vector<Difference> first;                     ///< up to eight
    std::array<std::int64_t, 512> bySignAndExponent{}; ///< how many differ among the 2^23 arguments
};

struct ApproxProgress {
    std::stop_token stop;
    std::function<void(std::uint64_t blocks)> advance; ///< of 2^23 arguments, from the calling thread
    int threads = 0;                                   ///< 0: all processors
};
inline constexpr std::uint64_t kApproxBlocks = 512;

/// All 2^32 arguments, or the blocks first .. last - 1 of 2^23.
Result<ApproxCheck> checkAll(CalibrationDevice &device, const ApproxTables &tables, worker::ApproxFunction function,
                             const ApproxProgress &progress, std::uint32_t firstBlock = 0,
                             std::uint32_t lastBlock = kApproxBlocks);

/// lg2.approx.ftz of normal arguments below 1 against rules that could make it out of tables.
Result<std::vector<ApproxCheck>> checkLg2Rules(CalibrationDevice &device, const ApproxCapture &capture,
                                               const ApproxTables &tables, const ApproxProgress &progress);

} // namespace ulpscope
