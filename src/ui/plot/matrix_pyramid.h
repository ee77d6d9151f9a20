// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/cell_code.h"

#include <array>
#include <vector>

namespace ulpscope::ui {

/// Levels of a matrix for drawing it smaller than one pixel per cell: a cell of level k is the most prominent of
/// 2^k x 2^k cells (cell_code.h). Level 0 is the matrix itself and is not stored.
class MatrixPyramid {
public:
    struct Level {
        int rows = 0, cols = 0;
        std::vector<CellCode> codes;
        const CellCode *row(int r) const
        {
            return codes.data() + static_cast<std::size_t>(r) * static_cast<std::size_t>(cols);
        }
    };

    static MatrixPyramid build(const Matrix &matrix);

    /// Brings the levels up to date after the cells in `changed` got new values, without touching the rest.
    void update(const Matrix &matrix, const CellRect &changed);

    /// Stored levels 1..levelCount(); the last one is a single row or column of at least one cell.
    int levelCount() const { return static_cast<int>(m_levels.size()); }
    const Level &level(int k) const { return m_levels[static_cast<std::size_t>(k - 1)]; }

private:
    std::vector<Level> m_levels;
};

/// What the range control and the legend need to know about the values.
struct MatrixStatistics {
    std::size_t finite = 0, masked = 0, notComputed = 0, nan = 0, positiveInfinity = 0, negativeInfinity = 0, zero = 0,
                negative = 0;
    float min = 0, max = 0;                            ///< over finite values; 0 when there is none
    float smallestMagnitude = 0, largestMagnitude = 0; ///< over finite nonzero values

    /// Counts of finite values by the upper 12 bits of the float, in ascending order of value: eight bins per octave,
    /// so one histogram serves every scale. Only every binRowStep-th row is counted here: it is a picture, the numbers
    /// above are exact, and random increments are the slowest part of the work.
    static constexpr int kBins = 1 << 12;
    static constexpr std::size_t kBinnedCells = 2u << 20; ///< matrices up to this size are counted whole
    int binRowStep = 1;
    std::array<std::uint32_t, kBins> bins{};
    /// Smallest value that falls into `bin`; bin kBins gives +infinity or more.
    static float binLowerEdge(int bin);

    static MatrixStatistics of(const Matrix &matrix);
};

} // namespace ulpscope::ui
