// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The last steps of a work tile: normalisation, the merge of a sketch's key tiles, the combine of splits.
#include "cuda/check.h"
#include "cuda/kernels.h"
#include "cuda/lanes.cuh"

namespace ulpscope::cuda {
namespace {

constexpr int kThreads = 128;
constexpr int kMaxSplits = 128;

/// Evaluates a merge program (mergeProgram in the engine): an operand's index pushes it, -1 adds the two on top.
template <typename Operand>
__device__ float evaluate(const std::int32_t *program, int operands, Operand operand)
{
    float stack[16];
    int top = 0;
    for (int i = 0; i < 2 * operands - 1; ++i) {
        if (program[i] >= 0) {
            stack[top++] = operand(program[i]);
        } else {
            --top;
            stack[top - 1] += stack[top];
        }
    }
    return stack[0];
}

__device__ void writeOutput(const View &view, const Item &item, int r, int c, float value)
{
    const Plan &p = view.plan;
    const std::size_t row =
        (static_cast<std::size_t>(item.batch) * p.heads + item.head) * p.seqlenQ + item.rowBegin + r;
    view.output[row * p.headDimV + c] = value;
}
__device__ void writeLse(const View &view, const Item &item, int r, float value)
{
    const Plan &p = view.plan;
    view.lse[(static_cast<std::size_t>(item.batch) * p.heads + item.head) * p.seqlenQ + item.rowBegin + r] = value;
}

/// A warp a row.
__global__ void __launch_bounds__(kThreads)
    normalizeKernel(const __grid_constant__ View view, const Item *items, int blocksPerItem)
{
    const Item item = items[blockIdx.x / blocksPerItem];
    const Plan &p = view.plan;
    const int r = (blockIdx.x % blocksPerItem * kThreads + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (r >= item.rows)
        return;
    const Rows rows(view, item, Source::State);
    const bool isSplit = p.splits > 1;
    const float sum = joined(p.lanes, rows.lanes + static_cast<std::size_t>(r) * p.lanes.width);
    const float lse = row::lse(p.row, view.units, rows.rowMax[r], sum, isSplit);
    const bool empty = row::isEmpty(p.row, sum);
    const float factor = empty ? 1.0f : row::finalFactor(p.row, view.units, sum);
    const TailUnit unit(view, item, item.split);
    for (int c = lane; c < p.headDimV; c += 32) {
        const std::size_t i = static_cast<std::size_t>(r) * p.headDimV + c;
        const float o = row::normalised(p.row, rows.accumulator[i], empty, factor);
        const float rounded = isSplit ? o : roundTo(p.element, o);
        rows.output[i] = rounded;
        if (isSplit)
            unit.out[i] = rounded;
        else if (item.flags & kWriteOutput)
            writeOutput(view, item, r, c, rounded);
    }
    if (lane != 0)
        return;
    rows.lse[r] = lse;
    if (isSplit)
        unit.lse[r] = lse;
    else if (item.flags & kWriteOutput)
        writeLse(view, item, r, lse);
}

/// A thread a row: the max over the key tiles, and each tile's weight under it.
__global__ void __launch_bounds__(kThreads)
    mergeWeightsKernel(const __grid_constant__ View view, const Item *items, int blocksPerItem)
{
    const Item item = items[blockIdx.x / blocksPerItem];
    const int r = blockIdx.x % blocksPerItem * kThreads + threadIdx.x;
    if (r >= item.rows)
        return;
    float max = -floatInfinity();
    for (int i = 0; i < item.mergeCount; ++i) {
        const float own = TailUnit(view, item, i).max[r];
        max = own > max ? own : max;
    }
    Rows(view, item, Source::State).rowMax[r] = max;
    float *const weights = mergeWeights(view, item) + static_cast<std::size_t>(r) * view.plan.tailUnits;
    for (int i = 0; i < item.mergeCount; ++i)
        weights[i] = row::alpha(view.plan.row, view.units, TailUnit(view, item, i).max[r], max);
}

/// A thread an element; column headDimV is the row sum.
__global__ void __launch_bounds__(kThreads)
    mergeKernel(const __grid_constant__ View view, const Item *items, int blocksPerItem)
{
    const Item item = items[blockIdx.x / blocksPerItem];
    const int i = blockIdx.x % blocksPerItem * kThreads + threadIdx.x, d = view.plan.headDimV;
    const int r = i / (d + 1), c = i % (d + 1);
    if (r >= item.rows)
        return;
    const float *const weights = mergeWeights(view, item) + static_cast<std::size_t>(r) * view.plan.tailUnits;
    float total = 0.0f;
    if (item.mergeCount > 0)
        total = evaluate(view.program + item.mergeProgram, item.mergeCount, [&](int tile) {
            const TailUnit unit(view, item, tile);
            return (c == d ? unit.sum[r] : unit.out[static_cast<std::size_t>(r) * d + c]) * weights[tile];
        });
    const Rows rows(view, item, Source::State);
    if (c == d)
        rows.lanes[r] = total;
    else
        rows.accumulator[static_cast<std::size_t>(r) * d + c] = total;
}

/// FlashAttention-2's combine kernel, a block a row: weights from the splits' LSE by CUDA's expf and logf, the output
/// by fma.
__global__ void __launch_bounds__(kThreads)
    combineKernel(const __grid_constant__ View view, const Item *items, int blocksPerItem)
{
    __shared__ float lse[kMaxSplits], weights[kMaxSplits], shared[2]; // the max; the total
    const Item item = items[blockIdx.x / blocksPerItem];
    const Plan &p = view.plan;
    const int r = blockIdx.x % blocksPerItem;
    if (r >= item.rows) // the whole block
        return;
    for (int i = threadIdx.x; i < p.splits; i += kThreads)
        lse[i] = TailUnit(view, item, i).lse[r];
    __syncthreads();
    if (threadIdx.x == 0) {
        float max = -floatInfinity();
        for (int i = 0; i < p.splits; ++i)
            max = lse[i] > max ? lse[i] : max;
        shared[0] = max == -floatInfinity() ? 0.0f : max;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < p.splits; i += kThreads)
        weights[i] = view.units.expf(lse[i] - shared[0]);
    __syncthreads();
    if (threadIdx.x == 0) {
        const float sum = evaluate(view.program + p.combineTree, p.splits, [&](int i) { return weights[i]; });
        shared[1] = sum == 0.0f || sum != sum ? floatInfinity() : scalar::cudaLogf(sum) + shared[0];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < p.splits; i += kThreads)
        weights[i] = view.units.expf(lse[i] - shared[1]);
    __syncthreads();
    const Rows rows(view, item, Source::State);
    for (int c = threadIdx.x; c < p.headDimV; c += kThreads) {
        const std::size_t at = static_cast<std::size_t>(r) * p.headDimV + c;
        float o = 0.0f;
        for (int i = 0; i < p.splits; ++i) {
            const int split = p.combineByList ? view.program[p.combineList + i] : i;
            o = std::fma(weights[split], TailUnit(view, item, split).out[at], o);
        }
        o = roundTo(p.element, o);
        rows.output[at] = o;
        if (item.flags & kWriteOutput)
            writeOutput(view, item, r, c, o);
    }
    if (threadIdx.x == 0) {
        rows.lse[r] = shared[1];
        if (item.flags & kWriteOutput)
            writeLse(view, item, r, shared[1]);
    }
}

void launch(void (*kernel)(View, const Item *, int), const Batch &batch, int blocksPerItem)
{
    kernel<<<batch.count * blocksPerItem, kThreads, 0, batch.stream>>>(batch.view, batch.items, blocksPerItem);
    ULPSCOPE_CUDA(cudaGetLastError());
}

int blocksFor(int threads) { return (threads + kThreads - 1) / kThreads; }

} // namespace

void normalize(const Batch &batch) { launch(normalizeKernel, batch, blocksFor(32 * batch.view.plan.tileM)); }

void mergeSketch(const Batch &batch)
{
    const Plan &p = batch.view.plan;
    launch(mergeWeightsKernel, batch, blocksFor(p.tileM));
    launch(mergeKernel, batch, blocksFor(p.tileM * (p.headDimV + 1)));
}

void combineSplits(const Batch &batch) { launch(combineKernel, batch, batch.view.plan.tileM); }

} // namespace ulpscope::cuda
