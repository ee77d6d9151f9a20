// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/svg_engine.h"

#include <QBuffer>
#include <QFont>
#include <QImage>
#include <QPixmap>
#include <QRegion>

#include <cmath>

namespace ulpscope::ui {

namespace {

QByteArray attribute(const char *name, const QByteArray &value) { return QByteArray(" ") + name + "=\"" + value + '"'; }

} // namespace

SvgEngine::SvgEngine(double unitsPerPoint, bool textAsPaths)
    : QPaintEngine(PaintEngineFeatures(AllFeatures &
                                       ~(PatternBrush | LinearGradientFill | RadialGradientFill | ConicalGradientFill |
                                         PerspectiveTransform | ObjectBoundingModeGradients))),
      m_scale(QTransform::fromScale(1 / unitsPerPoint, 1 / unitsPerPoint)),
      m_transform(m_scale),
      m_textAsPaths(textAsPaths)
{}

bool SvgEngine::begin(QPaintDevice *)
{
    m_definitions.clear();
    m_body.clear();
    m_group.clear();
    m_clipIds.clear();
    m_clipped = false;
    m_transform = m_scale;
    return true;
}

QByteArray SvgEngine::number(double value) const
{
    // A thousandth of a point; fixed format, so that the same picture is the same text.
    QByteArray text = QByteArray::number(std::round(value * 1000) / 1000, 'f', 3);
    while (text.endsWith('0'))
        text.chop(1);
    if (text.endsWith('.'))
        text.chop(1);
    return text == "-0" ? QByteArray("0") : text;
}

QByteArray SvgEngine::data(const QPainterPath &path) const
{
    QByteArray d;
    const auto point = [&](const QPainterPath::Element &e) { return number(e.x) + ' ' + number(e.y); };
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element &e = path.elementAt(i);
        switch (e.type) {
        case QPainterPath::MoveToElement: d += 'M' + point(e); break;
        case QPainterPath::LineToElement: d += 'L' + point(e); break;
        case QPainterPath::CurveToElement:
            d += 'C' + point(e) + ' ' + point(path.elementAt(i + 1)) + ' ' + point(path.elementAt(i + 2));
            i += 2;
            break;
        case QPainterPath::CurveToDataElement: break; // taken with the element before it
        }
    }
    return d;
}

void SvgEngine::updateState(const QPaintEngineState &next)
{
    const DirtyFlags dirty = next.state();
    if (dirty & DirtyTransform)
        m_transform = next.transform() * m_scale;
    if (dirty & DirtyPen)
        m_pen = next.pen();
    if (dirty & DirtyBrush)
        m_brush = next.brush();
    if (dirty & DirtyOpacity)
        m_opacity = next.opacity();
    if (dirty & DirtyHints)
        m_antialiased = next.renderHints() & QPainter::Antialiasing;
    if (dirty & DirtyClipPath)
        applyClip(next.clipOperation(), next.clipPath());
    if (dirty & DirtyClipRegion) {
        QPainterPath path;
        path.addRegion(next.clipRegion());
        applyClip(next.clipOperation(), path);
    }
    if (dirty & DirtyClipEnabled)
        m_clipped = next.isClipEnabled() && !m_clip.isEmpty();
}

void SvgEngine::applyClip(Qt::ClipOperation operation, const QPainterPath &clip)
{
    if (operation == Qt::NoClip) {
        m_clipped = false;
        m_clip = {};
        return;
    }
    const QPainterPath mapped = m_transform.map(clip);
    if (operation == Qt::IntersectClip && m_clipped) {
        // Plots clip to rectangles; a path intersection would add points that are not there.
        QPainterPath both;
        both.addRect(m_clip.boundingRect().intersected(mapped.boundingRect()));
        m_clip = both;
    } else {
        m_clip = mapped;
    }
    m_clipped = true;
}

void SvgEngine::add(const QByteArray &element)
{
    QByteArray group;
    if (m_clipped) {
        const QByteArray clip = data(m_clip);
        int id = m_clipIds.value(clip);
        if (id == 0) {
            id = static_cast<int>(m_clipIds.size()) + 1;
            m_clipIds.insert(clip, id);
            m_definitions += "<clipPath id=\"c" + QByteArray::number(id) + "\"><path d=\"" + clip + "\"/></clipPath>\n";
        }
        group = attribute("clip-path", "url(#c" + QByteArray::number(id) + ')');
    }
    if (group != m_group) {
        if (!m_group.isEmpty())
            m_body += "</g>\n";
        if (!group.isEmpty())
            m_body += "<g" + group + ">\n";
        m_group = group;
    }
    m_body += element;
}

QByteArray SvgEngine::fillAttributes() const
{
    if (m_brush.style() == Qt::NoBrush)
        return attribute("fill", "none");
    const QColor color = m_brush.color();
    QByteArray text = attribute("fill", color.name().toLatin1());
    if (const double alpha = color.alphaF() * m_opacity; alpha < 1)
        text += attribute("fill-opacity", number(alpha));
    return text;
}

