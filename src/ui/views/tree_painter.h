// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"
#include "ui/views/tree_scene.h"
#include "ui/views/what_if_painter.h"

#include <utility>
#include <vector>

namespace ulpscope::ui {

/// Scene units to the paint area.
struct TreeTransform {
    double scaleX = 1, scaleY = 1;
    QPointF origin; ///< where (0, 0) lies

    static TreeTransform fit(const TreeScene &scene, const QRectF &area, const Theme &theme);
    QPointF map(const QPointF &p) const { return {origin.x() + p.x() * scaleX, origin.y() + p.y() * scaleY}; }
    QPointF unmap(const QPointF &p) const { return {(p.x() - origin.x()) / scaleX, (p.y() - origin.y()) / scaleY}; }
};

void paintTree(QPainter &painter, const QRectF &area, const TreeScene &scene, const TreeTransform &transform,
               const Theme &theme);
/// The box whose node lies within a few pixels of `point`; -1: none.
int boxAt(const TreeScene &scene, const TreeTransform &transform, const QPointF &point, const Theme &theme);

/// One tree, or several one above the other; none of them empty. Below: what another order does beside the sum.
class TreeFigure : public FigureSource {
public:
    explicit TreeFigure(std::vector<TreeScene> scenes, WhatIfPicture beside = {})
        : m_scenes(std::move(scenes)), m_beside(std::move(beside))
    {}
    void paintFigure(const FigureContext &context) const override;
    QString figureDescription() const override;

private:
    std::vector<TreeScene> m_scenes;
    WhatIfPicture m_beside; ///< below them
};

} // namespace ulpscope::ui
