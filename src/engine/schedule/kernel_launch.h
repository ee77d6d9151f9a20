// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// How a kernel is launched: what its blocks ask of an SM, who takes which tile, which warps do what. Timing only: no
// bit of a result depends on any of it.
#pragma once

#include "engine/schedule/cta_timeline.h"
#include "engine/schedule/kernel_family.h"
#include "engine/schedule/tile_order.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ulpscope {

/// A group of warps with one task.
struct WarpRole {
    std::string name;
    int warps = 0;                 ///< 0: all warps of the block that the other roles leave
    std::vector<std::string> does; ///< of "load", "scores", "softmax", "output", "store"
};

struct KernelLaunch {
    int threads = 0; ///< of a block; with `warpRows` those that are there whatever the tile
    /// Where not 0: a warp more for every so many rows of the tile, and for every so many keys where `warpKeys` is not
    /// 0.
    int warpRows = 0, warpKeys = 0;
    std::vector<std::string> warpOptions; ///< options of a call that give the number of warps; a later one wins
    Evidence threadsEvidence;
    int registersPerThread = 0;
    int minBlocks = 0; ///< where not 0: no more registers than let so many blocks onto an SM (__launch_bounds__)
    Evidence registersEvidence;
    /// Shared memory holds so many query tiles and key tiles (K and V counted apart) of the head dim, rounded up to one
    /// of `headDims` where there are any, and tiles of scores in the format of the inputs.
    int queryTiles = 0, keyTiles = 0, scoreTiles = 0;
    std::vector<int> headDims;
    int maxColumns = 0; ///< where not 0: of a larger head dim only so many columns are there at a time
    int fillBytes = 0;  ///< where not 0: of the `keyTiles` only as many as fit beside the others into so many bytes
    Evidence sharedMemoryEvidence;
    TileScheduler scheduler = TileScheduler::SingleTile, causalScheduler = TileScheduler::SingleTile;
    TileScheduler splitScheduler = TileScheduler::SingleTile;
    bool packsDecode = false; ///< one query: the query heads of a KV head are rows of one tile
    Evidence schedulerEvidence;
    PhaseOverlap overlap = PhaseOverlap::None;
    std::vector<WarpRole> roles;
    Evidence rolesEvidence;
    /// In order, later ones win; each sets "threads", "queryTiles", "keyTiles", "scoreTiles" or "overlap".
    std::vector<KernelRule> rules;

    /// The launch of one run: rules, tile, options of the call and register file applied, all roles with their warps.
    KernelLaunch forRun(const Problem &problem, const Recipe &recipe, const DeviceProfile &device, bool isSplit) const;
    /// Bytes of shared memory that a block of such a launch asks for.
    std::int64_t sharedMemoryFor(const Problem &problem, const Recipe &recipe) const;
    TileScheduler schedulerFor(const Problem &problem, bool isSplit) const;
};

/// Parses the object "launch" of a kernel's file.
Result<KernelLaunch> parseLaunch(const nlohmann::json &json, const std::string &where);

} // namespace ulpscope
