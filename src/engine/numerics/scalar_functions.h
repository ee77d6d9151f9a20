// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The arithmetic of ex2, rcp and lg2 around their tables, exp2Poly6, CUDA's expf and logf, and rounding to 16 bits:
// what CPU and GPU share. `Table` is anything with operator[](word).
#pragma once

#include "engine/numerics/host_device.h"

#include <cmath>

namespace ulpscope::scalar {

inline constexpr std::uint32_t kSignBit = 0x80000000u;
inline constexpr std::uint32_t kSignificandMask = 0x007FFFFFu;
inline constexpr std::uint32_t kInfinityBits = 0x7F800000u;
inline constexpr int kFractionBits = 23;
inline constexpr int kBias = 127;

/// The unit works on the argument truncated to 2^-23, in sign-magnitude; a negative one is then complemented bit by
/// bit. For |x| < 256.
ULPSCOPE_SHARED std::int32_t ex2Argument(float x)
{
    const std::int32_t n = static_cast<std::int32_t>(std::fabs(x) * 0x1p23f);
    return x < 0.0f ? ~n : n;
}

/// ex2.approx.ftz for arguments in [-126, 128). The table holds [2, 4), the result for arguments of [1, 2).
template <typename Table>
ULPSCOPE_SHARED float ex2InRange(const Table &table, float x)
{
    const std::int32_t n = ex2Argument(x);
    if (x < 0.0f && (~n & static_cast<std::int32_t>(kSignificandMask)) == 0)
        return floatFromBits(static_cast<std::uint32_t>(kBias - (~n >> kFractionBits)) << kFractionBits);
    const std::uint32_t word = table[static_cast<std::uint32_t>(n) & kSignificandMask];
    return floatFromBits(word + (static_cast<std::uint32_t>((n >> kFractionBits) - 1) << kFractionBits));
}

template <typename Table>
ULPSCOPE_SHARED float ex2(const Table &table, float x, bool flushSubnormals)
{
    if (x != x)
        return gpuNan();
    if (x >= 128.0f)
        return floatInfinity();
    if (x >= -126.0f)
        return ex2InRange(table, x);
    if (flushSubnormals || x < -160.0f)
        return 0.0f;
    // The unit itself always flushes. Without .ftz the machine code (sm_90: FMUL by 0.5, MUFU.EX2, FMUL) halves such an
    // argument and squares the result.
    const float root = ex2InRange(table, x * 0.5f);
    return root * root;
}

template <typename Table>
ULPSCOPE_SHARED float rcp(const Table &table, float x)
{
    if (x != x)
        return gpuNan();
    const std::uint32_t bits = floatBits(x);
    const std::uint32_t sign = bits & kSignBit;
    const int exponent = static_cast<int>((bits & ~kSignBit) >> kFractionBits);
    if (exponent == 0) // zero, or flushed to it
        return floatFromBits(sign | kInfinityBits);
    if (exponent == 0xFF)
        return floatFromBits(sign);
    const std::uint32_t word = table[bits & kSignificandMask];
    const int resultExponent = static_cast<int>(word >> kFractionBits) - (exponent - kBias);
    if (resultExponent <= 0)
        return floatFromBits(sign);
    return floatFromBits(sign | static_cast<std::uint32_t>(resultExponent) << kFractionBits |
                         (word & kSignificandMask));
}

/// lg2.approx.ftz for x in [1, inf): tables of [1, 2) and, in steps of 2^-22, of [2, 4).
template <typename Low, typename High>
ULPSCOPE_SHARED float lg2FromOne(const Low &low, const High &high, float x)
{
    const std::uint32_t bits = floatBits(x);
    const int exponent = static_cast<int>(bits >> kFractionBits) - kBias;
    const std::uint32_t i = bits & kSignificandMask;
    if (exponent == 0)
        return floatFromBits(low[i]);
    const double exact = static_cast<double>(exponent - 1) + static_cast<double>(floatFromBits(high[i]));
    // Truncated toward zero to fp32's 24 bits.
    return static_cast<float>(doubleFromBits(doubleBits(exact) & ~((std::uint64_t{1} << (52 - kFractionBits)) - 1)));
}

/// Sollya: fpminimax of 2^x on [-0.5, 0.5], degree 6, 24 bits each.
struct Exp2Poly6Coefficients {
    static constexpr float kC0 = 1.0f, kC1 = 0x1.62e43p-1f, kC2 = 0x1.ebfbd8p-3f, kC3 = 0x1.c6af78p-5f,
                           kC4 = 0x1.3b30bp-7f, kC5 = 0x1.5f0a66p-10f, kC6 = 0x1.3f9068p-13f;
};

ULPSCOPE_SHARED float exp2Poly6(float x)
{
    if (!(x >= -126.0f))
        return x == x ? 0.0f : gpuNan();
    if (x >= 128.0f)
        return floatInfinity();
    // Adding 1.5 * 2^23 rounds x to an integer and leaves it in the low bits of the sum.
    const float shifted = x + 12582912.0f;
    const float fraction = x - (shifted - 12582912.0f);
    using C = Exp2Poly6Coefficients;
    float p = C::kC6;
    p = std::fma(p, fraction, C::kC5);
    p = std::fma(p, fraction, C::kC4);
    p = std::fma(p, fraction, C::kC3);
    p = std::fma(p, fraction, C::kC2);
    p = std::fma(p, fraction, C::kC1);
    p = std::fma(p, fraction, C::kC0);
    return floatFromBits(floatBits(p) + (floatBits(shifted) << 23));
}

/// The argument of ex2 and the power of two that its result is multiplied by.
struct ExpSplit {
    float exponent;
    float scale;
};

// CUDA 13.0, `nvcc -ptx -arch=sm_90` of expf(x): the integer part of x*log2(e) is taken from x/252 saturated to [0, 1].
ULPSCOPE_SHARED ExpSplit splitExp(float x)
{
    const float quotient = std::fma(x, floatFromBits(0x3BBB989Du), 0.5f);
    // cvt.sat turns NaN into 0.
    const float saturated = quotient > 0.0f ? (quotient < 1.0f ? quotient : 1.0f) : 0.0f;
    // fma.rm(saturated, 252, 2^23 + 2^22 + 1): the sum is an integer, so rounding down is a floor; exact in double.
    const float shifted = static_cast<float>(std::floor(static_cast<double>(saturated) * 252.0) + 12582913.0);
    const float integer = shifted - 12583039.0f;
    const float high = std::fma(x, floatFromBits(0x3FB8AA3Bu), -integer);
    return {std::fma(x, floatFromBits(0x32A57060u), high), floatFromBits(floatBits(shifted) << 23)};
}

// CUDA 13.0, `nvcc -ptx -arch=sm_90` of log2f(x).
ULPSCOPE_SHARED float cudaLog2f(float x)
{
    if (x == 0.0f)
        return -floatInfinity();
    if (!(x > 0.0f))
        return gpuNan();
    if (x == floatInfinity())
        return x;
    const bool subnormal = x < 0x1p-126f;
    const std::uint32_t bits = floatBits(subnormal ? x * 0x1p23f : x);
    // Cuts x into 2^k and a significand of [sqrt(1/2), sqrt(2)).
    const std::uint32_t power = (bits - 0x3F3504F3u) & 0xFF800000u;
    const float k = std::fma(static_cast<float>(static_cast<std::int32_t>(power)), 0x1p-23f, subnormal ? -23.0f : 0.0f);
    const float m = floatFromBits(bits - power) - 1.0f;
    float p = floatFromBits(0x3DC6B27Fu);
    p = std::fma(p, m, floatFromBits(0xBE2C7F30u));
    p = std::fma(p, m, floatFromBits(0x3E2FCF2Au));
    p = std::fma(p, m, floatFromBits(0xBE374E43u));
    p = std::fma(p, m, floatFromBits(0x3E520BF4u));
    p = std::fma(p, m, floatFromBits(0xBE763C8Bu));
    p = std::fma(p, m, floatFromBits(0x3E93BF99u));
    p = std::fma(p, m, floatFromBits(0xBEB8AA49u));
    p = std::fma(p, m, floatFromBits(0x3EF6384Au));
    p = std::fma(p, m, floatFromBits(0xBF38AA3Bu));
    const float curve = m * (m * p);
    return k + std::fma(m, floatFromBits(0x3FB8AA3Bu), curve);
}

/// FlashAttention-4's 2^x for x <= 127 (flash_attn/cute/utils.py, 0251105, lines 30-62 and 754-786): Cody and Waite's
/// split by rounding down, a polynomial of degree 3, the exponent added to its bits.
ULPSCOPE_SHARED float fa4Poly3(float x)
{
    const float clamped = x > -127.0f ? x : -127.0f;
    const float whole = std::floor(clamped);
    const float f = clamped - whole;
    float p = 0.077119089663028717041015625f;
    p = std::fma(p, f, 0.227564394474029541015625f);
    p = std::fma(p, f, 0.695146143436431884765625f);
    p = std::fma(p, f, 1.0f);
    return floatFromBits(floatBits(p) + (static_cast<std::uint32_t>(static_cast<std::int32_t>(whole)) << 23));
}

// CUDA 13.0, `nvcc -ptx -arch=sm_90` of logf(x).
ULPSCOPE_SHARED float cudaLogf(float x)
{
    if (x == 0.0f)
        return -floatInfinity();
    if (!(x > 0.0f))
        return gpuNan();
    if (x == floatInfinity())
        return x;
    const bool subnormal = x < 0x1p-126f;
    const std::uint32_t bits = floatBits(subnormal ? x * 0x1p23f : x);
    // Cuts x into 2^k and a significand of about [2/3, 4/3).
    const std::uint32_t power = (bits - 0x3F2AAAABu) & 0xFF800000u;
    const float k = std::fma(static_cast<float>(static_cast<std::int32_t>(power)), 0x1p-23f, subnormal ? -23.0f : 0.0f);
    const float m = floatFromBits(bits - power) - 1.0f;
    float p = floatFromBits(0xBE055027u);
    p = std::fma(p, m, floatFromBits(0x3E1039F6u));
    p = std::fma(p, m, floatFromBits(0xBDF8CDCCu));
    p = std::fma(p, m, floatFromBits(0x3E0F2955u));
    p = std::fma(p, m, floatFromBits(0xBE2AD8B9u));
    p = std::fma(p, m, floatFromBits(0x3E4CED0Bu));
    p = std::fma(p, m, floatFromBits(0xBE7FFF22u));
    p = std::fma(p, m, floatFromBits(0x3EAAAA78u));
    p = std::fma(p, m, floatFromBits(0xBF000000u));
    return std::fma(k, floatFromBits(0x3F317218u), std::fma(m * p, m, m));
}

} // namespace ulpscope::scalar
