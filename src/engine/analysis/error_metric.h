// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/reference.h"
#include "engine/backend/matrix.h"
#include "engine/numerics/ulp.h"

#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ulpscope {

/// NaN equals NaN: no error. NaN against a number is NaN in every metric. Equal infinities are no error; an infinity
/// against another number is an infinite error, with its sign (in OrdinalUlp a finite one: infinity is one step beyond
/// the largest number).
enum class ErrorMetric {
    Absolute,        ///< value - reference, signed
    Relative,        ///< (value - reference) / |reference|; NaN where the reference is 0 and the value is not
    Ulp,             ///< (value - reference) / ulp of the output format at the reference, signed
    OrdinalUlp,      ///< representable values between the value and the correctly rounded reference, signed
    PerTerms,        ///< (value - reference) / Reference::termSums: stays small where the result cancels
    SignificantBits, ///< -log2 |relative|, in [0, the format's precision + 1]; NaN where Relative is
};
std::string_view errorMetricName(ErrorMetric metric);

/// Of one error map, in the metric's units.
struct ErrorSummary {
    std::int64_t elements = 0;  ///< all of them
    std::int64_t count = 0;     ///< value and reference finite, and the metric defined: what the numbers below are of
    std::int64_t undefined = 0; ///< value and reference finite, but the metric is not defined there (Relative at 0)
    std::int64_t bitEqual = 0;  ///< equal to the correctly rounded reference in the output format, NaN to NaN included
    std::int64_t nan = 0;       ///< NaN in the value or in the reference
    std::int64_t infinite = 0;  ///< an infinity, and no NaN
    double maxAbs = 0, rms = 0, bias = 0; ///< bias is the signed mean
    double worst = 0; ///< the map at the worst place: of largest magnitude; for SignificantBits the fewest bits
    int worstRow = -1, worstCol = -1; ///< the first such place in row-major order; -1: none

    double bitEqualShare() const
    {
        return elements > 0 ? static_cast<double>(bitEqual) / static_cast<double>(elements) : 1.0;
    }
};

/// Error of `value` (rows x cols, values of the output format `type`) against the reference, which has the same shape.
Matrix errorMap(ErrorMetric metric, DType type, const Matrix &value, const Reference &reference);
/// Summary of an error map; bit equality is judged on the values themselves. `metric` says what is worst.
ErrorSummary summarise(const Matrix &map, DType type, const Matrix &value, const Reference &reference,
                       ErrorMetric metric = ErrorMetric::Ulp);

/// Histogram of a signed error map over equal bins in [-limit, limit], with under- and overflow in the outer bins. NaN
/// is left out.
struct Histogram {
    double limit = 0;
    std::vector<std::int64_t> counts;
};
Histogram histogram(const Matrix &map, double limit, int bins);

/// Equal bits, NaN to NaN whatever its payload.
inline bool sameBits(float a, float b) { return floatBits(a) == floatBits(b) || (std::isnan(a) && std::isnan(b)); }

/// Comparison of two value maps bit by bit. NaN equals NaN whatever its payload; +0 and -0 are a mismatch 0 apart.
struct BitDifference {
    Matrix ulps;                      ///< a - b in representable values of the format; NaN where one of them is NaN
    std::int64_t count = 0;           ///< values compared
    std::int64_t mismatches = 0;      ///< different bits
    std::int64_t nanMismatches = 0;   ///< of them, NaN against a number
    std::int64_t maxUlp = 0;          ///< kInfiniteUlpDistance when there is a NaN against a number
    double maxAbs = 0;                ///< over pairs without NaN; infinite for an infinity against another number
    int firstRow = -1, firstCol = -1; ///< first mismatch in row-major order
};
/// `a` and `b` have the same shape and hold values of `type`.
BitDifference bitDifference(DType type, const Matrix &a, const Matrix &b);

} // namespace ulpscope
