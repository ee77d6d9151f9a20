// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/color_lut.h"
#include "ui/plot/heatmap_state.h"
#include "ui/plot/matrix_pyramid.h"
#include "ui/theme/theme.h"

#include <qcustomplot.h>

namespace ulpscope::ui {

/// Draws a float matrix, each screen pixel exactly: zoomed in, the cell under the pixel's centre; zoomed out, the most
/// prominent of the cells whose centre the pixel holds, so that one bad element in 4096 x 4096 stays visible.
/// Colours are looked up for visible pixels only: changing scale, map or theme costs one repaint and no rebuild.
class HeatmapPlottable : public QCPAbstractPlottable {
    Q_OBJECT

public:
    HeatmapPlottable(QCPAxis *columns, QCPAxis *rows);

    /// `pyramid` may be null for a matrix that was not reduced yet: it is then drawn only where cells are larger than
    /// pixels.
    void setMatrix(MatrixPtr matrix, std::shared_ptr<const MatrixPyramid> pyramid);
    void setLut(std::shared_ptr<const ColorLut> lut) { m_lut = std::move(lut); }
    void setTheme(const Theme &theme) { m_theme = theme; }
    void setGrid(bool on) { m_grid = on; }
    void setHatched(bool on) { m_hatched = on; } ///< whether the matrix has masked cells at all
    void setFormatter(CellFormatter format) { m_format = std::move(format); }

    const Matrix *matrix() const { return m_matrix.get(); }
    /// Cell under a position in canvas pixels; invalid outside the matrix.
    Cell cellAt(const QPointF &pixel) const;
    /// Rectangle of cells in canvas pixels.
    QRectF cellsToPixels(const CellRect &cells) const;
    /// Size of one cell in canvas pixels.
    QSizeF cellSize() const;

    double selectTest(const QPointF &pos, bool onlySelectable, QVariant *details) const override;
    QCPRange getKeyRange(bool &found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool &found, QCP::SignDomain domain, const QCPRange &keyRange) const override;

protected:
    void draw(QCPPainter *painter) override;
    void drawLegendIcon(QCPPainter *, const QRectF &) const override {}

private:
    QRectF dataRect() const;
    void drawHatch(QCPPainter *painter, const QRectF &area) const;
    void drawPixels(QCPPainter *painter, const QRectF &area) const;
    void drawImage(QCPPainter *painter, const CellRect &cells) const;
    void drawRectangles(QCPPainter *painter, const CellRect &cells) const;
    void drawGrid(QCPPainter *painter, const CellRect &cells) const;
    void drawValues(QCPPainter *painter, const CellRect &cells) const;
    CellRect visibleCells() const;

    MatrixPtr m_matrix;
    std::shared_ptr<const MatrixPyramid> m_pyramid;
    std::shared_ptr<const ColorLut> m_lut;
    Theme m_theme;
    CellFormatter m_format;
    bool m_grid = true;
    bool m_hatched = false;
};

} // namespace ulpscope::ui
