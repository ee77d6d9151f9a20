// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What the kernels of whole work tiles share: tiles in shared memory, and the softmax of a tile in registers with the
// operations and the order of the step kernels.
#pragma once

#include "cuda/operands.cuh"
#include "engine/backend/fused_tiles.h"

#include <climits>

namespace ulpscope::cuda {

/// kRows rows of kDim 16-bit values in shared memory: panels of 64 columns, and one of 32 where they are left. The
/// 16-byte chunks of a row are permuted so that eight neighbouring rows have a chunk in eight different banks; it is
/// the layout that wgmma calls 128-byte and 64-byte swizzle (PTX ISA, "Strides" of wgmma's matrices).
template <int kRows, int kDim>
struct Panels {
    static_assert(kDim % 32 == 0 && kRows % 8 == 0);
    static constexpr int kWide = kDim / 64;
    static constexpr bool kHasNarrow = kDim % 64 != 0;
    static constexpr int kPanelBytes = kRows * 128, kBytes = kRows * kDim * 2;
    std::uint32_t base; ///< in shared memory, a multiple of 1024

    /// Starts to copy `count` rows; those up to kRows that do not exist become zeros.
    template <int kThreads>
    __device__ void load(const std::uint16_t *source, int count) const
    {
#pragma unroll
        for (int p = 0; p < kWide; ++p)
            loadPanel<kThreads, 8>(source, p, count);
        if (kHasNarrow)
            loadPanel<kThreads, 4>(source, kWide, count);
    }

private:
    template <int kThreads, int kChunks>
    __device__ void loadPanel(const std::uint16_t *source, int panel, int count) const
    {
        constexpr int kRowsAtOnce = kThreads / kChunks;
        static_assert(kRowsAtOnce % 8 == 0);
        const int first = threadIdx.x / kChunks, chunk = threadIdx.x % kChunks;
        const int place = chunk ^ (kChunks == 8 ? first % 8 : first / 2 % 4);
        const std::uint32_t to = base + panel * kPanelBytes + (first * kChunks + place) * 16;
        const std::uint16_t *const from =
            source + static_cast<std::ptrdiff_t>(first) * kDim + panel * 64 + chunk * kChunk;
#pragma unroll
        for (int j = 0; j < (kRows + kRowsAtOnce - 1) / kRowsAtOnce; ++j) {
            const int row = first + j * kRowsAtOnce;
            const bool exists = row < count;
            if (kRows % kRowsAtOnce == 0 || row < kRows)
                copyChunk(to + j * kRowsAtOnce * kChunks * 16,
                          exists ? from + static_cast<std::ptrdiff_t>(j) * kRowsAtOnce * kDim : source, exists);
        }
    }
};

template <bool kFlush>
__device__ float fastEx2(float x)
{
    float y;
    if (kFlush)
        asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    else
        asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

/// Which query rows a thread of a warp has, and the keys of its columns: those of mma and wgmma accumulators. Of a
/// tile's column pairs n it has columns 8 n + 2 inQuad and the next.
struct Lane {
    int warp = threadIdx.x / 32, quad = threadIdx.x % 32 / 4, inQuad = threadIdx.x % 4;
};

/// Running max and sum of a thread's rows: kFragments times 16 rows a warp, two of each a thread, kHalves in all.
template <int kIndex, int kFragments>
struct Softmax {
    static constexpr FusedShape kShape = kFusedShapes[kIndex];
    static constexpr int kHalves = 2 * kFragments, kKeys = kShape.tileN;
    using Scores = float[kFragments][kKeys / 8][4];
    int2 visible[kHalves]; ///< keys that a row sees
    float max[kHalves], sum[kHalves], alpha[kHalves];

    static __device__ int rowOf(const Lane &lane, int half)
    {
        return lane.warp * 16 * kFragments + half * 8 + lane.quad;
    }

    __device__ Softmax(const View &view, const Item &item, const Lane &lane)
    {
#pragma unroll
        for (int h = 0; h < kHalves; ++h) {
            const int row = rowOf(lane, h);
            visible[h] =
                row < item.rows
                    ? view.ranges[static_cast<std::size_t>(item.batch) * view.plan.seqlenQ + item.rowBegin + row]
                    : int2{0, INT_MAX};
            max[h] = -floatInfinity();
            sum[h] = 0.0f;
        }
    }

    /// Hides what a row of the warp does not see of the key tile that begins at `first`.
    __device__ void mask(Scores &s, int first, const Lane &lane) const
    {
        bool partly = false;
#pragma unroll
        for (int h = 0; h < kHalves; ++h)
            partly |= visible[h].x > first || visible[h].y < first + kKeys;
        if (!__any_sync(0xFFFFFFFFu, partly))
            return;
#pragma unroll
        for (int h = 0; h < kHalves; ++h)
#pragma unroll
            for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
                for (int i = 0; i < 2; ++i) {
                    const int key = first + n * 8 + lane.inQuad * 2 + i;
                    if (key < visible[h].x || key >= visible[h].y)
                        s[h / 2][n][h % 2 * 2 + i] = -floatInfinity();
                }
    }

    /// Scores become their exponentials; max, sum and alpha follow. fmaxf passes over a NaN as the engine's max does.
    __device__ void follow(const RowArithmetic &r, Scores &s, bool isFirst)
    {
#pragma unroll
        for (int h = 0; h < kHalves; ++h) {
            float best = -floatInfinity(), least = floatInfinity();
#pragma unroll
            for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
                for (int i = 0; i < 2; ++i) {
                    best = fmaxf(best, s[h / 2][n][h % 2 * 2 + i]);
                    if (!kShape.flushes)
                        least = fminf(least, s[h / 2][n][h % 2 * 2 + i]);
                }
            best = fmaxf(best, __shfl_xor_sync(0xFFFFFFFFu, best, 1));
            best = fmaxf(best, __shfl_xor_sync(0xFFFFFFFFu, best, 2));
            const float old = max[h];
            max[h] = fmaxf(old, best);
            // row::alpha with ex2, which is all that there is here
            alpha[h] = old == -floatInfinity() ? 0.0f : fastEx2<kShape.flushes>(row::maxDifference(r, old, max[h]));
            const float base = row::argumentBase(r, max[h]);
            // Above -126 no exponential is subnormal, and the shorter instruction gives the same bits; the least
            // argument is the least score's, since product and difference are rounded monotonically.
            if (kShape.flushes || __all_sync(0xFFFFFFFFu, least * r.scaleLog2 - base >= -126.0f))
                exponentials<true>(r, s, h, base, isFirst);
            else
                exponentials<false>(r, s, h, base, isFirst);
        }
    }

    /// The row sum of a half as it would be if the row ended here, in all four lanes of a quad.
    __device__ float joined(int half, bool highFirst) const
    {
        float l = sum[half];
        l += __shfl_xor_sync(0xFFFFFFFFu, l, highFirst ? 2 : 1);
        l += __shfl_xor_sync(0xFFFFFFFFu, l, highFirst ? 1 : 2);
        return l;
    }

    /// Writes running max and sum after key tile `keyTile` where they are asked for.
    __device__ void trace(const View &view, const Item &item, const Lane &lane, int keyTile) const
    {
        if (!view.tileMax)
            return;
        const Plan &plan = view.plan;
        const std::size_t head = static_cast<std::size_t>(item.batch) * plan.heads + item.head;
        const std::size_t at = (head * plan.keyTiles + keyTile) * plan.seqlenQ + item.rowBegin;
        const bool highFirst = plan.lanes.quadOrder == QuadOrder::Xor21;
#pragma unroll
        for (int h = 0; h < kHalves; ++h) {
            const int row = rowOf(lane, h);
            const float l = joined(h, highFirst);
            if (row < item.rows && lane.inQuad < 2)
                (lane.inQuad == 0 ? view.tileMax : view.tileSum)[at + row] = lane.inQuad == 0 ? max[h] + 0.0f : l;
        }
    }

private:
    template <bool kFlush>
    __device__ void exponentials(const RowArithmetic &r, Scores &s, int h, float base, bool isFirst)
    {
        float l = 0.0f;
#pragma unroll
        for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                float &x = s[h / 2][n][h % 2 * 2 + i];
                x = fastEx2<kFlush>(x * r.scaleLog2 - base);
                if (n == 0 && i == 0) // the first of the lane's columns
                    l = kShape.localSum || isFirst ? x : std::fma(sum[h], alpha[h], x);
                else
                    l += x;
            }
        sum[h] = kShape.localSum && !isFirst ? std::fma(sum[h], alpha[h], l) : l;
    }
};

/// Ends a work tile: LSE, and the output times its factor. Row sums and maxima go through shared memory (`memory`:
/// tileM float pairs): what is made of them needs the registers of the sums. All threads of the block.
template <Element kElement, int kIndex, int kFragments, int kThreads>
__device__ void finishTile(const View &view, const Item &item, const Lane &lane,
                           const Softmax<kIndex, kFragments> &soft,
                           const float (&o)[kFragments][kFusedShapes[kIndex].headDim / 8][4], float *memory)
{
    constexpr FusedShape kShape = kFusedShapes[kIndex];
    constexpr int kDim = kShape.headDim;
    const Plan &plan = view.plan;
    const std::size_t firstRow =
        (static_cast<std::size_t>(item.batch) * plan.heads + item.head) * plan.seqlenQ + item.rowBegin;
    float *const sums = memory, *const maxima = memory + kShape.tileM;
    waitForOwnCopies(); // of a tile that no row sees a key of, Q is still on its way to this memory
    __syncthreads();
    const bool isSplit = plan.splits > 1;
#pragma unroll
    for (int h = 0; h < soft.kHalves; ++h) {
        const float l = soft.joined(h, plan.lanes.quadOrder == QuadOrder::Xor21);
        if (lane.inQuad == 0) {
            sums[soft.rowOf(lane, h)] = l;
            maxima[soft.rowOf(lane, h)] = soft.max[h];
        }
    }
    __syncthreads();
    const TailUnit unit(view, item, item.split);
    float *const factors = maxima;
    for (int row = threadIdx.x; row < item.rows; row += kThreads) {
        const float l = sums[row];
        *(isSplit ? unit.lse + row : view.lse + firstRow + row) =
            row::lse(plan.row, view.units, maxima[row], l, isSplit);
        factors[row] = row::isEmpty(plan.row, l) ? 1.0f : row::finalFactor(plan.row, view.units, l);
    }
    __syncthreads();
#pragma unroll
    for (int h = 0; h < soft.kHalves; ++h) {
        const int row = soft.rowOf(lane, h);
        if (row >= item.rows)
            continue;
        const bool empty = row::isEmpty(plan.row, sums[row]);
        const float factor = factors[row];
        float *const out =
            (isSplit ? unit.out + static_cast<std::size_t>(row) * kDim : view.output + (firstRow + row) * kDim) +
            lane.inQuad * 2;
#pragma unroll
        for (int n = 0; n < kDim / 8; ++n) {
            float2 pair{row::normalised(plan.row, o[h / 2][n][h % 2 * 2], empty, factor),
                        row::normalised(plan.row, o[h / 2][n][h % 2 * 2 + 1], empty, factor)};
            if (!isSplit)
                pair = {roundTo(kElement, pair.x), roundTo(kElement, pair.y)};
            *reinterpret_cast<float2 *>(out + n * 8) = pair;
        }
    }
}

/// Notes where and when this block runs, where that is asked for: from its construction to end().
class BlockWatch {
public:
    __device__ BlockWatch(const View &view, const Item &item)
        : m_record(view.blocks ? view.blocks + item.record : nullptr), m_begin(m_record ? globalTimer() : 0)
    {}
    __device__ void end() const
    {
        if (!m_record)
            return;
        __syncthreads();
        if (threadIdx.x != 0)
            return;
        std::uint32_t sm;
        asm volatile("mov.u32 %0, %smid;" : "=r"(sm));
        *m_record = {m_begin, globalTimer(), sm, 0};
    }

private:
    static __device__ std::uint64_t globalTimer()
    {
        std::uint64_t t;
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
        return t;
    }

    BlockRecord *m_record;
    std::uint64_t m_begin;
};

/// Where a work tile's tensors begin, and the key tiles in the order of their visits.
struct TileSources {
    const std::uint16_t *q, *k, *v;
    const std::int32_t *order;
    int keys; ///< that exist in this batch entry

    __device__ TileSources(const View &view, const Item &item, int dim)
        : order(view.program + item.mergeProgram), keys(item.firstKey)
    {
        const Plan &plan = view.plan;
        const std::size_t head = static_cast<std::size_t>(item.batch) * plan.heads + item.head;
        const std::size_t kv = static_cast<std::size_t>(item.batch) * plan.kvHeads + item.kvHead;
        q = static_cast<const std::uint16_t *>(view.q) + (head * plan.seqlenQ + item.rowBegin) * dim;
        k = static_cast<const std::uint16_t *>(view.k) + kv * plan.seqlenK * dim;
        v = static_cast<const std::uint16_t *>(view.v) + kv * plan.seqlenK * dim;
    }
};

} // namespace ulpscope::cuda
