// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace ulpscope {

/// An unevaluated sum of two doubles: 106 significant bits (Dekker 1971; the accurate addition analysed by Joldes,
/// Muller and Popescu, ACM TOMS 44(2), 2017, whose relative error is at most 3 * 2^-106). Where a result is not finite,
/// `low` is 0 and `high` follows IEEE arithmetic.
struct DoubleDouble {
    double high = 0, low = 0;

    DoubleDouble operator+(DoubleDouble other) const
    {
        const DoubleDouble s = twoSum(high, other.high);
        const DoubleDouble t = twoSum(low, other.low);
        const DoubleDouble v = fastTwoSum(s.high, s.low + t.high);
        return fastTwoSum(v.high, t.low + v.low);
    }
    DoubleDouble operator-() const { return {-high, -low}; }
    DoubleDouble operator-(DoubleDouble other) const { return *this + -other; }
    /// A float's 24 bits leave the two partial products' error far below the last bit.
    DoubleDouble operator*(float factor) const
    {
        const double f = factor;
        const double product = high * f;
        if (!std::isfinite(product))
            return {product, 0};
        return fastTwoSum(product, std::fma(low, f, std::fma(high, f, -product)));
    }
    double toDouble() const { return high + low; }

private:
    static DoubleDouble fastTwoSum(double a, double b)
    {
        const double s = a + b;
        return std::isfinite(s) ? DoubleDouble{s, b - (s - a)} : DoubleDouble{s, 0};
    }
    static DoubleDouble twoSum(double a, double b)
    {
        const double s = a + b;
        if (!std::isfinite(s))
            return {s, 0};
        const double bRounded = s - a;
        return {s, (a - (s - bRounded)) + (b - bRounded)};
    }
};

} // namespace ulpscope
