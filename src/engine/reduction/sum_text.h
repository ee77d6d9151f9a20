// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/formats.h"
#include "engine/reduction/merge_tree.h"
#include "engine/status.h"

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// A number as somebody wrote it, in a format that may not hold it.
struct WrittenTerm {
    std::string text;  ///< as written, with a minus before it where it is subtracted
    double value = 0;  ///< what the format holds, its sign included
    bool exact = true; ///< false: the text was rounded, once and to nearest even, to get there
};

/// A sum as somebody wrote it: numbers, and who is added to whom.
struct WrittenSum {
    std::vector<WrittenTerm> terms;
    MergeTree tree; ///< over the terms, in the order of the text
    /// [merge] a minus stands before this sum, and both operands carry it: an exact zero is -0 where it would be +0.
    std::vector<bool> mirrored;

    std::vector<double> values() const;
};

/// Most numbers of one sum, and most parentheses within each other.
inline constexpr int kMaxTerms = 64;

/// Reads numbers separated by spaces, commas or semicolons ("[2^26, 1, -2^26, 1]"), or an expression of numbers, +, -
/// and parentheses ("(1e8 + -1e8) + 1"), which adds from the left where no parentheses say otherwise. A number is a
/// decimal, inf, nan, a C hexadecimal float (0x1p26), the bits of `type` (0x4c800000: 0x without a p), or a power 2^k
/// or 10^k; `type` rounds it to nearest even, e4m3 and e5m2 to their largest number where it is larger. The message
/// names the position, counted in characters from 1.
Result<WrittenSum> parseSum(DType type, std::string_view text);

/// The tree of that name over `leaves` numbers: "sequential", "reverse" (from the last number to the first),
/// "pairwise", "butterfly" or "strided:k" (k running sums). The message lists the names.
Result<MergeTree> treeOfShape(std::string_view name, int leaves);

} // namespace ulpscope
