// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Many launches of one sum: what each gives, how long it takes, and how far the results of an element lie apart.
#include "cuda/arrivals.h"

#include "cuda/check.h"
#include "cuda/view.cuh"
#include "engine/numerics/mix64.h"

#include <algorithm>
#include <climits>
#include <stdexcept>
#include <vector>

namespace ulpscope::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kLaunchesAtOnce = 64;       ///< between two looks whether to go on
constexpr float kMillisecondsAtOnce = 40; ///< as long as these may take
using Word = unsigned long long;

unsigned blocksFor(std::size_t threads) { return static_cast<unsigned>((threads + kThreads - 1) / kThreads); }

/// A block has kCombineRows rows of one split; those of all splits of the rows have neighbouring numbers.
__global__ void __launch_bounds__(kThreads) addSplits(const __grid_constant__ ArrivalsView view)
{
    const ArrivalsRequest &r = view.request;
    const unsigned number = blockNumber(view);
    const int split = static_cast<int>(number % r.terms);
    const std::size_t group = number / r.terms, first = group * kCombineRows;
    if (r.mode == ArrivalMode::Semaphore)
        awaitTurn(view, group, split);
    for (int i = threadIdx.x; i < kCombineRows * r.dim; i += kThreads) {
        const std::size_t row = first + i / r.dim, element = row * r.dim + i % r.dim;
        if (row >= view.rows)
            break;
        const float weight = view.weights[split * view.rows + row];
        addTerm(view, 0, split, element, weight * view.partials[split * view.rows * r.dim + element]);
    }
    if (r.mode == ArrivalMode::Semaphore)
        endTurn(view, group);
}

/// As the combine kernel adds: fma from 0 on, one split after another. A thread an element.
__global__ void __launch_bounds__(kThreads) combineInOrder(const __grid_constant__ ArrivalsView view)
{
    const ArrivalsRequest &r = view.request;
    const std::size_t elements = view.rows * r.dim;
    const std::size_t element = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
    if (element >= elements)
        return;
    float sum = 0.0f;
    for (int i = 0; i < r.terms; ++i) {
        const std::size_t split = view.order[i];
        sum =
            std::fma(view.weights[split * view.rows + element / r.dim], view.partials[split * elements + element], sum);
    }
    view.sums[element] = sum;
}

/// The result from its accumulators, which are added in ascending order. A thread an element.
__global__ void __launch_bounds__(kThreads) finish(const __grid_constant__ ArrivalsView view)
{
    const ArrivalsRequest &r = view.request;
    const std::size_t elements = view.rows * r.dim;
    const std::size_t element = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
    if (element >= elements)
        return;
    float value = view.sums[element];
    if (r.sum == ArrivalSum::Dq) {
        value = 0.0f + value;
        for (int i = 1; i < r.accumulators; ++i)
            value += view.sums[i * elements + element];
        value *= r.scale;
    }
    if (r.element == Element::F16) {
        const __half rounded = __float2half_rn(value);
        view.output[element] = reinterpret_cast<const std::uint16_t &>(rounded);
    } else {
        const __nv_bfloat16 rounded = __float2bfloat16_rn(value);
        view.output[element] = reinterpret_cast<const std::uint16_t &>(rounded);
    }
}

