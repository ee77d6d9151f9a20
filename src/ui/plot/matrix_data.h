// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/cell_values.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ulpscope::ui {

/// Why a cell holds no value of its own. NaN and infinities are values: they are read off the float.
enum class CellClass : std::uint8_t { Value, Masked, NotComputed };

/// What a view draws: rows x cols floats, row-major, row 0 on top. Immutable once shared.
struct Matrix {
    int rows = 0;
    int cols = 0;
    CellValues values;              ///< rows * cols
    std::vector<CellClass> classes; ///< empty (all Value) or rows * cols
    int rowOrigin = 0;              ///< label of row 0, for a matrix that is a part of a larger one
    int colOrigin = 0;              ///< label of column 0

    std::size_t index(int row, int col) const
    {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(col);
    }
    float value(int row, int col) const { return values[index(row, col)]; }
    CellClass cellClass(int row, int col) const
    {
        return classes.empty() ? CellClass::Value : classes[index(row, col)];
    }
    bool contains(int row, int col) const { return row >= 0 && row < rows && col >= 0 && col < cols; }
};

using MatrixPtr = std::shared_ptr<const Matrix>;

/// Half-open rectangle of cells.
struct CellRect {
    int row0 = 0, col0 = 0; ///< first
    int row1 = 0, col1 = 0; ///< one past the last
    bool empty() const { return row1 <= row0 || col1 <= col0; }
    bool operator==(const CellRect &) const = default;
};

/// One cell; none when row or col is negative.
struct Cell {
    int row = -1, col = -1;
    bool valid() const { return row >= 0 && col >= 0; }
    bool operator==(const Cell &) const = default;
};

} // namespace ulpscope::ui
