// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The T-FDPA group in integers, for GPUs: equal to tfdpaGroup (tensor_core.h) for every input, with results truncated
// to fp32 and no faults.
#pragma once

#include "engine/numerics/host_device.h"

namespace ulpscope::tfdpa {

struct Format {
    std::int32_t fractionBits; ///< stored bits of an operand's significand
    std::int32_t minExponent;
};

struct Spec {
    std::int32_t groupL;
    std::int32_t fractionBits;
    std::int32_t zeroExponent;
};

inline constexpr std::int32_t kSpecial = 1 << 20; ///< exponent of NaN (significand 0) and infinities (1 or -1)

/// A finite operand is significand * 2^(exponent - fractionBits); subnormals are not normalised.
struct Operand {
    std::int32_t significand;
    std::int32_t exponent;
};

ULPSCOPE_SHARED Operand decode(Format format, float x)
{
    const std::uint32_t bits = floatBits(x);
    const std::int32_t field = static_cast<std::int32_t>(bits >> 23 & 0xFF);
    const std::int32_t fraction = static_cast<std::int32_t>(bits & 0x7FFFFFu);
    const bool negative = bits >> 31;
    if (field == 0xFF)
        return {fraction >> (23 - format.fractionBits) != 0 ? 0
                : negative                                  ? -1
                                                            : 1,
                kSpecial}; // tf32 drops bits here too
    const std::int32_t word = field == 0 ? fraction : fraction | 0x800000;
    const std::int32_t wordExponent = (field > 1 ? field : 1) - 127;
    const std::int32_t exponent = wordExponent > format.minExponent ? wordExponent : format.minExponent;
    // Exact for values of the format; tf32 drops what it does not hold. Above 24 is only zero, whose word has the
    // exponent of fp32's subnormals.
    const std::int32_t shift = 23 - format.fractionBits + exponent - wordExponent;
    const std::int32_t significand = shift > 24 ? 0 : word >> shift;
    return {negative ? -significand : significand, exponent};
}

ULPSCOPE_SHARED std::int64_t shiftTowardZero(std::int64_t value, std::int32_t shift)
{
    if (shift >= 0)
        return value * (std::int64_t{1} << shift);
    const std::int32_t right = shift < -63 ? 63 : -shift;
    return value < 0 ? -(-value >> right) : value >> right;
}

/// sum * 2^unit to fp32, truncated; overflow gives an infinity.
ULPSCOPE_SHARED float toFloat(std::int64_t sum, std::int32_t unit)
{
    if (sum == 0)
        return 0.0f;
    std::int64_t magnitude = sum < 0 ? -sum : sum;
    std::int32_t top = 0;
#if defined(__CUDA_ARCH__)
    top = 63 - __clzll(magnitude);
#else
    top = 63 - __builtin_clzll(static_cast<std::uint64_t>(magnitude));
#endif
    const std::int32_t lowest = (unit + top > -126 ? unit + top : -126) - 23;
    magnitude = shiftTowardZero(magnitude, unit - lowest);
    const float result =
        lowest > 104 ? floatInfinity() : static_cast<float>(static_cast<double>(magnitude) * powerOfTwo(lowest));
    return sum < 0 ? -result : result;
}

/// NaN and infinity rules, where an operand or c is not finite. Strides are in operands.
ULPSCOPE_SHARED float specialGroup(const Operand *a, int strideA, const Operand *b, int strideB, int n, float c)
{
    bool nan = c != c;
    bool positive = c == floatInfinity();
    bool negative = c == -floatInfinity();
    for (int i = 0; i < n; ++i) {
        const Operand x = a[i * strideA], y = b[i * strideB];
        if (x.exponent != kSpecial && y.exponent != kSpecial)
            continue;
        // A NaN has significand 0 here, and an infinity times zero is one.
        nan |= x.significand == 0 || y.significand == 0;
        const bool isNegative = (x.significand < 0) != (y.significand < 0);
        positive |= !isNegative;
        negative |= isNegative;
    }
    if (nan || (positive && negative))
        return gpuNan();
    return positive ? floatInfinity() : -floatInfinity();
}

/// One group: c + sum a[i] * b[i], i < n <= groupL.
ULPSCOPE_SHARED float group(Spec spec, std::int32_t operandFraction, const Operand *a, int strideA, const Operand *b,
                            int strideB, int n, float c)
{
    const Operand accumulator = decode({23, -126}, c);
    std::int32_t largest = accumulator.significand == 0 ? spec.zeroExponent : accumulator.exponent;
    bool special = accumulator.exponent == kSpecial;
    for (int i = 0; i < n; ++i) {
        const Operand x = a[i * strideA], y = b[i * strideB];
        special |= x.exponent == kSpecial || y.exponent == kSpecial;
        const std::int32_t exponent =
            x.significand == 0 || y.significand == 0 ? spec.zeroExponent : x.exponent + y.exponent;
        largest = exponent > largest ? exponent : largest;
    }
    if (special)
        return specialGroup(a, strideA, b, strideB, n, c);
    const std::int32_t unit = largest - spec.fractionBits;
    std::int64_t sum = shiftTowardZero(accumulator.significand, accumulator.exponent - 23 - unit);
    for (int i = 0; i < n; ++i) {
        const Operand x = a[i * strideA], y = b[i * strideB];
        const std::int64_t product = std::int64_t{x.significand} * y.significand;
        if (product != 0)
            sum += shiftTowardZero(product, x.exponent + y.exponent - 2 * operandFraction - unit);
    }
    return toFloat(sum, unit);
}

} // namespace ulpscope::tfdpa
