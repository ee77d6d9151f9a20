// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Random orders of arrival, the same on CPU and GPU: an order is a function of seed and index, never of what was drawn
// before it. C++17: shared with CUDA code.
#pragma once

#include "engine/numerics/host_device.h"

namespace ulpscope {

/// Counter of Philox, and what it makes of it.
struct PhiloxBlock {
    std::uint32_t word[4];
};

/// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011): multipliers and
/// Weyl increments of the paper, table 2 and section 3.3.
ULPSCOPE_SHARED PhiloxBlock philox4x32(PhiloxBlock counter, std::uint32_t key0, std::uint32_t key1)
{
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = std::uint64_t{0xD2511F53} * counter.word[0];
        const std::uint64_t product1 = std::uint64_t{0xCD9E8D57} * counter.word[2];
        const std::uint32_t word0 = static_cast<std::uint32_t>(product1 >> 32) ^ counter.word[1] ^ key0;
        const std::uint32_t word2 = static_cast<std::uint32_t>(product0 >> 32) ^ counter.word[3] ^ key1;
        counter.word[0] = word0;
        counter.word[1] = static_cast<std::uint32_t>(product1);
        counter.word[2] = word2;
        counter.word[3] = static_cast<std::uint32_t>(product0);
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return counter;
}

/// Draws that one block gives.
inline constexpr int kDrawsPerBlock = 4;

/// The words behind draws 4 block .. 4 block + 3 of order `order`.
ULPSCOPE_SHARED PhiloxBlock arrivalWords(std::uint64_t seed, std::uint64_t order, std::uint32_t block)
{
    constexpr std::uint32_t kStream = 0x4F524452; // "ORDR": no stream of io::uniformPair has a fourth word
    return philox4x32({{static_cast<std::uint32_t>(order), static_cast<std::uint32_t>(order >> 32), block, kStream}},
                      static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
}

/// Who arrives next of `remaining` that have not: a place in their pool, into which the pool's last one then moves
/// (Fisher and Yates). A place's probability is within 2^-32 of 1 / remaining.
ULPSCOPE_SHARED std::uint32_t drawnPlace(std::uint32_t word, std::uint32_t remaining)
{
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(word) * remaining) >> 32);
}

} // namespace ulpscope
