// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/exact_sum.h"
#include "engine/numerics/ulp.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace ulpscope::test {
namespace {

/// Wide enough for any sum of doubles to be exact: 2^-1074 to 2^1024 and carries.
using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<2200>, boost::multiprecision::et_off>;

constexpr double kInf = std::numeric_limits<double>::infinity();

double exponentIn(std::mt19937_64 &random, int low, int high)
{
    const double significand = 1.0 + static_cast<double>(random() >> 12) * 0x1p-52;
    const double sign = random() & 1 ? -1.0 : 1.0;
    return sign * std::ldexp(significand, std::uniform_int_distribution<int>(low, high)(random));
}

TEST(ExactSum, IsCorrectlyRounded)
{
    std::mt19937_64 random(3);
    constexpr std::pair<int, int> kRanges[] = {{-3, 3}, {-60, 60}, {-1074, -1000}, {-1074, 1020}, {900, 1020}};
    for (const auto &[low, high] : kRanges) {
        for (int trial = 0; trial < 200; ++trial) {
            ExactSum sum;
            Wide exact = 0;
            const int terms = 1 + static_cast<int>(random() % 40);
            for (int i = 0; i < terms; ++i) {
                const double x = exponentIn(random, low, high);
                sum.add(x);
                exact += Wide(x);
            }
            ASSERT_EQ(doubleBits(sum.toDouble()), doubleBits(exact.convert_to<double>())) << low << " to " << high;
        }
    }
}

TEST(ExactSum, ProductsOfFloatsAreExact)
{
    std::mt19937_64 random(4);
    for (int trial = 0; trial < 500; ++trial) {
        ExactSum sum;
        Wide exact = 0;
        for (int i = 0; i < 64; ++i) {
            const float a = static_cast<float>(exponentIn(random, -140, 120));
            const float b = static_cast<float>(exponentIn(random, -140, 120));
            sum.addProduct(a, b);
            exact += Wide(a) * Wide(b);
        }
        ASSERT_EQ(sum.toDouble(), exact.convert_to<double>());
    }
}

// One rounding to the format: the nearest value of it, checked through both neighbours in exact arithmetic.
TEST(ExactSum, RoundsOnceToEachFormat)
{
    std::mt19937_64 random(6);
    for (const DType type : {DType::F16, DType::BF16, DType::TF32, DType::F32}) {
        const FormatInfo format = formatInfo(type);
        for (int trial = 0; trial < 500; ++trial) {
            ExactSum sum;
            Wide exact = 0;
            const int middle =
                std::uniform_int_distribution<int>(format.minExponent - 4, format.maxExponent - 8)(random);
            for (int i = 0; i < 10; ++i) {
                const double x = exponentIn(random, middle - 60, middle);
                sum.add(x);
                exact += Wide(x);
            }
            const double got = sum.roundTo(type);
            const double step = ulpSize(type, got);
            const Wide error = abs(Wide(got) - exact);
            ASSERT_LE(error, abs(Wide(got + step) - exact));
            ASSERT_LE(error, abs(Wide(got - step) - exact));
            ASSERT_EQ(roundDoubleTo(type, got), got) << "not a value of the format";
        }
    }
}

TEST(ExactSum, TiesAndSingleRounding)
{
    ExactSum sum;
    sum.add(1.0);
    sum.add(0x1p-11); // a tie in fp16
    EXPECT_EQ(sum.roundTo(DType::F16), 1.0f);
    EXPECT_EQ(sum.roundTo(DType::F32), 1.0f + 0x1p-11f);
    sum.add(0x1p-300);
    EXPECT_EQ(sum.roundTo(DType::F16), 1.0f + 0x1p-10f);
    EXPECT_EQ(sum.toDouble(), 1.0 + 0x1p-11);
    sum.add(-0x1p-299);
    EXPECT_EQ(sum.roundTo(DType::F16), 1.0f);
}

TEST(ExactSum, OrderDoesNotMatter)
{
    std::mt19937_64 random(8);
    std::vector<double> terms;
    for (int i = 0; i < 1000; ++i)
        terms.push_back(exponentIn(random, -400, 400));
    double first = 0;
    for (int trial = 0; trial < 20; ++trial) {
        ExactSum sum;
        for (const double x : terms)
            sum.add(x);
        if (trial == 0)
            first = sum.toDouble();
        EXPECT_EQ(sum.toDouble(), first);
        std::shuffle(terms.begin(), terms.end(), random);
    }
}

TEST(ExactSum, MergeAndNegate)
{
    std::mt19937_64 random(9);
    ExactSum left, right, whole;
    for (int i = 0; i < 1000; ++i) {
        const double x = exponentIn(random, -200, 200);
        (i & 1 ? left : right).add(x);
        whole.add(x);
    }
    ExactSum merged = left;
    merged.add(right);
    EXPECT_EQ(merged.toDouble(), whole.toDouble());
    EXPECT_FALSE(merged.isZero());
    whole.negate();
    EXPECT_EQ(whole.toDouble(), -merged.toDouble());
    merged.add(whole);
    EXPECT_TRUE(merged.isZero());
    EXPECT_EQ(doubleBits(merged.toDouble()), 0u);
}

// Many merges of the same sign: carries must not be lost between two reads.
TEST(ExactSum, DoublesItself)
{
    ExactSum sum;
    sum.add(0x1.FFFFFFFFFFFFFp-1000);
    for (int i = 0; i < 1500; ++i)
        sum.add(ExactSum(sum));
    EXPECT_EQ(sum.toDouble(), 0x1.FFFFFFFFFFFFFp500);
}

TEST(ExactSum, SpecialValues)
{
    ExactSum sum;
    EXPECT_TRUE(sum.isZero());
    sum.add(-0.0);
    EXPECT_EQ(doubleBits(sum.toDouble()), 0u);
    sum.add(-kInf);
    EXPECT_EQ(sum.toDouble(), -kInf);
    EXPECT_FALSE(sum.isZero());
    sum.negate();
    EXPECT_EQ(sum.roundTo(DType::BF16), kInf);
    sum.add(-kInf);
    EXPECT_TRUE(std::isnan(sum.toDouble()));

    ExactSum nan;
    nan.addProduct(0.0f, std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(nan.toDouble()));

    ExactSum overflow;
    overflow.add(std::numeric_limits<double>::max());
    overflow.add(0x1p970); // half of the last unit: a tie to the even 2^1024
    EXPECT_EQ(overflow.toDouble(), kInf);
    overflow.add(-0x1p-1074);
    EXPECT_EQ(overflow.toDouble(), std::numeric_limits<double>::max());

    ExactSum half;
    half.add(65519.0);
    EXPECT_EQ(half.roundTo(DType::F16), 65504.0f);
    half.add(1.0);
    EXPECT_EQ(half.roundTo(DType::F16), std::numeric_limits<float>::infinity());

    ExactSum tiny;
    tiny.add(-0x1p-1074);
    EXPECT_EQ(tiny.toDouble(), -0x1p-1074);
    EXPECT_EQ(floatBits(tiny.roundTo(DType::F32)), 0x80000000u);
}

} // namespace
} // namespace ulpscope::test
