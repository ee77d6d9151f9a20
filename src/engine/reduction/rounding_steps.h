// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Additions taken apart: what a sum would be, which of its bits a format has room for, and what rounding makes of them.
#pragma once

#include "engine/numerics/formats.h"
#include "engine/reduction/merge_tree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ulpscope {

/// What rounding to nearest even did to the exact sum's magnitude.
enum class Rounding : std::uint8_t {
    Exact,      ///< nothing to drop
    Down,       ///< dropped less than half of the last place
    Up,         ///< dropped more than half
    TieDown,    ///< dropped just half; the kept part was even
    TieUp,      ///< dropped just half; the kept part was odd, and its neighbour is even
    Overflow,   ///< to infinity
    Saturated,  ///< e4m3 and e5m2: to the largest number
    NotANumber, ///< an operand is one, or infinities of different signs
    Infinite,   ///< an operand is infinite
};

/// One addition a + b in a format. Bit strings are magnitudes, '0' and '1', one character a binary place from 2^top
/// down to 2^low, all of the same length; empty where an operand is no finite number.
struct Addition {
    double a = 0, b = 0;
    double result = 0;
    Rounding rounding = Rounding::Exact;
    int top = 0;                       ///< the places of the bit strings
    int low = 0;                       ///< at most `unit`
    int unit = 0;                      ///< the last place that the result has room for; places below it are dropped
    std::string aBits, bBits, sumBits; ///< of a, b and the exact sum
    std::string resultBits;            ///< of the result; the dropped places are '0'. Empty where it is not finite
    bool negativeSum = false;
    bool guard = false, round = false, sticky = false; ///< the first dropped bit, the second, and whether another is 1
    double error = 0; ///< result - (a + b), exact wherever it is finite: errors of additions are numbers of the format

    int keptPlaces() const { return top - unit + 1; }
    int droppedPlaces() const { return unit - low; }
};

/// a + b rounded once to `type`: to nearest even, subnormals kept, beyond the largest number to infinity (e4m3 and
/// e5m2: to that number, as GPUs convert to them). a and b are numbers of the format. An exact zero is +0 unless both
/// operands are -0, or, with `mirrored`, -0 unless both are +0.
Addition addInBits(DType type, double a, double b, bool mirrored = false);
/// The result of addInBits() alone, quickly.
double addRounded(DType type, double a, double b);

/// Bits of a number of `type`, right-aligned. The 8- and 16-bit formats and fp32 as bitsOf(); fp64 has 64.
std::uint64_t patternOf(DType type, double value);
/// The number nearest to x, ties to even, in all formats (tf32, too); e4m3 and e5m2 saturate.
double nearestOf(DType type, double x);

struct SumStep {
    Addition addition;
    int left = 0, right = 0;     ///< as in MergeTree::Merge
    double accumulatedError = 0; ///< result minus the exact sum of its leaves, rounded once to fp64
};

/// A whole sum. Errors count from the numbers as the format holds them, not from how they were written.
struct SumSteps {
    std::vector<SumStep> steps; ///< in the order of the tree's merges; none for one number
    double result = 0;
    double exact = 0;       ///< the exact total, rounded once to the format
    double exactDouble = 0; ///< and to fp64
    double error = 0;       ///< result - exact total, rounded once to fp64
    /// The error in units of the last place of `exact`. NaN where that is 0 (the smallest number is no measure there)
    /// or not finite, unless the result is the same.
    double ulps = 0;
};

/// `values` are numbers of the format, one for each leaf of the tree; `mirrored` is empty or has an entry a merge.
SumSteps sumInSteps(DType type, const std::vector<double> &values, const MergeTree &tree,
                    const std::vector<bool> &mirrored = {});

/// What adding the same numbers one after another gives in every order.
struct OrderResults {
    std::uint64_t orders = 0;    ///< n!
    std::vector<double> results; ///< different bit patterns, ascending; any NaN is one, at the end
};

/// Most numbers whose orders are tried: 8! is 40320.
inline constexpr int kMaxPermuted = 8;
OrderResults resultsOfAllOrders(DType type, const std::vector<double> &values);

} // namespace ulpscope
