// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace ulpscope::io {

/// A number as written, in a double that rounds to any narrower format as the number itself does: exact, or next to it
/// and odd in its last place, which no value and no midpoint of a format of up to 51 bits is.
struct RoundableDouble {
    double value = 0;  ///< infinite beyond the range of double, which is beyond every such format
    bool exact = true; ///< the number is `value`
    // For fp64 itself, which the first two do not serve:
    double nearest = 0;       ///< the double nearest to the number, ties to even
    bool nearestExact = true; ///< the number is `nearest`
};

/// The magnitude of a decimal ("12.5e-3") or, with `hexadecimal`, of what follows the 0x of a C hexadecimal float
/// ("1.8p-3"), without sign. "inf" and "nan" are decimals, too. None when the text is something else.
std::optional<RoundableDouble> parseMagnitude(std::string_view text, bool hexadecimal);

} // namespace ulpscope::io
