// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Additions taken apart, against the compiler's own arithmetic, tables of all values, and sums made by hand.
#include "engine/reduction/rounding_steps.h"

#include "engine/reduction/sum_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace ulpscope {
namespace {

constexpr int kPairs = 100'000;

/// Random words, half of the second ones near the first's exponent, so that all kinds of rounding and cancellation
/// come.
struct Pairs {
    std::mt19937_64 random{20260105};
    std::pair<std::uint64_t, std::uint64_t> next(int bits, int fractionBits)
    {
        const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        const std::uint64_t a = random() & mask;
        std::uint64_t b = random() & mask;
        if (random() % 4 != 0) { // the same exponent, a few places up or down
            const std::uint64_t fraction = (std::uint64_t{1} << fractionBits) - 1;
            const std::uint64_t shift = (random() % (static_cast<std::uint64_t>(fractionBits) + 3)) << fractionBits;
            const std::uint64_t near =
                (a & ~fraction & (mask >> 1)) >= shift ? (a & ~fraction & (mask >> 1)) - shift : 0;
            b = (b & (fraction | (mask ^ mask >> 1))) | near;
        }
        if (random() % 4 == 0) { // few bits set: ties
            const std::uint64_t coarse = ~((std::uint64_t{1} << fractionBits / 2) - 1);
            b &= coarse;
        }
        return {a, b};
    }
};

std::int64_t valueOfBits(const std::string &bits)
{
    std::int64_t value = 0;
    for (const char c : bits)
        value = 2 * value + (c - '0');
    return value;
}

/// What must hold of every addition, whatever the format: the pictures are of the numbers.
void checkPictures(const Addition &step)
{
    if (step.sumBits.empty())
        return;
    ASSERT_EQ(step.aBits.size(), static_cast<std::size_t>(step.top - step.low + 1));
    ASSERT_EQ(step.bBits.size(), step.aBits.size());
    ASSERT_EQ(step.sumBits.size(), step.aBits.size());
    ASSERT_LE(step.low, step.unit);
    const bool fits = step.aBits.size() <= 62;
    if (fits) {
        const std::int64_t a = valueOfBits(step.aBits) * (std::signbit(step.a) ? -1 : 1);
        const std::int64_t b = valueOfBits(step.bBits) * (std::signbit(step.b) ? -1 : 1);
        const std::int64_t sum = valueOfBits(step.sumBits) * (step.negativeSum ? -1 : 1);
        ASSERT_EQ(a + b, sum);
        ASSERT_EQ(std::ldexp(static_cast<double>(a), step.low), step.a);
        ASSERT_EQ(std::ldexp(static_cast<double>(b), step.low), step.b);
    }
    if (step.resultBits.empty())
        return;
    ASSERT_EQ(step.resultBits.size(), step.aBits.size());
    const std::string dropped = step.sumBits.substr(static_cast<std::size_t>(step.keptPlaces()));
    ASSERT_EQ(step.resultBits.find('1', static_cast<std::size_t>(step.keptPlaces())), std::string::npos);
    ASSERT_EQ(step.guard, !dropped.empty() && dropped[0] == '1');
    if (fits) {
        const std::int64_t result = valueOfBits(step.resultBits), sum = valueOfBits(step.sumBits);
        const std::int64_t half = (std::int64_t{1} << step.droppedPlaces()) / 2;
        switch (step.rounding) {
        case Rounding::Exact: ASSERT_EQ(result, sum); break;
        case Rounding::Down:
            ASSERT_LT(sum - result, half);
            ASSERT_GT(sum, result);
            break;
        case Rounding::Up:
            ASSERT_LT(result - sum, half);
            ASSERT_LT(sum, result);
            break;
        case Rounding::TieDown: ASSERT_EQ(sum - result, half); break;
        case Rounding::TieUp: ASSERT_EQ(result - sum, half); break;
        default: break;
        }
        ASSERT_EQ(std::ldexp(static_cast<double>(result - sum) * (step.negativeSum ? -1 : 1), step.low), step.error);
    }
}

/// Compares with the sum that `machine` makes of two words.
template <typename Machine>
void compareWith(DType type, int bits, Machine machine)
{
    Pairs pairs;
    const int fraction = formatInfo(type).fractionBits;
    for (int i = 0; i < kPairs; ++i) {
        const auto [wordA, wordB] = pairs.next(bits, fraction);
        const auto value = [type](std::uint64_t word) {
            return type == DType::F64 ? doubleFromBits(word)
                                      : static_cast<double>(valueOf(type, static_cast<std::uint32_t>(word)));
        };
        const double a = value(wordA), b = value(wordB);
        const Addition step = addInBits(type, a, b);
        const std::uint64_t expected = machine(wordA, wordB);
        if (std::isnan(value(expected))) {
            ASSERT_TRUE(std::isnan(step.result) && std::isnan(addRounded(type, a, b)));
            ASSERT_EQ(step.rounding, Rounding::NotANumber);
            continue;
        }
        ASSERT_EQ(patternOf(type, step.result), expected) << formatInfo(type).name << ' ' << a << " + " << b;
        ASSERT_EQ(patternOf(type, addRounded(type, a, b)), expected) << a << " + " << b;
        ASSERT_EQ(step.rounding == Rounding::Overflow, std::isinf(step.result) && std::isfinite(a) && std::isfinite(b));
        checkPictures(step);
        if (::testing::Test::HasFatalFailure())
            return;
    }
}

TEST(RoundingSteps, AgreesWithTheMachinesFloat)
{
    compareWith(DType::F32, 32, [](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
        volatile float x = floatFromBits(static_cast<std::uint32_t>(a)),
                       y = floatFromBits(static_cast<std::uint32_t>(b));
        return floatBits(x + y);
    });
}

TEST(RoundingSteps, AgreesWithTheMachinesDouble)
{
    compareWith(DType::F64, 64, [](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
        volatile double x = doubleFromBits(a), y = doubleFromBits(b);
        return doubleBits(x + y);
    });
}

#ifdef __FLT16_MAX__
TEST(RoundingSteps, AgreesWithTheCompilersHalf)
{
    compareWith(DType::F16, 16, [](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
        _Float16 x, y;
        const auto wordA = static_cast<std::uint16_t>(a), wordB = static_cast<std::uint16_t>(b);
        std::memcpy(&x, &wordA, 2);
        std::memcpy(&y, &wordB, 2);
        const auto sum = static_cast<_Float16>(x + y);
        std::uint16_t word;
        std::memcpy(&word, &sum, 2);
        return word;
    });
}
#endif

TEST(RoundingSteps, AgreesWithBfloat16ByTheWord)
{
    // The fp32 sum of two bf16 numbers, rounded to its upper half by adding half of what is cut, less one where even.
    compareWith(DType::BF16, 16, [](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
        volatile float x = floatFromBits(static_cast<std::uint32_t>(a << 16));
        volatile float y = floatFromBits(static_cast<std::uint32_t>(b << 16));
        const float sum = x + y;
        const std::uint32_t word = floatBits(sum);
        return std::isnan(sum) ? 0x7FFF : (word + 0x7FFF + (word >> 16 & 1)) >> 16;
    });
}

/// All pairs of an 8-bit format: the nearest of all its values, found by looking at each.
void compareWithAllOf(DType type)
{
    std::vector<double> all;
    for (unsigned word = 0; word < 256; ++word) {
        const double value = static_cast<double>(fp8ToFloat(type, static_cast<std::uint8_t>(word)));
        if (std::isfinite(value))
            all.push_back(value);
    }
    const auto even = [&](double value) { return (patternOf(type, value) & 1) == 0; };
    for (const double a : all) {
        for (const double b : all) {
            double best = all.front();
            for (const double v : all) {
                const double distance = std::abs(v - (a + b)), least = std::abs(best - (a + b));
                if (distance < least || (distance == least && v != best && even(v)))
                    best = v;
            }
            const Addition step = addInBits(type, a, b);
            ASSERT_EQ(step.result, best) << a << " + " << b;
            ASSERT_EQ(patternOf(type, addRounded(type, a, b)), patternOf(type, step.result));
            checkPictures(step);
            if (::testing::Test::HasFatalFailure())
                return;
        }
    }
}

TEST(RoundingSteps, AgreesWithAllSumsOfE4m3) { compareWithAllOf(DType::E4M3); }
TEST(RoundingSteps, AgreesWithAllSumsOfE5m2) { compareWithAllOf(DType::E5M2); }

TEST(RoundingSteps, Tf32IsHalfsFractionWithFloatsRange)
{
    const Addition tie = addInBits(DType::TF32, 2048, 1);
    EXPECT_EQ(tie.result, 2048);
    EXPECT_EQ(tie.rounding, Rounding::TieDown);
    EXPECT_EQ(addInBits(DType::TF32, 2050, 1).result, 2052); // 2051 lies between, and 2050 is odd
    EXPECT_EQ(addInBits(DType::TF32, 0x1p100, 0x1p90).result, 0x1p100 + 0x1p90);
}

TEST(RoundingSteps, TiesGoToTheEvenNeighbour)
{
    // fp32 numbers from 2^24 on are 2 apart.
    const Addition down = addInBits(DType::F32, 0x1p24, 1);
    EXPECT_EQ(down.rounding, Rounding::TieDown);
    EXPECT_EQ(down.result, 0x1p24);
    EXPECT_EQ(down.sumBits, "1000000000000000000000001");
    EXPECT_EQ(down.resultBits, "1000000000000000000000000");
    EXPECT_EQ(down.top, 24);
    EXPECT_EQ(down.unit, 1);
    EXPECT_EQ(down.low, 0);
    EXPECT_TRUE(down.guard && !down.round && !down.sticky);
    EXPECT_EQ(down.error, -1);
    const Addition up = addInBits(DType::F32, 0x1p24 + 2, 1);
    EXPECT_EQ(up.rounding, Rounding::TieUp);
    EXPECT_EQ(up.result, 0x1p24 + 4);
    EXPECT_EQ(up.error, 1);
    const Addition more = addInBits(DType::F32, -0x1p24, -1.25);
    EXPECT_EQ(more.rounding, Rounding::Up);
    EXPECT_EQ(more.result, -0x1p24 - 2);
    EXPECT_TRUE(more.guard && !more.round && more.sticky);
    EXPECT_EQ(more.error, -0.75);
    const Addition less = addInBits(DType::F32, 1e8, 1);
    EXPECT_EQ(less.rounding, Rounding::Down);
    EXPECT_EQ(less.sumBits, "101111101011110000100000001"); // 1e8 is 101111101011110000100000000
    EXPECT_EQ(less.droppedPlaces(), 3);
    EXPECT_FALSE(less.guard || less.round);
    EXPECT_TRUE(less.sticky);
}

TEST(RoundingSteps, SpecialValues)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(std::isnan(addInBits(DType::F32, kInfinity, -kInfinity).result));
    EXPECT_EQ(addInBits(DType::F16, kInfinity, 1).result, kInfinity);
    const Addition overflow = addInBits(DType::F16, 65504, 16); // half of the last place, and 65504 is odd
    EXPECT_EQ(overflow.rounding, Rounding::Overflow);
    EXPECT_EQ(overflow.result, kInfinity);
    EXPECT_EQ(addInBits(DType::F16, 65504, 15.9921875).result, 65504);
    const Addition saturated = addInBits(DType::E4M3, 256, 256);
    EXPECT_EQ(saturated.rounding, Rounding::Saturated);
    EXPECT_EQ(saturated.result, 448);
    EXPECT_EQ(saturated.error, -64);
    // Signed zeros.
    EXPECT_FALSE(std::signbit(addInBits(DType::F32, 1, -1).result));
    EXPECT_TRUE(std::signbit(addInBits(DType::F32, -0.0, -0.0).result));
    EXPECT_FALSE(std::signbit(addInBits(DType::F32, 0.0, -0.0).result));
    EXPECT_TRUE(std::signbit(addInBits(DType::F32, 1, -1, true).result));
    EXPECT_FALSE(std::signbit(addInBits(DType::F32, 0.0, 0.0, true).result));
    EXPECT_TRUE(std::signbit(addInBits(DType::F32, 0.0, -0.0, true).result));
    // Subnormals add exactly.
    const Addition small = addInBits(DType::F64, 0x1p-1074, 0x1p-1022);
    EXPECT_EQ(small.rounding, Rounding::Exact);
    EXPECT_EQ(small.result, 0x1.0000000000001p-1022);
}

