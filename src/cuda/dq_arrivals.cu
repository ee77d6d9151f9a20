// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// dQ as FlashAttention-2's backward pass makes it (csrc/flash_attn/src/flash_bwd_kernel.h, 04da83f): a block for each
// key tile goes through the query tiles from the last to the first, and adds dS K of each to accumulators in global
// memory. The operations are those of engine/analysis/dq_row, where each is explained.
#include "cuda/arrivals.h"
#include "cuda/check.h"
#include "cuda/operands.cuh"

#include <stdexcept>
#include <string>

namespace ulpscope::cuda {
namespace {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800

/// Rows of kDim 16-bit values in shared memory, each with 16 bytes more: eight neighbours are in eight different banks.
template <int kDim>
struct PaddedRows {
    static constexpr int kChunks = kDim / kChunk, kRowBytes = kDim * 2 + 16;
    std::uint32_t base;

    /// Starts to copy `count` rows; those up to kRows that do not exist become zeros.
    template <int kRows, int kThreads>
    __device__ void load(const std::uint16_t *source, int count) const
    {
#pragma unroll 4
        for (int i = threadIdx.x; i < kRows * kChunks; i += kThreads) {
            const int row = i / kChunks, chunk = i % kChunks;
            const bool exists = row < count;
            const std::uint16_t *const from =
                exists ? source + static_cast<std::ptrdiff_t>(row) * kDim + chunk * kChunk : source;
            copyChunk(base + row * kRowBytes + chunk * 16, from, exists);
        }
        endOfCopies();
    }
    __device__ std::uint32_t at(int row, int chunk) const { return base + row * kRowBytes + chunk * 16; }
};

__device__ float ex2(float x, bool flushes)
{
    float y;
    if (flushes)
        asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    else
        asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

template <int kCount>
__device__ void clear(float (&c)[kCount][4])
{
#pragma unroll
    for (int n = 0; n < kCount; ++n)
#pragma unroll
        for (int i = 0; i < 4; ++i)
            c[n][i] = 0.0f;
}

/// c = a b^T: 16 rows of `a` from `row` on, kN rows of `b`, one chain from 0 over kDim.
template <typename Mma, int kDim, int kN>
__device__ void rowProduct(float (&c)[kN / 8][4], const PaddedRows<kDim> &a, int row, const PaddedRows<kDim> &b)
{
    const int lane = threadIdx.x % 32;
    clear(c);
#pragma unroll 2
    for (int step = 0; step < kDim / 16; ++step) {
        std::uint32_t left[4];
        loadMatrices(left, a.at(row + lane % 16, 2 * step + lane / 16));
#pragma unroll
        for (int n = 0; n < kN / 16; ++n) {
            std::uint32_t right[4];
            loadMatrices(right, b.at(n * 16 + lane % 8 + lane / 16 * 8, 2 * step + lane / 8 % 2));
            Mma::run(c[2 * n], left, {right[0], right[1]});
            Mma::run(c[2 * n + 1], left, {right[2], right[3]});
        }
    }
}

/// The query tile before m that the key tile visits, -1: there is none.
__device__ int visitBefore(const int2 *visits, int m, int nBlock)
{
    do
        --m;
    while (m >= 0 && (nBlock < visits[m].x || nBlock >= visits[m].y));
    return m;
}

/// A warp has 16 query rows, a thread two of them.
template <Element kElement, int kIndex>
__device__ void keyTile(const ArrivalsView &view, int nBlock, std::size_t head, unsigned char *memory)
{
    using Mma = MmaOf<kElement>;
    constexpr DqShape kShape = kDqShapes[kIndex];
    constexpr int kDim = kShape.dim, kM = kShape.tileM, kN = kShape.tileN, kThreads = 2 * kM;
    const ArrivalsRequest &r = view.request;
    const auto start = static_cast<std::uint32_t>(__cvta_generic_to_shared(memory));
    constexpr int kRowBytes = PaddedRows<kDim>::kRowBytes;
    const PaddedRows<kDim> tileK{start}, tileV{start + kN * kRowBytes}, tileQ{start + 2 * kN * kRowBytes},
        tileG{start + (2 * kN + kM) * kRowBytes};
    const int lane = threadIdx.x % 32, quad = lane / 4, inQuad = lane % 4, warpRow = threadIdx.x / 32 * 16;
    const int batch = static_cast<int>(head / r.heads), queryTiles = (r.seqlenQ + kM - 1) / kM;
    const std::size_t kvHead =
        static_cast<std::size_t>(batch) * r.kvHeads + static_cast<int>(head % r.heads) / (r.heads / r.kvHeads);
    const int2 *const visits = view.visits + static_cast<std::size_t>(batch) * queryTiles;
    const std::size_t firstRow = head * r.seqlenQ;
    const auto queriesOf = [&](int m) { return (firstRow + static_cast<std::size_t>(m) * kM) * kDim; };

    int m = visitBefore(visits, queryTiles, nBlock);
    if (m < 0)
        return;
    const int firstKey = nBlock * kN;
    const std::size_t keysAt = (kvHead * r.seqlenK + firstKey) * kDim;
    tileK.template load<kN, kThreads>(view.k + keysAt, view.keys[batch] - firstKey);
    tileV.template load<kN, kThreads>(view.v + keysAt, view.keys[batch] - firstKey);
    tileQ.template load<kM, kThreads>(view.q + queriesOf(m), r.seqlenQ - m * kM);
    tileG.template load<kM, kThreads>(view.gradient + queriesOf(m), r.seqlenQ - m * kM);
    while (m >= 0) {
        const int next = visitBefore(visits, m, nBlock);
        float p[kN / 8][4], dp[kN / 8][4];
        waitForOwnCopies();
        __syncthreads();
        rowProduct<Mma, kDim, kN>(p, tileQ, warpRow, tileK);
        __syncthreads(); // nobody reads this Q any more
        if (next >= 0)
            tileQ.template load<kM, kThreads>(view.q + queriesOf(next), r.seqlenQ - next * kM);
        rowProduct<Mma, kDim, kN>(dp, tileG, warpRow, tileV);
        __syncthreads();
        if (next >= 0)
            tileG.template load<kM, kThreads>(view.gradient + queriesOf(next), r.seqlenQ - next * kM);

        std::uint32_t ds[kN / 8][2];
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            const int row = m * kM + warpRow + h * 8 + quad;
            const bool exists = row < r.seqlenQ;
            const int2 visible = exists ? view.ranges[static_cast<std::size_t>(batch) * r.seqlenQ + row] : int2{0, 0};
            const float base = exists ? view.base[firstRow + row] : 0.0f,
                        delta = exists ? view.delta[firstRow + row] : 0.0f;
#pragma unroll
            for (int n = 0; n < kN / 8; ++n) {
                float pair[2];
#pragma unroll
                for (int i = 0; i < 2; ++i) {
                    const int key = firstKey + n * 8 + inQuad * 2 + i;
                    float x = 0.0f;
                    if (key >= visible.x && key < visible.y)
                        x = ex2(row::expArgument(r.row, p[n][2 * h + i], base, false), r.row.ftz);
                    pair[i] = x * (dp[n][2 * h + i] - delta);
                }
                ds[n][h] = packPair<kElement>(pair[0], pair[1]);
            }
        }

        float dq[kDim / 8][4];
        clear(dq);
#pragma unroll
        for (int step = 0; step < kN / 16; ++step) {
            const std::uint32_t left[4] = {ds[2 * step][0], ds[2 * step][1], ds[2 * step + 1][0], ds[2 * step + 1][1]};
#pragma unroll
            for (int n = 0; n < kDim / 16; ++n) {
                std::uint32_t right[4];
                loadTransposed(right, tileK.at(step * 16 + lane % 16, 2 * n + lane / 16));
                Mma::run(dq[2 * n], left, {right[0], right[1]});
                Mma::run(dq[2 * n + 1], left, {right[2], right[3]});
            }
        }

        const std::size_t group = head * queryTiles + m;
        if (r.mode == ArrivalMode::Semaphore)
            awaitTurn(view, group, nBlock - visits[m].x);
        const std::size_t accumulator = r.mode == ArrivalMode::Fixed ? nBlock % r.accumulators : 0;
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            const int row = m * kM + warpRow + h * 8 + quad;
            if (row >= r.seqlenQ)
                continue;
            const std::size_t at = (firstRow + row) * kDim + inQuad * 2;
#pragma unroll
            for (int n = 0; n < kDim / 8; ++n)
#pragma unroll
                for (int i = 0; i < 2; ++i)
                    addTerm(view, accumulator, nBlock, at + n * 8 + i, dq[n][2 * h + i]);
        }
        if (r.mode == ArrivalMode::Semaphore)
            endTurn(view, group);
        m = next;
    }
    __syncthreads(); // nobody reads the tiles any more
}

#endif

/// Blocks of one head have neighbouring numbers, the first key tile first. In a fixed order a block has every
/// accumulators-th key tile of a head.
template <Element kElement, int kIndex>
__global__ void __launch_bounds__(2 * kDqShapes[kIndex].tileM) dqKernel(const __grid_constant__ ArrivalsView view)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ __align__(128) unsigned char memory[];
    const ArrivalsRequest &r = view.request;
    const unsigned number = blockNumber(view);
    const int perHead = r.mode == ArrivalMode::Fixed ? r.accumulators : r.terms;
    for (int nBlock = static_cast<int>(number % perHead); nBlock < r.terms; nBlock += perHead)
        keyTile<kElement, kIndex>(view, nBlock, number / perHead, memory);
#endif
}

