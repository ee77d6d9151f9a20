// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/color_lut.h"
#include "ui/plot/matrix_pyramid.h"
#include "ui/theme/theme.h"

#include <qcustomplot.h>

#include <memory>

namespace ulpscope::ui {

/// The legend of a heat map: gradient with ticks, arrows where values lie beyond the range, a title, and a swatch with
/// its count for every special class that occurs.
class ColorBar : public QCPLayoutElement {
    Q_OBJECT

public:
    /// Stands beside `axisRect` and is as high as it.
    ColorBar(QCustomPlot *plot, const QCPAxisRect *axisRect);

    void setContent(const ColorScaleSpec &spec, std::shared_ptr<const ColorLut> lut,
                    std::shared_ptr<const MatrixStatistics> statistics, const QString &quantity);
    void setTheme(const Theme &theme);

    void update(UpdatePhase phase) override;

protected:
    void draw(QCPPainter *painter) override;

private:
    struct Swatch {
        QColor color;
        bool hatched;
        QString label;
    };
    QList<Swatch> swatches() const;
    std::vector<ScaleTick> barTicks(double height) const;
    double swatchHeight() const;
    void drawGradient(QCPPainter *painter, const QRectF &bar) const;
    void drawTicks(QCPPainter *painter, const QRectF &bar) const;
    void drawTitle(QCPPainter *painter, double left, const QRectF &bar) const;
    void drawSwatches(QCPPainter *painter, const QRectF &area) const;
    void fitWidth();

    const QCPAxisRect *m_axisRect;
    ColorScaleSpec m_spec;
    std::shared_ptr<const ColorLut> m_lut;
    std::shared_ptr<const MatrixStatistics> m_statistics;
    QString m_quantity;
    Theme m_theme;
};

} // namespace ulpscope::ui