SumSteps sumOf(DType type, const char *text, const char *shape = nullptr)
{
    Result<WrittenSum> sum = parseSum(type, text);
    EXPECT_TRUE(sum.ok()) << sum.status().message();
    if (!sum.ok())
        return {};
    if (!shape)
        return sumInSteps(type, sum->values(), sum->tree, sum->mirrored);
    return sumInSteps(type, sum->values(), treeOfShape(shape, sum->tree.leaves).value());
}

TEST(RoundingSteps, TheArticlesSums)
{
    const SumSteps left = sumOf(DType::F32, "(1e8 + -1e8) + 1");
    EXPECT_EQ(left.result, 1);
    EXPECT_EQ(left.exact, 1);
    EXPECT_EQ(left.ulps, 0);
    const SumSteps right = sumOf(DType::F32, "1e8 + (-1e8 + 1)");
    EXPECT_EQ(right.result, 0);
    EXPECT_EQ(right.exact, 1);
    EXPECT_EQ(right.error, -1);
    EXPECT_EQ(right.ulps, -0x1p23); // an ulp at 1 is 2^-23
    ASSERT_EQ(right.steps.size(), 2u);
    EXPECT_EQ(right.steps[0].addition.error, -1);
    EXPECT_EQ(right.steps[0].accumulatedError, -1);
    EXPECT_EQ(right.steps[1].addition.rounding, Rounding::Exact);
    EXPECT_EQ(right.steps[1].accumulatedError, -1);

    // By hand: fp32 numbers are 8 apart from 2^26 on and 4 apart below, so 2^26 + 1 and 1 - 2^26 lose their 1.
    constexpr const char *kList = "[2^26, 1, -2^26, 1]";
    EXPECT_EQ(sumOf(DType::F32, kList).result, 1);
    EXPECT_EQ(sumOf(DType::F32, kList, "sequential").result, 1);
    EXPECT_EQ(sumOf(DType::F32, kList, "reverse").result, 0);
    EXPECT_EQ(sumOf(DType::F32, kList, "pairwise").result, 0);
    for (const char *exact : {"butterfly", "strided:2", "strided:4"})
        EXPECT_EQ(sumOf(DType::F32, kList, exact).result, 2) << exact;
    EXPECT_EQ(sumOf(DType::F32, kList).exact, 2);
    EXPECT_EQ(sumOf(DType::F64, kList).result, 2);
}

