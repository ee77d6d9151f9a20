// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/line_step_plot.h"
#include "ui/plot/plot_canvas.h"

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

signals:
    void hovered(int category);
    void clicked(int category);

protected:
    void applyTheme() override;
    void prepareTicks(const QSize &size) override;
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
    };

    void rebuild();
    void addPanel(const LineStepPanel &panel, bool last);
    void addSeries(const LineStepSeries &series, const Panel &panel, const ScaleTransform &scale, double baseline);
    void choose(int category);
    int categoryAt(const QPointF &pixel) const;

    LineStepState m_state;
    std::vector<Panel> m_panels;
    QSharedPointer<CategoryTicker> m_categoryTicker;
    QCPMarginGroup *m_margins;
    int m_hovered = -1;
};

} // namespace ulpscope::ui
