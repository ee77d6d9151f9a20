// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/json_number.h"

#include <charconv>
#include <cmath>

namespace ulpscope {
nlohmann::json jsonNumber(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    return value;
}

nlohmann::json shortJsonNumber(float value)
{
    if (!std::isfinite(value))
        return jsonNumber(value);
    char digits[32];
    const auto written = std::to_chars(digits, digits + sizeof digits, value);
    double shortest = 0;
    std::from_chars(digits, written.ptr, shortest);
    // The digits may lie so near to the middle of two fp32 values that going through double would pick the other one.
    return static_cast<float>(shortest) == value ? shortest : static_cast<double>(value);
}

std::string jsonText(const nlohmann::json &json)
{
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace ulpscope
