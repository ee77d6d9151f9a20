// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace ulpscope::test {

inline std::string scenarioPath(const std::string &name)
{
    return std::string(ULPSCOPE_SOURCE_DIR) + "/resources/scenarios/" + name + ".ulps.json";
}

/// A recorded output by its name: with the tests, or with the scenarios where the program needs it too.
inline std::string goldenPath(const std::string &name)
{
    const std::string source = ULPSCOPE_SOURCE_DIR;
    const std::string ofScenarios = source + "/resources/scenarios/data/" + name + ".safetensors";
    return std::filesystem::exists(ofScenarios) ? ofScenarios
                                                : source + "/tests/golden/attention/" + name + ".safetensors";
}

} // namespace ulpscope::test
