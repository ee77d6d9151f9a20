// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Sums of products of fp32 numbers without any rounding, rounded once to fp32: ExactSum (exact_sum.h) in the few limbs
// that such products need, for GPUs too.
#pragma once

#include "engine/numerics/host_device.h"

namespace ulpscope {

class ProductSum {
public:
    ULPSCOPE_SHARED ProductSum()
    {
        for (int i = 0; i < kLimbs; ++i)
            m_limbs[i] = 0;
    }

    ULPSCOPE_SHARED void add(float x) { addDouble(static_cast<double>(x)); }
    ULPSCOPE_SHARED void addProduct(float a, float b)
    {
        addDouble(static_cast<double>(a) * static_cast<double>(b)); // exact in double
    }

    /// To nearest even. NaN and infinities follow IEEE addition; an exact zero is +0.
    ULPSCOPE_SHARED float toFloat()
    {
        if (m_nan || (m_positive && m_negative))
            return gpuNan();
        if (m_positive || m_negative)
            return m_positive ? floatInfinity() : -floatInfinity();
        propagateCarries();
        const bool isNegative = m_limbs[kLimbs - 1] < 0;
        if (isNegative) {
            for (int i = 0; i < kLimbs; ++i)
                m_limbs[i] = -m_limbs[i];
            propagateCarries();
        }
        int top = kLimbs - 1;
        while (top >= 0 && m_limbs[top] == 0)
            --top;
        if (top < 0)
            return 0.0f;
        // The two highest limbs hold at least 33 bits, more than fp32; what is below only says whether there is more.
        const std::int64_t low = top > 0 ? m_limbs[top - 1] : 0;
        bool more = false;
        for (int i = 0; i < top - 1; ++i)
            more |= m_limbs[i] != 0;
        const std::uint64_t word =
            static_cast<std::uint64_t>(m_limbs[top]) << kLimbBits | static_cast<std::uint64_t>(low);
        return roundWord(word, more, (top - 1) * kLimbBits + kLowestBit, isNegative);
    }

private:
    static constexpr int kLimbBits = 32;
    static constexpr int kLowestBit = -352; ///< the smallest product is 2^-298, its double reaches 52 bits lower
    static constexpr int kLimbs = 21;       ///< up to 2^320: products below 2^256, and headroom
    static constexpr std::int64_t kMask = (std::int64_t{1} << kLimbBits) - 1;
    static constexpr std::uint32_t kMaxPending = 1u << 29;

    /// word * 2^exponent, and a little more where `more`; word has more than 32 significant bits or exponent is the
    /// lowest.
    ULPSCOPE_SHARED static float roundWord(std::uint64_t word, bool more, int exponent, bool isNegative)
    {
        int top = 63;
        while (!(word >> top & 1))
            --top;
        const int unit = (exponent + top > -126 ? exponent + top : -126) - 23;
        const int shift = unit - exponent; // bits below the result's lowest one; at least 8 with 32 or more bits
        std::uint64_t integer = 0;
        bool half = false;
        if (shift > 64) {
            more = true;
        } else if (shift == 64) {
            half = word >> 63;
            more |= (word & ~(std::uint64_t{1} << 63)) != 0;
        } else {
            integer = word >> shift;
            half = word >> (shift - 1) & 1;
            more |= (word & ((std::uint64_t{1} << (shift - 1)) - 1)) != 0;
        }
        if (half && (more || (integer & 1)))
            ++integer;
        if (unit > 104)
            return isNegative ? -floatInfinity() : floatInfinity();
        // Exact: at most 2^24, in steps that fp32 has; 2^24 * 2^104 becomes an infinity, as it must.
        const float result = static_cast<float>(static_cast<double>(integer) * powerOfTwo(unit));
        return isNegative ? -result : result;
    }

    ULPSCOPE_SHARED void addDouble(double x)
    {
        const std::uint64_t bits = doubleBits(x);
        const int field = static_cast<int>(bits >> 52) & 0x7FF;
        const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
        const bool isNegative = bits >> 63;
        if (field == 0x7FF) {
            m_nan |= fraction != 0;
            m_positive |= fraction == 0 && !isNegative;
            m_negative |= fraction == 0 && isNegative;
            return;
        }
        if (field == 0) // products of floats are never subnormal doubles
            return;
        const std::uint64_t significand = fraction | std::uint64_t{1} << 52;
        const int position = field - 1075 - kLowestBit;
        const int limb = position / kLimbBits, shift = position % kLimbBits;
        const std::uint64_t low = (significand & static_cast<std::uint64_t>(kMask)) << shift;
        const std::uint64_t high = (significand >> kLimbBits << shift) + (low >> kLimbBits);
        const std::int64_t sign = isNegative ? -1 : 1;
        m_limbs[limb] += sign * (static_cast<std::int64_t>(low) & kMask);
        m_limbs[limb + 1] += sign * (static_cast<std::int64_t>(high) & kMask);
        m_limbs[limb + 2] += sign * static_cast<std::int64_t>(high >> kLimbBits);
        if (++m_pending >= kMaxPending) {
            propagateCarries();
            m_pending = 0;
        }
    }

    /// Afterwards every limb but the last is in [0, 2^32), and the sign of the last one is the sign of the number.
    ULPSCOPE_SHARED void propagateCarries()
    {
        std::int64_t carry = 0;
        for (int i = 0; i + 1 < kLimbs; ++i) {
            const std::int64_t limb = m_limbs[i] + carry;
            carry = limb >> kLimbBits; // floor
            m_limbs[i] = limb & kMask;
        }
        m_limbs[kLimbs - 1] += carry;
    }

    std::int64_t m_limbs[kLimbs];
    std::uint32_t m_pending = 0;
    bool m_nan = false, m_positive = false, m_negative = false;
};

} // namespace ulpscope
