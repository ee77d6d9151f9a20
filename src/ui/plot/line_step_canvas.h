// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/line_step_plot.h"
#include "ui/plot/plot_canvas.h"

#include <limits>

namespace ulpscope::ui {

class CategoryTicker;
class ScaleTicker;
class SeriesKey;

class LineStepCanvas : public PlotCanvas {
    Q_OBJECT

public:
    explicit LineStepCanvas(QWidget *parent = nullptr);

    void setState(const LineStepState &state);
    const LineStepState &state() const { return m_state; }
    void setCurrent(int category);
    QString describe(int category) const;
    /// Panels of the state that are drawn; in a window as many as there is height for.
    std::size_t panelCount() const;

signals:
    void hovered(int category);
    void clicked(int category);

protected:
    void applyTheme() override;
    void prepareTicks(const QSize &size) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    struct Panel {
        QCPAxisRect *rect;
        SeriesKey *key;
        QSharedPointer<ScaleTicker> ticker;
        QCPItemRect *currentBand;
        double low, high; ///< of the values, on the scale
        bool standsOnZero;
    };

    void rebuild();
    /// The value axis with air for the marks at its ends.
    void applyRange(const Panel &panel, double height) const;
    QString axisTitle() const;
    void addPanel(const LineStepPanel &panel, bool last);
    void addSeries(const LineStepSeries &series, const Panel &panel, const ScaleTransform &scale, double baseline);
    void choose(int category);
    int categoryAt(const QPointF &pixel) const;

    LineStepState m_state;
    std::vector<Panel> m_panels;
    QSharedPointer<CategoryTicker> m_categoryTicker;
    QCPMarginGroup *m_margins;
    int m_hovered = -1;
    std::size_t m_fitting = std::numeric_limits<std::size_t>::max(); ///< panels that there is height for
    bool m_titleFits = true;                                         ///< the one below the lowest axis
};

} // namespace ulpscope::ui
