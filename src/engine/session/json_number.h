// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace ulpscope {

/// A value as a JSON number that reads back exactly; fp32 values come here widened, so that a reader who takes numbers
/// for doubles has the very value. NaN and infinities, for which JSON has no number, become the strings "nan", "inf",
/// "-inf".
nlohmann::json jsonNumber(double value);
/// An fp32 value with the fewest digits that read back as the same fp32: "0.088388346", not "0.08838834613561630". For
/// files that people read and edit.
nlohmann::json shortJsonNumber(float value);

/// JSON text as all our files and `--json` have it: sorted keys, two spaces, a newline at the end. Bytes that are not
/// UTF-8 (a path may hold some) become U+FFFD.
std::string jsonText(const nlohmann::json &json);

} // namespace ulpscope
