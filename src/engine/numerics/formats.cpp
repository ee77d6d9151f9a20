// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/formats.h"

#include "engine/numerics/ulp.h"

#include <Eigen/Core>

#include <cmath>

namespace ulpscope {
namespace {

// In the header they would let every file of the program read Eigen.
inline float fromHalf(std::uint16_t bits) { return static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(bits)); }
inline std::uint16_t toHalf(float x)
{
    return x == x ? Eigen::numext::bit_cast<std::uint16_t>(Eigen::half(x)) : std::uint16_t{0x7FFF};
}
inline std::uint16_t toBfloat16(float x)
{
    return x == x ? Eigen::numext::bit_cast<std::uint16_t>(Eigen::bfloat16(x)) : std::uint16_t{0x7FFF};
}

} // namespace

float halfToFloat(std::uint16_t bits) { return fromHalf(bits); }
std::uint16_t floatToHalf(float x) { return toHalf(x); }
std::uint16_t floatToBfloat16(float x) { return toBfloat16(x); }

float fp8ToFloat(DType type, std::uint8_t bits)
{
    const FormatInfo format = formatInfo(type);
    const int fraction = bits & ((1 << format.fractionBits) - 1), field = (bits & 0x7F) >> format.fractionBits;
    float magnitude;
    if (type == DType::E4M3 && (bits & 0x7F) == 0x7F)
        magnitude = gpuNan();
    else if (type == DType::E5M2 && field == 0x1F)
        magnitude = fraction == 0 ? floatInfinity() : gpuNan();
    else if (field == 0)
        magnitude = std::ldexp(static_cast<float>(fraction), format.minExponent - format.fractionBits);
    else
        magnitude = std::ldexp(static_cast<float>(fraction | 1 << format.fractionBits),
                               field - 1 + format.minExponent - format.fractionBits);
    return bits & 0x80 ? -magnitude : magnitude;
}

std::uint8_t fp8Bits(DType type, float x)
{
    if (x != x)
        return 0x7F;
    const FormatInfo format = formatInfo(type);
    const unsigned sign = std::signbit(x) ? 0x80 : 0;
    if (std::isinf(x))
        return static_cast<std::uint8_t>(sign | 0x7C);
    const int exponent = x == 0.0f ? format.minExponent : std::max(std::ilogb(x), format.minExponent);
    const auto significand = static_cast<unsigned>(
        std::ldexp(std::abs(x), format.fractionBits - exponent)); // whole, for a value of the format
    const unsigned field =
        significand >> format.fractionBits ? static_cast<unsigned>(exponent - format.minExponent + 1) : 0;
    return static_cast<std::uint8_t>(sign | field << format.fractionBits |
                                     (significand & ((1u << format.fractionBits) - 1)));
}

float roundToFp8(DType type, double x)
{
    const float largest = type == DType::E4M3 ? 448.0f : 57344.0f;
    const float rounded = roundDoubleTo(type, x);
    return std::abs(rounded) > largest ? std::copysign(largest, rounded) : rounded;
}

void roundTo(DType type, float *values, std::size_t count)
{
    switch (type) {
    case DType::F16:
        for (std::size_t i = 0; i < count; ++i)
            values[i] = fromHalf(toHalf(values[i]));
        break;
    case DType::BF16:
        for (std::size_t i = 0; i < count; ++i)
            values[i] = bfloat16ToFloat(toBfloat16(values[i]));
        break;
    case DType::TF32:
        for (std::size_t i = 0; i < count; ++i)
            values[i] = truncateToTf32(values[i]);
        break;
    case DType::E4M3:
    case DType::E5M2:
        for (std::size_t i = 0; i < count; ++i)
            values[i] = roundToFp8(type, static_cast<double>(values[i]));
        break;
    default: break;
    }
}

} // namespace ulpscope
