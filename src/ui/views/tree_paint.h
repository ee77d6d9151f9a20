// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/tree_painter.h"

#include <QFontMetricsF>

#include <vector>

namespace ulpscope::ui {

/// Levels closer than so many lines of text have their labels on alternating sides.
inline constexpr double kTightLines = 0.9;

/// One painting of a tree: what its layers have in common.
struct TreePaint {
    TreePaint(QPainter &on, const QRectF &within, const TreeScene &of, const TreeTransform &by, const Theme &in);

    QPointF at(int box) const { return transform.map(scene.position[static_cast<std::size_t>(box)]); }
    /// Nodes of a long chain, and neighbours on a crowded level, do not touch.
    double radius(int box) const;
    /// Text on a ground of its own, so that edges do not strike it through.
    void text(const QRectF &box, const QString &s, const QColor &color) const;

    QPainter &painter;
    QRectF area, visible; ///< `visible`: with nodes that reach into the area
    const TreeScene &scene;
    const TreeTransform &transform;
    const Theme &theme;
    QFont small, mono;
    QFontMetricsF smallMetrics, monoMetrics;
    std::vector<TreeScene::Line> lines; ///< in view
};

/// A number with `digits` of them and a proper minus sign.
QString treeNumber(double x, int digits);

} // namespace ulpscope::ui
