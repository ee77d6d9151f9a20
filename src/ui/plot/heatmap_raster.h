// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/color_lut.h"
#include "ui/plot/matrix_pyramid.h"

#include <QImage>

#include <vector>

namespace ulpscope::ui {

/// Which cells of one axis each pixel shows: pixel i shows cells [first[i], first[i] + count[i]).
struct PixelCells {
    std::vector<int> first;
    std::vector<int> count;

    /// `origin` is the position, in cells of level 0, of the left edge of pixel 0, `cellsPerPixel` the step. Level k
    /// cells hold 2^level cells. Each cell with its centre in a pixel belongs to that pixel; a pixel that holds no
    /// centre shows the cell at its own centre. Cells at the ends of the axis are never lost to rounding.
    static PixelCells map(int pixels, double origin, double cellsPerPixel, int level, int levelCells);
};

/// Pyramid level for drawing at `cellsPerPixel` columns and rows per pixel: cells of half a pixel to one pixel along
/// the axis that is reduced less.
int levelFor(double columnsPerPixel, double rowsPerPixel, int levelCount);

/// Colours of the pixels of `columns` x `rows`, at `level`. Level 0 reads the matrix itself.
QImage rasterize(const Matrix &matrix, const MatrixPyramid *pyramid, int level, const PixelCells &columns,
                 const PixelCells &rows, const ColorLut &lut);

} // namespace ulpscope::ui
