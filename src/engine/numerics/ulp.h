// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/formats.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ulpscope {

/// The line of all values of a format, for loops over many numbers. The functions below say what is computed.
class FormatGrid {
public:
    explicit FormatGrid(DType type) : m_type(type)
    {
        const FormatInfo format = formatInfo(type);
        m_fractionBits = format.fractionBits;
        m_minExponent = format.minExponent;
        m_maxExponent = format.maxExponent;
        m_halfRange = type == DType::F16;
        // A tf32 value is an fp32 word whose low 13 bits are zero, a bf16 value one whose low 16 bits are.
        m_shift = type == DType::F64 ? 0 : formatInfo(DType::F32).fractionBits - format.fractionBits;
    }

    /// ulpSize()
    double spacing(double x) const
    {
        const int field = static_cast<int>(doubleBits(x) >> 52 & 0x7FF);
        const int exponent = std::clamp(field - 1023, m_minExponent, m_maxExponent) - m_fractionBits;
        if (exponent < -1022) // F64 near zero
            return std::ldexp(1.0, exponent);
        return doubleFromBits(static_cast<std::uint64_t>(exponent + 1023) << 52);
    }
    /// roundDoubleTo()
    float nearest(double x) const
    {
        if (m_type == DType::F32 || m_type == DType::F64 || !std::isfinite(x))
            return static_cast<float>(x);
        // Adding 1.5 * 2^52 spacings leaves no room for a fraction of one: the sum is rounded to nearest even.
        const double shifter = spacing(x) * 0x1.8p52;
        const double rounded = std::abs(x + shifter - shifter);
        const double limit = doubleFromBits(static_cast<std::uint64_t>(m_maxExponent + 1 + 1023) << 52);
        return static_cast<float>(
            std::copysign(rounded >= limit ? std::numeric_limits<double>::infinity() : rounded, x));
    }
    /// Position of a value of the format on the line; both zeros are at 0. Not for NaN.
    std::int64_t ordinal(float x) const
    {
        std::int64_t magnitude;
        if (m_halfRange) {
            // Moves fp16's exponents to where fp32 has its smallest, so that subnormals become subnormals.
            constexpr std::int64_t kInfinity = 0x7C00;
            magnitude = std::min<std::int64_t>(floatBits(std::abs(x) * 0x1p-112f) >> m_shift, kInfinity);
        } else {
            magnitude = (floatBits(x) & 0x7FFFFFFFu) >> m_shift;
        }
        return std::signbit(x) ? -magnitude : magnitude;
    }

private:
    DType m_type;
    int m_fractionBits, m_minExponent, m_maxExponent;
    int m_shift; ///< bits of the fp32 word that the format does not have
    bool m_halfRange;
};

/// Distance that no pair of numbers has: a NaN against a number.
inline constexpr std::int64_t kInfiniteUlpDistance = std::numeric_limits<std::int64_t>::max();

/// Ordinal distance between two values of `type` (carried as fp32): how many representable values one has to step over.
/// NaN equals NaN (0), NaN against a number is kInfiniteUlpDistance, +0 and -0 are 0 apart. Infinity is one step beyond
/// the largest finite value.
std::int64_t ulpDistance(DType type, float a, float b);

/// Spacing of `type` at |x|: 2^(max(exponent(x), minExponent) - fractionBits). x is finite.
double ulpSize(DType type, double x);

/// (value - reference) / ulpSize(type, reference): the accuracy measure, a real number.
double ulpError(DType type, double value, double reference);

/// The value of `type` nearest to x (ties to even), rounding once from double.
float roundDoubleTo(DType type, double x);

} // namespace ulpscope
