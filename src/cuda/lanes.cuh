// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Sums of a row over its lanes: which columns a lane has, and how lanes are added.
#pragma once

#include "cuda/view.cuh"

namespace ulpscope::cuda {

constexpr int kMaxLanes = 64;

/// Calls visit(column) for the columns of a lane in one part of the tile, ascending: LaneLayout without its lists.
template <typename Visit>
__device__ void forEachColumn(const LaneNumbers &n, int part, int lane, Visit visit)
{
    const int begin = part * n.partWidth;
    if (n.lanes != Lanes::Quad) {
        for (int i = lane; i < n.partWidth; i += n.count)
            visit(begin + i);
        return;
    }
    for (int i = 2 * lane; i < n.partWidth; i += 8) {
        visit(begin + i);
        if (i + 1 < n.partWidth)
            visit(begin + i + 1);
    }
}

/// Sum of a lane's columns in one part, 0 where it has none.
__device__ inline float laneTotal(const LaneNumbers &n, const float *p, int part, int lane)
{
    if (n.laneSum == LaneSum::Ascending) {
        float total = 0.0f;
        bool first = true;
        forEachColumn(n, part, lane, [&](int column) {
            total = first ? p[column] : total + p[column];
            first = false;
        });
        return total;
    }
    // Balanced: whole subtrees as in a binary counter; what is left over is added from the smallest on.
    float pending[13];
    unsigned count = 0;
    forEachColumn(n, part, lane, [&](int column) {
        float x = p[column];
        int level = 0;
        for (unsigned carry = count; carry & 1; carry >>= 1)
            x = pending[level++] + x;
        pending[level] = x;
        ++count;
    });
    float total = 0.0f;
    bool first = true;
    for (int level = 0; level < 13; ++level) {
        if (count >> level & 1) {
            total = first ? pending[level] : pending[level] + total;
            first = false;
        }
    }
    return total;
}

/// Adds one value per lane (a power of two) as a butterfly shuffle does; every lane ends with the same sum.
__device__ inline float butterfly(const LaneNumbers &n, float *values)
{
    if (n.quadOrder == QuadOrder::Xor21) {
        for (int offset = n.count / 2; offset >= 1; offset /= 2)
            for (int i = 0; i < offset; ++i)
                values[i] += values[i + offset];
    } else {
        for (int offset = 1; offset < n.count; offset *= 2)
            for (int i = 0; i < n.count; i += 2 * offset)
                values[i] += values[i + offset];
    }
    return values[0];
}

/// The row sum that a row's lane sums stand for.
__device__ inline float joined(const LaneNumbers &n, const float *lanes)
{
    if (n.width == 1)
        return lanes[0];
    float copy[kMaxLanes];
    for (int lane = 0; lane < n.count; ++lane)
        copy[lane] = lanes[lane];
    return butterfly(n, copy);
}

} // namespace ulpscope::cuda
