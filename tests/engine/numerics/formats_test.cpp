// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/formats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace ulpscope::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

/// The value of a 16-bit word from the definition of the format.
float decode(DType type, std::uint32_t bits)
{
    const FormatInfo format = formatInfo(type);
    const int exponentBits = 15 - format.fractionBits;
    const std::uint32_t fraction = bits & ((1u << format.fractionBits) - 1);
    const int field = static_cast<int>(bits >> format.fractionBits) & ((1 << exponentBits) - 1);
    const float sign = bits & 0x8000u ? -1.0f : 1.0f;
    if (field == (1 << exponentBits) - 1)
        return fraction ? std::numeric_limits<float>::quiet_NaN() : sign * kInf;
    const float significand = std::ldexp(static_cast<float>(fraction), -format.fractionBits) + (field ? 1.0f : 0.0f);
    return sign * std::ldexp(significand, std::max(field, 1) - 1 + format.minExponent);
}

class SixteenBits : public testing::TestWithParam<DType> {};

TEST_P(SixteenBits, EveryWordHasItsValueAndComesBack)
{
    const DType type = GetParam();
    for (std::uint32_t bits = 0; bits <= 0xFFFFu; ++bits) {
        const float value = valueOf(type, bits);
        const float expected = decode(type, bits);
        if (std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(value)) << std::hex << bits;
            ASSERT_EQ(bitsOf(type, value), 0x7FFFu);
            continue;
        }
        ASSERT_EQ(floatBits(value), floatBits(expected)) << std::hex << bits;
        ASSERT_EQ(bitsOf(type, value), bits);
        ASSERT_EQ(floatBits(roundTo(type, value)), floatBits(value));
    }
}

// The midpoint between two neighbours goes to the even word, and the next fp32 on either side to its own.
TEST_P(SixteenBits, TiesGoToEven)
{
    const DType type = GetParam();
    const std::uint32_t infinity = bitsOf(type, kInf);
    for (std::uint32_t bits = 0; bits + 1 < infinity; ++bits) {
        const double below = valueOf(type, bits);
        const double above = valueOf(type, bits + 1);
        const float middle = static_cast<float>((below + above) / 2); // exact: one more significand bit
        ASSERT_EQ(bitsOf(type, middle), bits + (bits & 1)) << std::hex << bits;
        ASSERT_EQ(bitsOf(type, -middle), 0x8000u + bits + (bits & 1));
        ASSERT_EQ(bitsOf(type, std::nextafter(middle, -kInf)), bits);
        ASSERT_EQ(bitsOf(type, std::nextafter(middle, kInf)), bits + 1);
    }
}

TEST_P(SixteenBits, OverflowIsInfinity)
{
    const DType type = GetParam();
    const FormatInfo format = formatInfo(type);
    const double largest = std::ldexp(2.0 - std::ldexp(1.0, -format.fractionBits), format.maxExponent);
    const double limit = std::ldexp(2.0 - std::ldexp(1.0, -format.fractionBits - 1), format.maxExponent);
    EXPECT_EQ(roundTo(type, static_cast<float>(largest)), static_cast<float>(largest));
    EXPECT_EQ(roundTo(type, static_cast<float>(limit)), kInf) << "the midpoint to the next binade";
    EXPECT_EQ(roundTo(type, std::nextafter(static_cast<float>(limit), 0.0f)), static_cast<float>(largest));
    EXPECT_EQ(roundTo(type, -std::numeric_limits<float>::max()), -kInf);
    EXPECT_EQ(roundTo(type, -kInf), -kInf);
}

INSTANTIATE_TEST_SUITE_P(Formats, SixteenBits, testing::Values(DType::F16, DType::BF16),
                         [](const auto &type) { return std::string(formatInfo(type.param).name); });

// The compiler's own fp16, and bf16 by the carry of an integer addition; for one value and for many.
TEST(Formats, RoundAsOthersDo)
{
    std::vector<float> values, half, bfloat;
    for (std::uint64_t bits = 0; bits <= 0xFFFFFFFFu; bits += 257) {
        const float x = floatFromBits(static_cast<std::uint32_t>(bits));
        if (std::isnan(x))
            continue;
#ifdef __FLT16_MAX__ // clang 14 has no such type
        const _Float16 expected = static_cast<_Float16>(x);
        std::uint16_t expectedBits;
        std::memcpy(&expectedBits, &expected, sizeof expected);
        ASSERT_EQ(floatToHalf(x), expectedBits) << x;
        ASSERT_EQ(halfToFloat(expectedBits), static_cast<float>(expected)) << x;
#endif
        const auto b = static_cast<std::uint32_t>(bits);
        ASSERT_EQ(floatToBfloat16(x), (b + 0x7FFFu + ((b >> 16) & 1u)) >> 16) << x;
        if (bits % 4099 == 0) {
            values.push_back(x);
            half.push_back(roundTo(DType::F16, x));
            bfloat.push_back(roundTo(DType::BF16, x));
        }
    }
    ASSERT_GT(values.size(), 1000u);
    std::vector<float> many = values;
    roundTo(DType::F16, many.data(), many.size());
    EXPECT_EQ(many, half);
    many = values;
    roundTo(DType::BF16, many.data(), many.size());
    EXPECT_EQ(many, bfloat);
    many = values;
    roundTo(DType::F32, many.data(), many.size());
    EXPECT_EQ(many, values);
}

