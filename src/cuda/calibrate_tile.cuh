// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Single matrix instructions on independent problems. A tile has 8 columns of B; problem q of 8 is column q, and its
// row of A stands in every row r with r mod 8 = q: the results (r, q) must be equal.
//
// All instructions place 32-byte rows alike over the lanes of a warp (PTX ISA 9.0, mma.m16n8k16, k32 and wgmma): lane
// 4 g + t holds bytes 4 t .. 4 t + 3 (and 16 more on) of row g and of row g + 8 of A, and of column g of B; it gets
// columns 2 t and 2 t + 1 of rows g and g + 8 of the result.
#pragma once

#include "cuda/calibrate.h"

namespace ulpscope::cuda {

inline constexpr int kProblemsPerTile = 8;

/// What a lane reads and writes of the problems first .. first + 7.
struct TileLane {
    __device__ TileLane(const MmaView &v, std::uint64_t firstProblem)
        : view(v), first(firstProblem), group(static_cast<int>(threadIdx.x % 32) / 4), t(threadIdx.x % 4)
    {}

    __device__ std::uint64_t problem(int q) const
    {
        const std::uint64_t p = first + q;
        return p < view.request.count ? p : view.request.count - 1; // more of the last one
    }
    __device__ std::uint32_t word(const std::uint32_t *matrix, int words, int step, int at) const
    {
        return matrix[(problem(group) * view.request.chained + step) * words + at];
    }
    /// Accumulators of the columns 2 t and 2 t + 1 in a row of problem `group`: c where it is that problem's column.
    __device__ std::uint32_t accumulator(int column) const { return view.c[problem(column)]; }

    /// Writes the diagonal, and compares the other rows with it. `values[r][i]`: the word of row g (+ 8) column 2 t +
    /// i.
    __device__ void store(const std::uint32_t (&low)[2], const std::uint32_t (&high)[2], bool isFirst) const
    {
        for (int i = 0; i < 2; ++i) {
            const int column = 2 * t + i;
            if (column != group || first + column >= view.request.count)
                continue;
            if (isFirst)
                view.out[first + column] = low[i];
            if (low[i] != high[i])
                atomicAdd(view.unequal, 1u);
        }
    }

    const MmaView &view;
    std::uint64_t first;
    int group, t;
};

} // namespace ulpscope::cuda
