// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What engine and worker say to each other about sums whose terms arrive from several blocks: Command::Arrivals. C++17.
#pragma once

#include "engine/backend/worker_protocol.h"

namespace ulpscope::worker {

/// What is summed: dQ of FlashAttention-2's backward pass over key tiles, or an output over splits.
enum class ArrivalSum : std::int32_t { Dq, Combine };

/// How blocks add to one element. Atomics: each as soon as it is there. Semaphore: each waits until those before it
/// have added. Fixed: the kernel's own deterministic way, accumulators of dQ that nobody shares, or the combine kernel.
enum class ArrivalMode : std::int32_t { Atomics, Semaphore, Fixed };

/// What is kept of the last launch, for every term: the accumulator as it was before, or the term itself.
enum class ArrivalRecord : std::int32_t { None, Before, Terms };

/// Launches of one sum, each with accumulators of 0 -> an ArrivalLaunch for each in shared memory, `bytes` of them.
/// Rows are (batch * heads + head) * seqlenQ + query row. Buffers are handles.
struct ArrivalsRequest {
    ArrivalSum sum;
    ArrivalMode mode;
    ArrivalRecord record;
    Element element; ///< F16 or BF16
    std::int32_t batch, heads, kvHeads, seqlenQ, seqlenK;
    std::int32_t dim;          ///< columns of every tensor here: dQ's are filled up with zeros to the kernel's head dim
    std::int32_t tileM, tileN; ///< Dq
    std::int32_t terms;        ///< key tiles of seqlenK, or splits
    std::int32_t accumulators; ///< Dq, Fixed: key tile n adds to number n mod accumulators; else 1
    std::int32_t launches;
    std::int32_t isFirst; ///< least and greatest values begin anew
    float scale;          ///< Dq: of the sum
    RowArithmetic row;    ///< Dq
    // Dq: 16-bit tensors in the layouts of Inputs; base and delta: a float a row, LSE log2(e) and the sum of dO O.
    std::uint64_t q, k, v, gradient, base, delta;
    std::uint64_t ranges; ///< Dq: first key and last key + 1 that each (batch, query row) sees
    /// Dq: first key tile and last + 1 that visit each (batch, query tile), int32 pairs; then how many keys each batch
    /// entry has, int32.
    std::uint64_t visits;
    std::uint64_t partials, weights; ///< Combine: floats [split, row, dim] and [split, row]
    std::uint64_t order;             ///< Combine, Fixed: splits as the kernel adds them, int32
    std::uint64_t sums;              ///< floats [accumulator, row, dim]
    std::uint64_t output;            ///< words of 16 bits [row, dim]: the last launch's result
    std::uint64_t least, greatest;   ///< int32 [row, dim]: orderedWord of results
    std::uint64_t recorded;          ///< floats [term, row, dim], where something is recorded
    std::uint64_t counters;          ///< uint32, arrivalCounters of them
};
static_assert(std::is_trivially_copyable_v<ArrivalsRequest> && sizeof(ArrivalsRequest) < kMaxPayload);

struct ArrivalLaunch {
    std::uint64_t hash; ///< of all bits of the result
    float milliseconds; ///< of clearing the accumulators, adding and rounding
    std::uint32_t unused;
};
inline constexpr std::size_t kMaxArrivalLaunches = kDataBytes / sizeof(ArrivalLaunch);

/// Query rows whose splits a block adds.
inline constexpr int kCombineRows = 8;

/// The number that says where a launch is: one for the order of blocks, then one for each group of rows.
inline std::size_t arrivalCounters(const ArrivalsRequest &r)
{
    const std::size_t heads = static_cast<std::size_t>(r.batch) * static_cast<std::size_t>(r.heads),
                      queries = static_cast<std::size_t>(r.seqlenQ);
    if (r.sum == ArrivalSum::Combine)
        return 1 + (heads * queries + kCombineRows - 1) / kCombineRows;
    return 1 + heads * ((queries + static_cast<std::size_t>(r.tileM) - 1) / static_cast<std::size_t>(r.tileM));
}

/// Place of a 16-bit float on the line of all, both zeros at 0; kNotANumber for a NaN.
inline constexpr std::int32_t kNotANumber = 0x7FFFFFFF;
ULPSCOPE_SHARED std::int32_t orderedWord(std::uint16_t bits, std::uint16_t infinity)
{
    const std::int32_t magnitude = bits & 0x7FFF;
    if (magnitude > infinity)
        return kNotANumber;
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

/// A kernel of dQ that is compiled: its head dim, query rows and keys of a block.
struct DqShape {
    int dim, tileM, tileN;
    /// Bytes of shared memory: rows of k, v, q and dO, each with 16 bytes more, so that neighbours lie in other banks.
    constexpr int sharedBytes() const { return 2 * (tileM + tileN) * (2 * dim + 16); }
};
inline constexpr DqShape kDqShapes[] = {
    {32, 128, 128}, {64, 128, 128}, {64, 64, 128}, {96, 64, 128},
    {128, 64, 128}, {128, 64, 64},  {192, 64, 64}, {256, 64, 64},
};
inline constexpr int kDqShapeCount = sizeof kDqShapes / sizeof kDqShapes[0];
/// -1: there is no kernel for it.
inline int dqShapeOf(int dim, int tileM, int tileN)
{
    for (int i = 0; i < kDqShapeCount; ++i) {
        if (kDqShapes[i].dim == dim && kDqShapes[i].tileM == tileM && kDqShapes[i].tileN == tileN)
            return i;
    }
    return -1;
}

} // namespace ulpscope::worker