QByteArray SvgEngine::strokeAttributes() const
{
    if (m_pen.style() == Qt::NoPen)
        return {};
    const QColor color = m_pen.color();
    const double scale = std::sqrt(std::abs(m_transform.determinant()));
    const double width = (m_pen.widthF() > 0 ? m_pen.widthF() : 1) * (m_pen.isCosmetic() ? m_scale.m11() : scale);
    QByteArray text = attribute("stroke", color.name().toLatin1()) + attribute("stroke-width", number(width));
    if (const double alpha = color.alphaF() * m_opacity; alpha < 1)
        text += attribute("stroke-opacity", number(alpha));
    if (m_pen.style() != Qt::SolidLine) {
        QByteArray dashes;
        for (const double dash : m_pen.dashPattern())
            dashes += (dashes.isEmpty() ? QByteArray() : QByteArray(",")) + number(dash * width);
        text += attribute("stroke-dasharray", dashes);
    }
    if (m_pen.capStyle() != Qt::FlatCap)
        text += attribute("stroke-linecap", m_pen.capStyle() == Qt::SquareCap ? "square" : "round");
    if (m_pen.joinStyle() != Qt::MiterJoin && m_pen.joinStyle() != Qt::SvgMiterJoin)
        text += attribute("stroke-linejoin", m_pen.joinStyle() == Qt::BevelJoin ? "bevel" : "round");
    return text;
}

void SvgEngine::emitPath(const QPainterPath &path, bool filled)
{
    QByteArray element = "<path d=\"" + data(m_transform.map(path)) + '"' +
                         (filled ? fillAttributes() : attribute("fill", "none")) + strokeAttributes();
    if (filled && path.fillRule() == Qt::OddEvenFill && m_brush.style() != Qt::NoBrush)
        element += attribute("fill-rule", "evenodd");
    add(element + "/>\n");
}

void SvgEngine::drawPath(const QPainterPath &path) { emitPath(path, true); }

void SvgEngine::drawPolygon(const QPointF *points, int count, PolygonDrawMode mode)
{
    if (count < 2)
        return;
    QPainterPath path(points[0]);
    for (int i = 1; i < count; ++i)
        path.lineTo(points[i]);
    if (mode != PolylineMode)
        path.closeSubpath();
    path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    emitPath(path, mode != PolylineMode);
}

void SvgEngine::drawLines(const QLineF *lines, int count)
{
    QPainterPath path;
    for (int i = 0; i < count; ++i) {
        path.moveTo(lines[i].p1());
        path.lineTo(lines[i].p2());
    }
    emitPath(path, false);
}

void SvgEngine::drawRects(const QRectF *rects, int count)
{
    for (int i = 0; i < count; ++i) {
        if (m_transform.isRotating()) {
            QPainterPath path;
            path.addRect(rects[i]);
            emitPath(path, true);
            continue;
        }
        const QRectF r = m_transform.mapRect(rects[i]);
        QByteArray element = "<rect" + attribute("x", number(r.x())) + attribute("y", number(r.y())) +
                             attribute("width", number(r.width())) + attribute("height", number(r.height())) +
                             fillAttributes() + strokeAttributes();
        if (!m_antialiased) // cells of a map: no hairlines of the ground between neighbours
            element += attribute("shape-rendering", "crispEdges");
        add(element + "/>\n");
    }
}

void SvgEngine::drawImage(const QRectF &target, const QImage &image, const QRectF &source, Qt::ImageConversionFlags)
{
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    image.copy(source.toRect()).save(&buffer, "PNG");
    const QRectF r = m_transform.mapRect(target);
    add("<image" + attribute("x", number(r.x())) + attribute("y", number(r.y())) +
        attribute("width", number(r.width())) + attribute("height", number(r.height())) +
        attribute("preserveAspectRatio", "none") + attribute("style", "image-rendering:pixelated") +
        attribute("href", "data:image/png;base64," + png.toBase64()) + "/>\n");
}

void SvgEngine::drawPixmap(const QRectF &target, const QPixmap &pixmap, const QRectF &source)
{
    drawImage(target, pixmap.toImage(), source, Qt::AutoColor);
}

void SvgEngine::drawTextItem(const QPointF &at, const QTextItem &item)
{
    if (m_textAsPaths) {
        QPaintEngine::drawTextItem(at, item); // fills the glyph outlines through the painter
        return;
    }
    const QFont font = item.font();
    QByteArray families;
    for (const QString &family : font.families())
        families += (families.isEmpty() ? "'" : ", '") + family.toUtf8() + '\'';
    const double scale = std::sqrt(std::abs(m_transform.determinant()));
    const QTransform t = QTransform::fromTranslate(at.x(), at.y()) * m_transform;
    QByteArray position = attribute("x", number(t.dx())) + attribute("y", number(t.dy()));
    if (t.isRotating()) {
        const double angle = std::atan2(t.m12(), t.m11()) * 180 / M_PI;
        position +=
            attribute("transform", "rotate(" + number(angle) + ' ' + number(t.dx()) + ' ' + number(t.dy()) + ')');
    }
    add("<text" + position + attribute("font-family", families + ", sans-serif") +
        attribute("font-size", number(font.pixelSize() * scale)) +
        (font.bold() ? attribute("font-weight", "bold") : QByteArray()) +
        attribute("fill", m_pen.color().name().toLatin1()) + attribute("xml:space", "preserve") + '>' +
        item.text().toHtmlEscaped().toUtf8() + "</text>\n");
}

} // namespace ulpscope::ui
