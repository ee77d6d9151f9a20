// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/device_profile.h"
#include "engine/schedule/evidence.h"

#include <cstdint>
#include <optional>

namespace ulpscope {

/// How FlashAttention-2's backward pass is cut up: what can change a bit of dQ beside the forward's recipe.
struct BackwardPlan {
    int kernelDim = 0; ///< head dim that the kernel is made for; columns beyond the problem's are zeros
    int tileM = 0;     ///< query rows that a block takes at once
    int tileN = 0;     ///< keys of a block: every such key tile adds one contribution to a dQ element
    int rowThreads =
        0;           ///< threads that share the sum of dO * O of a row: 8 columns of each in every page of 8 times it
    int buffers = 1; ///< of the deterministic mode: key tile n is added to number n mod buffers
    Evidence known;

    bool operator==(const BackwardPlan &) const = default;
};

/// The plan for a head dim on a device; none beyond head dim 256. `heads`: batch * heads of the launch. The evidence is
/// left to the caller. Source: FlashAttention csrc/flash_attn/src/flash_bwd_launch_template.h (073afd5),
/// run_flash_bwd_seqk_parallel and run_mha_bwd_hdim32 to 256; kernel_traits.h (0a4755e), Flash_bwd_kernel_traits.
std::optional<BackwardPlan> fa2BackwardPlan(const DeviceProfile &device, int headDim, std::int64_t heads);

} // namespace ulpscope
