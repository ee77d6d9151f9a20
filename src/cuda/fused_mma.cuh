// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// A whole work tile in one block by mma.sync: the steps of FlashAttention-2's and cuDNN's recipes between registers and
// shared memory, with the operations and the order of the step kernels. For runs of which no step is observed. Each
// shape is a file of its own (CMakeLists.txt), so that a GPU that has to compile its PTX compiles but one.
#pragma once

#include "cuda/fused.cuh"

#include "cuda/check.h"
#include "cuda/kernels.h"

namespace ulpscope::cuda {
namespace {

/// Where a thread reads matrices of a tile from: a row of its own, and every second chunk of 16 bytes.
template <int kRows, int kDim>
struct MatrixRow {
    using Source = Panels<kRows, kDim>;
    std::uint32_t wide, narrow;

    __device__ MatrixRow(const Source &tile, int row, int firstChunk)
        : wide(tile.base + row * 128 + (firstChunk ^ row % 8) * 16),
          narrow(tile.base + Source::kWide * Source::kPanelBytes + row * 64 + (firstChunk ^ row / 2 % 4) * 16)
    {}
    /// `rows` below, a multiple of 8; chunk firstChunk + 2 * pair.
    __device__ std::uint32_t at(int rows, int pair) const
    {
        if (pair / 4 < Source::kWide)
            return (wide ^ (pair % 4 * 32)) + pair / 4 * Source::kPanelBytes + rows * 128;
        return (narrow ^ (pair % 4 * 32)) + rows * 64;
    }
};

/// A warp has kFragments times 16 query rows.
template <Element kElement, int kIndex>
__global__ void __launch_bounds__(32 * kFusedShapes[kIndex].warps)
    fusedTile(const __grid_constant__ View view, const Item *items)
{
#if __CUDA_ARCH__ >= 800
    using Mma = MmaOf<kElement>;
    constexpr FusedShape kShape = kFusedShapes[kIndex];
    constexpr int kDim = kShape.headDim, kKeys = kShape.tileN, kWarps = kShape.warps, kThreads = 32 * kWarps;
    constexpr int kFragments = kShape.tileM / (16 * kWarps);
    extern __shared__ __align__(1024) unsigned char memory[];
    const auto start = static_cast<std::uint32_t>(__cvta_generic_to_shared(memory));
    const Panels<kShape.tileM, kDim> tileQ{start};
    const Panels<kKeys, kDim> tileK{start + tileQ.kBytes}, tileV{start + tileQ.kBytes + tileK.kBytes};

    const Item item = items[blockIdx.x];
    const BlockWatch watch(view, item);
    const Lane lane;
    const int inWarp = threadIdx.x % 32;
    const MatrixRow<kShape.tileM, kDim> rowsQ(tileQ, lane.warp * 16 * kFragments + inWarp % 16, inWarp / 16);
    const MatrixRow<kKeys, kDim> rowsK(tileK, inWarp % 8 + inWarp / 16 * 8, inWarp / 8 % 2),
        rowsV(tileV, inWarp % 16, inWarp / 16);
    const TileSources from(view, item, kDim);
    Softmax<kIndex, kFragments> soft(view, item, lane);
    float o[kFragments][kDim / 8][4];
#pragma unroll
    for (int f = 0; f < kFragments; ++f)
#pragma unroll
        for (int n = 0; n < kDim / 8; ++n)
#pragma unroll
            for (int i = 0; i < 4; ++i)
                o[f][n][i] = 0.0f;

    tileQ.template load<kThreads>(from.q, item.rows);
    if (item.mergeCount > 0)
        tileK.template load<kThreads>(from.k + static_cast<std::size_t>(from.order[0]) * kKeys * kDim,
                                      from.keys - from.order[0] * kKeys);
    endOfCopies();
    for (int ordinal = 0; ordinal < item.mergeCount; ++ordinal) {
        const int first = from.order[ordinal] * kKeys;
        waitForOwnCopies();
        __syncthreads(); // K is here, and nobody reads the V before any more
        tileV.template load<kThreads>(from.v + static_cast<std::size_t>(first) * kDim, from.keys - first);
        endOfCopies();

        typename Softmax<kIndex, kFragments>::Scores s;
#pragma unroll
        for (int f = 0; f < kFragments; ++f)
#pragma unroll
            for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
                for (int i = 0; i < 4; ++i)
                    s[f][n][i] = 0.0f;
#pragma unroll(kDim <= 64 ? kDim / 16 : 1)
        for (int step = 0; step < kDim / 16; ++step) {
            std::uint32_t a[kFragments][4];
#pragma unroll
            for (int f = 0; f < kFragments; ++f)
                loadMatrices(a[f], rowsQ.at(f * 16, step));
#pragma unroll
            for (int n = 0; n < kKeys / 16; ++n) {
                std::uint32_t b[4];
                loadMatrices(b, rowsK.at(n * 16, step));
#pragma unroll
                for (int f = 0; f < kFragments; ++f) {
                    Mma::run(s[f][2 * n], a[f], {b[0], b[1]});
                    Mma::run(s[f][2 * n + 1], a[f], {b[2], b[3]});
                }
            }
        }
        soft.mask(s, first, lane);
        soft.follow(view.plan.row, s, ordinal == 0);
        soft.trace(view, item, lane, from.order[ordinal]);
#pragma unroll
        for (int f = 0; f < kFragments; ++f)
#pragma unroll
            for (int n = 0; n < kDim / 8; ++n)
#pragma unroll
                for (int i = 0; i < 4; ++i)
                    o[f][n][i] *= soft.alpha[2 * f + i / 2];

        waitForOwnCopies();
        __syncthreads(); // V is here, and nobody reads this K any more
        if (ordinal + 1 < item.mergeCount) {
            const int next = from.order[ordinal + 1] * kKeys;
            tileK.template load<kThreads>(from.k + static_cast<std::size_t>(next) * kDim, from.keys - next);
            endOfCopies();
        }
#pragma unroll
        for (int step = 0; step < kKeys / 16; ++step) {
            std::uint32_t a[kFragments][4];
#pragma unroll
            for (int f = 0; f < kFragments; ++f)
#pragma unroll
                for (int i = 0; i < 4; ++i)
                    a[f][i] =
                        packPair<kElement>(s[f][2 * step + i / 2][i % 2 * 2], s[f][2 * step + i / 2][i % 2 * 2 + 1]);
#pragma unroll
            for (int n = 0; n < kDim / 16; ++n) {
                std::uint32_t b[4];
                loadTransposed(b, rowsV.at(step * 16, n));
#pragma unroll
                for (int f = 0; f < kFragments; ++f) {
                    Mma::run(o[f][2 * n], a[f], {b[0], b[1]});
                    Mma::run(o[f][2 * n + 1], a[f], {b[2], b[3]});
                }
            }
        }
    }
    finishTile<kElement, kIndex, kFragments, kThreads>(view, item, lane, soft, o, reinterpret_cast<float *>(memory));
    watch.end();
#endif
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

} // namespace

template <int kIndex>
void launchWholeTiles(const Batch &batch)
{
    batch.view.plan.element == Element::F16 ? launchShape<Element::F16, kIndex>(batch)
                                            : launchShape<Element::BF16, kIndex>(batch);
}

} // namespace ulpscope::cuda
