// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Functions that are sequences of IEEE operations: the same operations on a GPU give the same bits.
#include "engine/numerics/approx.h"
#include "engine/numerics/fma_dispatch.h"
#include "engine/numerics/formats.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

float gpuNan() { return floatFromBits(0x7FFFFFFFu); }

ULPSCOPE_ALWAYS_INLINE float exp2Poly6Body(float x)
{
    if (!(x >= -126.0f))
        return std::isnan(x) ? gpuNan() : 0.0f;
    if (x >= 128.0f)
        return kInfinity;
    // Adding 1.5 * 2^23 rounds x to an integer and leaves it in the low bits of the sum.
    const float shifted = x + 12582912.0f;
    const float fraction = x - (shifted - 12582912.0f);
    float p = kExp2Poly6Coefficients[6];
    for (int i = 5; i >= 0; --i)
        p = std::fma(p, fraction, kExp2Poly6Coefficients[i]);
    return floatFromBits(floatBits(p) + (floatBits(shifted) << 23));
}

/// The argument of ex2 and the power of two that its result is multiplied by.
struct ExpSplit {
    float exponent;
    float scale;
};

// CUDA 13.0, `nvcc -ptx -arch=sm_90` of expf(x): the integer part of x*log2(e) is taken from x/252 saturated to [0, 1].
ULPSCOPE_ALWAYS_INLINE ExpSplit splitExpBody(float x)
{
    const float quotient = std::fma(x, floatFromBits(0x3BBB989Du), 0.5f);
    // cvt.sat turns NaN into 0.
    const float saturated = quotient > 0.0f ? std::min(quotient, 1.0f) : 0.0f;
    // fma.rm(saturated, 252, 2^23 + 2^22 + 1): the sum is an integer, so rounding down is a floor; exact in double.
    const float shifted = static_cast<float>(std::floor(static_cast<double>(saturated) * 252.0) + 12582913.0);
    const float integer = shifted - 12583039.0f;
    const float high = std::fma(x, floatFromBits(0x3FB8AA3Bu), -integer);
    return {std::fma(x, floatFromBits(0x32A57060u), high), floatFromBits(floatBits(shifted) << 23)};
}

// CUDA 13.0, `nvcc -ptx -arch=sm_90` of logf(x).
ULPSCOPE_ALWAYS_INLINE float cudaLogfBody(float x)
{
    if (x == 0.0f)
        return -kInfinity;
    if (!(x > 0.0f))
        return gpuNan();
    if (x == kInfinity)
        return x;
    const bool subnormal = x < std::numeric_limits<float>::min();
    const std::uint32_t bits = floatBits(subnormal ? x * 0x1p23f : x);
    // Cuts x into 2^k and a significand of about [2/3, 4/3).
    const std::uint32_t power = (bits - 0x3F2AAAABu) & 0xFF800000u;
    const float k = std::fma(static_cast<float>(static_cast<std::int32_t>(power)), 0x1p-23f, subnormal ? -23.0f : 0.0f);
    const float m = floatFromBits(bits - power) - 1.0f;
    constexpr std::uint32_t kCoefficients[] = {0x3E1039F6u, 0xBDF8CDCCu, 0x3E0F2955u, 0xBE2AD8B9u,
                                               0x3E4CED0Bu, 0xBE7FFF22u, 0x3EAAAA78u, 0xBF000000u};
    float p = floatFromBits(0xBE055027u);
    for (const std::uint32_t coefficient : kCoefficients)
        p = std::fma(p, m, floatFromBits(coefficient));
    return std::fma(k, floatFromBits(0x3F317218u), std::fma(m * p, m, m));
}

ULPSCOPE_FMA_DISPATCH(ExpSplit, splitExp, (float x), (x))

} // namespace

ULPSCOPE_FMA_DISPATCH(float, exp2Poly6, (float x), (x))
ULPSCOPE_FMA_DISPATCH(float, cudaLogf, (float x), (x))

float cudaExpf(const ApproxTables &tables, float x)
{
    const ExpSplit split = splitExp(x);
    return tables.ex2(split.exponent, true) * split.scale;
}

} // namespace ulpscope
