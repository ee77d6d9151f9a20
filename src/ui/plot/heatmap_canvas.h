// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/heatmap_state.h"
#include "ui/plot/plot_canvas.h"

#include <QFutureWatcher>
#include <QTimer>

namespace ulpscope::ui {

class ColorBar;
class HeatmapOverlay;
class HeatmapPlottable;
class IndexTicker;
struct MatrixStatistics;
class ColorLut;
class MatrixPyramid;

/// What is derived from a matrix once, in the background, and shared by plot, legend and range control.
struct PreparedMatrix {
    MatrixPtr matrix;
    std::shared_ptr<const MatrixPyramid> pyramid;
    std::shared_ptr<const MatrixStatistics> statistics;

    static PreparedMatrix of(MatrixPtr matrix);
};

/// The interactive heat map: cells, marks, colour bar, mouse and keyboard, history of views.
class HeatmapCanvas : public PlotCanvas {
    Q_OBJECT

public:
    explicit HeatmapCanvas(QWidget *parent = nullptr);
    ~HeatmapCanvas() override;

    /// Large matrices are reduced on another thread and appear some milliseconds later; `synchronous` waits (figures).
    void setState(const HeatmapState &state, bool synchronous = false);
    const HeatmapState &state() const { return m_state; }
    void setMatrix(MatrixPtr matrix, bool synchronous = false);
    void setScale(const ColorScaleSpec &spec);
    void setAutoRange(bool on);
    /// What an automatic range covers; null: the values on show.
    void setRangeStatistics(std::shared_ptr<const MatrixStatistics> statistics);
    void fitRange();
    /// `spec` with the range that an automatic range has now.
    ColorScaleSpec fittedTo(const ColorScaleSpec &spec) const;
    void setMarks(const HeatmapMarks &marks);
    void setGrid(bool on);
    void setSquareCells(bool on);
    const MatrixStatistics *statistics() const { return m_prepared.statistics.get(); }

    HeatmapWindow window() const;
    void setWindow(const HeatmapWindow &window);
    bool atHome() const { return m_atHome; }
    void home();
    void back();
    void forward();
    /// Moves the cursor and scrolls to it; an invalid cell removes the cursor.
    void setCursorCell(const Cell &cell);
    /// Text for read-outs: "row 3, column 5: 1.041".
    QString describeCell(const Cell &cell) const;

signals:
    void prepared();                       ///< statistics() belongs to the matrix that is shown
    void hovered(ulpscope::ui::Cell cell); ///< invalid: the pointer left
    void clicked(ulpscope::ui::Cell cell, Qt::KeyboardModifiers modifiers);
    void activated(ulpscope::ui::Cell cell); ///< Return on the cursor
    void cursorMoved(ulpscope::ui::Cell cell);
    void windowChanged();
    void scaleChanged();
    void scaleCycleRequested();

protected:
    void applyTheme() override;
    void prepareTicks(const QSize &size) override;
    void updateLayout() override;
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    enum class Drag { None, Pending, Pan, Zoom };

    void adopt(PreparedMatrix next);
    void refreshColors();
    HeatmapWindow homeWindow() const;
    void applyWindow(HeatmapWindow window);
    void zoomAbout(const QPointF &pixel, double factor);
    void remember();
    void moveCursor(int rows, int cols);
    QRectF axisArea() const;

    HeatmapState m_state;
    PreparedMatrix m_prepared;
    QFutureWatcher<PreparedMatrix> m_preparing;
    std::shared_ptr<const ColorLut> m_lut;

    HeatmapPlottable *m_cells;
    HeatmapOverlay *m_overlay;
    ColorBar *m_bar;
    QCPTextElement *m_title = nullptr;
    QSharedPointer<IndexTicker> m_rowTicker, m_columnTicker;

    bool m_atHome = true;
    std::vector<HeatmapWindow> m_history;
    std::size_t m_historyAt = 0;
    QTimer m_settled; ///< a burst of wheel events is one entry of the history

    Drag m_drag = Drag::None;
    QPointF m_pressedAt, m_draggedTo;
    HeatmapWindow m_pressedWindow;
    Cell m_hovered;
};

} // namespace ulpscope::ui
