// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What the dispatched code of mma_tile.cpp gets: outside of that file, which is compiled once per instruction set.
#pragma once

#include "engine/numerics/tensor_core.h"

// Vectors of these have no size at compile time, and the kernel keeps arrays of them.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif

namespace ulpscope {

struct MmaTileArgs {
    const TensorCoreSpec &spec;
    DType type;
    int instrK;
    const float *aValue; ///< m x k
    const std::int32_t *aExponent;
    const float *bValue; ///< k x n
    const std::int32_t *bExponent;
    int m, n, k;
    float *c; ///< m x n
    std::ptrdiff_t strideC;
};

} // namespace ulpscope
