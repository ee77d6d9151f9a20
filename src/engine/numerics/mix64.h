// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/host_device.h"

#include <cstdint>

namespace ulpscope {

/// The increment of SplitMix64: odd, and 2^64 over the golden ratio.
inline constexpr std::uint64_t kMixStep = 0x9E3779B97F4A7C15u;

/// The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): a bijection after which near numbers lie far
/// apart.
ULPSCOPE_SHARED std::uint64_t mix64(std::uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

} // namespace ulpscope
