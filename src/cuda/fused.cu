// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/kernels.h"
#include "engine/backend/fused_tiles.h"

#include <stdexcept>

namespace ulpscope::cuda {

template <int kIndex>
void launchWholeTiles(const Batch &batch); // fused_mma.cuh, a file for each index

namespace {

template <int kIndex = 0>
void launchIndex(const Batch &batch, int index)
{
    if constexpr (kIndex < kFusedShapeCount)
        index == kIndex ? launchWholeTiles<kIndex>(batch) : launchIndex<kIndex + 1>(batch, index);
    else
        throw std::runtime_error("a run asks for a whole tile that no kernel makes");
}

} // namespace

void wholeTiles(const Batch &batch)
{
    const int index = fusedShapeOf(batch.view.plan);
    batch.view.plan.warpGroups ? wholeTilesByWarpGroups(batch, index) : launchIndex(batch, index);
}

} // namespace ulpscope::cuda
