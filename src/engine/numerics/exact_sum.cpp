// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/exact_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

constexpr int kLimbBits = 32;
constexpr int kLowestBit = -1088;
constexpr std::int64_t kLimbMask = (std::int64_t{1} << kLimbBits) - 1;
/// One addition changes a limb by less than 2^32, so this many stay far from the ends of an int64.
constexpr std::uint32_t kMaxPending = std::uint32_t{1} << 29;

} // namespace

void ExactSum::add(double x)
{
    const std::uint64_t bits = doubleBits(x);
    const int exponentField = static_cast<int>(bits >> 52) & 0x7FF;
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
    const bool negative = bits >> 63;
    if (exponentField == 0x7FF) {
        m_nan |= fraction != 0;
        m_posInf |= fraction == 0 && !negative;
        m_negInf |= fraction == 0 && negative;
        return;
    }
    const std::uint64_t significand = exponentField == 0 ? fraction : fraction | std::uint64_t{1} << 52;
    const int position = std::max(exponentField, 1) - 1075 - kLowestBit; // of the significand's lowest bit
    const int limb = position / kLimbBits;
    const int shift = position % kLimbBits;
    // significand * 2^shift has at most 84 bits: three limbs.
    const std::uint64_t low = (significand & kLimbMask) << shift;
    const std::uint64_t high = (significand >> kLimbBits << shift) + (low >> kLimbBits);
    const std::int64_t parts[3] = {static_cast<std::int64_t>(low) & kLimbMask,
                                   static_cast<std::int64_t>(high) & kLimbMask,
                                   static_cast<std::int64_t>(high >> kLimbBits)};
    for (int i = 0; i < 3; ++i)
        m_limbs[static_cast<std::size_t>(limb + i)] += negative ? -parts[i] : parts[i];
    if (++m_pending >= kMaxPending) {
        propagateCarries(m_limbs);
        m_pending = 0;
    }
}

void ExactSum::add(const ExactSum &other)
{
    Limbs addend = other.m_limbs;
    propagateCarries(addend);
    propagateCarries(m_limbs);
    for (std::size_t i = 0; i < addend.size(); ++i)
        m_limbs[i] += addend[i];
    m_pending = 1;
    m_nan |= other.m_nan;
    m_posInf |= other.m_posInf;
    m_negInf |= other.m_negInf;
}

void ExactSum::negate()
{
    for (std::int64_t &limb : m_limbs)
        limb = -limb;
    std::swap(m_posInf, m_negInf);
}

bool ExactSum::isZero() const
{
    if (m_nan || m_posInf || m_negInf)
        return false;
    Limbs limbs = m_limbs;
    propagateCarries(limbs);
    return std::all_of(limbs.begin(), limbs.end(), [](std::int64_t limb) { return limb == 0; });
}

/// Afterwards every limb but the last is in [0, 2^32), and the sign of the last one is the sign of the number.
void ExactSum::propagateCarries(Limbs &limbs)
{
    std::int64_t carry = 0;
    for (std::size_t i = 0; i + 1 < limbs.size(); ++i) {
        const std::int64_t limb = limbs[i] + carry;
        carry = limb >> kLimbBits; // floor
        limbs[i] = limb & kLimbMask;
    }
    limbs.back() += carry;
}

double ExactSum::rounded(DType type) const
{
    if (m_nan || (m_posInf && m_negInf))
        return std::numeric_limits<double>::quiet_NaN();
    if (m_posInf || m_negInf)
        return m_posInf ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();

    Limbs limbs = m_limbs;
    propagateCarries(limbs);
    const bool negative = limbs.back() < 0;
    if (negative) {
        for (std::int64_t &limb : limbs)
            limb = -limb;
        propagateCarries(limbs);
    }
    std::size_t top = limbs.size();
    while (top > 0 && limbs[top - 1] == 0)
        --top;
    if (top == 0)
        return 0.0;

    const FormatInfo format = formatInfo(type);
    const auto word = [&](std::size_t i) { return static_cast<std::uint64_t>(limbs[i]); };
    const int topExponent = static_cast<int>(top - 1) * kLimbBits + kLowestBit + 63 - std::countl_zero(word(top - 1));
    const int unit = std::max(topExponent, format.minExponent) - format.fractionBits;
    const int unitPosition = unit - kLowestBit; // at least 14: the smallest unit of any format is 2^-1074

    // The significand's integer part in units of 2^unit (at most 53 bits), the bit below it, and whether any bit below
    // that is set.
    const auto bitAt = [&](int position) {
        return (word(static_cast<std::size_t>(position / kLimbBits)) >> (position % kLimbBits)) & 1;
    };
    std::uint64_t integer = 0;
    for (int position = topExponent - kLowestBit; position >= unitPosition; --position)
        integer = integer << 1 | bitAt(position);
    const int halfPosition = unitPosition - 1;
    const bool half = bitAt(halfPosition);
    bool sticky = (word(static_cast<std::size_t>(halfPosition / kLimbBits)) &
                   ((std::uint64_t{1} << halfPosition % kLimbBits) - 1)) != 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(halfPosition / kLimbBits); ++i)
        sticky |= limbs[i] != 0;
    if (half && (sticky || (integer & 1)))
        ++integer;

    double magnitude = std::ldexp(static_cast<double>(integer), unit); // exact, or beyond the double range
    if (magnitude > std::ldexp(2.0 - std::ldexp(1.0, -format.fractionBits), format.maxExponent))
        magnitude = std::numeric_limits<double>::infinity();
    return negative ? -magnitude : magnitude;
}

} // namespace ulpscope
