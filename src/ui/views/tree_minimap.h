// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/tree_painter.h"

#include <QPixmap>

namespace ulpscope::ui {

/// The whole tree in a corner, with a frame around what the canvas shows of it. Drawn once per tree, size and theme.
class TreeMinimap {
public:
    /// Where it lies on a canvas of `canvas`; empty where there is no room.
    static QRectF place(const QRectF &canvas, const Theme &theme);
    void paint(QPainter &painter, const QRectF &canvas, const TreeScene &scene, const TreeTransform &transform,
               const Theme &theme);
    void forget() { m_picture = QPixmap(); } ///< the tree, its folding or the theme is another one
    /// The scene's point under a point of the minimap.
    static QPointF unmap(const QRectF &canvas, const TreeScene &scene, const Theme &theme, const QPointF &point);

private:
    QPixmap m_picture;
};

} // namespace ulpscope::ui
