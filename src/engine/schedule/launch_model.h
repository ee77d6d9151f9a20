// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/catalog.h"
#include "engine/schedule/cta_timeline.h"
#include "engine/schedule/kernel_launch.h"
#include "engine/schedule/occupancy.h"
#include "engine/schedule/schedule.h"
#include "engine/schedule/tile_order.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ulpscope {

/// A tile of a launch, and the work tile of the plan that it stands for (the first, where query heads are packed).
struct LaunchTile {
    TileCoordinate at;
    int workTile = 0;
    int keyTiles = 0;
    std::int64_t cost = 0; ///< units, see PhaseCosts
};

/// How a run would lie on the SMs of its device: a model for looking at, apart from the plan. Equal plans with other
/// launches give equal bits.
struct LaunchModel {
    std::shared_ptr<const KernelLaunch> launch; ///< as for this run (KernelLaunch::forRun)
    TileScheduler scheduler = TileScheduler::SingleTile;
    DispatchPolicy policy = DispatchPolicy::Linear;
    TileGrid grid;
    BlockNeeds block;
    Occupancy occupancy;
    PhaseCosts costs;
    std::vector<LaunchTile> tiles;    ///< in the order in which they are handed out
    CtaTimeline timeline;             ///< its tiles index into `tiles`
    std::vector<LaunchTile> combines; ///< of a split run: a launch of its own after the first
    CtaTimeline combineTimeline;      ///< from the end of the first
    std::int64_t makespan() const { return timeline.makespan + combineTimeline.makespan; }
    /// The weakest of what the launch and the limits of the device stand on; the timeline itself is always a model.
    Evidence known;
};

/// Errors: the kernel's file, a user's own, has no launch; its block is none or does not fit on an SM of the device.
Result<LaunchModel> modelLaunch(const Catalog &catalog, const RunSpec &spec, const Schedule &schedule);

} // namespace ulpscope
