// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/launch_model.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ulpscope {
namespace {

constexpr std::int64_t kMaxLaunchTiles = 4'000'000;
constexpr int kMaxThreads = 1024; ///< of a block, on every device so far

DispatchPolicy policyOf(TileScheduler scheduler)
{
    switch (scheduler) {
    case TileScheduler::Fa3Static:
    case TileScheduler::Fa4Static: return DispatchPolicy::StaticPersistent;
    case TileScheduler::Fa3Dynamic: return DispatchPolicy::DynamicCounter;
    case TileScheduler::Fa2:
    case TileScheduler::SingleTile:
    case TileScheduler::Fa4Lpt: break;
    }
    return DispatchPolicy::Linear;
}

bool isPersistent(DispatchPolicy policy)
{
    return policy == DispatchPolicy::StaticPersistent || policy == DispatchPolicy::DynamicCounter;
}

/// Query heads that are rows of one tile; 1 where they are tiles of their own.
int packedHeads(const KernelLaunch &launch, const Problem &p)
{
    return launch.packsDecode && p.seqlenQ == 1 ? p.heads / p.kvHeads : 1;
}

/// Of what the launch and the limits stand on, the least certain, and what it is about.
Evidence weakest(const KernelLaunch &launch, const Hardware &h)
{
    const std::array all = {
        std::pair(phrase("threads of a block"), &launch.threadsEvidence),
        std::pair(phrase("registers of a thread"), &launch.registersEvidence),
        std::pair(phrase("shared memory of a block"), &launch.sharedMemoryEvidence),
        std::pair(phrase("order of the tiles"), &launch.schedulerEvidence),
        std::pair(phrase("tasks of the warps"), &launch.rolesEvidence),
        std::pair(phrase("threads of an SM"), &h.threadsEvidence),
        std::pair(phrase("blocks of an SM"), &h.blocksEvidence),
        std::pair(phrase("registers of an SM"), &h.registersEvidence),
        std::pair(phrase("allocation of registers"), &h.registerAllocationEvidence),
        std::pair(phrase("shared memory of an SM"), &h.sharedMemoryEvidence),
        std::pair(phrase("shared memory that a block may ask for"), &h.optInEvidence),
        std::pair(phrase("shared memory that is reserved"), &h.reservedEvidence),
    };
    const auto &[what, least] = *std::min_element(
        all.begin(), all.end(), [](const auto &a, const auto &b) { return a.second->known < b.second->known; });
    return {least->known, phrase("%1: %2", what, least->text)};
}

} // namespace

