// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/run.h"

#include "cuda/kernels.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <thread>

namespace ulpscope::cuda {
namespace {

/// Launches between two looks at whether to go on.
constexpr int kLaunchesPerCheck = 8;

/// wgmma is compiled for this compute capability alone.
bool hasWarpGroups()
{
    int major = 0, minor = 0;
    ULPSCOPE_CUDA(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    ULPSCOPE_CUDA(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
    return major == 9 && minor == 0;
}

View makeView(const Plan &plan, const Buffers &buffers, float *memory)
{
    const auto data = [&](std::uint64_t handle) -> char * { return handle ? buffers.get(handle).data() : nullptr; };
    const auto words = [&](std::uint64_t handle) { return reinterpret_cast<const std::uint32_t *>(data(handle)); };
    View v{};
    v.plan = plan;
    v.plan.warpGroups = plan.warpGroups && hasWarpGroups();
    v.slot = slotLayout(plan);
    v.unitFloats = tailUnitFloats(plan);
    const std::size_t units = static_cast<std::size_t>(plan.tailUnits), m = static_cast<std::size_t>(plan.tileM);
    v.groupFloats = units * v.unitFloats + (plan.isSketch ? units * m : 0);
    v.slots = memory;
    v.groups = v.slots + static_cast<std::size_t>(plan.slots) * v.slot.total;
    v.scratch = v.groups + static_cast<std::size_t>(plan.groups) * v.groupFloats;
    v.q = data(plan.q);
    v.k = data(plan.k);
    v.v = data(plan.v);
    v.ranges = reinterpret_cast<const int2 *>(data(plan.ranges));
    v.program = reinterpret_cast<const std::int32_t *>(data(plan.program));
    v.units = {plan.approximation, words(plan.ex2), words(plan.rcp), words(plan.lg2Low), words(plan.lg2High)};
    v.output = reinterpret_cast<float *>(data(plan.output));
    v.lse = reinterpret_cast<float *>(data(plan.lse));
    v.tileMax = reinterpret_cast<float *>(data(plan.tileMax));
    v.tileSum = reinterpret_cast<float *>(data(plan.tileSum));
    v.blocks = reinterpret_cast<BlockRecord *>(data(plan.blocks));
    return v;
}

/// Multiply-adds of a launch of whole tiles, so that a request to stop is seen soon: some 10 ms.
constexpr double kMostWork = 1.5e12;

double workOf(const Plan &p, const Item &item)
{
    return item.step == Step::WholeTile ? 2.0 * item.mergeCount * p.tileM * p.tileN * static_cast<double>(p.headDim)
                                        : 0.0;
}

/// Waits for an event without blocking in the driver, so that a request to stop is seen.
bool waitFor(cudaEvent_t event, const Supervisor &supervisor)
{
    const auto start = std::chrono::steady_clock::now();
    for (;;) {
        const cudaError_t state = cudaEventQuery(event);
        if (state == cudaSuccess)
            return true;
        if (state != cudaErrorNotReady)
            check(state, "the kernels");
        if (supervisor.cancelled())
            return false;
        if (std::chrono::steady_clock::now() - start > std::chrono::microseconds(200))
            std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
}

} // namespace

Buffer::Buffer(std::size_t bytes) : m_bytes(bytes)
{
    std::size_t available = 0, total = 0;
    ULPSCOPE_CUDA(cudaMemGetInfo(&available, &total));
    if (bytes > available)
        throw NotEnoughMemory(bytes, available);
    if (bytes == 0)
        return;
    const cudaError_t error = cudaMalloc(&m_data, bytes);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError(); // the next call's error must be its own
        throw NotEnoughMemory(bytes, available);
    }
    check(error, "cudaMalloc");
}

Run::Run(const Plan &plan, const Buffers &buffers, cudaStream_t stream) : m_stream(stream), m_memory(runBytes(plan))
{
    // What no step has written is copied with the rest of a state, so it must be something.
    ULPSCOPE_CUDA(cudaMemsetAsync(m_memory.data(), 0, m_memory.bytes(), m_stream));
    for (std::uint64_t handle : {plan.tileMax, plan.tileSum})
        if (handle) // NaN where a row's work tile does not come
            ULPSCOPE_CUDA(cudaMemsetAsync(buffers.get(handle).data(), 0xFF, buffers.get(handle).bytes(), m_stream));
    m_view = std::make_unique<View>(makeView(plan, buffers, m_memory.as<float>()));
    for (cudaEvent_t &event : m_events)
        ULPSCOPE_CUDA(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
}

Run::~Run()
{
    for (cudaEvent_t event : m_events)
        cudaEventDestroy(event);
}

void Run::launch(const Item *deviceItems, const Item *items, int count)
{
    const Batch batch{*m_view, deviceItems, count, m_stream};
    switch (items->step) {
    case Step::LoadQ: loadQ(batch); break;
    case Step::LoadKv: break; // the operands are read where they lie
    case Step::ScoreGemm: scoreProduct(batch); break;
    case Step::ApplyMask: applyMask(batch); break;
    case Step::RowMax: rowMax(batch, Source::State); break;
    case Step::RescaleOutput: rescaleOutput(batch); break;
    case Step::Exp2: exponentiate(batch, Source::State); break;
    case Step::RowSum: rowSum(batch, Source::State); break;
    case Step::OutputGemm: outputProduct(batch, Source::State); break;
    case Step::Normalize: normalize(batch); break;
    case Step::WholeTile: wholeTiles(batch); break;
    case Step::Combine: m_view->plan.isSketch ? mergeSketch(batch) : combineSplits(batch); break;
    default: throw std::runtime_error("an item names a step that does not exist");
    }
}

std::size_t Run::execute(const Item *items, std::size_t count, Supervisor &supervisor)
{
    if (count == 0)
        return 0;
    const Plan &p = m_view->plan;
    for (std::size_t i = 0; i < count; ++i) {
        const Item &item = items[i];
        const bool inside = item.slot >= 0 && item.slot < p.slots && item.group >= 0 && item.group < p.groups &&
                            item.rows >= 1 && item.rows <= p.tileM && item.rowBegin >= 0 &&
                            item.rowBegin <= p.seqlenQ - item.rows && item.batch >= 0 && item.batch < p.batch &&
                            item.head >= 0 && item.head < p.heads && item.kvHead >= 0 && item.kvHead < p.kvHeads &&
                            item.existing >= 0 && item.existing <= p.tileN;
        const int unit = p.isSketch ? item.ordinal : item.split;
        const bool keepsUnit = p.tailUnits > 0 && (item.step == (p.isSketch ? Step::OutputGemm : Step::Normalize) ||
                                                   item.step == Step::WholeTile);
        if (!inside || (keepsUnit && (unit < 0 || unit >= p.tailUnits)))
            throw std::runtime_error("an item lies outside of its run");
    }
    if (!m_items || m_items->bytes() < count * sizeof(Item))
        m_items = std::make_unique<Buffer>(count * sizeof(Item) * 3 / 2);
    Item *const deviceItems = m_items->as<Item>();
    ULPSCOPE_CUDA(cudaMemcpyAsync(deviceItems, items, count * sizeof(Item), cudaMemcpyHostToDevice, m_stream));

    // Two checkpoints in flight: while one batch of launches is waited for, the next is queued.
    std::size_t checkpoint[2] = {0, 0};
    int launches = 0, current = 0;
    bool pending = false;
    for (std::size_t begin = 0; begin < count;) {
        std::size_t end = begin + 1;
        const double most = m_view->blocks ? HUGE_VAL : kMostWork; // one launch where blocks are measured
        double work = workOf(p, items[begin]);
        while (end < count && items[end].step == items[begin].step && work < most)
            work += workOf(p, items[end++]);
        launch(deviceItems + begin, items + begin, static_cast<int>(end - begin));
        begin = end;
        if (++launches < kLaunchesPerCheck && begin < count)
            continue;
        launches = 0;
        ULPSCOPE_CUDA(cudaEventRecord(m_events[current], m_stream));
        checkpoint[current] = begin;
        current = 1 - current;
        if (pending || begin == count) {
            const int waited = begin == count ? 1 - current : current;
            if (!waitFor(m_events[waited], supervisor)) {
                ULPSCOPE_CUDA(cudaStreamSynchronize(m_stream));
                return begin;
            }
            supervisor.progress(checkpoint[waited]);
        }
        pending = true;
    }
    return count;
}

std::size_t Run::read(const ReadRequest &request, void *out, std::size_t capacity)
{
    const View &v = *m_view;
    const Plan &p = v.plan;
    const std::size_t rows = static_cast<std::size_t>(request.context.rows);
    if (rows < 1 || rows > static_cast<std::size_t>(p.tileM) || request.context.slot != 0)
        throw std::runtime_error("a read lies outside of its run");
    if (!m_items)
        m_items = std::make_unique<Buffer>(sizeof(Item));
    const Item &item = request.context;
    Item *const deviceItem = m_items->as<Item>();
    ULPSCOPE_CUDA(cudaMemcpyAsync(deviceItem, &item, sizeof item, cudaMemcpyHostToDevice, m_stream));
    const Batch batch{v, deviceItem, 1, m_stream};
    const std::size_t m = static_cast<std::size_t>(p.tileM), d = static_cast<std::size_t>(p.headDimV);
    float *const tileMax = v.scratch + m;
    float *const tileLanes = tileMax + m;
    float *const tileOut = tileLanes + m * static_cast<std::size_t>(p.lanes.width);

    const float *source = nullptr;
    std::size_t cols = 1;
    switch (request.value) {
    case Value::Scores:
        source = v.slots + v.slot.scores;
        cols = static_cast<std::size_t>(p.tileN);
        break;
    case Value::Probs:
        source = v.slots + v.slot.probs;
        cols = static_cast<std::size_t>(p.tileN);
        break;
    case Value::RowMax: source = v.slots + v.slot.rowMax; break;
    case Value::LaneSums:
        source = v.slots + v.slot.lanes;
        cols = static_cast<std::size_t>(p.lanes.width);
        break;
    case Value::RowSum:
        joinLanes(batch, Source::State);
        source = v.scratch;
        break;
    case Value::Alpha: source = v.slots + v.slot.alpha; break;
    case Value::OutputAcc:
        source = v.slots + v.slot.accumulator;
        cols = d;
        break;
    case Value::Lse: source = v.slots + v.slot.lse; break;
    case Value::Output:
        source = v.slots + v.slot.output;
        cols = d;
        break;
    case Value::TileMax:
    case Value::TileSum:
    case Value::TileOut:
        rowMax(batch, Source::Tile);
        source = tileMax;
        if (request.value == Value::TileMax)
            break;
        exponentiate(batch, Source::Tile);
        if (request.value == Value::TileSum) {
            rowSum(batch, Source::Tile);
            joinLanes(batch, Source::Tile);
            source = v.scratch;
        } else {
            outputProduct(batch, Source::Tile);
            source = tileOut;
            cols = d;
        }
        break;
    default: throw std::runtime_error("a read names a quantity that does not exist");
    }
    const std::size_t bytes = rows * cols * sizeof(float);
    if (bytes > capacity)
        throw std::runtime_error("a quantity is larger than the shared memory");
    ULPSCOPE_CUDA(cudaMemcpyAsync(out, source, bytes, cudaMemcpyDeviceToHost, m_stream));
    ULPSCOPE_CUDA(cudaStreamSynchronize(m_stream));
    return bytes;
}

std::unique_ptr<Buffer> Run::save(std::uint64_t units) const
{
    const View &v = *m_view;
    if (units > static_cast<std::uint64_t>(v.plan.tailUnits))
        throw std::runtime_error("a saved state lies outside of its run");
    const std::size_t slotBytes = v.slot.total * sizeof(float), tailBytes = units * v.unitFloats * sizeof(float);
    auto state = std::make_unique<Buffer>(slotBytes + tailBytes);
    ULPSCOPE_CUDA(cudaMemcpyAsync(state->data(), v.slots, slotBytes, cudaMemcpyDeviceToDevice, m_stream));
    if (tailBytes > 0)
        ULPSCOPE_CUDA(
            cudaMemcpyAsync(state->data() + slotBytes, v.groups, tailBytes, cudaMemcpyDeviceToDevice, m_stream));
    return state;
}

void Run::restore(const Buffer &state)
{
    const View &v = *m_view;
    const std::size_t slotBytes = v.slot.total * sizeof(float);
    if (state.bytes() < slotBytes || state.bytes() > slotBytes + v.plan.tailUnits * v.unitFloats * sizeof(float))
        throw std::runtime_error("a saved state belongs to another run");
    ULPSCOPE_CUDA(cudaMemcpyAsync(v.slots, state.data(), slotBytes, cudaMemcpyDeviceToDevice, m_stream));
    if (state.bytes() > slotBytes)
        ULPSCOPE_CUDA(cudaMemcpyAsync(v.groups, state.data() + slotBytes, state.bytes() - slotBytes,
                                      cudaMemcpyDeviceToDevice, m_stream));
}

} // namespace ulpscope::cuda
