// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/approx.h"

#include "engine/numerics/formats.h"

#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

constexpr std::uint32_t kSignBit = 0x80000000u;
constexpr std::uint32_t kSignificandMask = 0x007FFFFFu;
constexpr int kFractionBits = 23;
constexpr int kBias = 127;
constexpr std::uint32_t kInfinityBits = 0x7F800000u;

float gpuNan() { return floatFromBits(0x7FFFFFFFu); }

/// The fp32 value truncated toward zero. x is positive and in the normal range of fp32.
float truncateToFloat(double x)
{
    return static_cast<float>(doubleFromBits(doubleBits(x) & ~((std::uint64_t{1} << (52 - kFractionBits)) - 1)));
}

} // namespace

bool WordTable::assign(const std::vector<std::uint32_t> &words)
{
    m_base.resize(kEntries / kBlock);
    m_offset.resize(kEntries);
    for (std::size_t block = 0; block < m_base.size(); ++block) {
        const std::uint32_t *const first = words.data() + block * kBlock;
        std::uint32_t low = first[0];
        std::uint32_t high = first[0];
        for (std::size_t i = 1; i < kBlock; ++i) {
            low = first[i] < low ? first[i] : low;
            high = first[i] > high ? first[i] : high;
        }
        if (high - low > 0xFF)
            return false;
        m_base[block] = low;
        for (std::size_t i = 0; i < kBlock; ++i)
            m_offset[block * kBlock + i] = static_cast<std::uint8_t>(first[i] - low);
    }
    return true;
}

float ApproxTables::ex2(float x, bool flushSubnormals) const
{
    if (std::isnan(x))
        return gpuNan();
    if (x >= 128.0f)
        return std::numeric_limits<float>::infinity();
    if (x < -126.0f) {
        if (flushSubnormals || x < -160.0f)
            return 0.0f;
        // The unit itself always flushes. Without .ftz the machine code (sm_90: FMUL by 0.5, MUFU.EX2, FMUL) halves
        // such an argument and squares the result.
        const float root = ex2(x * 0.5f, true);
        return root * root;
    }
    // The unit works on the argument truncated to 2^-23, in sign-magnitude; a negative one is then complemented bit by
    // bit.
    std::int32_t n = static_cast<std::int32_t>(std::abs(x) * 0x1p23f);
    if (x < 0.0f) {
        if ((n & static_cast<std::int32_t>(kSignificandMask)) == 0)
            return floatFromBits(static_cast<std::uint32_t>(kBias - (n >> kFractionBits)) << kFractionBits);
        n = ~n;
    }
    // The table holds [2, 4), the result for arguments of [1, 2).
    const std::uint32_t word = m_ex2[static_cast<std::uint32_t>(n) & kSignificandMask];
    return floatFromBits(word + (static_cast<std::uint32_t>((n >> kFractionBits) - 1) << kFractionBits));
}

void ApproxTables::prefetchEx2(float x) const
{
    if (!(std::abs(x) < 128.0f)) // NaN and infinities among them
        return;
    const std::int32_t n = static_cast<std::int32_t>(std::abs(x) * 0x1p23f);
    m_ex2.prefetch(static_cast<std::uint32_t>(x < 0.0f ? ~n : n) & kSignificandMask);
}

float ApproxTables::rcp(float x) const
{
    if (std::isnan(x))
        return gpuNan();
    const std::uint32_t bits = floatBits(x);
    const std::uint32_t sign = bits & kSignBit;
    const int exponent = static_cast<int>((bits & ~kSignBit) >> kFractionBits);
    if (exponent == 0) // zero, or flushed to it
        return floatFromBits(sign | kInfinityBits);
    if (exponent == 0xFF)
        return floatFromBits(sign);
    const std::uint32_t word = m_rcp[bits & kSignificandMask];
    const int resultExponent = static_cast<int>(word >> kFractionBits) - (exponent - kBias);
    if (resultExponent <= 0)
        return floatFromBits(sign);
    return floatFromBits(sign | static_cast<std::uint32_t>(resultExponent) << kFractionBits |
                         (word & kSignificandMask));
}

float ApproxTables::lg2(float x) const
{
    if (std::isnan(x) || x <= -std::numeric_limits<float>::min())
        return gpuNan();
    if (x < std::numeric_limits<float>::min()) // zero, or flushed to it
        return -std::numeric_limits<float>::infinity();
    if (std::isinf(x))
        return x;
    if (!isMeasuredLg2(x))
        return static_cast<float>(std::log2(static_cast<double>(x)));
    const std::uint32_t bits = floatBits(x);
    const int exponent = static_cast<int>(bits >> kFractionBits) - kBias;
    const std::uint32_t i = bits & kSignificandMask;
    if (exponent == 0)
        return floatFromBits(m_lg2Low[i]);
    return truncateToFloat(static_cast<double>(exponent - 1) + static_cast<double>(floatFromBits(m_lg2High[i])));
}

} // namespace ulpscope
