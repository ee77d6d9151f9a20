// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// A whole work tile in one block by Hopper's wgmma: the same values in the same registers as fused.cu, so the softmax
// is the same; the tensor cores read K, V and Q from shared memory themselves. A warp group has 64 query rows.
#include "cuda/check.h"
#include "cuda/fused.cuh"
#include "cuda/kernels.h"
#include "cuda/wgmma.cuh"

#include <stdexcept>

namespace ulpscope::cuda {
namespace {

/// Blocks that share an SM, and whether they hold two key tiles each.
struct Residency {
    int blocks, stages;
};
constexpr std::size_t kSharedOfSm = 227 * 1024; ///< one block's most on compute capability 9.0

template <int kIndex>
constexpr Residency residencyOf()
{
    constexpr FusedShape kShape = kFusedShapes[kIndex];
    constexpr std::size_t kRow = kShape.headDim * 2;
    constexpr std::size_t kOne = (kShape.tileM + 2 * kShape.tileN) * kRow, kTwo = kOne + 2 * kShape.tileN * kRow;
    constexpr int kRegisters = kShape.tileN / 2 + kShape.headDim / 2; // of S and O in a thread
    constexpr bool kFitsTwice = kRegisters * kShape.tileM <= 104 * 128 || kShape.tileM == 64;
    if (kFitsTwice && 2 * (kTwo + 1024) <= kSharedOfSm + 1024)
        return {2, 2};
    if (kFitsTwice && 2 * (kOne + 1024) <= kSharedOfSm + 1024)
        return {2, 1};
    return {1, kTwo <= kSharedOfSm ? 2 : 1};
}

template <int kIndex>
constexpr Residency kResidency = residencyOf<kIndex>();

template <int kIndex>
constexpr int sharedBytes()
{
    constexpr FusedShape kShape = kFusedShapes[kIndex];
    return (kShape.tileM + 2 * kResidency<kIndex>.stages * kShape.tileN) * kShape.headDim * 2;
}

template <Element kElement, int kIndex>
__global__ void __launch_bounds__(kFusedShapes[kIndex].tileM * 2, kResidency<kIndex>.blocks)
    fusedGroups(const __grid_constant__ View view, const Item *items)
{
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    constexpr FusedShape kShape = kFusedShapes[kIndex];
    constexpr int kDim = kShape.headDim, kKeys = kShape.tileN, kThreads = kShape.tileM * 2;
    constexpr int kStages = kResidency<kIndex>.stages;
    using TileQ = Panels<kShape.tileM, kDim>;
    using TileKv = Panels<kKeys, kDim>;
    extern __shared__ __align__(1024) unsigned char memory[];
    const auto start = static_cast<std::uint32_t>(__cvta_generic_to_shared(memory));
    const TileQ tileQ{start};
    const auto tileK = [&](int stage) { return TileKv{start + TileQ::kBytes + stage * TileKv::kBytes}; };
    const auto tileV = [&](int stage) { return TileKv{start + TileQ::kBytes + (kStages + stage) * TileKv::kBytes}; };

    const Item item = items[blockIdx.x];
    const BlockWatch watch(view, item);
    const Lane lane;
    const TileSources from(view, item, kDim);
    const auto loadK = [&](int ordinal) {
        const int first = from.order[ordinal] * kKeys;
        tileK(ordinal % kStages)
            .template load<kThreads>(from.k + static_cast<std::size_t>(first) * kDim, from.keys - first);
    };
    const auto loadV = [&](int ordinal) {
        const int first = from.order[ordinal] * kKeys;
        tileV(ordinal % kStages)
            .template load<kThreads>(from.v + static_cast<std::size_t>(first) * kDim, from.keys - first);
    };
    Softmax<kIndex, 1> soft(view, item, lane);
    float o[1][kDim / 8][4];
#pragma unroll
    for (int n = 0; n < kDim / 8; ++n)
#pragma unroll
        for (int i = 0; i < 4; ++i)
            o[0][n][i] = 0.0f;

    tileQ.template load<kThreads>(from.q, item.rows);
    if (item.mergeCount > 0) {
        loadK(0);
        if (kStages == 2)
            loadV(0);
    }
    endOfCopies();
    const auto waitForCopies = [] {
        waitForOwnCopies();
        fenceForTensorCores();
        __syncthreads();
    };
    const std::uint32_t rowsQ = threadIdx.x / 128 * 64;
    for (int ordinal = 0; ordinal < item.mergeCount; ++ordinal) {
        const int stage = ordinal % kStages;
        waitForCopies(); // K is here; nobody reads the V, or the other stage, any more
        if (kStages == 1) {
            loadV(ordinal);
        } else if (ordinal + 1 < item.mergeCount) {
            loadK(ordinal + 1);
            loadV(ordinal + 1);
        }
        endOfCopies();

        typename Softmax<kIndex, 1>::Scores s;
        constexpr int kPart = kKeys < 128 ? kKeys : 128; // keys of one instruction
        beginProducts();
#pragma unroll
        for (int step = 0; step < kDim / 16; ++step) {
            const bool isWide = step / 4 < TileQ::kWide;
            const int rowBytes = isWide ? 128 : 64;
            const std::uint64_t a =
                matrixDescriptor(tileQ.base + step / 4 * TileQ::kPanelBytes + rowsQ * rowBytes + step % 4 * 32, 16,
                                 8 * rowBytes, isWide);
            const std::uint32_t k = tileK(stage).base + step / 4 * TileKv::kPanelBytes + step % 4 * 32;
#pragma unroll
            for (int part = 0; part < kKeys / kPart; ++part)
                WarpGroupMma<kElement, kPart>::shared(
                    &s[0][part * kPart / 8], a, matrixDescriptor(k + part * kPart * rowBytes, 16, 8 * rowBytes, isWide),
                    step > 0);
        }
        endProducts();
        waitForProducts();
        holdProducts(s[0]);

        const int first = from.order[ordinal] * kKeys;
        soft.mask(s, first, lane);
        soft.follow(view.plan.row, s, ordinal == 0);
        soft.trace(view, item, lane, from.order[ordinal]);
#pragma unroll
        for (int n = 0; n < kDim / 8; ++n)
#pragma unroll
            for (int i = 0; i < 4; ++i)
                o[0][n][i] *= soft.alpha[i / 2];
        std::uint32_t p[kKeys / 16][4];
#pragma unroll
        for (int step = 0; step < kKeys / 16; ++step)
#pragma unroll
            for (int i = 0; i < 4; ++i)
                p[step][i] =
                    packPair<kElement>(s[0][2 * step + i / 2][i % 2 * 2], s[0][2 * step + i / 2][i % 2 * 2 + 1]);
        if (kStages == 1) {
            waitForCopies(); // V is here, and nobody reads this K any more
            if (ordinal + 1 < item.mergeCount)
                loadK(ordinal + 1);
            endOfCopies();
        }
        beginProducts();
        constexpr int kCols = kDim % 128 == 0 ? 128 : kDim < 64 ? 32 : 64; // of V in one instruction
        const std::uint32_t v = tileV(stage).base;
#pragma unroll
        for (int step = 0; step < kKeys / 16; ++step) {
#pragma unroll
            for (int col = 0; col + kCols <= kDim; col += kCols) {
                constexpr int kRowBytes = kCols < 64 ? 64 : 128;
                WarpGroupMma<kElement, kCols>::registers(
                    &o[0][col / 8], p[step],
                    matrixDescriptor(v + col / 64 * TileKv::kPanelBytes + step * 16 * kRowBytes, TileKv::kPanelBytes,
                                     8 * kRowBytes, kCols >= 64));
            }
            if constexpr (kDim == 96)
                WarpGroupMma<kElement, 32>::registers(
                    &o[0][8], p[step],
                    matrixDescriptor(v + TileKv::kPanelBytes + step * 16 * 64, TileKv::kPanelBytes, 8 * 64, false));
        }
        endProducts();
        waitForProducts();
        holdProducts(o[0]);
    }
    finishTile<kElement, kIndex, 1, kThreads>(view, item, lane, soft, o, reinterpret_cast<float *>(memory));
    watch.end();
#endif
}

template <Element kElement, int kIndex>
void launchShape(const Batch &batch)
{
    const auto kernel = fusedGroups<kElement, kIndex>;
    ULPSCOPE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes<kIndex>()));
    kernel<<<batch.count, kFusedShapes[kIndex].tileM * 2, sharedBytes<kIndex>(), batch.stream>>>(batch.view,
                                                                                                 batch.items);
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

void wholeTilesByWarpGroups(const Batch &batch, int index) { launchIndex(batch, index); }

} // namespace ulpscope::cuda
