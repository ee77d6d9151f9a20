// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// A whole work tile in one block: the steps of FlashAttention-2's and cuDNN's recipes between registers and shared
// memory, with the operations and the order of the step kernels. For runs of which no step is observed.
#include "cuda/check.h"
#include "cuda/kernels.h"
#include "cuda/mma.cuh"
#include "engine/backend/fused_tiles.h"

#include <climits>
#include <stdexcept>

namespace ulpscope::cuda {
namespace {

constexpr int kChunk = 8; ///< 16-bit values of one copy to shared memory

// Asynchronous copies; the runs that come here need compute capability 8.0.
__device__ void copyChunk(std::uint32_t to, const void *from, bool exists)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(exists ? 16 : 0));
#endif
}
__device__ void endOfCopies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;");
#endif
}
__device__ void waitForCopies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group 0;" ::: "memory");
#endif
    __syncthreads();
}

/// Rows of kDim 16-bit values in shared memory, in chunks of 16 bytes. A chunk lies where eight neighbouring rows have
/// it in eight different banks.
template <int kDim>
struct Tile {
    static constexpr int kChunks = kDim / kChunk, kRowBytes = kDim * 2;
    std::uint32_t base; ///< in shared memory

    /// Starts to copy `count` rows; those up to kRows that do not exist become zeros.
    template <int kRows, int kThreads>
    __device__ void load(const std::uint16_t *source, int count) const
    {
        constexpr int kRowsAtOnce = kThreads / kChunks;
        static_assert(kRows % kRowsAtOnce == 0 && kRowsAtOnce % 8 == 0);
        const int row = threadIdx.x / kChunks, chunk = threadIdx.x % kChunks;
        const std::uint32_t to = base + row * kRowBytes + (chunk ^ row % 8) * 16;
        const std::uint16_t *const from = source + static_cast<std::ptrdiff_t>(row) * kDim + chunk * kChunk;
#pragma unroll
        for (int j = 0; j < kRows / kRowsAtOnce; ++j) {
            const bool exists = row + j * kRowsAtOnce < count;
            copyChunk(to + j * kRowsAtOnce * kRowBytes,
                      exists ? from + static_cast<std::ptrdiff_t>(j) * kRowsAtOnce * kDim : source, exists);
        }
        endOfCopies();
    }
};

/// Where a thread reads matrices of a tile from: a row of its own, and every second chunk of 16 bytes.
struct MatrixRow {
    std::uint32_t start;
    int first, swizzle;

    template <int kDim>
    __device__ MatrixRow(const Tile<kDim> &tile, int row, int firstChunk)
        : start(tile.base + row * Tile<kDim>::kRowBytes), first(firstChunk), swizzle(row % 8)
    {}
    /// `rows` below, a multiple of 8; chunk first + 2 * pair.
    template <int kDim>
    __device__ std::uint32_t at(int rows, int pair) const
    {
        return start + rows * Tile<kDim>::kRowBytes + ((2 * pair + first) ^ swizzle) * 16;
    }
};

/// Four matrices of 8 x 8 values; the thread's row address is of matrix lane / 8, row lane % 8.
__device__ void loadMatrices(std::uint32_t (&r)[4], std::uint32_t address)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(address)
                 : "memory");
}
__device__ void loadTransposed(std::uint32_t (&r)[4], std::uint32_t address)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(address)
                 : "memory");
}

template <Element kElement>
struct Format;
template <>
struct Format<Element::BF16> {
    using Instruction = Bf16K16;
    static __device__ std::uint32_t pack(float low, float high)
    {
        const __nv_bfloat162 pair = __floats2bfloat162_rn(low, high);
        return reinterpret_cast<const std::uint32_t &>(pair);
    }
};
template <>
struct Format<Element::F16> {
    using Instruction = Fp16K16;
    static __device__ std::uint32_t pack(float low, float high)
    {
        const __half2 pair = __floats2half2_rn(low, high);
        return reinterpret_cast<const std::uint32_t &>(pair);
    }
};

