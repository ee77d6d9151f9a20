// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/histogram_plot.h"
#include "ui/plot/plot_canvas.h"

namespace ulpscope::ui {

class CategoryTicker;
class ScaleTicker;

class HistogramCanvas : public PlotCanvas {
    Q_OBJECT

public:
    explicit HistogramCanvas(QWidget *parent = nullptr);

    void setState(const HistogramState &state);
    const HistogramState &state() const { return m_state; }
    QString describe(int bin) const;

signals:
    void hovered(int bin);
    void clicked(int bin);
    void logCountsChanged(bool on);

protected:
    void applyTheme() override;
    void prepareTicks(const QSize &size) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void rebuild();
    void choose(int bin);
    int binAt(const QPointF &pixel) const;

    HistogramState m_state;
    QCPBars *m_bars, *m_selectedBar;
    QCPItemText *m_remarks;
    QCPTextElement *m_title = nullptr;
    QSharedPointer<CategoryTicker> m_binTicker;
    QSharedPointer<ScaleTicker> m_countTicker;
    int m_hovered = -1;
};

} // namespace ulpscope::ui
