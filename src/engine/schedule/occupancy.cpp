// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/occupancy.h"

#include <algorithm>
#include <utility>

namespace ulpscope {
namespace {

constexpr int kWarp = 32;

int ceilDiv(int a, int b) { return (a + b - 1) / b; }
int roundUp(int a, int unit) { return ceilDiv(a, unit) * unit; }

int bySharedMemory(const Hardware &h, int bytes)
{
    if (bytes > h.optInKb * 1024)
        return 0;
    const int taken = roundUp(bytes + h.reservedPerBlock, h.sharedMemoryUnit);
    return taken == 0 ? Occupancy::kNoLimit : h.carveOutsKb.back() * 1024 / taken;
}

int byRegisters(const Hardware &h, int registersPerThread, int warps)
{
    const int perWarp = roundUp(registersPerThread * kWarp, h.registerUnit);
    if (perWarp == 0)
        return Occupancy::kNoLimit;
    // A launch is refused unless its warps fit when they are shared out evenly over the partitions.
    if (perWarp * roundUp(warps, h.registerPartitions) > h.registersPerSm)
        return 0;
    const int warpsPerPartition = h.registersPerSm / h.registerPartitions / perWarp;
    return warpsPerPartition * h.registerPartitions / warps;
}

} // namespace

Phrase occupancyLimitWords(OccupancyLimit limit)
{
    switch (limit) {
    case OccupancyLimit::Threads: return phrase("threads");
    case OccupancyLimit::SharedMemory: return phrase("shared memory");
    case OccupancyLimit::Registers: return phrase("registers");
    case OccupancyLimit::Blocks: return phrase("blocks");
    }
    return {};
}

Occupancy occupancy(const Hardware &h, const BlockNeeds &block)
{
    Occupancy o;
    const int warps = std::max(1, ceilDiv(block.threads, kWarp));
    o.byThreads = h.threadsPerSm / kWarp / warps;
    o.bySharedMemory = bySharedMemory(h, block.sharedMemory);
    o.byRegisters = byRegisters(h, block.registersPerThread, warps);
    o.byBlocks = h.blocksPerSm;
    o.blocksPerSm = o.byThreads;
    for (const auto &[limit, blocks] :
         {std::pair(OccupancyLimit::SharedMemory, o.bySharedMemory),
          std::pair(OccupancyLimit::Registers, o.byRegisters), std::pair(OccupancyLimit::Blocks, o.byBlocks)}) {
        if (blocks < o.blocksPerSm) {
            o.blocksPerSm = blocks;
            o.limit = limit;
        }
    }
    o.warpsPerSm = o.blocksPerSm * warps;
    return o;
}

} // namespace ulpscope