template <bool kFlush>
__device__ float ex2(float x)
{
    float y;
    if (kFlush)
        asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    else
        asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

__device__ float largerOf(float left, float right) { return right > left ? right : left; } // NaN is passed over

/// A warp has kFragments times 16 query rows; a thread two of each, kHalves of them in all.
template <Element kElement, int kIndex>
__global__ void __launch_bounds__(32 * kFusedShapes[kIndex].warps)
    fusedTile(const __grid_constant__ View view, const Item *items)
{
    using Mma = typename Format<kElement>::Instruction;
    constexpr FusedShape kShape = kFusedShapes[kIndex];
    constexpr int kDim = kShape.headDim, kKeys = kShape.tileN, kWarps = kShape.warps, kThreads = 32 * kWarps;
    constexpr int kFragments = kShape.tileM / (16 * kWarps), kHalves = 2 * kFragments;
    extern __shared__ __align__(128) unsigned char memory[];
    const auto start = static_cast<std::uint32_t>(__cvta_generic_to_shared(memory));
    const Tile<kDim> tileQ{start}, tileK{start + kShape.tileM * kDim * 2}, tileV{tileK.base + kKeys * kDim * 2};

    const Item item = items[blockIdx.x];
    const Plan &plan = view.plan;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, quad = lane / 4, inQuad = lane % 4;
    const int warpRow = warp * 16 * kFragments;
    const MatrixRow rowsQ(tileQ, warpRow + lane % 16, lane / 16), rowsK(tileK, lane % 8 + lane / 16 * 8, lane / 8 % 2),
        rowsV(tileV, lane % 16, lane / 16);
    const std::int32_t *const order = view.program + item.mergeProgram; // key tiles as they are visited
    const std::size_t head = static_cast<std::size_t>(item.batch) * plan.heads + item.head;
    const std::size_t firstRow = head * plan.seqlenQ + item.rowBegin;
    const std::size_t firstKv = (static_cast<std::size_t>(item.batch) * plan.kvHeads + item.kvHead) * plan.seqlenK;
    const auto *const q = static_cast<const std::uint16_t *>(view.q) + firstRow * kDim;
    const auto *const k = static_cast<const std::uint16_t *>(view.k) + firstKv * kDim;
    const auto *const v = static_cast<const std::uint16_t *>(view.v) + firstKv * kDim;
    const int keys = item.firstKey; // that exist in this batch entry

    int2 visible[kHalves];
    float max[kHalves], sum[kHalves], o[kFragments][kDim / 8][4];
#pragma unroll
    for (int h = 0; h < kHalves; ++h) {
        const int row = warpRow + h * 8 + quad;
        visible[h] = row < item.rows
                         ? view.ranges[static_cast<std::size_t>(item.batch) * plan.seqlenQ + item.rowBegin + row]
                         : int2{0, INT_MAX};
        max[h] = -floatInfinity();
        sum[h] = 0.0f;
    }
#pragma unroll
    for (int f = 0; f < kFragments; ++f)
#pragma unroll
        for (int n = 0; n < kDim / 8; ++n)
#pragma unroll
            for (int i = 0; i < 4; ++i)
                o[f][n][i] = 0.0f;

    tileQ.template load<kShape.tileM, kThreads>(q, item.rows);
    if (item.mergeCount > 0)
        tileK.template load<kKeys, kThreads>(k + static_cast<std::size_t>(order[0]) * kKeys * kDim,
                                             keys - order[0] * kKeys);
    for (int ordinal = 0; ordinal < item.mergeCount; ++ordinal) {
        const int first = order[ordinal] * kKeys;
        waitForCopies(); // K is here, and nobody reads the V before any more
        tileV.template load<kKeys, kThreads>(v + static_cast<std::size_t>(first) * kDim, keys - first);

        float s[kFragments][kKeys / 8][4];
#pragma unroll
        for (int f = 0; f < kFragments; ++f)
#pragma unroll
            for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
                for (int i = 0; i < 4; ++i)
                    s[f][n][i] = 0.0f;
#pragma unroll 1
        for (int step = 0; step < kDim / 16; ++step) {
            std::uint32_t a[kFragments][4];
#pragma unroll
            for (int f = 0; f < kFragments; ++f)
                loadMatrices(a[f], rowsQ.at<kDim>(f * 16, step));
#pragma unroll
            for (int n = 0; n < kKeys / 16; ++n) {
                std::uint32_t b[4];
                loadMatrices(b, rowsK.at<kDim>(n * 16, step));
#pragma unroll
                for (int f = 0; f < kFragments; ++f) {
                    Mma::run(s[f][2 * n], a[f], {b[0], b[1]});
                    Mma::run(s[f][2 * n + 1], a[f], {b[2], b[3]});
                }
            }
        }

        bool partly = false;
#pragma unroll
        for (int h = 0; h < kHalves; ++h)
            partly |= visible[h].x > first || visible[h].y < first + kKeys;
        if (__any_sync(0xFFFFFFFFu, partly)) {
#pragma unroll
            for (int h = 0; h < kHalves; ++h)
#pragma unroll
                for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
                    for (int i = 0; i < 2; ++i) {
                        const int key = first + n * 8 + inQuad * 2 + i;
                        if (key < visible[h].x || key >= visible[h].y)
                            s[h / 2][n][h % 2 * 2 + i] = -floatInfinity();
                    }
        }

#pragma unroll
        for (int h = 0; h < kHalves; ++h) {
            float best = -floatInfinity();
#pragma unroll
            for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
                for (int i = 0; i < 2; ++i)
                    best = largerOf(best, s[h / 2][n][h % 2 * 2 + i]);
            best = largerOf(best, __shfl_xor_sync(0xFFFFFFFFu, best, 1));
            best = largerOf(best, __shfl_xor_sync(0xFFFFFFFFu, best, 2));
            const float old = max[h];
            max[h] = largerOf(old, best);
            // row::alpha with ex2, which is all that there is here
            const float alpha =
                old == -floatInfinity() ? 0.0f : ex2<kShape.flushes>(row::maxDifference(plan.row, old, max[h]));
            const float base = row::argumentBase(plan.row, max[h]);
#pragma unroll
            for (int n = 0; n < kDim / 8; ++n) {
                o[h / 2][n][h % 2 * 2] *= alpha;
                o[h / 2][n][h % 2 * 2 + 1] *= alpha;
            }
            float l = 0.0f;
#pragma unroll
            for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
                for (int i = 0; i < 2; ++i) {
                    float &x = s[h / 2][n][h % 2 * 2 + i];
                    x = ex2<kShape.flushes>(x * plan.row.scaleLog2 - base);
                    if (n == 0 && i == 0) // the first of the lane's columns
                        l = kShape.localSum || ordinal == 0 ? x : std::fma(sum[h], alpha, x);
                    else
                        l += x;
                }
            sum[h] = kShape.localSum && ordinal > 0 ? std::fma(sum[h], alpha, l) : l;
        }

        waitForCopies(); // V is here, and nobody reads this K any more
        if (ordinal + 1 < item.mergeCount) {
            const int next = order[ordinal + 1] * kKeys;
            tileK.template load<kKeys, kThreads>(k + static_cast<std::size_t>(next) * kDim, keys - next);
        }
#pragma unroll
        for (int step = 0; step < kKeys / 16; ++step) {
            std::uint32_t a[kFragments][4];
#pragma unroll
            for (int f = 0; f < kFragments; ++f)
#pragma unroll
                for (int i = 0; i < 4; ++i)
                    a[f][i] = Format<kElement>::pack(s[f][2 * step + i / 2][i % 2 * 2],
                                                     s[f][2 * step + i / 2][i % 2 * 2 + 1]);
#pragma unroll
            for (int n = 0; n < kDim / 16; ++n) {
                std::uint32_t b[4];
                loadTransposed(b, rowsV.at<kDim>(step * 16, n));
#pragma unroll
                for (int f = 0; f < kFragments; ++f) {
                    Mma::run(o[f][2 * n], a[f], {b[0], b[1]});
                    Mma::run(o[f][2 * n + 1], a[f], {b[2], b[3]});
                }
            }
        }
    }

    // Row sums and maxima go through shared memory: what is made of them needs the registers of the sums above.
    auto *const sums = reinterpret_cast<float *>(memory), *const maxima = sums + kShape.tileM;
    __syncthreads();
    const bool isSplit = plan.splits > 1, highFirst = plan.lanes.quadOrder == QuadOrder::Xor21;
#pragma unroll
    for (int h = 0; h < kHalves; ++h) {
        float l = sum[h];
        l += __shfl_xor_sync(0xFFFFFFFFu, l, highFirst ? 2 : 1);
        l += __shfl_xor_sync(0xFFFFFFFFu, l, highFirst ? 1 : 2);
        if (inQuad == 0) {
            sums[warpRow + h * 8 + quad] = l;
            maxima[warpRow + h * 8 + quad] = max[h];
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
    for (int h = 0; h < kHalves; ++h) {
        const int row = warpRow + h * 8 + quad;
        if (row >= item.rows)
            continue;
        const bool empty = row::isEmpty(plan.row, sums[row]);
        const float factor = factors[row];
        float *const out =
            (isSplit ? unit.out + static_cast<std::size_t>(row) * kDim : view.output + (firstRow + row) * kDim) +
            inQuad * 2;
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

template <Element kElement, int kIndex>
void launchShape(const Batch &batch)
{
    constexpr FusedShape kShape = kFusedShapes[kIndex];
    constexpr int kBytes = (kShape.tileM + 2 * kShape.tileN) * kShape.headDim * 2;
    const auto kernel = fusedTile<kElement, kIndex>;
    ULPSCOPE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
    kernel<<<batch.count, 32 * kShape.warps, kBytes, batch.stream>>>(batch.view, batch.items);
    ULPSCOPE_CUDA(cudaGetLastError());
}

template <int kIndex = 0>
void launchIndex(const Batch &batch, int index)
{
    if constexpr (kIndex < kFusedShapeCount) {
        if (index != kIndex)
            return launchIndex<kIndex + 1>(batch, index);
        batch.view.plan.element == Element::F16 ? launchShape<Element::F16, kIndex>(batch)
                                                : launchShape<Element::BF16, kIndex>(batch);
    } else {
        throw std::runtime_error("a run asks for a whole tile that no kernel makes");
    }
}

} // namespace

void wholeTiles(const Batch &batch) { launchIndex(batch, fusedShapeOf(batch.view.plan)); }

} // namespace ulpscope::cuda
