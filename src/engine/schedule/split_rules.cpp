// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/split_rules.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ulpscope {
namespace {

int ceilDiv(int a, int b) { return (a + b - 1) / b; }

} // namespace

int fa2NumSplits(int workTiles, int keyTiles, int smCount, int maxSplits)
{
    const int slots = 2 * smCount;
    if (static_cast<float>(workTiles) >= 0.8f * static_cast<float>(slots))
        return 1;
    const int limit = std::min({maxSplits, slots, keyTiles});
    // A count that leaves the blocks per split unchanged only adds empty splits.
    const auto eligible = [&](int s) { return s == 1 || ceilDiv(keyTiles, s) != ceilDiv(keyTiles, s - 1); };
    const auto efficiency = [&](int s) {
        const float waves = static_cast<float>(workTiles * s) / static_cast<float>(slots);
        return waves / std::ceil(waves);
    };
    float best = 0.0f;
    for (int s = 1; s <= limit; ++s) {
        if (eligible(s))
            best = std::max(best, efficiency(s));
    }
    for (int s = 1; s <= limit; ++s) {
        // The factor is a double there, so the comparison is one of doubles: exact ties fall otherwise in float.
        if (eligible(s) && static_cast<double>(efficiency(s)) >= 0.85 * static_cast<double>(best))
            return s;
    }
    return 1;
}

int fa2WorkTiles(const Problem &p, int batch)
{
    constexpr int kBlockM = 64;
    const bool packed = p.seqlenQ == 1 && p.heads > p.kvHeads;
    const std::int64_t perBatch = packed ? std::int64_t{p.kvHeads} * ceilDiv(p.heads / p.kvHeads, kBlockM)
                                         : std::int64_t{p.heads} * ceilDiv(p.seqlenQ, kBlockM);
    // More than fill any device is all that the rule asks beyond this.
    return static_cast<int>(std::min<std::int64_t>(perBatch * batch, std::numeric_limits<int>::max()));
}

} // namespace ulpscope
