// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/tensor_core.h"

#include "engine/numerics/ulp.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

/// A finite operand as an integer significand with `fractionBits` bits below the point, and its exponent field.
struct Decoded {
    std::int64_t significand = 0;
    int exponent = 0;
};

/// Subnormals keep the format's smallest exponent and a significand below one: the hardware does not normalise them.
Decoded decode(const FormatInfo &format, float x)
{
    constexpr int kWordFraction = formatInfo(DType::F32).fractionBits;
    const std::uint32_t bits = floatBits(x);
    const int field = static_cast<int>(bits >> kWordFraction & 0xFF);
    const std::uint32_t fraction = bits & ((1u << kWordFraction) - 1);
    const std::int64_t word = field == 0 ? fraction : fraction | 1u << kWordFraction;
    const int wordExponent = std::max(field, 1) - 127;
    const int exponent = std::max(wordExponent, format.minExponent);
    // Exact for values of the format; 63 is for zero, whose word has the exponent of fp32's subnormals.
    const int shift = std::min(kWordFraction - format.fractionBits + exponent - wordExponent, 63);
    return {bits >> 31 ? -(word >> shift) : word >> shift, exponent};
}

int topBit(std::int64_t magnitude) { return 63 - std::countl_zero(static_cast<std::uint64_t>(magnitude)); }

/// Shifts a sign-magnitude number, dropping what falls below the grid.
std::int64_t shiftTowardZero(std::int64_t value, int shift)
{
    if (shift >= 0)
        return value * (std::int64_t{1} << shift);
    const int right = std::min(-shift, 63);
    return value < 0 ? -(-value >> right) : value >> right;
}

/// sum * 2^unit to fp32, or to as many of its fraction bits: truncated, or (as a control) rounded to nearest even.
float toFloat32(std::int64_t sum, int unit, bool nearest, int fractionBits)
{
    if (sum == 0)
        return 0.0f;
    if (nearest)
        return roundDoubleTo(DType::F32, std::ldexp(static_cast<double>(sum), unit));
    const bool negative = sum < 0;
    std::int64_t magnitude = negative ? -sum : sum;
    const int lowestExponent = std::max(unit + topBit(magnitude), -126) - fractionBits;
    magnitude = shiftTowardZero(magnitude, unit - lowestExponent);
    // Also in truncation the hardware overflows to infinity, never to the largest finite value.
    float result = static_cast<float>(std::ldexp(static_cast<double>(magnitude), lowestExponent));
    return negative ? -result : result;
}

float canonicalNan(MmaResult result)
{
    return result == MmaResult::NearestEvenF16 ? halfToFloat(0x7FFF) : floatFromBits(0x7FFFFFFF);
}

/// What the unit is given of an operand.
float seen(DType type, float x) { return type == DType::TF32 ? truncateToTf32(x) : x; }

/// NaN and infinity rules, decided before the arithmetic; returns false when all operands are finite.
bool specialResult(const TensorCoreSpec &spec, DType type, const float *a, const float *b, int n, float c,
                   float &result)
{
    bool nan = std::isnan(c);
    bool positive = std::isinf(c) && c > 0;
    bool negative = std::isinf(c) && c < 0;
    for (int i = 0; i < n; ++i) {
        if (std::isfinite(a[i]) && std::isfinite(b[i]))
            continue;
        const float product = seen(type, a[i]) * seen(type, b[i]); // Inf * 0 gives NaN here too
        nan |= std::isnan(product);
        positive |= product > 0;
        negative |= product < 0;
    }
    if (!nan && !positive && !negative)
        return false;
    if (nan || (positive && negative))
        result = canonicalNan(spec.result);
    else
        result = positive ? std::numeric_limits<float>::infinity() : -std::numeric_limits<float>::infinity();
    return true;
}

} // namespace

float tfdpaGroup(const TensorCoreSpec &spec, DType type, const float *a, const float *b, int n, float c)
{
    float special = 0;
    if (specialResult(spec, type, a, b, n, c, special))
        return special;

    std::int64_t product[TensorCoreSpec::kMaxGroupL];
    int exponent[TensorCoreSpec::kMaxGroupL];
    const FormatInfo format = formatInfo(type);
    const FormatInfo accumulatorFormat = formatInfo(spec.result == MmaResult::NearestEvenF16 ? DType::F16 : DType::F32);
    const int productFraction = 2 * format.fractionBits;

    Decoded accumulator = decode(accumulatorFormat, spec.faults.accumulatorSeparate ? 0.0f : c);
    if (accumulator.significand == 0)
        accumulator.exponent = spec.zeroExponent;
    int maxExponent = accumulator.exponent;
    for (int i = 0; i < n; ++i) {
        const Decoded x = decode(format, seen(type, a[i]));
        const Decoded y = decode(format, seen(type, b[i]));
        product[i] = x.significand * y.significand;
        exponent[i] = product[i] == 0 ? spec.zeroExponent : x.exponent + y.exponent;
        int alignment = exponent[i];
        if (spec.faults.normaliseProducts && product[i] != 0)
            alignment += topBit(std::abs(product[i])) - productFraction;
        maxExponent = std::max(maxExponent, alignment);
    }

    const int unit = maxExponent - spec.fractionBits;
    std::int64_t sum =
        shiftTowardZero(accumulator.significand, accumulator.exponent - accumulatorFormat.fractionBits - unit);
    for (int i = 0; i < n; ++i)
        sum += shiftTowardZero(product[i], exponent[i] - productFraction - unit);

    float result = 0;
    if (spec.result == MmaResult::NearestEvenF16)
        // A negative sum that rounds to zero gives +0 (measured on an H200, mma.sync m16n8k8).
        result = roundDoubleTo(DType::F16, std::ldexp(static_cast<double>(sum), unit)) + 0.0f;
    else
        result = toFloat32(sum, unit, spec.faults.roundToNearest, spec.result == MmaResult::TruncateE8M13 ? 13 : 23);
    return spec.faults.accumulatorSeparate ? result + c : result;
}

namespace {

/// One emulated instruction of FP8 operands: at most kEmulatedFp8K products.
float emulatedInstruction(const TensorCoreSpec &spec, DType type, const float *a, const float *b, int k, float c)
{
    float sum = 0.0f;
    for (const int half : {0, 2}) {
        float x[kEmulatedFp8K], y[kEmulatedFp8K];
        int n = 0;
        for (int i = 0; i < k; ++i) {
            if (i % 4 - half == 0 || i % 4 - half == 1) {
                x[n] = a[i];
                y[n++] = b[i];
            }
        }
        for (int group = 0; group < n; group += spec.groupL)
            sum = tfdpaGroup(spec, type, x + group, y + group, std::min(spec.groupL, n - group), sum);
    }
    const float total = sum + c;
    if (total != total)
        return canonicalNan(spec.result);
    return spec.result == MmaResult::NearestEvenF16 ? roundTo(DType::F16, total) : total;
}

} // namespace

float tfdpaChain(const TensorCoreSpec &spec, DType type, int instrK, const float *a, const float *b, int k, float c)
{
    for (int begin = 0; spec.emulatedFp8 && begin < k; begin += kEmulatedFp8K)
        c = emulatedInstruction(spec, type, a + begin, b + begin, std::min(kEmulatedFp8K, k - begin), c);
    if (spec.emulatedFp8)
        return c;
    for (int begin = 0; begin < k; begin += instrK) {
        const int end = std::min(begin + instrK, k);
        for (int group = begin; group < end; group += spec.groupL)
            c = tfdpaGroup(spec, type, a + group, b + group, std::min(spec.groupL, end - group), c);
    }
    return c;
}

} // namespace ulpscope
