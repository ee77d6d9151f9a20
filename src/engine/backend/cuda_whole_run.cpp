// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// A whole run on the GPU: the step kernels of the stepper, over many work tiles at once.
#include "engine/backend/backend_choice.h"
#include "engine/backend/cuda_executor.h"
#include "engine/backend/fused_tiles.h"
#include "engine/numerics/approx.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <thread>

namespace ulpscope {
namespace {

using namespace worker;

constexpr std::uint64_t kStateBytes = std::uint64_t{2} << 30; ///< of all tiles in flight; more would not be faster
constexpr int kTilesInFlight = 2048;
constexpr std::uint64_t kMaxItems = 1'000'000;
constexpr std::chrono::milliseconds kProgressInterval{50};

/// Items of many work tiles in an order in which neighbours do the same: by key tile, then by kind.
class Wave {
public:
    void add(const Item &item, std::uint32_t key)
    {
        m_items.push_back(item);
        m_keys.push_back(key);
        m_maxKey = std::max(m_maxKey, key);
    }
    /// Sorted by key; those of one key stay as they came.
    std::vector<Item> sorted() const
    {
        std::vector<std::size_t> next(m_maxKey + 2, 0);
        for (std::uint32_t key : m_keys)
            ++next[key + 1];
        for (std::size_t i = 1; i < next.size(); ++i)
            next[i] += next[i - 1];
        std::vector<Item> items(m_items.size());
        for (std::size_t i = 0; i < m_items.size(); ++i)
            items[next[m_keys[i]]++] = m_items[i];
        return items;
    }

private:
    std::vector<Item> m_items;
    std::vector<std::uint32_t> m_keys;
    std::uint32_t m_maxKey = 0;
};

constexpr std::uint32_t kKinds = 16;

/// Place of a step among those of all tiles: LoadQ, then key tile by key tile, then what ends a tile. `keyTiles` is the
/// largest number of them in the run.
std::uint32_t orderOf(const PlannedStep &step, bool isCombineOfSplits, int keyTiles)
{
    const std::uint32_t kind = static_cast<std::uint32_t>(step.kind);
    if (step.kind == StepKind::LoadQ)
        return 0;
    if (step.ordinal >= 0)
        return (static_cast<std::uint32_t>(step.ordinal) + 1) * kKinds + kind;
    const std::uint32_t last = (static_cast<std::uint32_t>(keyTiles) + 1) * kKinds;
    // A sketch merges and then normalises; splits are normalised and then combined.
    if (step.kind == StepKind::Combine)
        return isCombineOfSplits ? last + 2 : last;
    return last + 1;
}

/// Work tiles of a query tile: its splits and their combine, or itself.
int tilesPerGroup(const Schedule &schedule) { return schedule.splits() > 1 ? schedule.splits() + 1 : 1; }

/// All steps of the query tiles [first, last).
std::vector<Item> itemsOf(const CudaPlan &plan, const Schedule &schedule, int first, int last)
{
    Wave wave;
    const int perGroup = tilesPerGroup(schedule);
    for (int i = first * perGroup; i < last * perGroup; ++i) {
        const WorkTile tile = schedule.workTile(i);
        for (const PlannedStep &step : schedule.steps(tile)) {
            Item item = plan.item(schedule, tile, step);
            item.group = i / perGroup - first;
            item.slot = item.group * schedule.splits() + (tile.isCombine ? 0 : tile.split);
            item.flags |= kWriteOutput;
            wave.add(item, orderOf(step, tile.isCombine, schedule.nBlocks()));
        }
    }
    return wave.sorted();
}

/// The work tiles of the query tiles [first, last), each at once, then their combines. Those with most keys come first,
/// unless `order` says which (all of the schedule's, where a launch is measured).
std::vector<Item> wholeTilesOf(const CudaPlan &plan, const Schedule &schedule, int first, int last,
                               const std::vector<int> &order)
{
    std::vector<Item> items, combines;
    const int perGroup = tilesPerGroup(schedule);
    for (int i = first * perGroup; i < last * perGroup; ++i) {
        const WorkTile tile = schedule.workTile(i);
        std::vector<Item> &list = tile.isCombine ? combines : items;
        if (tile.isCombine) {
            for (const PlannedStep &step : schedule.steps(tile))
                list.push_back(plan.item(schedule, tile, step));
        } else {
            list.push_back(plan.wholeTile(schedule, tile));
        }
        list.back().group = i / perGroup - first;
        list.back().slot = tile.isCombine ? list.back().group : 0;
        list.back().flags |= kWriteOutput;
        list.back().record = i;
    }
    if (order.empty()) {
        std::stable_sort(items.begin(), items.end(),
                         [](const Item &a, const Item &b) { return a.mergeCount > b.mergeCount; });
    } else {
        std::vector<std::size_t> place(static_cast<std::size_t>(schedule.workTileCount()), order.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            place[static_cast<std::size_t>(order[i])] = i;
        std::stable_sort(items.begin(), items.end(), [&place](const Item &a, const Item &b) {
            return place[static_cast<std::size_t>(a.record)] < place[static_cast<std::size_t>(b.record)];
        });
    }
    items.insert(items.end(), combines.begin(), combines.end());
    return items;
}

/// Query tiles in flight: as many as keep the GPU busy, leave memory to others and make a list of bearable length.
int groupsInFlight(const Schedule &schedule, bool wholeTiles, std::uint64_t bytesPerGroup, std::uint64_t available)
{
    const std::uint64_t groups = static_cast<std::uint64_t>(schedule.workTileCount() / tilesPerGroup(schedule));
    const std::uint64_t memory = std::min(kStateBytes, available / 2) / bytesPerGroup;
    const std::uint64_t itemsPerGroup =
        wholeTiles ? static_cast<std::uint64_t>(tilesPerGroup(schedule)) : schedule.stepCount() / groups + 1;
    std::uint64_t most = std::min(groups, kMaxItems / itemsPerGroup);
    if (!wholeTiles)
        most = std::min({most, static_cast<std::uint64_t>(kTilesInFlight / schedule.splits()), memory});
    else if (schedule.splits() > 1) // else a block keeps everything to itself
        most = std::min(most, memory);
    return static_cast<int>(std::max<std::uint64_t>(most, 1));
}

std::vector<int> ownOrder(const Schedule &schedule)
{
    std::vector<int> order;
    for (int i = 0; i < schedule.workTileCount(); ++i)
        if (!schedule.workTile(i).isCombine)
            order.push_back(i);
    return order;
}

/// What the blocks of the last launch noted, in the order of the launch, from the first begin on.
Result<std::vector<MeasuredBlock>> fetchBlocks(WorkerBuffer &buffer, std::size_t count, const std::vector<int> &order,
                                               const std::stop_token &stop)
{
    std::vector<BlockRecord> records(count);
    const auto copy = [&records](const char *source, std::uint64_t offset, std::uint64_t bytes) {
        std::memcpy(reinterpret_cast<char *>(records.data()) + offset, source, bytes);
    };
    if (Status s = buffer.fetch(copy, stop); !s.ok())
        return s;
    std::vector<MeasuredBlock> blocks;
    std::uint64_t start = ~std::uint64_t{0};
    for (int tile : order)
        start = std::min(start, records[static_cast<std::size_t>(tile)].begin);
    for (int tile : order) {
        const BlockRecord &r = records[static_cast<std::size_t>(tile)];
        blocks.push_back({tile, static_cast<int>(r.sm), r.begin - start, r.end - start});
    }
    return blocks;
}

/// Calls the progress function while the GPU works, from a thread of its own.
class ProgressTeller {
public:
    ProgressTeller(const WholeRunOptions &options, const WorkerProcess &process,
                   const std::atomic<std::uint64_t> &before, std::uint64_t total)
    {
        if (options.progress)
            m_thread = std::jthread([this, &options, &process, &before, total](const std::stop_token &stop) {
                std::unique_lock lock(m_mutex);
                while (!m_ended.wait_for(lock, stop, kProgressInterval, [&stop] { return stop.stop_requested(); }))
                    options.progress(std::min(before.load() + process.itemsDone(), total), total);
            });
    }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_ended;
    std::jthread m_thread; ///< ends first
};

Status fetchFloats(WorkerBuffer &buffer, std::vector<float> &values, const std::stop_token &stop)
{
    return buffer.fetch(
        [&](const char *source, std::uint64_t offset, std::uint64_t bytes) {
            std::memcpy(reinterpret_cast<char *>(values.data()) + offset, source, bytes);
        },
        stop);
}

} // namespace

Result<bool> CudaBackend::runsWholeTiles(const RunSpec &spec) const
{
    const Result<std::shared_ptr<WorkerProcess>> process = worker();
    if (!process.ok())
        return process.status();
    const Result<GpuArithmetic> gpu = arithmetic(*process.value());
    if (!gpu.ok())
        return gpu.status();
    const Result<Schedule> schedule = Schedule::build(spec);
    if (!schedule.ok())
        return schedule.status();
    const Result<CudaPlan> plan = makeCudaPlan(spec, schedule.value(), gpu.value());
    return plan.ok() ? Result<bool>(fusedShapeOf(plan->plan) >= 0) : Result<bool>(plan.status());
}

Result<RunOutput> CudaBackend::runWhole(const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                                        std::shared_ptr<const Schedule> schedule, const WholeRunOptions &options) const
{
    const Problem &problem = spec.problem;
    const Result<std::shared_ptr<WorkerProcess>> process = worker();
    if (!process.ok())
        return process.status();
    const std::size_t rows = static_cast<std::size_t>(problem.batch) * static_cast<std::size_t>(problem.heads) *
                             static_cast<std::size_t>(problem.seqlenQ);
    RunOutput result;
    result.output.resize(rows * static_cast<std::size_t>(problem.headDimV));
    result.lse.resize(rows);

    // Before anything is allocated: do the tensors and one query tile with its splits fit?
    const Result<GpuArithmetic> gpu = arithmetic(*process.value());
    if (!gpu.ok())
        return gpu.status();
    Result<CudaPlan> sized = makeCudaPlan(spec, *schedule, gpu.value());
    if (!sized.ok())
        return sized.status();
    sized->planWholeTiles(*schedule);
    const bool wholeTiles = sized->hasWholeTiles();
    if (!wholeTiles && (options.tiles || options.measure))
        return runStepwise(*this, spec, std::move(inputs), std::move(schedule), options);
    const std::size_t tileCells = options.tiles ? rows * static_cast<std::size_t>(schedule->nBlocks()) : 0;
    result.tileMax.resize(tileCells);
    result.tileSum.resize(tileCells);
    const std::size_t records = options.measure ? static_cast<std::size_t>(schedule->workTileCount()) : 0;
    std::vector<int> order;
    if (options.measure)
        order = options.launchOrder.empty() ? ownOrder(*schedule) : options.launchOrder;
    Plan &size = sized->plan;
    size.slots = wholeTiles ? 1 : schedule->splits();
    if (Status s = process.value()->refresh(); !s.ok())
        return s;
    const std::uint64_t available = process.value()->hello().devices[0].memoryFree;
    const std::uint64_t element = static_cast<std::uint64_t>(formatInfo(problem.dtype).bytes);
    const std::uint64_t tables =
        size.approximation == Approximation::Tables ? 4 * WordTable::kEntries * sizeof(std::uint32_t) : 0;
    const std::uint64_t tensors = element * (inputs->q.size() + inputs->k.size() + inputs->v.size()) +
                                  sizeof(float) * (result.output.size() + result.lse.size() + 2 * tileCells) +
                                  sizeof(BlockRecord) * records + tables;
    if (tensors + runBytes(size) > available)
        return Status(StatusCode::OutOfMemory,
                      phrase("this run needs %1 of GPU memory for its tensors and one query tile, %2 are free; the CPU "
                             "gives the same bits",
                             sizeText(tensors + runBytes(size)), sizeText(available)));

    Result<Prepared> made = prepareOn(process.value(), spec, inputs, sized.value(), options.stop);
    if (!made.ok())
        return made.status();
    Prepared &prepared = made.value();
    Plan &plan = prepared.plan.plan;
    struct Target {
        std::uint64_t &handle;
        std::vector<float> &values;
        std::shared_ptr<WorkerBuffer> buffer;
    };
    Target targets[] = {{plan.output, result.output, {}},
                        {plan.lse, result.lse, {}},
                        {plan.tileMax, result.tileMax, {}},
                        {plan.tileSum, result.tileSum, {}}};
    std::shared_ptr<WorkerBuffer> blocks;
    const auto allocate = [&process](std::shared_ptr<WorkerBuffer> &buffer, std::uint64_t &handle, std::size_t bytes) {
        if (bytes == 0)
            return Status();
        Result<std::shared_ptr<WorkerBuffer>> allocated = WorkerBuffer::allocate(process.value(), bytes);
        if (!allocated.ok())
            return allocated.status();
        buffer = std::move(allocated).value();
        handle = buffer->handle();
        return Status();
    };
    for (Target &target : targets) {
        if (Status s = allocate(target.buffer, target.handle, target.values.size() * sizeof(float)); !s.ok())
            return s;
    }
    if (Status s = allocate(blocks, plan.blocks, records * sizeof(BlockRecord)); !s.ok())
        return s;

    plan.groups = groupsInFlight(*schedule, wholeTiles, runBytes(size), available - tensors);
    const bool inOneLaunch = plan.groups == schedule->workTileCount() / tilesPerGroup(*schedule) &&
                             static_cast<std::size_t>(schedule->workTileCount()) <= WorkerRun::kItemsAtOnce;
    if (options.measure && !inOneLaunch)
        return Status(StatusCode::Unsupported, phrase("this run has %1 work tiles, more than one measured launch holds",
                                                      std::to_string(schedule->workTileCount())));
    plan.slots = wholeTiles ? (schedule->splits() > 1 ? plan.groups : 1) : plan.groups * schedule->splits();
    if (Status s = prepared.create(process.value()); !s.ok())
        return s;

    std::atomic<std::uint64_t> stepsDone = 0;
    const std::uint64_t total =
        wholeTiles ? static_cast<std::uint64_t>(schedule->workTileCount()) : schedule->stepCount();
    auto teller = std::make_unique<ProgressTeller>(options, *process.value(), stepsDone, total);
    const int groups = schedule->workTileCount() / tilesPerGroup(*schedule);
    for (int first = 0; first < groups; first += plan.groups) {
        if (options.stop.stop_requested())
            return Status::cancelled();
        const int last = std::min(first + plan.groups, groups);
        const std::vector<Item> items = wholeTiles ? wholeTilesOf(prepared.plan, *schedule, first, last, order)
                                                   : itemsOf(prepared.plan, *schedule, first, last);
        // What is measured runs twice: the first time, code and data come from afar.
        const std::size_t end = items.size() * (options.measure ? 2 : 1);
        for (std::size_t begin = 0, count = 0; begin < end; begin += count) {
            count = std::min(items.size() - begin % items.size(), WorkerRun::kItemsAtOnce);
            std::size_t done = 0;
            if (Status s =
                    prepared.run->execute(std::span(items).subspan(begin % items.size(), count), options.stop, done);
                !s.ok())
                return s;
            stepsDone += count;
            for (int i = 0; i < 100 && process.value()->isWaitedFor(); ++i)
                std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
    }
    for (Target &target : targets) {
        if (!target.buffer)
            continue;
        if (Status s = fetchFloats(*target.buffer, target.values, options.stop); !s.ok())
            return s;
    }
    if (blocks) {
        Result<std::vector<MeasuredBlock>> measured = fetchBlocks(*blocks, records, order, options.stop);
        if (!measured.ok())
            return measured.status();
        const DeviceInfo &device = process.value()->hello().devices[0];
        result.launch = {device.name, device.smCount, std::move(measured).value()};
    }
    teller.reset(); // not from two threads at once
    if (options.progress)
        options.progress(total, total);
    return result;
}

} // namespace ulpscope
