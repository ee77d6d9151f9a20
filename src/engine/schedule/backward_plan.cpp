// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/backward_plan.h"

namespace ulpscope {
namespace {

constexpr int kLargeSharedMemoryKb = 144; ///< what a block must be able to ask for to get the larger tiles

} // namespace

std::optional<BackwardPlan> fa2BackwardPlan(const DeviceProfile &device, int headDim, std::int64_t heads)
{
    const bool large = device.hardware.optInKb >= kLargeSharedMemoryKb;
    const auto tiles = [](int kernelDim, int tileM, int tileN) {
        BackwardPlan plan;
        plan.kernelDim = kernelDim;
        plan.tileM = tileM;
        plan.tileN = tileN;
        return plan;
    };
    BackwardPlan plan;
    if (headDim <= 32)
        plan = tiles(32, 128, 128);
    else if (headDim <= 64)
        plan = tiles(64, large ? 128 : 64, 128);
    else if (headDim <= 96)
        plan = tiles(96, 64, 128);
    else if (headDim <= 128)
        plan = tiles(128, 64, large ? 128 : 64);
    else if (headDim <= 192)
        plan = tiles(192, 64, 64);
    else if (headDim <= 256)
        plan = tiles(256, 64, large ? 64 : 32);
    else
        return {};
    // A thread loads 16 bytes; 64 columns are a page of shared memory, 32 where the head dim is no multiple of 64.
    plan.rowThreads = plan.kernelDim % 64 == 0 ? 8 : 4;
    plan.buffers = static_cast<int>((device.smCount + heads - 1) / heads);
    return plan;
}

} // namespace ulpscope
