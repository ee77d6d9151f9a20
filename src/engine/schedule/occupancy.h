// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/device_profile.h"

namespace ulpscope {

/// What one block of a launch asks of an SM.
struct BlockNeeds {
    int threads = 0;
    int registersPerThread = 0;
    int sharedMemory = 0; ///< bytes, static and dynamic
    bool operator==(const BlockNeeds &) const = default;
};

enum class OccupancyLimit { Threads, SharedMemory, Registers, Blocks };
/// "threads", "shared memory", "registers", "blocks"
Phrase occupancyLimitWords(OccupancyLimit limit);

/// How many blocks run on an SM at once, and what stops more.
struct Occupancy {
    static constexpr int kNoLimit = 1 << 30;

    int byThreads = 0, bySharedMemory = 0, byRegisters = 0, byBlocks = 0;
    int blocksPerSm = 0;                            ///< the least of the four; 0: the block does not fit
    OccupancyLimit limit = OccupancyLimit::Threads; ///< what gives that; of several, the first in the order above
    int warpsPerSm = 0;
};

/// The arithmetic of CUDA's cuda_occupancy.h (13.0), with the largest carve-out of shared memory, which is what a
/// kernel gets that asks for its maximum.
Occupancy occupancy(const Hardware &hardware, const BlockNeeds &block);

} // namespace ulpscope
