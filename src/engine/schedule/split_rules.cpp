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

/// More than fill any device is all that a rule asks beyond this.
int saturated(std::int64_t count)
{
    return static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
}

/// Rows of one KV head when its query heads are packed into them.
std::int64_t packedRows(const Problem &p) { return std::int64_t{p.seqlenQ} * (p.heads / p.kvHeads); }

/// FlashAttention-2 and -3: how full the waves are, and the smallest count of those that `mayBe` within 85 % of the
/// best.
template <typename MayBe>
int smallestEfficient(int workTiles, int slots, int limit, MayBe mayBe)
{
    const auto efficiency = [&](int s) {
        const float waves = static_cast<float>(std::int64_t{workTiles} * s) / static_cast<float>(slots);
        return waves / std::ceil(waves);
    };
    float best = 0.0f;
    for (int s = 1; s <= limit; ++s) {
        if (mayBe(s))
            best = std::max(best, efficiency(s));
    }
    for (int s = 1; s <= limit; ++s) {
        // The factor is a double there, so the comparison is one of doubles: exact ties fall otherwise in float.
        if (mayBe(s) && static_cast<double>(efficiency(s)) >= 0.85 * static_cast<double>(best))
            return s;
    }
    return 1;
}

} // namespace

int fa2NumSplits(int workTiles, int keyTiles, int smCount, int maxSplits)
{
    const int slots = 2 * smCount;
    if (static_cast<float>(workTiles) >= 0.8f * static_cast<float>(slots))
        return 1;
    const int limit = std::min({maxSplits, slots, keyTiles});
    // A count that leaves the blocks per split unchanged only adds empty splits.
    const auto eligible = [&](int s) { return s == 1 || ceilDiv(keyTiles, s) != ceilDiv(keyTiles, s - 1); };
    return smallestEfficient(workTiles, slots, limit, eligible);
}

int fa2WorkTiles(const Problem &p, int batch)
{
    constexpr int kBlockM = 64;
    const bool packed = p.seqlenQ == 1 && p.heads > p.kvHeads;
    const std::int64_t perBatch = packed ? std::int64_t{p.kvHeads} * ceilDiv(p.heads / p.kvHeads, kBlockM)
                                         : std::int64_t{p.heads} * ceilDiv(p.seqlenQ, kBlockM);
    return saturated(perBatch * batch);
}

Fa3Work fa3Work(const Problem &p, int batch, int tileM, int tileN)
{
    Fa3Work work;
    work.mBlocks = saturated((packedRows(p) + tileM - 1) / tileM);
    work.workTiles = saturated(std::int64_t{work.mBlocks} * p.kvHeads * batch);
    work.keyTiles = ceilDiv(p.seqlenK, tileN);
    work.kvHeadBytes = std::int64_t{p.seqlenK} * (p.headDim + p.headDimV) * formatInfo(p.dtype).bytes;
    work.isCausalOrLocal = p.mask.kind != Mask::Kind::None;
    return work;
}

int fa3NumSplits(const Fa3Work &work, int smCount, int maxSplits)
{
    constexpr std::int64_t kL2Bytes = 50 << 20; // its assumption, whatever the device has
    if (static_cast<float>(work.workTiles) >= 0.8f * static_cast<float>(smCount)) {
        if (work.kvHeadBytes <= kL2Bytes || work.mBlocks < 2 * smCount || work.isCausalOrLocal)
            return 1;
        return static_cast<int>(std::min<std::int64_t>((work.kvHeadBytes + kL2Bytes - 1) / kL2Bytes, maxSplits));
    }
    if (work.keyTiles <= 4)
        return 1;
    return smallestEfficient(work.workTiles, smCount, std::min({maxSplits, smCount, work.keyTiles}),
                             [](int) { return true; });
}

int fa4WorkTiles(const Problem &p, int batch)
{
    constexpr int kTileM = 128;
    const std::int64_t rows = packedRows(p);
    const int tile = rows > kTileM ? 2 * kTileM : kTileM;
    return saturated((rows + tile - 1) / tile * p.kvHeads * batch);
}

int fa4NumSplits(int workTiles, int keyTiles, int smCount, int maxSplits)
{
    if (keyTiles <= 4 || workTiles == 0)
        return 1;
    return std::max(1, std::min({smCount / workTiles, maxSplits, keyTiles}));
}

int flexNumSplits(int batch, int kvHeads, int smCount)
{
    const std::int64_t heads = std::max<std::int64_t>(std::int64_t{batch} * kvHeads, 1);
    return static_cast<int>(std::max<std::int64_t>(smCount / heads * 2, 1));
}

FlashInferSplit flashInferSplit(const std::vector<int> &pages, int pageSize, int kvHeads, int maxGrid)
{
    constexpr int kMinChunkKeys = 128;
    FlashInferSplit split;
    const auto requests = static_cast<std::int64_t>(pages.size());
    for (int count : pages)
        split.chunkPages = std::max(split.chunkPages, count);
    split.chunks = requests;
    if (requests * kvHeads >= maxGrid)
        return split;
    const auto chunks = [&](int chunk) {
        std::int64_t sum = 0;
        for (int count : pages)
            sum += ceilDiv(std::max(count, 1), chunk);
        return sum;
    };
    int low = std::max(kMinChunkKeys / pageSize, 1), high = split.chunkPages;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (chunks(middle) * kvHeads > maxGrid)
            low = middle + 1;
        else
            high = middle;
    }
    split.chunkPages = low;
    split.chunks = chunks(low);
    split.isSplit = split.chunks != requests;
    return split;
}

Status checkSplits(const std::string &what, int splits)
{
    constexpr int kMaxSplits = 128;
    if (splits >= 1 && splits <= kMaxSplits)
        return {};
    return Status::invalid(
        phrase("%1 is %2, expected 1 to %3: the combine kernel takes no more splits", what, splits, kMaxSplits));
}

} // namespace ulpscope
