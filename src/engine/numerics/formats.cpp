// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/formats.h"

#include <Eigen/Core>

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
    default: break;
    }
}

} // namespace ulpscope
