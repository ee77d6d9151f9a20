// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/accessible_plot.h"
#include "ui/plot/figure.h"

#include <qcustomplot.h>

namespace ulpscope::ui {

/// QCustomPlot with the theme, the C locale, the screen's pixel ratio and a name for screen readers. Private to this
/// folder.
class PlotCanvas : public QCustomPlot, public ReadoutSource {
    Q_OBJECT

public:
    explicit PlotCanvas(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    const Theme &theme() const { return m_theme; }

    void requestReplot() { replot(rpQueuedReplot); }
    /// Paints the plot into context.rect with the theme of this canvas.
    void paintTo(const FigureContext &context);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    QString readout() const override { return m_readout; }
    /// What a screen reader says about the current cell or point; announced when it changes.
    void setReadout(const QString &text);

protected:
    /// Re-reads colours, fonts and lengths; called for every change of theme.
    virtual void applyTheme();
    void styleAxis(QCPAxis *axis) const;
    /// Sets tick counts from the space there is; `size` is that of the whole canvas.
    virtual void prepareTicks(const QSize &size);
    void updateLayout() override;

    bool event(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void followScreen();

    Theme m_theme;
    QString m_readout;
    bool m_focusRing = false;
};

} // namespace ulpscope::ui
