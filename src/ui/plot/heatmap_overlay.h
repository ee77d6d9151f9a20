// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/heatmap_plottable.h"

namespace ulpscope::ui {

/// Outlines on top of a heat map: tile, row, column, highlights, cell cursor, rubber band.
class HeatmapOverlay : public QCPLayerable {
    Q_OBJECT

public:
    HeatmapOverlay(QCustomPlot *plot, const QString &layer, const HeatmapPlottable *cells);

    void setMarks(HeatmapMarks marks) { m_marks = std::move(marks); }
    const HeatmapMarks &marks() const { return m_marks; }
    void setTheme(const Theme &theme) { m_theme = theme; }
    void setRubberBand(const QRectF &pixels) { m_rubberBand = pixels; } ///< empty: none

protected:
    QRect clipRect() const override { return m_cells->keyAxis()->axisRect()->rect(); }
    void applyDefaultAntialiasingHint(QCPPainter *painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter *painter) override;

private:
    void drawFrame(QCPPainter *painter, QRectF rect, const QColor &color, double width) const;
    void drawBand(QCPPainter *painter, const QRectF &band, bool horizontal) const;

    const HeatmapPlottable *m_cells;
    HeatmapMarks m_marks;
    QRectF m_rubberBand;
    Theme m_theme;
};

} // namespace ulpscope::ui
