// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"
#include "ui/plot/heatmap_state.h"

#include <QWidget>

#include <memory>

namespace ulpscope::ui {

class HeatmapCanvas;
class RangeControl;
struct MatrixStatistics;

/// A matrix as a heat map with colour bar and range control.
///
/// Mouse: hover reads out, click selects and moves the cursor, wheel zooms about the pointer, drag pans, Shift+drag
/// zooms into a box, double click shows all. Keys: arrows (Shift: 16 cells) move the cursor, Return activates it, + -
/// zoom, h all, c and v earlier and later views, g lines between cells, l next scale.
class HeatmapView : public QWidget {
    Q_OBJECT

public:
    explicit HeatmapView(QWidget *parent = nullptr);

    /// Same shape as before: view, cursor and history stay. Matrices above 256k cells appear some milliseconds later.
    void setMatrix(MatrixPtr matrix);
    /// Axis titles, and what the colours mean with its unit.
    void setLabels(const QString &rows, const QString &columns, const QString &quantity);
    void setFormatter(CellFormatter format);
    void setMarks(const HeatmapMarks &marks);
    void setSquareCells(bool on);
    void setColorBarVisible(bool on);
    void setRangeControlVisible(bool on);
    /// The scales that the quantity makes sense on; the first is the default of cycleScale(). Linear, log, symlog at
    /// first.
    void setScales(const QList<ScaleKind> &kinds);

    ColorScaleSpec scale() const;
    void setScale(const ColorScaleSpec &spec);
    /// While on, the range is fitted to each new matrix. A range that the user types or drags turns it off.
    void setAutoRange(bool on);
    bool autoRange() const;
    /// See HeatmapState::rangeStatistics.
    void setRangeStatistics(std::shared_ptr<const MatrixStatistics> statistics);

    HeatmapWindow window() const;
    void setWindow(const HeatmapWindow &window);
    Cell cursorCell() const;
    void setCursorCell(const Cell &cell);
    /// "row 3, column 5: 1.041"
    QString describeCell(const Cell &cell) const;
    /// Null until the matrix is prepared.
    const MatrixStatistics *statistics() const;

    /// All that is needed to draw the same again.
    HeatmapState state() const;
    void setState(const HeatmapState &state);
    std::unique_ptr<FigureSource> figure() const;

public slots:
    void home();
    void back();
    void forward();
    void cycleScale();
    void fitRange();
    void toggleGrid();

signals:
    void hovered(ulpscope::ui::Cell cell); ///< invalid when the pointer left
    void clicked(ulpscope::ui::Cell cell, Qt::KeyboardModifiers modifiers);
    void activated(ulpscope::ui::Cell cell);
    void cursorMoved(ulpscope::ui::Cell cell);
    void windowChanged();
    void scaleChanged(const ulpscope::ui::ColorScaleSpec &spec);
    void statisticsChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    void showScale();
    void nameForScreenReaders();

    HeatmapCanvas *m_canvas;
    RangeControl *m_range;
    QList<ScaleKind> m_scales{ScaleKind::Linear, ScaleKind::Log, ScaleKind::Symlog};
};

/// A heat map as a figure, from a state alone: what `ulpscope figure` uses.
class HeatmapFigure : public FigureSource {
public:
    explicit HeatmapFigure(HeatmapState state) : m_state(std::move(state)) {}
    void paintFigure(const FigureContext &context) const override;
    QString figureDescription() const override;

private:
    HeatmapState m_state;
};

} // namespace ulpscope::ui
