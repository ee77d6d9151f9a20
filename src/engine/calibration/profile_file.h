// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// A calibration as a device profile with tables, in the form of the shipped ones.
#pragma once

#include "engine/calibration/calibrate.h"

#include <string>
#include <vector>

namespace ulpscope {

/// End the title of every profile that was written here.
inline constexpr std::string_view kMeasuredHere = " (measured here)", kRehearsed = " (rehearsal)";

/// "NVIDIA H200" -> "h200-here"
std::string profileIdOf(const worker::GpuLimits &limits);

/// The text of DIRECTORY/devices/ID.json. `isModel`: of a model that stood in for the GPU, which the evidence then
/// says. `donor` gives what cannot be measured (carve-outs, allocation units): the shipped profile, or the nearest.
Result<std::string> profileText(const Calibration &calibration, const Catalog &catalog, const std::string &id,
                                bool isModel);

/// Whether writeCalibration may write: InvalidArgument for an id that no profile can have or that is shipped, or where
/// a file of that name was not written by it. A rehearsal (`isModel`) does not take the place of a measurement.
Status checkTarget(const Catalog &catalog, const std::string &directory, const std::string &id, bool isModel);

/// Writes devices/ID.json and tables/*_ID*.bin.z below the directory, which is made where it does not exist; the paths.
Result<std::vector<std::string>> writeCalibration(const Calibration &calibration, const Catalog &catalog,
                                                  const std::string &directory, const std::string &id, bool isModel);

} // namespace ulpscope