/// Adds up a hash of every element and its place: the sum does not depend on the order.
__global__ void __launch_bounds__(kThreads) observe(const __grid_constant__ ArrivalsView view, Word *hash, bool isFirst)
{
    const std::size_t elements = view.rows * view.request.dim;
    const std::size_t element = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
    Word own = 0;
    if (element < elements) {
        const std::uint16_t bits = view.output[element];
        own = mix64((element << 16 | bits) + kMixStep);
        const std::int32_t place = orderedWord(bits, view.request.element == Element::F16 ? 0x7C00 : 0x7F80);
        view.least[element] = isFirst ? place : min(view.least[element], place);
        view.greatest[element] = isFirst ? place : max(view.greatest[element], place);
    }
    for (int offset = 16; offset >= 1; offset /= 2)
        own += __shfl_xor_sync(0xFFFFFFFFu, own, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(hash, own);
}

ArrivalsView viewOf(const ArrivalsRequest &r, const Buffers &buffers)
{
    const auto count = [](std::int64_t a, std::int64_t b) {
        if (a < 1 || b < 1 || a > INT_MAX / b)
            throw std::runtime_error("a sum of arrivals has a size that is none");
        return static_cast<std::size_t>(a * b);
    };
    ArrivalsView view{};
    view.request = r;
    const std::size_t heads = count(r.batch, r.heads), rows = count(static_cast<std::int64_t>(heads), r.seqlenQ);
    const std::size_t elements = count(static_cast<std::int64_t>(rows), r.dim);
    const auto at = [&](auto *&target, std::uint64_t handle, std::size_t least) {
        const Buffer &buffer = buffers.get(handle);
        if (buffer.bytes() < least * sizeof *target)
            throw std::runtime_error("a message reaches beyond a buffer");
        target = reinterpret_cast<std::remove_reference_t<decltype(target)>>(buffer.data());
    };
    const std::size_t terms = count(r.terms, 1), accumulators = count(r.accumulators, 1);
    view.rows = rows;
    at(view.sums, r.sums, accumulators * elements);
    at(view.output, r.output, elements);
    at(view.least, r.least, elements);
    at(view.greatest, r.greatest, elements);
    if (r.record != ArrivalRecord::None)
        at(view.recorded, r.recorded, terms * elements);
    if (r.sum == ArrivalSum::Combine) {
        at(view.partials, r.partials, terms * elements);
        at(view.weights, r.weights, terms * rows);
        at(view.order, r.order, terms);
    } else {
        const std::size_t keyElements = count(r.batch, r.kvHeads) * count(r.seqlenK, r.dim);
        const std::size_t queryTiles = (count(r.seqlenQ, 1) + count(r.tileM, 1) - 1) / r.tileM;
        if (r.heads % r.kvHeads != 0 || terms != (count(r.seqlenK, 1) + count(r.tileN, 1) - 1) / r.tileN)
            throw std::runtime_error("a backward pass has tiles that do not fit its problem");
        at(view.q, r.q, elements);
        at(view.gradient, r.gradient, elements);
        at(view.k, r.k, keyElements);
        at(view.v, r.v, keyElements);
        at(view.base, r.base, rows);
        at(view.delta, r.delta, rows);
        at(view.ranges, r.ranges, count(r.batch, r.seqlenQ));
        at(view.visits, r.visits, r.batch * queryTiles + (r.batch + 1) / 2);
        view.keys = reinterpret_cast<const std::int32_t *>(view.visits + r.batch * queryTiles);
    }
    at(view.counters, r.counters, arrivalCounters(r));
    return view;
}

/// One launch: everything that makes a result from the terms' inputs.
void sumOnce(const ArrivalsView &view, cudaStream_t stream)
{
    const ArrivalsRequest &r = view.request;
    const std::size_t elements = view.rows * r.dim;
    const bool combinesInOrder = r.sum == ArrivalSum::Combine && r.mode == ArrivalMode::Fixed;
    if (!combinesInOrder)
        ULPSCOPE_CUDA(cudaMemsetAsync(view.sums, 0, r.accumulators * elements * sizeof(float), stream));
    if (r.mode == ArrivalMode::Semaphore)
        ULPSCOPE_CUDA(cudaMemsetAsync(view.counters, 0, arrivalCounters(r) * sizeof(unsigned), stream));
    if (r.sum == ArrivalSum::Dq)
        addDqTiles(view, stream);
    else if (combinesInOrder)
        combineInOrder<<<blocksFor(elements), kThreads, 0, stream>>>(view);
    else
        addSplits<<<static_cast<unsigned>((view.rows + kCombineRows - 1) / kCombineRows * r.terms), kThreads, 0,
                    stream>>>(view);
    ULPSCOPE_CUDA(cudaGetLastError());
    finish<<<blocksFor(elements), kThreads, 0, stream>>>(view);
    ULPSCOPE_CUDA(cudaGetLastError());
}

/// Pairs of events around launches.
class Stopwatches {
public:
    explicit Stopwatches(int count)
    {
        m_events.reserve(2 * static_cast<std::size_t>(count));
        for (int i = 0; i < 2 * count; ++i) {
            cudaEvent_t event;
            ULPSCOPE_CUDA(cudaEventCreate(&event));
            m_events.push_back(event);
        }
    }
    ~Stopwatches()
    {
        for (cudaEvent_t event : m_events)
            cudaEventDestroy(event);
    }
    Stopwatches(const Stopwatches &) = delete;
    Stopwatches &operator=(const Stopwatches &) = delete;

    void start(int i, cudaStream_t stream) { ULPSCOPE_CUDA(cudaEventRecord(m_events[2 * i], stream)); }
    void stop(int i, cudaStream_t stream) { ULPSCOPE_CUDA(cudaEventRecord(m_events[2 * i + 1], stream)); }
    float milliseconds(int i) const
    {
        float time = 0;
        ULPSCOPE_CUDA(cudaEventElapsedTime(&time, m_events[2 * i], m_events[2 * i + 1]));
        return time;
    }

private:
    std::vector<cudaEvent_t> m_events;
};

} // namespace

std::size_t runArrivals(const ArrivalsRequest &request, const Buffers &buffers, cudaStream_t stream,
                        Supervisor &supervisor, ArrivalLaunch *launches)
{
    if (request.launches < 0 || static_cast<std::size_t>(request.launches) > kMaxArrivalLaunches)
        throw std::runtime_error("a message asks for more launches than the shared memory holds");
    const ArrivalsView view = viewOf(request, buffers);
    const std::size_t elements = view.rows * request.dim;
    const Buffer hashes(kLaunchesAtOnce * sizeof(Word));
    Stopwatches watches(kLaunchesAtOnce);
    std::vector<Word> found(kLaunchesAtOnce);
    int done = 0, atOnce = 1;
    while (done < request.launches && !supervisor.cancelled()) {
        const int count = std::min(atOnce, request.launches - done);
        ULPSCOPE_CUDA(cudaMemsetAsync(hashes.data(), 0, hashes.bytes(), stream));
        for (int i = 0; i < count; ++i) {
            watches.start(i, stream);
            sumOnce(view, stream);
            watches.stop(i, stream);
            observe<<<blocksFor(elements), kThreads, 0, stream>>>(view, hashes.as<Word>() + i,
                                                                  request.isFirst != 0 && done + i == 0);
            ULPSCOPE_CUDA(cudaGetLastError());
        }
        ULPSCOPE_CUDA(cudaMemcpyAsync(found.data(), hashes.data(), hashes.bytes(), cudaMemcpyDeviceToHost, stream));
        ULPSCOPE_CUDA(cudaStreamSynchronize(stream));
        float longest = 0;
        for (int i = 0; i < count; ++i) {
            launches[done + i] = {found[i], watches.milliseconds(i), 0};
            longest = std::max(longest, launches[done + i].milliseconds);
        }
        done += count;
        atOnce = std::clamp(static_cast<int>(kMillisecondsAtOnce / std::max(longest, 1e-3f)), 1, kLaunchesAtOnce);
        supervisor.progress(done);
    }
    return done;
}

} // namespace ulpscope::cuda
