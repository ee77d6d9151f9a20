// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/sum_methods.h"

#include "engine/io/counter_rng.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ulpscope {
namespace {

double valueOf(const char *shape, DType format, const std::vector<double> &leaves)
{
    return sumBy(parseSumMethod(shape).value(), format, leaves).value;
}

TEST(SumMethods, NamesAreReadBack)
{
    for (const char *name :
         {"sequential", "reverse", "pairwise", "strided:4", "butterfly", "blocked:8", "kahan", "neumaier", "exact"}) {
        ASSERT_TRUE(parseSumMethod(name)) << name;
        EXPECT_EQ(sumMethodName(*parseSumMethod(name)), name);
    }
    for (const char *name : {"", "strided", "strided:0", "strided:x", "blocked:-1", "pairwise:2", "tree"})
        EXPECT_FALSE(parseSumMethod(name)) << name;
}

/// Worked out by hand; triton-lang/triton 10438 has the first three orders.
TEST(SumMethods, OneInputManyAnswers)
{
    const std::vector<double> x{0x1p26, 1, 1, 1, -0x1p26, 1, 1, 1};
    EXPECT_EQ(valueOf("sequential", DType::F32, x), 3);
    EXPECT_EQ(valueOf("pairwise", DType::F32, x), 0);
    EXPECT_EQ(valueOf("butterfly", DType::F32, x), 6);
    EXPECT_EQ(valueOf("strided:4", DType::F32, x), 6);
    EXPECT_EQ(valueOf("exact", DType::F32, x), 6);
    EXPECT_EQ(valueOf("neumaier", DType::F32, x), 6);
    // 1+1+1 = 3, then -2^26 + 3 is a tie between -2^26 + 4 and ... it is nearer to -2^26 + 4; 3 more are lost to 2^26.
    EXPECT_EQ(valueOf("reverse", DType::F32, x), 4);
    // 2^26, 2, -2^26 + 2 -> -2^26 (a tie, to even), 2 by twos: ((2^26 + 2) - 2^26) + 2.
    EXPECT_EQ(valueOf("blocked:2", DType::F32, x), 2);
    EXPECT_EQ(valueOf("sequential", DType::F64, x), 6);
    // bf16 has 8 bits: 2^26 swallows all. fp16 overflows at once.
    EXPECT_EQ(valueOf("sequential", DType::BF16, x), 3);
    EXPECT_TRUE(std::isnan(valueOf("sequential", DType::F16, x)));
    // 257 ones in bf16 stop at 256.
    EXPECT_EQ(valueOf("sequential", DType::BF16, std::vector<double>(300, 1.0)), 256);
    EXPECT_EQ(valueOf("kahan", DType::BF16, std::vector<double>(300, 1.0)), 300);
    EXPECT_EQ(valueOf("sequential", DType::F16, std::vector<double>(2100, 1.0)), 2048);
}

TEST(SumMethods, LeavesAreRoundedToTheFormatFirst)
{
    const std::vector<double> leaves{0.1, 0.5};
    const SumResult result = sumBy({SumMethod::Kind::Sequential}, DType::BF16, leaves);
    EXPECT_EQ(result.roundedLeaves, 1);
    EXPECT_EQ(result.exact, 0.10009765625 + 0.5);
}

TEST(SumMethods, ErrorIsInSpacingsAtTheExactSum)
{
    const std::vector<double> leaves{0x1p26, 1, -0x1p26, 1};
    const SumResult result = sumBy({SumMethod::Kind::Sequential}, DType::F32, leaves);
    EXPECT_EQ(result.value, 1);
    EXPECT_EQ(result.exact, 2);
    EXPECT_EQ(result.error, -1);
    EXPECT_EQ(result.ulps, 0x1p22); // spacing at 2 is 2^-22
    EXPECT_EQ(result.termSum, 0x1p27 + 2);
    EXPECT_EQ(result.bounds.worstCase, 3 * 0x1p-24 * (0x1p27 + 2));
}

TEST(SumMethods, BoundsHold)
{
    const char *const shapes[] = {"sequential", "reverse", "pairwise", "strided:7", "butterfly",
                                  "blocked:10", "kahan",   "neumaier", "exact"};
    for (const DType format : {DType::F16, DType::BF16, DType::F32, DType::F64}) {
        const double u = std::ldexp(1.0, -formatInfo(format).fractionBits - 1);
        for (std::uint32_t stream = 0; stream < 20; ++stream) {
            std::vector<double> leaves;
            const int n = 1 + static_cast<int>(stream) * 5;
            for (int i = 0; i < n; ++i)
                leaves.push_back(io::normalPair(3, stream, static_cast<std::uint64_t>(i))[0]);
            for (const char *name : shapes) {
                const SumResult r = sumBy(parseSumMethod(name).value(), format, leaves);
                const double secondOrder = r.bounds.isFirstOrder ? 4.0 * n * u * u * r.termSum : 0;
                ASSERT_LE(std::abs(r.error), (r.bounds.worstCase + secondOrder) * (1 + 1e-12)) << name << " " << n;
                ASSERT_LE(std::abs(r.error), r.bounds.probabilistic * (1 + 1e-12)) << name << " " << n;
            }
        }
    }
}

TEST(SumMethods, WhatTheoryPromises)
{
    const std::vector<double> leaves(64, 1.0);
    const auto bounds = [&](const char *shape, double lambda = 0) {
        return sumBy(parseSumMethod(shape).value(), DType::F32, leaves, lambda).bounds;
    };
    const double u = 0x1p-24;
    EXPECT_EQ(bounds("sequential").worstCase, 63 * u * 64);
    EXPECT_NEAR(bounds("pairwise").worstCase, 6 * u * 64, 1e-10);
    EXPECT_NEAR(bounds("blocked:8").worstCase, 14 * u * 64, 1e-10);
    EXPECT_NEAR(bounds("strided:8").worstCase, 10 * u * 64, 1e-10);
    EXPECT_EQ(bounds("exact").worstCase, u * 64);
    EXPECT_TRUE(bounds("kahan").isFirstOrder);
    EXPECT_NEAR(bounds("sequential").probability, 0.99, 1e-6);
    const SumBounds five = bounds("sequential", 5);
    EXPECT_EQ(five.lambda, 5);
    EXPECT_NEAR(five.probabilistic, 5 * std::sqrt(63.0) * u * 64, 1e-9);
    EXPECT_NEAR(five.probability, 1 - 128 * std::exp(-12.5), 1e-6);
    EXPECT_TRUE(std::isinf(bounds("neumaier").probabilistic));
    EXPECT_EQ(bounds("sequential", 1).probability, 0) << "no promise for so small a lambda";
}

} // namespace
} // namespace ulpscope
