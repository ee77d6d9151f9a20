// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/counter_rng.h"

#include "engine/numerics/formats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>

namespace ulpscope::io {
namespace {

using Words4 = std::array<std::uint32_t, 4>;

/// The known answers that come with Random123, the authors' library (file kat_vectors, philox4x32 10).
TEST(Philox, KnownAnswers)
{
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words4{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    const std::uint32_t ones = 0xffffffff;
    EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}), (Words4{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (Words4{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

double ulpsBetween(double a, double b)
{
    int exponent = 0;
    std::frexp(b, &exponent);
    return std::abs(a - b) / std::ldexp(1.0, exponent - 53);
}

/// The standard library's log is not the same everywhere, but everywhere within an ulp or so of the truth.
TEST(PortableMath, LogIsCloseToTheLibrarys)
{
    for (std::uint64_t i = 0; i < 200'000; ++i) {
        const double x = uniformPair(1, 0, i)[0] + 0x1p-53;
        ASSERT_LE(ulpsBetween(portableLog(x), std::log(x)), 3.0) << x;
        const double small = std::ldexp(x, -static_cast<int>(i % 900));
        ASSERT_LE(ulpsBetween(portableLog(small), std::log(small)), 3.0) << small;
    }
    EXPECT_EQ(portableLog(1.0), 0.0);
    EXPECT_EQ(portableLog(0x1p-53), std::log(0x1p-53));
    for (int i = 1; i < 1000; ++i) // close to 1, where the result is small
        ASSERT_LE(ulpsBetween(portableLog(1.0 - i * 0x1p-53), std::log1p(-i * 0x1p-53)), 3.0);
}

TEST(PortableMath, CosSinAreCloseToTheLibrarys)
{
    constexpr double kTwoPi = 6.283185307179586;
    for (std::uint64_t i = 0; i < 200'000; ++i) {
        const double x = uniformPair(2, 0, i)[0];
        const auto [cosine, sine] = portableCosSinTurns(x);
        // The library's argument 2 pi x is rounded, by up to 2^-51.
        ASSERT_NEAR(cosine, std::cos(kTwoPi * x), 0x1p-50) << x;
        ASSERT_NEAR(sine, std::sin(kTwoPi * x), 0x1p-50) << x;
    }
    const std::array<double, 2> east = {1, 0};
    EXPECT_EQ(portableCosSinTurns(0.0), east);
    EXPECT_EQ(portableCosSinTurns(0.25)[1], 1.0);
    EXPECT_EQ(portableCosSinTurns(0.5)[0], -1.0);
    EXPECT_EQ(portableCosSinTurns(0.75)[1], -1.0);
}

struct NormalCase {
    std::uint64_t seed;
    std::uint32_t stream;
    std::uint64_t index;
    double first;
    double second;
};

/// Philox in Python integers, Box-Muller in mpmath with 200 bits, rounded to double.
TEST(NormalPair, AgreesWithHighPrecision)
{
    const NormalCase cases[] = {
        {0, 0, 0, -0x1.973628c131c04p-2, -0x1.3dd84ff91e709p-2},
        {0, 0, 1, 0x1.63083c830bea5p+0, 0x1.511d43e0f2702p-2},
        {0, 1, 0, -0x1.67918141f2850p-2, -0x1.19374558d1efep-5},
        {7, 2, 3, -0x1.346e12d7290d4p-1, -0x1.1c810eba90c9dp+1},
        {~std::uint64_t{0}, 2, (std::uint64_t{1} << 40) + 5, -0x1.403476b819928p-1, 0x1.66afe8b736aeap-1},
        {42, 0, 12345, -0x1.7c809df21be3dp-1, 0x1.442906a7bc9bap-1},
    };
    for (const NormalCase &c : cases) {
        const auto [first, second] = normalPair(c.seed, c.stream, c.index);
        EXPECT_LE(ulpsBetween(first, c.first), 6.0) << first;
        EXPECT_LE(ulpsBetween(second, c.second), 6.0) << second;
    }
}

/// FNV-1a over the bits of a million values: any compiler or machine that computes one of them otherwise fails here.
TEST(NormalPair, SameBitsOnEveryMachine)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (std::uint64_t i = 0; i < 500'000; ++i)
        for (const double value : normalPair(2026, 1, i)) {
            hash ^= doubleBits(value);
            hash *= 0x100000001b3;
        }
    EXPECT_EQ(hash, 0xdedcd524af6cf721u);
}

TEST(NormalPair, HasTheMomentsOfTheNormalDistribution)
{
    constexpr int kPairs = 1'000'000;
    double sum = 0;
    double squares = 0;
    double fourth = 0;
    double product = 0;
    int beyond2 = 0;
    for (std::uint64_t i = 0; i < kPairs; ++i) {
        const auto [a, b] = normalPair(3, 0, i);
        product += a * b;
        for (const double x : {a, b}) {
            sum += x;
            squares += x * x;
            fourth += x * x * x * x;
            beyond2 += std::abs(x) > 2;
        }
    }
    constexpr double n = 2.0 * kPairs;
    const double sigmas = 5; // of each statistic
    EXPECT_NEAR(sum / n, 0, sigmas / std::sqrt(n));
    EXPECT_NEAR(squares / n, 1, sigmas * std::sqrt(2 / n));
    EXPECT_NEAR(fourth / n, 3, sigmas * std::sqrt(96 / n));
    EXPECT_NEAR(product / kPairs, 0, sigmas / std::sqrt(kPairs));
    EXPECT_NEAR(beyond2 / n, 0.0455002638963584, sigmas * std::sqrt(0.0455 / n));
}

TEST(UniformPair, StreamsSeedsAndPlacesAreApart)
{
    std::set<double> seen;
    for (std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32})
        for (std::uint32_t stream = 0; stream < 3; ++stream)
            for (std::uint64_t index : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32})
                for (const double value : uniformPair(seed, stream, index)) {
                    EXPECT_GE(value, 0);
                    EXPECT_LT(value, 1);
                    EXPECT_TRUE(seen.insert(value).second);
                }
}

} // namespace
} // namespace ulpscope::io
