// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QPainter>
#include <QRectF>
#include <QString>

class QCPPainter;

namespace ulpscope::ui {

/// Figures are laid out in tenths of a point: text is set at ten times its size and scaled down, so that integer font
/// sizes and integer layout cost at most 0.05 pt and hinting plays no part.
inline constexpr double kFigureUnitsPerPoint = 10.0;

/// What a FigureSource paints with. Made by the exporter only.
struct FigureContext {
    QPainter &painter;
    QCPPainter *plotPainter; ///< the same painter, for the plots of this folder
    QRectF rect;             ///< where to paint, in figure units
    const Theme &theme;      ///< scaled to figure units
    bool vector;             ///< PDF or SVG: prefer shapes to pixels
};

/// Anything that can be a figure. What it paints may depend on its own state and on the context, never on the screen,
/// the window size or the locale: the window and `ulpscope figure` must give the same bytes.
class FigureSource {
public:
    virtual ~FigureSource() = default;
    virtual void paintFigure(const FigureContext &context) const = 0;
    /// One or two sentences for someone who cannot see it; becomes the figure's alternative text.
    virtual QString figureDescription() const = 0;
};

} // namespace ulpscope::ui
