// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/formats.h"
#include "engine/status.h"

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope::cli {

/// A number as somebody wrote it, in a format that may not hold it.
struct WrittenNumber {
    std::string text;
    float value = 0;   ///< what the format holds
    bool exact = true; ///< false: the text was rounded to get there
};

/// Decimal ("-0.875"), C hexadecimal float ("0x1p-3") or the bits of `type` ("0x3C00": 0x without a p). What is written
/// is rounded once, to nearest even, however many digits it has: 1e400 to infinity, 1e-400 to 0. TF32 is read as fp32
/// and then cut, as a tensor core does. The message names the text.
Result<WrittenNumber> parseNumber(DType type, std::string_view text);
/// The same for a comma list, which must not be empty.
Result<std::vector<WrittenNumber>> parseNumbers(DType type, std::string_view text);

} // namespace ulpscope::cli