Result<LaunchModel> modelLaunch(const Catalog &catalog, const RunSpec &spec, const Schedule &schedule)
{
    const Result<const KernelFamily *> kernel = catalog.kernel(spec.request.kernel);
    if (!kernel.ok())
        return kernel.status();
    const Result<const DeviceProfile *> device = catalog.device(spec.request.device);
    if (!device.ok())
        return device.status();
    const DeviceProfile &profile = *device.value();
    const Problem &p = spec.problem;
    LaunchModel model;
    if (!kernel.value()->noLaunch.empty())
        return Status(StatusCode::NotFound, phrase("kernel %1: %2", spec.request.kernel, kernel.value()->noLaunch));
    if (!kernel.value()->launch)
        return Status(
            StatusCode::NotFound,
            phrase("kernel %1: its file has no \"launch\", so how it is launched is not known", spec.request.kernel));
    const bool isSplit = schedule.splits() > 1;
    model.launch =
        std::make_shared<const KernelLaunch>(kernel.value()->launch->forRun(p, spec.recipe, profile, isSplit));
    const KernelLaunch &launch = *model.launch;

    const std::int64_t bytes = launch.sharedMemoryFor(p, spec.recipe);
    if (launch.threads < 32 || launch.threads > kMaxThreads)
        return Status(StatusCode::Unsupported,
                      phrase("kernel %1: a block would have %2 threads, expected 32..%3 (query tile %4, key tile %5)",
                             spec.request.kernel, launch.threads, kMaxThreads, spec.recipe.tileM, spec.recipe.tileN));
    model.block = {launch.threads, launch.registersPerThread, static_cast<int>(std::min<std::int64_t>(bytes, 1 << 30))};
    model.occupancy = occupancy(profile.hardware, model.block);
    model.known = weakest(launch, profile.hardware);
    if (model.occupancy.blocksPerSm == 0)
        return Status(StatusCode::Unsupported,
                      phrase("kernel %1: a block of %2 threads with %3 bytes of shared memory does not fit on an SM of "
                             "%4 (limit: %5)",
                             spec.request.kernel, model.block.threads, bytes, profile.id,
                             occupancyLimitWords(model.occupancy.limit)));

    const int packed = packedHeads(launch, p);
    model.scheduler = launch.schedulerFor(p, isSplit);
    model.policy = policyOf(model.scheduler);
    const int packedRows = spec.recipe.tileM; // of a tile, where the query heads of a KV head are rows
    model.grid.mBlocks = packed > 1 ? (packed + packedRows - 1) / packedRows : schedule.mBlocks();
    model.grid.heads = p.heads / packed;
    model.grid.batch = std::max(spec.request.batch, p.batch);
    model.grid.splits = schedule.splits();
    model.grid.headsPerKvHead = packed > 1 ? 1 : p.heads / p.kvHeads;
    model.grid.kvHeadBytes = std::int64_t{p.seqlenK} * (p.headDim + p.headDimV) * formatInfo(p.dtype).bytes;
    if (model.grid.tiles() > kMaxLaunchTiles)
        return Status(StatusCode::Unsupported,
                      phrase("the launch would have %1 tiles, more than the %2 that are simulated", model.grid.tiles(),
                             kMaxLaunchTiles));

    const int perRowBlock = isSplit ? schedule.splits() + 1 : 1;
    const auto workTileOf = [&](int batch, int head, int mBlock, int split) {
        return ((batch % p.batch * p.heads + head) * schedule.mBlocks() + mBlock) * perRowBlock + split;
    };
    std::vector<std::int64_t> costs, costOfLength;
    for (std::int64_t i = 0; i < model.grid.tiles(); ++i) {
        LaunchTile tile;
        tile.at = tileAt(model.scheduler, model.grid, i);
        tile.workTile = packed > 1 ? workTileOf(tile.at.batch, tile.at.head * packed + tile.at.mBlock * packedRows, 0,
                                                tile.at.split)
                                   : workTileOf(tile.at.batch, tile.at.head, tile.at.mBlock, tile.at.split);
        tile.keyTiles = schedule.keyTileCount(schedule.workTile(tile.workTile));
        while (static_cast<int>(costOfLength.size()) <= tile.keyTiles)
            costOfLength.push_back(tileCost(static_cast<int>(costOfLength.size()), model.costs, launch.overlap));
        tile.cost = costOfLength[static_cast<std::size_t>(tile.keyTiles)];
        costs.push_back(tile.cost);
        model.tiles.push_back(tile);
    }
    // A persistent kernel starts one block on each SM.
    const int perSm = isPersistent(model.policy) ? 1 : model.occupancy.blocksPerSm;
    model.timeline = simulateLaunch(costs, profile.smCount, perSm, model.policy);
    if (isSplit) {
        TileGrid grid{schedule.mBlocks(), p.heads, model.grid.batch, 1, 1, 1};
        costs.clear();
        for (std::int64_t i = 0; i < grid.tiles(); ++i) {
            LaunchTile tile;
            tile.at = tileAt(TileScheduler::SingleTile, grid, i);
            tile.workTile = workTileOf(tile.at.batch, tile.at.head, tile.at.mBlock, schedule.splits());
            tile.cost = schedule.splits();
            costs.push_back(tile.cost);
            model.combines.push_back(tile);
        }
        model.combineTimeline = simulateLaunch(costs, profile.smCount, 1, DispatchPolicy::Linear);
    }
    return model;
}

} // namespace ulpscope
