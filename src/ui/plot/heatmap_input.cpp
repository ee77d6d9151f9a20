// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keyboard and mouse of the heat map; the rest is in heatmap_canvas.cpp.
#include "ui/plot/heatmap_canvas.h"
#include "ui/plot/heatmap_overlay.h"
#include "ui/plot/heatmap_plottable.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr double kWheelStep = 1.25; ///< zoom factor of one notch
constexpr int kPageCells = 16;

} // namespace

bool HeatmapCanvas::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // Plain arrows belong to the focused widget, even if an action of the window has them too.
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool arrow = key->key() == Qt::Key_Left || key->key() == Qt::Key_Right || key->key() == Qt::Key_Up ||
                           key->key() == Qt::Key_Down;
        if (arrow && !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier)))
            event->accept();
    }
    return PlotCanvas::event(event);
}

void HeatmapCanvas::keyPressEvent(QKeyEvent *event)
{
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        event->ignore(); // Ctrl+arrows step from anywhere
        return;
    }
    const int step = event->modifiers() & Qt::ShiftModifier ? kPageCells : 1;
    switch (event->key()) {
    case Qt::Key_Left: return moveCursor(0, -step);
    case Qt::Key_Right: return moveCursor(0, step);
    case Qt::Key_Up: return moveCursor(-step, 0);
    case Qt::Key_Down: return moveCursor(step, 0);
    case Qt::Key_PageUp: return moveCursor(-kPageCells, 0);
    case Qt::Key_PageDown: return moveCursor(kPageCells, 0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_state.marks.cursor.valid())
            emit activated(m_state.marks.cursor);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoomAbout(axisArea().center(), kWheelStep);
    case Qt::Key_Minus: return zoomAbout(axisArea().center(), 1 / kWheelStep);
    case Qt::Key_H: return home();
    case Qt::Key_C: return back();
    case Qt::Key_V: return forward();
    case Qt::Key_G: return setGrid(!m_state.grid);
    case Qt::Key_L: emit scaleCycleRequested(); return;
    default: PlotCanvas::keyPressEvent(event);
    }
}

void HeatmapCanvas::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !axisArea().contains(event->position()))
        return event->ignore(); // the view's context menu
    setFocus(Qt::MouseFocusReason);
    m_pressedAt = m_draggedTo = event->position();
    m_pressedWindow = window();
    m_drag = event->modifiers() & Qt::ShiftModifier ? Drag::Zoom : Drag::Pending;
}

void HeatmapCanvas::mouseMoveEvent(QMouseEvent *event)
{
    const QPointF at = event->position();
    if (m_drag == Drag::Pending && (at - m_pressedAt).manhattanLength() >= QApplication::startDragDistance() &&
        !m_atHome) {
        m_drag = Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
    }
    if (m_drag == Drag::Pan) {
        const QRectF area = axisArea();
        const HeatmapWindow &w = m_pressedWindow;
        const double rows = (m_pressedAt.y() - at.y()) / area.height() * (w.row1 - w.row0);
        const double cols = (m_pressedAt.x() - at.x()) / area.width() * (w.col1 - w.col0);
        setWindow({w.row0 + rows, w.col0 + cols, w.row1 + rows, w.col1 + cols});
        return;
    }
    if (m_drag == Drag::Zoom) {
        m_draggedTo = at;
        m_overlay->setRubberBand(QRectF(m_pressedAt, at).normalized().intersected(axisArea()));
        layer(QStringLiteral("marks"))->replot();
        return;
    }
    const Cell cell = axisArea().contains(at) ? m_cells->cellAt(at) : Cell{};
    if (cell == m_hovered)
        return;
    m_hovered = cell;
    emit hovered(cell);
}

void HeatmapCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (event->button() != Qt::LeftButton || drag == Drag::None)
        return event->ignore();
    if (drag == Drag::Pan) {
        unsetCursor();
        remember();
    } else if (drag == Drag::Zoom) {
        m_overlay->setRubberBand({});
        const QRectF band = QRectF(m_pressedAt, m_draggedTo).normalized().intersected(axisArea());
        if (std::min(band.width(), band.height()) >= QApplication::startDragDistance()) {
            const QRectF area = axisArea();
            const HeatmapWindow w = window();
            const auto row = [&](double y) { return w.row0 + (y - area.top()) / area.height() * (w.row1 - w.row0); };
            const auto col = [&](double x) { return w.col0 + (x - area.left()) / area.width() * (w.col1 - w.col0); };
            setWindow({row(band.top()), col(band.left()), row(band.bottom()), col(band.right())});
            remember();
        } else {
            layer(QStringLiteral("marks"))->replot();
        }
    } else if (const Cell cell = m_cells->cellAt(m_pressedAt); cell.valid()) {
        setCursorCell(cell);
        emit clicked(cell, event->modifiers());
    }
}

void HeatmapCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        home();
}

void HeatmapCanvas::wheelEvent(QWheelEvent *event)
{
    const double notches = event->angleDelta().y() / 120.0;
    if (notches == 0 || !axisArea().contains(event->position()))
        return event->ignore();
    zoomAbout(event->position(), std::pow(kWheelStep, notches));
    event->accept();
}

void HeatmapCanvas::leaveEvent(QEvent *event)
{
    PlotCanvas::leaveEvent(event);
    m_hovered = {};
    emit hovered({});
}

} // namespace ulpscope::ui
