// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/calibration/calibrate.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ulpscope::cli {

/// `model`: the device that stood in for the GPU, empty for a real one; `files`: what was written.
void printCalibration(const Calibration &calibration, const std::string &id, const std::string &model,
                      const std::vector<std::string> &files);
nlohmann::json calibrationJson(const Calibration &calibration, const std::string &id, const std::string &model,
                               const std::vector<std::string> &files);

} // namespace ulpscope::cli
