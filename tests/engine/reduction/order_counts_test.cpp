// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/order_counts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

ExactSum sumOf(std::initializer_list<double> terms)
{
    ExactSum sum;
    for (const double x : terms)
        sum.add(x);
    return sum;
}

std::uint64_t bits(float x) { return floatBits(x); }

TEST(OrderCounts, BinsAreRepresentableValuesFromTheCorrectlyRoundedSum)
{
    OrderCounts counts(DType::F32, sumOf({1.0}));
    const std::uint32_t one = floatBits(1.0f);
    for (const int distance : {0, 1, -1, 2, 3, 4, 5, -8, -9})
        counts.add(one + static_cast<std::uint32_t>(distance), 1, 0);
    counts.add(bits(-0.0f), 1, 0);
    counts.finish();
    EXPECT_EQ(counts.histogram(), (std::vector<UlpBin>{{-(1 << 30), -(1 << 29) - 1, 1},
                                                       {-16, -9, 1},
                                                       {-8, -5, 1},
                                                       {-1, -1, 1},
                                                       {0, 0, 1},
                                                       {1, 1, 1},
                                                       {2, 2, 1},
                                                       {3, 4, 2},
                                                       {5, 8, 1}}));
}

TEST(OrderCounts, TheWholeLineOfDoublesHasItsBins)
{
    const double max = std::numeric_limits<double>::max();
    OrderCounts counts(DType::F64, sumOf({max}));
    counts.add(doubleBits(-max), 3, 0);
    counts.finish();
    ASSERT_EQ(counts.histogram().size(), 1u);
    EXPECT_EQ(counts.histogram()[0].count, 3u);
    EXPECT_LT(counts.histogram()[0].to, -(std::int64_t{1} << 62));
    EXPECT_EQ(counts.worst()->value, -max);
}

/// The exact sum lies between fp32 values, nearer to one than doubles can tell.
TEST(OrderCounts, BestAndWorstAreDecidedExactly)
{
    const ExactSum exact = sumOf({1.0, 0x1p-24, 0x1p-120}); // just above the middle of 1 and 1 + 2^-23
    OrderCounts counts(DType::F32, exact);
    counts.add(bits(1.0f), 1, 0);
    counts.add(bits(1.0f + 0x1p-23f), 1, 1);
    EXPECT_EQ(counts.best()->first, 1u);
    EXPECT_EQ(counts.worst()->first, 0u);
    OrderCounts tie(DType::F32, sumOf({1.0, 0x1p-24}));
    tie.add(bits(1.0f + 0x1p-23f), 1, 4);
    tie.add(bits(1.0f), 1, 7);
    tie.add(bits(1.0f), 1, 3);
    EXPECT_EQ(tie.best()->first, 3u) << "of two that are equally near, the lower index";
    EXPECT_EQ(tie.worst()->first, 3u);
}

TEST(OrderCounts, WhatIsKeptDoesNotDependOnHowOrdersAreDivided)
{
    constexpr std::uint64_t kPatterns = 20'000;
    constexpr std::size_t kLimit = 500;
    const ExactSum exact = sumOf({3.0});
    OrderCounts whole(DType::F32, exact, kLimit), merged(DType::F32, exact, kLimit);
    std::vector<OrderCounts> parts(3, OrderCounts(DType::F32, exact, kLimit));
    for (std::uint64_t i = 0; i < 3 * kPatterns; ++i) {
        const std::uint64_t pattern = bits(3.0f) + i * 7919 % kPatterns;
        whole.add(pattern, 1, i);
        parts[i % 3].add(pattern, 1, i);
    }
    for (const std::size_t part : {2u, 0u, 1u})
        merged.merge(parts[part]);
    whole.finish();
    merged.finish();
    EXPECT_TRUE(whole.isCapped());
    EXPECT_EQ(whole.patterns(), merged.patterns());
    EXPECT_EQ(whole.patterns().size(), kLimit);
    for (const OrderPattern &p : whole.patterns())
        EXPECT_EQ(p.count, 3u);
    EXPECT_EQ(whole.histogram(), merged.histogram());
    EXPECT_EQ(whole.smallest()->value, 3.0);
    EXPECT_EQ(merged.largest(), whole.largest());
    EXPECT_EQ(merged.worst(), whole.worst());
    EXPECT_NEAR(whole.distinct(), kPatterns, 4.0 * kPatterns / std::sqrt(kLimit)) << "four standard errors";
}

} // namespace
} // namespace ulpscope
