// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/heatmap_overlay.h"

#include <algorithm>

namespace ulpscope::ui {

HeatmapOverlay::HeatmapOverlay(QCustomPlot *plot, const QString &layer, const HeatmapPlottable *cells)
    : QCPLayerable(plot, layer), m_cells(cells)
{}

void HeatmapOverlay::draw(QCPPainter *painter)
{
    const Matrix *matrix = m_cells->matrix();
    if (!matrix || matrix->values.empty())
        return;
    if (m_marks.selectedRow >= 0)
        drawBand(painter, m_cells->cellsToPixels({m_marks.selectedRow, 0, m_marks.selectedRow + 1, matrix->cols}),
                 true);
    if (m_marks.selectedCol >= 0)
        drawBand(painter, m_cells->cellsToPixels({0, m_marks.selectedCol, matrix->rows, m_marks.selectedCol + 1}),
                 false);
    for (const CellRect &cells : m_marks.highlights)
        drawFrame(painter, m_cells->cellsToPixels(cells), m_theme.accentA, 1.5);
    if (!m_marks.currentTile.empty())
        drawFrame(painter, m_cells->cellsToPixels(m_marks.currentTile), m_theme.cursor, 1.5);
    if (m_marks.cursor.valid()) {
        // A cell of a quarter pixel still gets a frame that can be seen.
        QRectF cell = m_cells->cellsToPixels(
            {m_marks.cursor.row, m_marks.cursor.col, m_marks.cursor.row + 1, m_marks.cursor.col + 1});
        const double grow = std::max(0.0, (m_theme.length(7) - std::min(cell.width(), cell.height())) / 2);
        drawFrame(painter, cell.adjusted(-grow, -grow, grow, grow), m_theme.cursor, 2);
    }
    if (!m_rubberBand.isEmpty()) {
        QColor fill = m_theme.accentA;
        fill.setAlphaF(0.15f);
        painter->setBrush(fill);
        painter->setPen(QPen(m_theme.accentA, m_theme.penWidth()));
        painter->drawRect(m_rubberBand);
    }
}

void HeatmapOverlay::drawFrame(QCPPainter *painter, QRectF rect, const QColor &color, double width) const
{
    // Light line in a dark casing, or the reverse: seen on every colour of every map.
    painter->setBrush(Qt::NoBrush);
    QPen pen(m_theme.cursorCasing, m_theme.penWidth(width + 2));
    pen.setJoinStyle(Qt::MiterJoin);
    painter->setPen(pen);
    painter->drawRect(rect);
    pen.setColor(color);
    pen.setWidthF(m_theme.penWidth(width));
    painter->setPen(pen);
    painter->drawRect(rect);
}

void HeatmapOverlay::drawBand(QCPPainter *painter, const QRectF &band, bool horizontal) const
{
    const double thickness = horizontal ? band.height() : band.width();
    painter->setBrush(Qt::NoBrush);
    if (thickness >= m_theme.length(6)) {
        painter->setPen(QPen(m_theme.selectedRow, m_theme.penWidth(1.5)));
        painter->drawRect(band);
        return;
    }
    // A thin row is struck through; half transparent, or it would hide the values it points at.
    QColor color = m_theme.selectedRow;
    color.setAlphaF(0.75f);
    painter->setPen(QPen(color, m_theme.penWidth()));
    const QPointF c = band.center();
    painter->drawLine(horizontal ? QLineF(band.left(), c.y(), band.right(), c.y())
                                 : QLineF(c.x(), band.top(), c.x(), band.bottom()));
}

} // namespace ulpscope::ui
