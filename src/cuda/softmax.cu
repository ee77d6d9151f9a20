// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The steps between the two products: mask, running max, rescaling, exponentials, row sums.
#include "cuda/check.h"
#include "cuda/kernels.h"
#include "cuda/lanes.cuh"

namespace ulpscope::cuda {
namespace {

constexpr int kThreads = 128;

__device__ float maxOf(float left, float right) { return right > left ? right : left; } // NaN is passed over

/// Index in an item of this thread's element, for kernels with one thread an element.
__device__ int elementOf(int blocksPerItem) { return blockIdx.x % blocksPerItem * kThreads + threadIdx.x; }

__global__ void __launch_bounds__(kThreads)
    loadQKernel(const __grid_constant__ View view, const Item *items, int blocksPerItem)
{
    const Item item = items[blockIdx.x / blocksPerItem];
    const Rows rows(view, item, Source::State);
    const int i = elementOf(blocksPerItem), m = view.plan.tileM;
    if (i < m) {
        rows.rowMax[i] = -floatInfinity();
        rows.oldMax[i] = -floatInfinity();
        rows.alpha[i] = 0.0f;
    }
    if (i < m * view.plan.lanes.width)
        rows.lanes[i] = 0.0f;
    if (i < m * view.plan.headDimV)
        rows.accumulator[i] = 0.0f;
}

__global__ void __launch_bounds__(kThreads)
    maskKernel(const __grid_constant__ View view, const Item *items, int blocksPerItem)
{
    const Item item = items[blockIdx.x / blocksPerItem];
    const int i = elementOf(blocksPerItem), n = view.plan.tileN;
    if (i >= item.rows * n)
        return;
    const int r = i / n, key = item.firstKey + i % n;
    const int2 visible = view.ranges[static_cast<std::size_t>(item.batch) * view.plan.seqlenQ + item.rowBegin + r];
    if (key < visible.x || key >= visible.y)
        Rows(view, item, Source::State).scores[i] = -floatInfinity();
}

/// A warp a row. Lanes have neighbouring columns and are joined in their order, so that of equal zeros the first stays.
__global__ void __launch_bounds__(kThreads)
    rowMaxKernel(const __grid_constant__ View view, const Item *items, int blocksPerItem, Source source)
{
    const Item item = items[blockIdx.x / blocksPerItem];
    const int r = elementOf(blocksPerItem) / 32, lane = threadIdx.x % 32, n = view.plan.tileN;
    if (r >= item.rows)
        return;
    const Rows rows(view, item, source);
    const float *const scores = rows.scores + static_cast<std::size_t>(r) * n;
    const int share = (n + 31) / 32;
    float best = -floatInfinity();
    for (int j = lane * share; j < min((lane + 1) * share, n); ++j)
        best = maxOf(best, row::maxUnit(view.plan.row, scores[j]));
    for (int offset = 1; offset < 32; offset *= 2)
        best = maxOf(best, __shfl_down_sync(0xFFFFFFFFu, best, offset));
    if (lane != 0)
        return;
    if (source == Source::Tile) {
        rows.rowMax[r] = best;
        return;
    }
    const float old = rows.rowMax[r];
    rows.oldMax[r] = old;
    rows.rowMax[r] = view.plan.isSketch ? best : maxOf(old, best);
    rows.alpha[r] = 0.0f;
}

/// A warp a row.
__global__ void __launch_bounds__(kThreads)
    rescaleKernel(const __grid_constant__ View view, const Item *items, int blocksPerItem)
{
    const Item item = items[blockIdx.x / blocksPerItem];
    const int r = elementOf(blocksPerItem) / 32, lane = threadIdx.x % 32, d = view.plan.headDimV;
    if (r >= item.rows)
        return;
    const Rows rows(view, item, Source::State);
    const float alpha = row::alpha(view.plan.row, view.units, rows.oldMax[r], rows.rowMax[r]);
    if (lane == 0)
        rows.alpha[r] = alpha;
    for (int c = lane; c < d; c += 32)
        rows.accumulator[static_cast<std::size_t>(r) * d + c] *= alpha;
}

__global__ void __launch_bounds__(kThreads)
    expKernel(const __grid_constant__ View view, const Item *items, int blocksPerItem, Source source)
{
    const Item item = items[blockIdx.x / blocksPerItem];
    const int i = elementOf(blocksPerItem), n = view.plan.tileN;
    if (i >= item.rows * n)
        return;
    const Rows rows(view, item, source);
    const RowArithmetic &arithmetic = view.plan.row;
    const float score = rows.scores[i];
    const float base = row::argumentBase(arithmetic, rows.rowMax[i / n]);
    const float argument = row::expArgument(arithmetic, score, base, item.flags & kPartialBlock);
    rows.probs[i] = score == -floatInfinity() ? 0.0f : row::exponential(arithmetic, view.units, argument);
}

/// A thread a lane. The threads of a row are neighbours; where lanes are joined every tile, the first joins them.
__global__ void __launch_bounds__(kThreads)
    rowSumKernel(const __grid_constant__ View view, const Item *items, int blocksPerItem, Source source)
{
    __shared__ float values[kThreads];
    const Item item = items[blockIdx.x / blocksPerItem];
    const LaneNumbers &n = view.plan.lanes;
    const int r = elementOf(blocksPerItem) / n.count, lane = threadIdx.x % n.count;
    const bool active = r < item.rows, first = source == Source::Tile || (item.flags & kFirstTile);
    const Rows rows(view, item, source);
    const float *const p = rows.probs + static_cast<std::size_t>(r) * view.plan.tileN;
    const float alpha = active && !first ? rows.alpha[r] : 0.0f;
    float *const sum = rows.lanes + static_cast<std::size_t>(r) * n.width + (n.width == 1 ? 0 : lane);

    if (n.join == Join::LaneFma || n.join == Join::LaneMulAdd) {
        if (!active)
            return;
        float l = 0.0f;
        bool empty = true;
        forEachColumn(n, 0, lane, [&](int column) {
            if (!empty)
                l += p[column];
            else if (first)
                l = p[column];
            else
                l = n.join == Join::LaneFma ? std::fma(*sum, alpha, p[column]) : *sum * alpha + p[column];
            empty = false;
        });
        if (!empty || source == Source::Tile) // a lane without columns keeps its sum; of a tile alone it has none
            *sum = l;
        return;
    }
    if (n.join == Join::LaneLocalFma) {
        if (!active)
            return;
        const float local = laneTotal(n, p, 0, lane);
        *sum = first ? local : std::fma(*sum, alpha, local);
        return;
    }
    float l = 0.0f;
    if (active && !first)
        l = n.join == Join::RowFma ? *sum : *sum * alpha;
    const int parts = n.join == Join::RowFma ? 1 : n.parts;
    for (int part = 0; part < parts; ++part) {
        values[threadIdx.x] = active ? laneTotal(n, p, part, lane) : 0.0f;
        __syncthreads();
        if (lane == 0) {
            const float total = butterfly(n, values + threadIdx.x);
            if (n.join == Join::RowFma)
                l = first ? total : std::fma(l, alpha, total);
            else
                l += total;
        }
        __syncthreads();
    }
    if (active && lane == 0)
        *sum = l;
}

__global__ void __launch_bounds__(kThreads)
    joinKernel(const __grid_constant__ View view, const Item *items, int blocksPerItem, Source source)
{
    const Item item = items[blockIdx.x / blocksPerItem];
    const int r = elementOf(blocksPerItem);
    if (r >= item.rows)
        return;
    const Rows rows(view, item, source);
    rows.sums[r] = joined(view.plan.lanes, rows.lanes + static_cast<std::size_t>(r) * view.plan.lanes.width);
}

/// Launches `kernel` with enough threads for `threads` a work tile.
template <typename... Arguments>
void launch(void (*kernel)(View, const Item *, int, Arguments...), const Batch &batch, int threads,
            Arguments... arguments)
{
    const int perItem = (threads + kThreads - 1) / kThreads;
    kernel<<<batch.count * perItem, kThreads, 0, batch.stream>>>(batch.view, batch.items, perItem, arguments...);
    ULPSCOPE_CUDA(cudaGetLastError());
}

} // namespace

void loadQ(const Batch &batch)
{
    const Plan &p = batch.view.plan;
    launch(loadQKernel, batch, p.tileM * (p.headDimV > p.lanes.width ? p.headDimV : p.lanes.width));
}
void applyMask(const Batch &batch) { launch(maskKernel, batch, batch.view.plan.tileM * batch.view.plan.tileN); }
void rowMax(const Batch &batch, Source source) { launch(rowMaxKernel, batch, 32 * batch.view.plan.tileM, source); }
void rescaleOutput(const Batch &batch) { launch(rescaleKernel, batch, 32 * batch.view.plan.tileM); }
void exponentiate(const Batch &batch, Source source)
{
    launch(expKernel, batch, batch.view.plan.tileM * batch.view.plan.tileN, source);
}
void rowSum(const Batch &batch, Source source)
{
    launch(rowSumKernel, batch, batch.view.plan.tileM * batch.view.plan.lanes.count, source);
}
void joinLanes(const Batch &batch, Source source) { launch(joinKernel, batch, batch.view.plan.tileM, source); }

} // namespace ulpscope::cuda
