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
    int warps = 0;
    std::vector<std::string> does; ///< of "load", "scores", "softmax", "output", "store"
};

struct KernelLaunch {
    int threads = 0; ///< of a block
    Evidence threadsEvidence;
    std::vector<KernelRule> threadRules; ///< in order, later ones win; each sets "threads"
    int registersPerThread = 0;
    Evidence registersEvidence;
    /// Shared memory holds so many query tiles and key tiles (K and V counted apart) of the head dim, rounded up to one
    /// of `headDims` where there are any.
    int queryTiles = 0, keyTiles = 0;
    std::vector<int> headDims;
    Evidence sharedMemoryEvidence;
    TileScheduler scheduler = TileScheduler::SingleTile, causalScheduler = TileScheduler::SingleTile;
    TileScheduler splitScheduler = TileScheduler::SingleTile;
    bool packsDecode = false; ///< one query: the query heads of a KV head are rows of one tile
    Evidence schedulerEvidence;
    PhaseOverlap overlap = PhaseOverlap::None;
    std::vector<WarpRole> roles;
    Evidence rolesEvidence;

    /// Threads of a block for this problem.
    int threadsFor(const Problem &problem, const DeviceProfile &device, bool isSplit) const;
    /// Bytes of shared memory that a block asks for.
    std::int64_t sharedMemoryFor(const Problem &problem, const Recipe &recipe) const;
    TileScheduler schedulerFor(const Problem &problem, bool isSplit) const;
};

/// Parses the object "launch" of a kernel's file.
Result<KernelLaunch> parseLaunch(const nlohmann::json &json, const std::string &where);

} // namespace ulpscope
