// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Sums whose terms arrive from several blocks, launched many times.
#pragma once

#include "cuda/run.h"
#include "engine/backend/arrival_protocol.h"

#include <cuda_runtime.h>

namespace ulpscope::cuda {

/// Where things of a request lie on the GPU. Passed to kernels by value.
struct ArrivalsView {
    worker::ArrivalsRequest request;
    const std::uint16_t *q, *k, *v, *gradient;
    const float *base, *delta, *partials, *weights;
    const int2 *ranges, *visits;
    const std::int32_t *keys, *order;
    float *sums, *recorded;
    std::uint16_t *output;
    std::int32_t *least, *greatest;
    unsigned *counters; ///< how many blocks have begun; then how many terms each group of rows has
    std::size_t rows;
};

/// dq_arrivals.cu: adds the contributions of all key tiles to the accumulators.
void addDqTiles(const ArrivalsView &view, cudaStream_t stream);

/// Launches, timed; returns how many were done, fewer when it was cancelled.
std::size_t runArrivals(const worker::ArrivalsRequest &request, const Buffers &buffers, cudaStream_t stream,
                        Supervisor &supervisor, worker::ArrivalLaunch *launches);

#ifdef __CUDACC__
/// Adds a term in the way of the request's mode, and keeps what it says shall be kept. Additions to global memory take
/// subnormal operands and results for zeros, in every mode.
inline __device__ void addTerm(const ArrivalsView &view, std::size_t accumulator, int term, std::size_t element,
                               float value)
{
    const std::size_t elements = view.rows * view.request.dim;
    float *const sum = view.sums + accumulator * elements + element;
    if (view.request.record == worker::ArrivalRecord::None) {
        atomicAdd(sum, value);
        return;
    }
    const float before = atomicAdd(sum, value);
    view.recorded[static_cast<std::size_t>(term) * elements + element] =
        view.request.record == worker::ArrivalRecord::Before ? before : value;
}

/// Number of this block among all: that of its index, or where blocks wait for others, the order in which they began.
/// Blocks wait for lower numbers only: whoever is waited for runs already, and the lowest of those that run waits for
/// nobody, so that a launch ends in whatever order the GPU starts its blocks. For the whole block.
inline __device__ unsigned blockNumber(const ArrivalsView &view)
{
    __shared__ unsigned number;
    if (view.request.mode != worker::ArrivalMode::Semaphore)
        return blockIdx.x;
    if (threadIdx.x == 0)
        number = atomicAdd(view.counters, 1u);
    __syncthreads();
    return number;
}

/// Waits until `turn` terms have been added to the group of rows.
inline __device__ void awaitTurn(const ArrivalsView &view, std::size_t group, int turn)
{
    if (threadIdx.x == 0) {
        const volatile unsigned *const counter = view.counters + 1 + group;
        while (*counter != static_cast<unsigned>(turn)) {
        }
        __threadfence();
    }
    __syncthreads();
}
inline __device__ void endTurn(const ArrivalsView &view, std::size_t group)
{
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(view.counters + 1 + group, 1u);
}
#endif

} // namespace ulpscope::cuda
