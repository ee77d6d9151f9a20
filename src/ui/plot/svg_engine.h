// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QPaintEngine>
#include <QPainterPath>
#include <QTransform>

namespace ulpscope::ui {

/// Turns painter calls into SVG elements, in page points. Covers what plots need: solid brushes, any pen, clips,
/// images, text. Consecutive elements with one clip share a group.
class SvgEngine : public QPaintEngine {
public:
    SvgEngine(double unitsPerPoint, bool textAsPaths);

    const QByteArray &definitions() const { return m_definitions; }
    QByteArray body() const { return m_group.isEmpty() ? m_body : m_body + "</g>\n"; }

    bool begin(QPaintDevice *device) override;
    bool end() override { return true; }
    void updateState(const QPaintEngineState &next) override;
    void drawPath(const QPainterPath &path) override;
    void drawPolygon(const QPointF *points, int count, PolygonDrawMode mode) override;
    void drawLines(const QLineF *lines, int count) override;
    void drawRects(const QRectF *rects, int count) override;
    void drawImage(const QRectF &target, const QImage &image, const QRectF &source,
                   Qt::ImageConversionFlags flags) override;
    void drawPixmap(const QRectF &target, const QPixmap &pixmap, const QRectF &source) override;
    void drawTextItem(const QPointF &at, const QTextItem &item) override;
    /// SVG: painters that have a better way for it can ask.
    Type type() const override { return QPaintEngine::SVG; }

private:
    void emitPath(const QPainterPath &path, bool filled);
    void add(const QByteArray &element);
    void applyClip(Qt::ClipOperation operation, const QPainterPath &clip);
    QByteArray fillAttributes() const;
    QByteArray strokeAttributes() const;
    QByteArray number(double value) const;
    QByteArray data(const QPainterPath &path) const;

    QTransform m_scale;     ///< painter units to points
    QTransform m_transform; ///< logical to points
    QPen m_pen;
    QBrush m_brush;
    double m_opacity = 1;
    bool m_antialiased = true;
    bool m_textAsPaths;

    bool m_clipped = false;
    QPainterPath m_clip; ///< in points
    QHash<QByteArray, int> m_clipIds;
    QByteArray m_definitions, m_body, m_group; ///< m_group: attributes of the group that is open
};

} // namespace ulpscope::ui
