// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What the GPU's own units do, for `calibrate`. Nothing here waits but limits().
#pragma once

#include "engine/backend/calibration_protocol.h"

#include <cuda_runtime.h>

namespace ulpscope::cuda {

/// Words of a function, of the words first .. first + count - 1.
void approximate(const worker::ApproxRequest &request, std::uint32_t *out, cudaStream_t stream);

/// Operands as MmaRequest says, on the GPU; `unequal` counts problems whose places in the tile do not agree.
struct MmaView {
    worker::MmaRequest request;
    const std::uint32_t *a, *b, *c;
    std::uint32_t *out;
    unsigned *unequal;
};
/// For units that limits() has.
void multiply(const MmaView &view, cudaStream_t stream);

worker::GpuLimits limits();

// calibrate_wgmma.cu: compiled for sm_90a alone
bool hasWgmma(); ///< the program holds that code
void multiplyWgmma(const MmaView &view, cudaStream_t stream);

} // namespace ulpscope::cuda
