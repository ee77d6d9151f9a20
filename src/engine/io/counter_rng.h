// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every machine. The library's distributions are not (the standard leaves them
// open), and neither are its log, sin and cos (correctly rounded on none): here everything is integer arithmetic and
// IEEE +, -, *, /, sqrt in a fixed order.
#pragma once

#include <array>
#include <cstdint>

namespace ulpscope::io {

/// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011): a function from
/// counter and key to four random words. No state, so a value depends on its place and not on what was drawn before.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// Two independent uniform values in [0, 1), multiples of 2^-53, from the block `index` of stream `stream`.
std::array<double, 2> uniformPair(std::uint64_t seed, std::uint32_t stream, std::uint64_t index);

/// Two independent standard normal values, by the Box-Muller transform of uniformPair. At most 8.58 in size.
std::array<double, 2> normalPair(std::uint64_t seed, std::uint32_t stream, std::uint64_t index);

/// Natural logarithm of a normal x > 0, within 2 ulp.
double portableLog(double x);
/// {cos(2 pi x), sin(2 pi x)} for x in [0, 1) that are multiples of 2^-53, within 2^-52 absolutely.
std::array<double, 2> portableCosSinTurns(double x);

} // namespace ulpscope::io
