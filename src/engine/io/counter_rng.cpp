// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/counter_rng.h"

#include "engine/numerics/arrival_order.h"
#include "engine/numerics/formats.h"

#include <cmath>

namespace ulpscope::io {
namespace {

/// Value of a polynomial in x, coefficients from the highest power down (Horner).
template <std::size_t Count>
double horner(const std::array<double, Count> &coefficients, double x)
{
    double value = 0;
    for (const double coefficient : coefficients)
        value = value * x + coefficient;
    return value;
}

double toUnit(std::uint32_t low, std::uint32_t high)
{
    const std::uint64_t bits = (static_cast<std::uint64_t>(high) << 32) | low;
    return static_cast<double>(bits >> 11) * 0x1p-53;
}

} // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key)
{
    const PhiloxBlock block = philox4x32({{counter[0], counter[1], counter[2], counter[3]}}, key[0], key[1]);
    return {block.word[0], block.word[1], block.word[2], block.word[3]};
}

std::array<double, 2> uniformPair(std::uint64_t seed, std::uint32_t stream, std::uint64_t index)
{
    const auto words = philox({static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32), stream, 0},
                              {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
    return {toUnit(words[0], words[1]), toUnit(words[2], words[3])};
}

std::array<double, 2> normalPair(std::uint64_t seed, std::uint32_t stream, std::uint64_t index)
{
    const auto [u, turns] = uniformPair(seed, stream, index);
    const double radius = std::sqrt(-2.0 * portableLog(u + 0x1p-53)); // (0, 1] instead of [0, 1); the sum is exact
    const auto [cosine, sine] = portableCosSinTurns(turns);
    return {radius * cosine, radius * sine};
}

double portableLog(double x)
{
    // x = m 2^e with m in [sqrt(1/2), sqrt(2)), log m = 2 atanh(s), s = (m - 1) / (m + 1), |s| < 0.1716. The first
    // term left out is below 2 s^25 / 25 < 2^-63 s.
    constexpr std::uint64_t kSqrtHalf = 0x3FE6A09E667F3BCD;
    const std::uint64_t bits = doubleBits(x) - kSqrtHalf;
    const auto exponent = static_cast<double>(static_cast<std::int64_t>(bits) >> 52);
    const double m = doubleFromBits((bits & 0x000FFFFFFFFFFFFF) + kSqrtHalf);
    static constexpr std::array<double, 11> kAtanh = {1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13,
                                                      1.0 / 11, 1.0 / 9,  1.0 / 7,  1.0 / 5,  1.0 / 3};
    const double s = (m - 1.0) / (m + 1.0);
    const double square = s * s;
    const double logM = 2.0 * s + 2.0 * s * (square * horner(kAtanh, square));
    // ln 2 in two parts, the first with 21 trailing zero bits: its product with the exponent is exact.
    constexpr double kLn2High = 0x1.62e42feep-1;
    constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
    return exponent * kLn2High + (exponent * kLn2Low + logM);
}

std::array<double, 2> portableCosSinTurns(double x)
{
    // The octant is exact, and so is the place in it; odd octants are walked backwards. Taylor series on [0, pi/4]:
    // the first terms left out are below 2^-58.
    const double eighths = x * 8.0;
    const int octant = static_cast<int>(eighths);
    double place = eighths - octant;
    if (octant % 2 == 1)
        place = 1.0 - place;
    constexpr double kQuarterPi = 0x1.921fb54442d18p-1;
    const double angle = place * kQuarterPi;
    const double square = angle * angle;
    static constexpr std::array<double, 8> kSin = {
        1.0 / 355687428096000, -1.0 / 1307674368000, 1.0 / 6227020800, -1.0 / 39916800,
        1.0 / 362880,          -1.0 / 5040,          1.0 / 120,        -1.0 / 6};
    static constexpr std::array<double, 8> kCos = {
        1.0 / 20922789888000, -1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800,
        1.0 / 40320,          -1.0 / 720,         1.0 / 24,        -1.0 / 2};
    const double sine = angle + angle * (square * horner(kSin, square));
    const double cosine = 1.0 + square * horner(kCos, square);
    switch (octant) {
    case 0: return {cosine, sine};
    case 1: return {sine, cosine};
    case 2: return {-sine, cosine};
    case 3: return {-cosine, sine};
    case 4: return {-cosine, -sine};
    case 5: return {-sine, -cosine};
    case 6: return {sine, -cosine};
    default: return {cosine, -sine};
    }
}

} // namespace ulpscope::io
