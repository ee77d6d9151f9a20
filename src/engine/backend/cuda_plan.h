// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// A RunSpec and its steps in the worker's numbers: everything that is decided is decided here.
#pragma once

#include "engine/backend/worker_protocol.h"
#include "engine/schedule/catalog.h"
#include "engine/schedule/schedule.h"

#include <map>
#include <vector>

namespace ulpscope {

/// Which of a GPU's own units compute what the recipes of this program's device profiles say.
struct GpuArithmetic {
    std::vector<const DeviceProfile *> profiles; ///< of its compute capability
    bool hasNativeBf16 = false;                  ///< and fp16 with k = 16, and tf32
    bool useHardware = true;                     ///< false: models and tables only, for tests
    bool useWarpGroups = true;                   ///< false: whole tiles by mma.sync alone

    bool hasTables(const std::string &approxTable) const;
    bool multipliesLike(const ResolvedMma &mma) const;
};

/// Whether the worker can execute the run at all, whatever GPU it has.
Status supportedByWorker(const RunSpec &spec);

/// Postfix form of a merge tree: an operand's index pushes it, -1 adds the two on top; at most log2(leaves) + 2 are
/// pushed at a time.
std::vector<std::int32_t> mergeProgram(const MergeTree &tree);

/// The plan without its buffers, and the merge programs that it refers to.
struct CudaPlan {
    worker::Plan plan{};
    std::vector<std::int32_t> programs;
    std::map<int, std::int32_t> sketchPrograms;         ///< offset by number of key tiles
    std::map<std::vector<int>, std::int32_t> tileLists; ///< offsets of key tiles in visiting order, for whole tiles

    /// Adds the lists of key tiles, where the worker executes whole work tiles of the run at once.
    void planWholeTiles(const Schedule &schedule);
    bool hasWholeTiles() const { return !tileLists.empty(); }
    /// All steps of a work tile that is no combine.
    worker::Item wholeTile(const Schedule &schedule, const WorkTile &tile) const;

    /// The planned step of a work tile as the worker is told it.
    worker::Item item(const Schedule &schedule, const WorkTile &tile, const PlannedStep &step) const;
};
Result<CudaPlan> makeCudaPlan(const RunSpec &spec, const Schedule &schedule, const GpuArithmetic &gpu);

worker::Element elementOf(DType type);

} // namespace ulpscope