TEST(RoundingSteps, ThePuzzleInAllOrders)
{
    // "Defeating Nondeterminism in LLM Inference" (Thinking Machines, 2025) adds these in random orders. The counts
    // over all orders are CPython 3.11's sum() of floats, and sequential float32 additions.
    constexpr const char *kNumbers = "1e-10 1e-5 1e-2 1 -1e-10 -1e-5 -1e-2 -1";
    const auto all = [](DType type) { return resultsOfAllOrders(type, parseSum(type, kNumbers).value().values()); };
    const OrderResults fp64 = all(DType::F64), fp32 = all(DType::F32);
    EXPECT_EQ(fp64.orders, 40'320u);
    EXPECT_EQ(fp64.results.size(), 275u);
    EXPECT_EQ(fp64.results.front(), -2.220446049250313e-16);
    EXPECT_EQ(fp64.results.back(), 2.220446049250313e-16);
    EXPECT_EQ(fp32.results.size(), 137u);
    EXPECT_EQ(static_cast<float>(fp32.results.back()), 2.3383064373661e-08f);
    EXPECT_TRUE(std::isnan(sumOf(DType::F32, "1e8 1 -1e8 -1").ulps)); // -1, and the total is 0
}

TEST(RoundingSteps, OrdersOfFewNumbers)
{
    EXPECT_EQ(resultsOfAllOrders(DType::F32, {3}).results, std::vector<double>{3});
    const OrderResults three = resultsOfAllOrders(DType::F32, {1e8, -1e8, 1});
    EXPECT_EQ(three.orders, 6u);
    EXPECT_EQ(three.results, (std::vector<double>{0, 1}));
    EXPECT_EQ(resultsOfAllOrders(DType::F32, std::vector<double>(9, 1.0)).orders, 0u);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(resultsOfAllOrders(DType::F32, {1, nan, -nan}).results.size(), 1u);
}

TEST(RoundingSteps, ErrorsOfTheParts)
{
    // Own errors add up to the error of the whole where the tree is a chain and nothing else is rounded.
    const SumSteps sum = sumOf(DType::BF16, "1 0.01 0.02 0.03 0.5 0.007");
    double own = 0;
    for (const SumStep &step : sum.steps)
        own += step.addition.error;
    EXPECT_EQ(own, sum.error);
    EXPECT_EQ(sum.steps.back().accumulatedError, sum.error);
    const SumSteps one = sumOf(DType::F32, "0.5");
    EXPECT_TRUE(one.steps.empty());
    EXPECT_EQ(one.result, 0.5);
}

} // namespace
} // namespace ulpscope
