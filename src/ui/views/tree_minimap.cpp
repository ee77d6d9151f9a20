// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_minimap.h"

#include "ui/views/tree_level_of_detail.h"

#include <algorithm>
#include <limits>

namespace ulpscope::ui {
namespace {

constexpr double kWidth = 168, kHeight = 76, kAir = 8; ///< px
constexpr double kLeastCanvas = 2.2;                   ///< times the minimap: on a smaller one it hides too much

TreeTransform overview(const QRectF &place, const TreeScene &scene, const Theme &theme)
{
    const QRectF inner = place.adjusted(theme.length(4), theme.length(4), -theme.length(4), -theme.length(4));
    TreeTransform t;
    t.scaleX = inner.width() / std::max(1.0, scene.width);
    t.scaleY = inner.height() / std::max(1.0, scene.height);
    t.origin = inner.topLeft();
    return t;
}

} // namespace

QRectF TreeMinimap::place(const QRectF &canvas, const Theme &theme)
{
    const double width = theme.length(kWidth), height = theme.length(kHeight), air = theme.length(kAir);
    if (canvas.width() < kLeastCanvas * width || canvas.height() < kLeastCanvas * height)
        return {};
    return {canvas.right() - width - air, canvas.top() + air, width, height};
}

void TreeMinimap::paint(QPainter &painter, const QRectF &canvas, const TreeScene &scene, const TreeTransform &transform,
                        const Theme &theme)
{
    const QRectF at = place(canvas, theme);
    if (at.isEmpty() || scene.empty())
        return;
    const double ratio = painter.device()->devicePixelRatioF();
    if (m_picture.isNull() || m_picture.devicePixelRatio() != ratio || m_picture.deviceIndependentSize() != at.size()) {
        m_picture = QPixmap((at.size() * ratio).toSize());
        m_picture.setDevicePixelRatio(ratio);
        m_picture.fill(theme.panel);
        QPainter small(&m_picture);
        const TreeTransform t = overview(QRectF(QPointF(0, 0), at.size()), scene, theme);
        small.setPen(QPen(theme.borderStrong, 1));
        const double all = std::numeric_limits<double>::infinity();
        const std::vector<QLineF> lines =
            edgesIn(scene, t, QRectF(QPointF(0, 0), at.size()), all, pixelOf(small)).crowded;
        small.drawLines(lines.data(), static_cast<int>(lines.size()));
    }
    painter.drawPixmap(at.topLeft(), m_picture);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.border, theme.penWidth()));
    painter.drawRect(at);
    const TreeTransform t = overview(at, scene, theme);
    const QRectF seen(t.map(transform.unmap(canvas.topLeft())), t.map(transform.unmap(canvas.bottomRight())));
    painter.setPen(QPen(theme.focus, theme.penWidth(1.5)));
    painter.drawRect(seen.intersected(at));
}

QPointF TreeMinimap::unmap(const QRectF &canvas, const TreeScene &scene, const Theme &theme, const QPointF &point)
{
    return overview(place(canvas, theme), scene, theme).unmap(point);
}

} // namespace ulpscope::ui
