// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Which runs the worker executes a whole work tile at once, for engine and worker. C++17.
#pragma once

#include "engine/backend/worker_protocol.h"

namespace ulpscope::worker {

/// A kernel that is compiled: sizes of its tiles, warps of a block, and the operations that recipes differ in.
struct FusedShape {
    int headDim, tileM, tileN, warps;
    bool flushes;  ///< subnormal exponentials
    bool localSum; ///< a lane's p of a tile are summed first (laneLocalFma), else onto the running sum (laneFma)
};
inline constexpr FusedShape kFusedShapes[] = {
    // fa2-pytorch
    {32, 128, 128, 4, false, false},
    {64, 128, 128, 4, false, false},
    {96, 128, 64, 4, false, false},
    {128, 128, 64, 4, false, false},
    {256, 64, 64, 4, false, false},
    // ... with splits
    {32, 64, 256, 4, false, false},
    {64, 64, 256, 4, false, false},
    {96, 64, 128, 4, false, false},
    {128, 64, 128, 4, false, false},
    // cudnn
    {32, 128, 128, 4, true, true},
    {64, 128, 128, 4, true, true},
    {96, 128, 128, 8, true, true},
    {128, 128, 128, 8, true, true},
    {256, 128, 128, 8, true, true},
};
inline constexpr int kFusedShapeCount = sizeof kFusedShapes / sizeof kFusedShapes[0];

/// The kernel for a run; -1: it needs the step kernels. 16-bit tensors on this GPU's own instructions, folded scale and
/// unfused argument by the hardware's ex2, the row sums of a quad joined at the end, everything in fp32 between tiles.
inline int fusedShapeOf(const Plan &p)
{
    const RowArithmetic &r = p.row;
    const bool isFp16 = p.element == Element::F16;
    const bool products = p.element != Element::F32 && p.qk.unit == Unit::Native && p.pv.unit == Unit::Native &&
                          p.qk.instrK == 16 && p.pv.instrK == 16 && p.pCast == (isFp16 ? PCast::Fp16 : PCast::Bf16) &&
                          p.oStore == OStore::Fp32;
    const bool softmax = r.scoreScale == ScoreScale::Folded && !r.maxOnScaled && r.argument == Argument::Unfused &&
                         r.exp == ExpMethod::Ex2 && r.softcap == 0.0f && r.scaleLog2 > 0.0f &&
                         r.rescaleThreshold == 0.0f && p.approximation == Approximation::Hardware;
    const LaneNumbers &n = p.lanes;
    const bool sums = n.lanes == Lanes::Quad && n.laneSum == LaneSum::Ascending && n.count == 4 && n.parts == 1 &&
                      n.width == 4 && (n.join == Join::LaneFma || n.join == Join::LaneLocalFma);
    if (!products || !softmax || !sums || p.isSketch || p.headDim != p.headDimV)
        return -1;
    for (int i = 0; i < kFusedShapeCount; ++i) {
        const FusedShape &s = kFusedShapes[i];
        if (s.headDim == p.headDim && s.tileM == p.tileM && s.tileN == p.tileN && s.flushes == r.ftz &&
            s.localSum == (n.join == Join::LaneLocalFma))
            return i;
    }
    return -1;
}

} // namespace ulpscope::worker
