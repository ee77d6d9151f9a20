// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/accessible_plot.h"
#include "ui/plot/color_scale.h"

#include <QWidget>

#include <vector>

namespace ulpscope::ui {

/// Histogram of the values in the colours they have, with a handle at each end of the range.
/// Keys: Left/Right move a handle, Up/Down or a click choose which.
class RangeStrip : public QWidget, public ReadoutSource {
    Q_OBJECT

public:
    explicit RangeStrip(QWidget *parent = nullptr);

    void setStatistics(const MatrixStatistics *statistics);
    void setSpec(const ColorScaleSpec &spec);
    QString readout() const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void rangeMoved(double min, double max);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    enum class Handle { Min, Max };

    ScaleTransform extent() const; ///< what the width of the strip stands for
    double toPixel(double value) const;
    void moveHandle(double position); ///< 0..1 of the strip
    std::vector<double> columnCounts(int columns) const;

    ColorScaleSpec m_spec;
    ColorScaleSpec m_all; ///< the range of all values, on the same scale
    std::vector<std::uint32_t> m_bins;
    Handle m_active = Handle::Max;
    bool m_dragging = false;
};

} // namespace ulpscope::ui