template <Element kElement, int kIndex>
void launchShape(const ArrivalsView &view, cudaStream_t stream)
{
    constexpr DqShape kShape = kDqShapes[kIndex];
    constexpr int kBytes = kShape.sharedBytes();
    int device = 0, most = 0;
    ULPSCOPE_CUDA(cudaGetDevice(&device));
    ULPSCOPE_CUDA(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    if (kBytes > most)
        throw std::runtime_error("a block of this backward pass needs " + std::to_string(kBytes / 1024) +
                                 " KB of shared memory, this GPU gives it " + std::to_string(most / 1024));
    const auto kernel = dqKernel<kElement, kIndex>;
    ULPSCOPE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
    const ArrivalsRequest &r = view.request;
    const int perHead = r.mode == ArrivalMode::Fixed ? r.accumulators : r.terms;
    kernel<<<static_cast<unsigned>(r.batch) * r.heads * perHead, 2 * kShape.tileM, kBytes, stream>>>(view);
    ULPSCOPE_CUDA(cudaGetLastError());
}

template <int kIndex = 0>
void launchIndex(const ArrivalsView &view, cudaStream_t stream, int index)
{
    if constexpr (kIndex < kDqShapeCount) {
        if (index != kIndex)
            return launchIndex<kIndex + 1>(view, stream, index);
        view.request.element == Element::F16 ? launchShape<Element::F16, kIndex>(view, stream)
                                             : launchShape<Element::BF16, kIndex>(view, stream);
    } else {
        throw std::runtime_error("a backward pass has tiles for which there is no kernel");
    }
}

} // namespace

void addDqTiles(const ArrivalsView &view, cudaStream_t stream)
{
    const ArrivalsRequest &r = view.request;
    launchIndex(view, stream, dqShapeOf(r.dim, r.tileM, r.tileN));
}

} // namespace ulpscope::cuda