TEST(Formats, Tf32DropsBits)
{
    EXPECT_EQ(floatBits(roundTo(DType::TF32, floatFromBits(0x3F801FFFu))), 0x3F800000u);
    EXPECT_EQ(floatBits(truncateToTf32(floatFromBits(0xBF803FFFu))), 0xBF802000u);
    EXPECT_EQ(truncateToTf32(-kInf), -kInf);
    // Measured on an H200: 0x7F800001 times 1 is an infinity.
    EXPECT_EQ(truncateToTf32(floatFromBits(0x7F800001u)), kInf);
    EXPECT_TRUE(std::isnan(truncateToTf32(floatFromBits(0x7FC00001u))));
}

TEST(Formats, WideTypesPassThrough)
{
    for (const DType type : {DType::F32, DType::F64}) {
        EXPECT_EQ(roundTo(type, 0x1.234568p-3f), 0x1.234568p-3f);
        EXPECT_EQ(valueOf(type, bitsOf(type, 0x1.234568p-3f)), 0x1.234568p-3f);
    }
    EXPECT_EQ(doubleFromBits(doubleBits(-0.1)), -0.1);
}

// OCP 8-bit floating point specification, revision 1.0, table 1: largest 448 and 57344, smallest subnormals 2^-9 and
// 2^-16, e4m3 without infinities.
TEST(Fp8, EveryPatternIsAValueAndComesBack)
{
    for (const DType type : {DType::E4M3, DType::E5M2}) {
        int numbers = 0;
        for (int bits = 0; bits < 256; ++bits) {
            const float x = fp8ToFloat(type, static_cast<std::uint8_t>(bits));
            if (x != x)
                continue;
            EXPECT_EQ(bitsOf(type, x), static_cast<std::uint32_t>(bits));
            if (std::isfinite(x)) {
                EXPECT_EQ(floatBits(roundTo(type, x)), floatBits(x)) << bits;
                ++numbers;
            }
        }
        EXPECT_EQ(numbers, type == DType::E4M3 ? 254 : 248);
    }
    EXPECT_EQ(fp8ToFloat(DType::E4M3, 0x7E), 448.0f);
    EXPECT_EQ(fp8ToFloat(DType::E4M3, 0x01), 0x1p-9f);
    EXPECT_EQ(fp8ToFloat(DType::E4M3, 0x38), 1.0f);
    EXPECT_EQ(fp8ToFloat(DType::E5M2, 0x7B), 57344.0f);
    EXPECT_EQ(fp8ToFloat(DType::E5M2, 0x01), 0x1p-16f);
    EXPECT_EQ(fp8ToFloat(DType::E5M2, 0xFC), -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(fp8ToFloat(DType::E4M3, 0x7F)));
    EXPECT_TRUE(std::isnan(fp8ToFloat(DType::E5M2, 0x7D)));
}

TEST(Fp8, RoundsToNearestEvenAndSaturates)
{
    EXPECT_EQ(roundTo(DType::E4M3, 1.0625f), 1.0f) << "a tie";
    EXPECT_EQ(roundTo(DType::E4M3, 1.1875f), 1.25f) << "a tie";
    EXPECT_EQ(roundTo(DType::E4M3, 0x1p-10f), 0.0f) << "a tie with zero";
    EXPECT_EQ(roundTo(DType::E4M3, 0x1.8p-10f), 0x1p-9f);
    EXPECT_EQ(roundTo(DType::E4M3, 1000.0f), 448.0f);
    EXPECT_EQ(roundTo(DType::E4M3, -470.0f), -448.0f) << "480 is no value of e4m3";
    EXPECT_EQ(roundTo(DType::E5M2, 1.125f), 1.0f) << "a tie";
    EXPECT_EQ(roundTo(DType::E5M2, 1e6f), 57344.0f);
    EXPECT_EQ(roundTo(DType::E5M2, -std::numeric_limits<float>::infinity()), -57344.0f);
    EXPECT_TRUE(std::isnan(roundTo(DType::E4M3, std::nanf(""))));
}

} // namespace
} // namespace ulpscope::test
