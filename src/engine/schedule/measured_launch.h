// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// When and where the blocks of a real launch ran, in the form of the modelled launch, to be looked at beside it.
#pragma once

#include "engine/schedule/launch_model.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace ulpscope {

/// Where and when a block of a real launch ran.
struct MeasuredBlock {
    int workTile = 0;                 ///< of the Schedule
    int sm = 0;                       ///< the GPU's own number
    std::uint64_t begin = 0, end = 0; ///< nanoseconds since the first block began
    bool operator==(const MeasuredBlock &) const = default;
};

struct MeasuredLaunch {
    std::string gpu; ///< as its driver names it
    int smCount = 0;
    std::vector<MeasuredBlock> blocks; ///< in the order of the launch: one for each work tile that is no combine

    /// Work tiles of one query tile in the order in which their blocks ended: how its splits arrived.
    std::vector<int> arrivals(const Schedule &schedule, int batch, int head, int mBlock) const;
};

/// The order in which the model hands out the work tiles of the problem itself, without copies of it in a larger batch;
/// empty where a block of the modelled launch stands for several work tiles.
std::vector<int> launchOrder(const LaunchModel &model, const Schedule &schedule);

/// The launch as it was measured: times in nanoseconds, slots of an SM in the order in which blocks came to find them
/// free. What blocks need, and how the kernel's warps share the work, stay those of the model; a combine is not
/// measured. Errors: blocks that are not those of the schedule's work tiles.
Result<LaunchModel> measuredTimeline(const LaunchModel &model, const Schedule &schedule,
                                     const MeasuredLaunch &measured);

/// {"gpu", "sm_count", "blocks": [[work tile, SM, begin, end], ...]}
nlohmann::json toJson(const MeasuredLaunch &measured);
/// `where` names file and place in messages.
Result<MeasuredLaunch> measuredLaunchFromJson(const nlohmann::json &object, const std::string &where);

} // namespace ulpscope
