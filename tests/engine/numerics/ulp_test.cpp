// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/ulp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ulpscope::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(UlpDistance, CountsEveryStepOfTheSixteenBitFormats)
{
    for (const DType type : {DType::F16, DType::BF16}) {
        const std::uint32_t infinity = bitsOf(type, kInf);
        for (std::uint32_t bits = 0; bits < infinity; ++bits) {
            ASSERT_EQ(ulpDistance(type, valueOf(type, bits), valueOf(type, bits + 1)), 1);
            ASSERT_EQ(ulpDistance(type, valueOf(type, 0x8000u | bits), valueOf(type, 0)), bits);
            ASSERT_EQ(ulpDistance(type, valueOf(type, 0x8000u | bits), valueOf(type, bits)), 2 * std::int64_t{bits});
        }
    }
}

TEST(UlpDistance, SpecialValues)
{
    for (const DType type : {DType::F16, DType::BF16, DType::TF32, DType::F32}) {
        EXPECT_EQ(ulpDistance(type, 0.0f, -0.0f), 0);
        EXPECT_EQ(ulpDistance(type, kNan, -kNan), 0);
        EXPECT_EQ(ulpDistance(type, kNan, 1.0f), kInfiniteUlpDistance);
        EXPECT_EQ(ulpDistance(type, kInf, kNan), kInfiniteUlpDistance);
        EXPECT_EQ(ulpDistance(type, kInf, kInf), 0);
        const FormatInfo format = formatInfo(type);
        const float largest =
            static_cast<float>(std::ldexp(2.0 - std::ldexp(1.0, -format.fractionBits), format.maxExponent));
        EXPECT_EQ(ulpDistance(type, largest, kInf), 1);
        EXPECT_EQ(ulpDistance(type, 1.0f, 2.0f), 1 << format.fractionBits);
    }
    EXPECT_EQ(ulpDistance(DType::F32, -kInf, kInf), 2 * std::int64_t{0x7F800000});
}

TEST(UlpSize, IsTheSpacing)
{
    EXPECT_EQ(ulpSize(DType::F16, 1.0), 0x1p-10);
    EXPECT_EQ(ulpSize(DType::F16, -1.999), 0x1p-10);
    EXPECT_EQ(ulpSize(DType::F16, 0.0), 0x1p-24);
    EXPECT_EQ(ulpSize(DType::F16, 0x1p-20), 0x1p-24);
    EXPECT_EQ(ulpSize(DType::BF16, 300.0), 2.0);
    EXPECT_EQ(ulpSize(DType::F32, 0x1p-140), 0x1p-149);
    EXPECT_EQ(ulpSize(DType::F64, 1.0), 0x1p-52);
    EXPECT_EQ(ulpSize(DType::F64, 0.0), 0x1p-1074);
    EXPECT_EQ(ulpSize(DType::F16, 1e9), 32.0) << "beyond the range: the spacing of the last binade";
}

TEST(UlpError, IsSignedAndInUnitsOfTheReference)
{
    EXPECT_EQ(ulpError(DType::BF16, 1.0078125, 1.0), 1.0);
    EXPECT_EQ(ulpError(DType::BF16, 1.0, 1.001953125), -0.25);
    EXPECT_EQ(ulpError(DType::F32, 5.0, 5.0), 0.0);
    EXPECT_EQ(ulpError(DType::F32, kInf, kInf), 0.0);
    EXPECT_EQ(ulpError(DType::F32, kInf, 1.0), kInf);
    EXPECT_EQ(ulpError(DType::F32, 1.0, kInf), -kInf);
    EXPECT_TRUE(std::isnan(ulpError(DType::F32, kNan, 1.0)));
}

TEST(RoundDouble, RoundsOnce)
{
    // A tie in fp16 once the value is rounded to fp32: rounding twice gives the other neighbour.
    EXPECT_EQ(roundDoubleTo(DType::F16, 1.0 + 0x1p-11 + 0x1p-40), 1.0f + 0x1p-10f);
    EXPECT_EQ(roundDoubleTo(DType::BF16, 1.0 + 0x1p-8 + 0x1p-40), 1.0f + 0x1p-7f);
    EXPECT_EQ(roundDoubleTo(DType::BF16, 1.0 + 0x1p-8), 1.0f);
    EXPECT_EQ(roundDoubleTo(DType::TF32, 1.0 + 0x1p-11 + 0x1p-40), 1.0f + 0x1p-10f);
    EXPECT_EQ(roundDoubleTo(DType::F16, 65519.999), 65504.0f);
    EXPECT_EQ(roundDoubleTo(DType::F16, -65520.0), -kInf);
    EXPECT_EQ(roundDoubleTo(DType::F16, 0x1p-25), 0.0f);
    EXPECT_EQ(roundDoubleTo(DType::F16, 0x1.00001p-25), 0x1p-24f);
    EXPECT_EQ(floatBits(roundDoubleTo(DType::BF16, -1e-300)), 0x80000000u);
    EXPECT_EQ(roundDoubleTo(DType::F32, 1e300), kInf);
    EXPECT_TRUE(std::isnan(roundDoubleTo(DType::F16, std::nan(""))));
}

TEST(RoundDouble, AgreesWithTheConversionsOfFp32AndFp16)
{
    std::mt19937_64 random(5);
    for (int i = 0; i < 2000000; ++i) {
        const double x = doubleFromBits(random());
        if (std::isnan(x))
            continue;
        ASSERT_EQ(floatBits(roundDoubleTo(DType::F32, x)), floatBits(static_cast<float>(x)));
        const float narrow = floatFromBits(static_cast<std::uint32_t>(random()));
        if (std::isnan(narrow))
            continue;
        for (const DType type : {DType::F16, DType::BF16})
            ASSERT_EQ(floatBits(roundDoubleTo(type, narrow)), floatBits(roundTo(type, narrow))) << narrow;
    }
}

} // namespace
} // namespace ulpscope::test
