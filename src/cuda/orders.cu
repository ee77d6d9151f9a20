// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Order ensembles: a thread adds the terms of one order after another, and counts the bits that come out in a small
// table of its block, which goes to the table of all at the end.
#include "cuda/check.h"
#include "cuda/kernels.h"
#include "engine/numerics/arrival_order.h"
#include "engine/numerics/mix64.h"

#include <algorithm>

namespace ulpscope::cuda {
namespace {

constexpr int kWarp = 32, kMaxThreads = 256;
constexpr std::size_t kPoolBytes = kWarp * kMaxOrderBytes; ///< with the block's table within 48 KB, which every GPU has
constexpr unsigned kBlockSlots = 256, kBlockTries = 16, kTries = 4096;

using Word = unsigned long long;
static_assert(sizeof(Word) == sizeof(std::uint64_t));

__device__ Word bitsOfSum(float x) { return floatBits(x); }
__device__ Word bitsOfSum(double x) { return doubleBits(x); }

/// False when none of `tries` places is free or has these bits.
__device__ bool addTo(OrderEntry *table, unsigned slots, unsigned tries, Word bits, Word count, Word first)
{
    unsigned at = static_cast<unsigned>(mix64(bits)) & (slots - 1);
    for (unsigned i = 0; i < tries; ++i, at = (at + 1) & (slots - 1)) {
        Word *const place = reinterpret_cast<Word *>(&table[at].bits);
        Word there = *static_cast<volatile Word *>(place);
        if (there == kNoOrder)
            there = atomicCAS(place, kNoOrder, bits);
        if (there != kNoOrder && there != bits)
            continue;
        atomicAdd(reinterpret_cast<Word *>(&table[at].count), count);
        atomicMin(reinterpret_cast<Word *>(&table[at].first), first);
        return true;
    }
    return false;
}

__device__ void addToAll(const OrdersView &view, Word bits, Word count, Word first)
{
    if (*static_cast<volatile Word *>(view.isFull) != 0)
        return;
    if (!addTo(view.table, kOrderSlots, kTries, bits, count, first))
        *view.isFull = 1;
}

__device__ void clear(OrderEntry *table, unsigned slots, unsigned at, unsigned step)
{
    for (; at < slots; at += step)
        table[at] = {kNoOrder, 0, kNoOrder};
}

__global__ void clearKernel(const __grid_constant__ OrdersView view)
{
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    clear(view.table, kOrderSlots, at, gridDim.x * blockDim.x);
    if (at == 0)
        *view.used = *view.isFull = 0;
}

template <typename T, bool Weighted>
__global__ void __launch_bounds__(kMaxThreads)
    sumKernel(const __grid_constant__ OrdersView view, std::uint64_t first, std::uint64_t count)
{
    extern __shared__ double pools[];
    __shared__ OrderEntry seen[kBlockSlots];
    const unsigned threads = blockDim.x, partials = view.request.partials;
    T *const value = reinterpret_cast<T *>(pools) + threadIdx.x; // place p of this thread's pool: value[p * threads]
    T *const weight = value + static_cast<std::size_t>(partials) * threads;
    const T *const values = static_cast<const T *>(view.values), *const weights = static_cast<const T *>(view.weights);
    clear(seen, kBlockSlots, threadIdx.x, threads);
    __syncthreads();

    const std::uint64_t step = static_cast<std::uint64_t>(gridDim.x) * threads;
    // The same number of turns for all threads of a block: they meet to count.
    for (std::uint64_t begin = static_cast<std::uint64_t>(blockIdx.x) * threads; begin < count; begin += step) {
        const std::uint64_t order = first + begin + threadIdx.x;
        const bool isOrder = begin + threadIdx.x < count;
        T sum = 0;
        if (isOrder) {
            for (unsigned p = 0; p < partials; ++p) {
                value[p * threads] = values[p];
                if (Weighted)
                    weight[p * threads] = weights[p];
            }
            unsigned remaining = partials;
            for (std::uint32_t block = 0; remaining > 0; ++block) {
                const PhiloxBlock words = arrivalWords(view.request.seed, order, block);
#pragma unroll
                for (int i = 0; i < kDrawsPerBlock; ++i) {
                    if (remaining == 0)
                        break;
                    const unsigned place = drawnPlace(words.word[i], remaining) * threads;
                    --remaining;
                    const T arrived = value[place];
                    value[place] = value[remaining * threads];
                    if (Weighted) {
                        const T factor = weight[place];
                        weight[place] = weight[remaining * threads];
                        sum = fma(factor, arrived, sum);
                    } else {
                        sum = sum + arrived;
                    }
                }
            }
        }
        __syncwarp();
        const unsigned active = __ballot_sync(0xFFFFFFFFu, isOrder);
        if (isOrder) {
            const Word bits = bitsOfSum(sum);
            const unsigned same = __match_any_sync(active, bits);
            // The lowest lane has the lowest order of those that agree.
            if (static_cast<int>(threadIdx.x % kWarp) == __ffs(same) - 1 &&
                !addTo(seen, kBlockSlots, kBlockTries, bits, __popc(same), order))
                addToAll(view, bits, __popc(same), order);
        }
        __syncwarp();
    }
    __syncthreads();
    for (unsigned at = threadIdx.x; at < kBlockSlots; at += threads) {
        if (seen[at].bits != kNoOrder)
            addToAll(view, seen[at].bits, seen[at].count, seen[at].first);
    }
}

__global__ void collectKernel(const __grid_constant__ OrdersView view, OrderEntry *out)
{
    const unsigned step = gridDim.x * blockDim.x;
    for (unsigned at = blockIdx.x * blockDim.x + threadIdx.x; at < kOrderSlots; at += step) {
        if (view.table[at].bits == kNoOrder)
            continue;
        const Word place = atomicAdd(view.used, Word{1});
        if (place < kMaxOrderEntries)
            out[place] = view.table[at];
    }
}

template <typename T, bool Weighted>
void launch(const OrdersView &view, std::uint64_t first, std::uint64_t count, cudaStream_t stream)
{
    const std::size_t perThread = static_cast<std::size_t>(view.request.partials) * sizeof(T) * (Weighted ? 2 : 1);
    int threads = kMaxThreads;
    while (threads > kWarp && static_cast<std::size_t>(threads) * perThread > kPoolBytes)
        threads /= 2;
    const std::size_t bytes = static_cast<std::size_t>(threads) * perThread;
    int device = 0, multiprocessors = 0, perMultiprocessor = 0;
    ULPSCOPE_CUDA(cudaGetDevice(&device));
    ULPSCOPE_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    ULPSCOPE_CUDA(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, sumKernel<T, Weighted>, threads, bytes));
    const std::uint64_t wanted = (count + threads - 1) / threads;
    const std::uint64_t resident = static_cast<std::uint64_t>(multiprocessors) * std::max(1, perMultiprocessor);
    sumKernel<T, Weighted>
        <<<static_cast<unsigned>(std::min(wanted, resident)), threads, bytes, stream>>>(view, first, count);
    ULPSCOPE_CUDA(cudaGetLastError());
}

constexpr int kTableBlocks = 1024;

} // namespace

void clearOrders(const OrdersView &view, cudaStream_t stream)
{
    clearKernel<<<kTableBlocks, kMaxThreads, 0, stream>>>(view);
    ULPSCOPE_CUDA(cudaGetLastError());
}

void sumOrders(const OrdersView &view, std::uint64_t first, std::uint64_t count, cudaStream_t stream)
{
    if (view.request.isDouble)
        (view.weights ? launch<double, true> : launch<double, false>)(view, first, count, stream);
    else
        (view.weights ? launch<float, true> : launch<float, false>)(view, first, count, stream);
}

void collectOrders(const OrdersView &view, OrderEntry *out, cudaStream_t stream)
{
    collectKernel<<<kTableBlocks, kMaxThreads, 0, stream>>>(view, out);
    ULPSCOPE_CUDA(cudaGetLastError());
}

} // namespace ulpscope::cuda
