// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/color_scale.h"
#include "ui/plot/matrix_data.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ulpscope::ui {

struct MatrixStatistics;

/// What is outlined on top of a heat map. Drawn on a layer of its own: moving a mark does not redraw the cells.
struct HeatmapMarks {
    CellRect currentTile;             ///< empty: none
    std::vector<CellRect> highlights; ///< for example the leaves of a hovered tree node
    int selectedRow = -1, selectedCol = -1;
    Cell cursor;
};

/// Part of the matrix that is visible, in cells; fractional while zooming. row0/col0 are the upper left corner.
struct HeatmapWindow {
    double row0 = 0, col0 = 0, row1 = 0, col1 = 0;
    bool operator==(const HeatmapWindow &) const = default;
};

/// Text of one cell's value, as the user set number formats; used inside cells and in read-outs.
using CellFormatter = std::function<QString(float)>;

/// Everything that a heat map shows: enough to draw the same picture in a window, in a figure, in another process.
struct HeatmapState {
    MatrixPtr matrix;
    ColorScaleSpec scale;
    bool autoRange = true; ///< scale.min and max follow the values; off: they stay as they are
    /// What an automatic range covers instead of the values on show: a map that fills step by step, or one of a pair,
    /// keeps its colours. Null: the values on show.
    std::shared_ptr<const MatrixStatistics> rangeStatistics;
    QString title;                 ///< figures only; views have their own header
    QString rowLabel, columnLabel; ///< axis titles
    QString quantity;              ///< beside the colour bar, with its unit: "error (ulp)"
    HeatmapMarks marks;
    std::optional<HeatmapWindow> window; ///< none: all
    bool squareCells = false;            ///< else cells fill the space there is
    bool grid = true;                    ///< lines between cells of 8 px and more
    bool colorBar = true;
    CellFormatter format; ///< default: four significant digits
};

/// "1.041", "0.8600", "12", "NaN", "-inf": four significant digits, whole numbers as such. The default CellFormatter.
QString formatCellValue(float value);

} // namespace ulpscope::ui
