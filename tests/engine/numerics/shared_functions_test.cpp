// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What CPU and GPU share, checked on the CPU: against the CPU's own definitions, and against wider arithmetic.
#include "engine/numerics/exact_math.h"
#include "engine/numerics/exact_sum.h"
#include "engine/numerics/product_sum.h"
#include "engine/numerics/tensor_core.h"
#include "engine/numerics/tfdpa.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ulpscope {
namespace {

using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<200>>;

/// Values of a format: tame ones, all bit patterns (NaN and infinities among them), and small exponents.
float randomValue(std::mt19937_64 &random, DType type, int style)
{
    const std::uint64_t word = random();
    if (style == 0) {
        const float x = static_cast<float>(static_cast<std::int32_t>(word)) * 0x1p-31f;
        return type == DType::F32 ? x : roundTo(type, x);
    }
    if (type == DType::F16)
        return halfToFloat(static_cast<std::uint16_t>(style == 1 ? word : word & 0x87FF));
    if (type == DType::BF16)
        return bfloat16ToFloat(static_cast<std::uint16_t>(style == 1 ? word : word & 0x87FF));
    return floatFromBits(static_cast<std::uint32_t>(style == 1 ? word : word & 0x87FFFFFFu));
}

TEST(Tfdpa, EqualsTheDefinitionForEveryKindOfInput)
{
    std::mt19937_64 random(11);
    TensorCoreSpec specs[5];
    constexpr int kNumbers[5][3] = {{16, 25, -133}, {8, 24, -132}, {4, 23, -131}, {32, 35, -133}, {8, 25, -133}};
    for (int i = 0; i < 5; ++i) {
        specs[i].groupL = kNumbers[i][0];
        specs[i].fractionBits = kNumbers[i][1];
        specs[i].zeroExponent = kNumbers[i][2];
    }
    std::uint64_t special = 0;
    for (const DType type : {DType::BF16, DType::F16, DType::TF32}) {
        const FormatInfo format = formatInfo(type);
        for (const TensorCoreSpec &spec : specs) {
            for (int trial = 0; trial < 40'000; ++trial) {
                // Seldom anything but finite numbers, or every group would be NaN.
                const int style = trial % 8 == 7 ? 1 : trial % 8 == 6 ? 2 : 0;
                const int n = 1 + static_cast<int>(random() % static_cast<std::uint64_t>(spec.groupL));
                float a[64], b[64];
                tfdpa::Operand x[64], y[64];
                for (int i = 0; i < n; ++i) {
                    const bool zero = random() % 7 == 0;
                    a[i] = zero ? -0.0f : randomValue(random, type == DType::TF32 ? DType::F32 : type, style);
                    b[i] = randomValue(random, type == DType::TF32 ? DType::F32 : type, random() % 3 ? 0 : style);
                    x[i] = tfdpa::decode({format.fractionBits, format.minExponent}, a[i]);
                    y[i] = tfdpa::decode({format.fractionBits, format.minExponent}, b[i]);
                }
                const float c = random() % 5 == 0 ? -0.0f : randomValue(random, DType::F32, style);
                const float want = tfdpaGroup(spec, type, a, b, n, c);
                const float got = tfdpa::group({spec.groupL, spec.fractionBits, spec.zeroExponent}, format.fractionBits,
                                               x, 1, y, 1, n, c);
                special += !std::isfinite(want);
                ASSERT_TRUE(floatBits(want) == floatBits(got) || (std::isnan(want) && std::isnan(got)))
                    << format.name << " L " << spec.groupL << ": " << want << " " << got;
            }
        }
    }
    EXPECT_GT(special, 1000u);
}

TEST(ProductSum, EqualsExactSum)
{
    std::mt19937_64 random(12);
    for (int trial = 0; trial < 200'000; ++trial) {
        const int style = trial % 10 == 9 ? 1 : trial % 10 == 8 ? 2 : 0;
        const float c = randomValue(random, DType::F32, style);
        ProductSum sum;
        ExactSum exact;
        sum.add(c);
        exact.add(static_cast<double>(c));
        const int n = static_cast<int>(random() % 12);
        for (int i = 0; i < n; ++i) {
            float a = randomValue(random, DType::F32, style), b = randomValue(random, DType::F32, style);
            if (trial % 3 == 0) { // sums that cancel, and halves of the last place
                a = std::ldexp(1.0f, static_cast<int>(random() % 60) - 30);
                b = random() % 2 ? 1.0f : -1.0f;
            }
            sum.addProduct(a, b);
            exact.addProduct(a, b);
        }
        const float want = exact.roundTo(DType::F32), got = sum.toFloat();
        ASSERT_TRUE(floatBits(want) == floatBits(got) || (std::isnan(want) && std::isnan(got))) << want << " " << got;
    }
}

/// x rounded to nearest even fp32, from 200 bits.
float roundWide(const Wide &x)
{
    const Wide magnitude = abs(x);
    if (magnitude == 0)
        return 0.0f;
    const int exponent = std::max(ilogb(magnitude), -126) - 23;
    const Wide scaledUp = ldexp(magnitude, -exponent);
    const Wide low = floor(scaledUp);
    const Wide rest = scaledUp - low;
    std::uint64_t integer = low.convert_to<std::uint64_t>();
    if (rest > 0.5 || (rest == 0.5 && integer % 2 == 1))
        ++integer;
    const float result = static_cast<float>(std::ldexp(static_cast<double>(integer), exponent));
    return x < 0 ? -result : result;
}
double roundWideToDouble(const Wide &x) { return x.convert_to<double>(); } // to nearest even

TEST(ExactMath, Exp2IsCorrectlyRounded)
{
    std::mt19937_64 random(13);
    // Subnormal results are among them.
    for (int trial = 0; trial < 6'000; ++trial) {
        float x = static_cast<float>(static_cast<double>(random() >> 11) * 0x1p-53 * 279.0 - 151.0);
        if (trial % 4 == 0)
            x = std::ldexp(static_cast<float>(static_cast<std::int32_t>(random())),
                           -32 - static_cast<int>(random() % 40));
        ASSERT_EQ(floatBits(exact::exp2(x)), floatBits(roundWide(pow(Wide(2), Wide(x))))) << std::hexfloat << x;
    }
    for (int n = -149; n < 128; ++n)
        ASSERT_EQ(exact::exp2(static_cast<float>(n)), std::ldexp(1.0f, n));
    EXPECT_EQ(exact::exp2(-150.0f), 0.0f);
    EXPECT_EQ(exact::exp2(-149.99f), 0x1p-149f);
    EXPECT_EQ(exact::exp2(128.0f), floatInfinity());
    EXPECT_EQ(exact::exp2(-floatInfinity()), 0.0f);
    EXPECT_TRUE(std::isnan(exact::exp2(gpuNan())));
}

/// Where fp32 rounding is hardest: arguments whose exp2 lies next to the middle of two numbers, found from the other
/// side: log2 of a middle, to the nearest argument.
TEST(ExactMath, Exp2IsCorrectlyRoundedNextToTheMiddle)
{
    std::mt19937_64 random(14);
    for (int trial = 0; trial < 6'000; ++trial) {
        const Wide middle = Wide(1) + ldexp(Wide(static_cast<std::uint64_t>(random() % 0x800000) * 2 + 1), -24);
        const float x = (log2(middle) + static_cast<int>(random() % 200) - 100).convert_to<float>();
        ASSERT_EQ(floatBits(exact::exp2(x)), floatBits(roundWide(pow(Wide(2), Wide(x))))) << std::hexfloat << x;
    }
}

TEST(ExactMath, Log2IsCorrectlyRounded)
{
    std::mt19937_64 random(15);
    for (int trial = 0; trial < 6'000; ++trial) {
        std::uint32_t word = static_cast<std::uint32_t>(random()) & 0x7FFFFFFFu;
        if (trial % 2 == 0)
            word = 0x3F800000u - static_cast<std::uint32_t>(random() >> (40 + random() % 23)); // just below 1
        const float x = floatFromBits(word);
        if (!(x > 0) || std::isinf(x) || x == 1.0f)
            continue;
        ASSERT_EQ(floatBits(exact::log2(x)), floatBits(roundWide(log2(Wide(x))))) << std::hexfloat << x;
    }
    EXPECT_EQ(floatBits(exact::log2(1.0f)), 0u);
    for (int n = -126; n < 128; ++n)
        ASSERT_EQ(exact::log2(std::ldexp(1.0f, n)), static_cast<float>(n));
    EXPECT_EQ(exact::log2(0.0f), -floatInfinity());
    EXPECT_EQ(exact::log2(floatInfinity()), floatInfinity());
    EXPECT_TRUE(std::isnan(exact::log2(-1.0f)));
}

TEST(ExactMath, LogAndTanhAreCorrectlyRoundedDoubles)
{
    std::mt19937_64 random(16);
    for (int trial = 0; trial < 6'000; ++trial) {
        const double x =
            std::ldexp(1.0 + static_cast<double>(random() >> 12) * 0x1p-52,
                       trial % 2 ? static_cast<int>(random() % 2000) - 1000 : static_cast<int>(random() % 3) - 1);
        ASSERT_EQ(doubleBits(exact::log(x)), doubleBits(roundWideToDouble(log(Wide(x))))) << std::hexfloat << x;
        const double y =
            std::ldexp(1.0 + static_cast<double>(random() >> 12) * 0x1p-52, static_cast<int>(random() % 36) - 30) *
            (random() % 2 ? 1 : -1);
        ASSERT_EQ(doubleBits(exact::tanh(y)), doubleBits(roundWideToDouble(tanh(Wide(y))))) << std::hexfloat << y;
    }
    EXPECT_EQ(doubleBits(exact::log(1.0)), 0u);
    EXPECT_TRUE(std::isnan(exact::log(-1.0)));
    EXPECT_EQ(exact::tanh(1e300), 1.0);
    EXPECT_EQ(exact::tanh(-1e300), -1.0);
    EXPECT_EQ(doubleBits(exact::tanh(-0.0)), doubleBits(-0.0));
    EXPECT_TRUE(std::isnan(exact::tanh(std::nan(""))));
}

} // namespace
} // namespace ulpscope
