// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/color_bar.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

/// 1234567 as "1.23M": a legend has room for five characters.
QString shortCount(std::size_t count)
{
    if (count < 100000)
        return QString::number(count);
    const bool mega = count >= 1000000;
    return QString::number(static_cast<double>(count) / (mega ? 1e6 : 1e3), 'g', 3) + QLatin1Char(mega ? 'M' : 'k');
}

} // namespace

ColorBar::ColorBar(QCustomPlot *plot, const QCPAxisRect *axisRect) : QCPLayoutElement(plot), m_axisRect(axisRect)
{
    setLayer(QStringLiteral("axes"));
}

void ColorBar::setContent(const ColorScaleSpec &spec, std::shared_ptr<const ColorLut> lut,
                          std::shared_ptr<const MatrixStatistics> statistics, const QString &quantity)
{
    m_spec = spec;
    m_lut = std::move(lut);
    m_statistics = std::move(statistics);
    m_quantity = quantity;
}

void ColorBar::setTheme(const Theme &theme) { m_theme = theme; }

QList<ColorBar::Swatch> ColorBar::swatches() const
{
    QList<Swatch> list;
    if (!m_statistics)
        return list;
    const MatrixStatistics &s = *m_statistics;
    const auto add = [&](std::size_t count, const QColor &color, const QString &name, bool counted = true) {
        if (count > 0)
            list.append({color, !counted && color == m_theme.masked,
                         counted ? name + QLatin1Char(' ') + shortCount(count) : name});
    };
    add(s.nan, m_theme.nan, QStringLiteral("NaN"));
    add(s.positiveInfinity, m_theme.positiveInfinity, QStringLiteral("+∞"));
    add(s.negativeInfinity, m_theme.negativeInfinity, QStringLiteral("−∞"));
    if (m_spec.kind == ScaleKind::Log)
        add(s.negative, m_theme.belowLog, QStringLiteral("< 0"));
    if (m_spec.zeroIsClass())
        add(s.zero, m_theme.exactZero, QStringLiteral("0"), false);
    add(s.masked, m_theme.masked, tr("masked"), false);
    add(s.notComputed, m_theme.notComputed, tr("not yet"), false);
    return list;
}

double ColorBar::swatchHeight() const
{
    return QFontMetricsF(m_theme.font(TextRole::MonoSmall)).height() + m_theme.space(1);
}

std::vector<ScaleTick> ColorBar::barTicks(double height) const
{
    const double line = QFontMetricsF(m_theme.font(TextRole::MonoSmall)).height();
    std::vector<ScaleTick> ticks =
        ScaleTransform(m_spec).ticks(std::clamp(static_cast<int>(height / (line * 2)), 2, 9));
    // Symlog keeps 0 and linthresh even where they come close: drop the label that would print over its neighbour, zero
    // last of all.
    std::vector<ScaleTick> kept;
    for (const ScaleTick &tick : ticks) {
        if (!kept.empty() && (tick.position - kept.back().position) * height < line) {
            if (tick.value != 0)
                continue;
            kept.pop_back();
        }
        kept.push_back(tick);
    }
    return kept;
}

void ColorBar::fitWidth()
{
    const QFontMetricsF mono(m_theme.font(TextRole::MonoSmall));
    double labels = 0;
    // The height is not known before the layout is; the canvas is higher and has all the labels that the bar may get.
    for (const ScaleTick &tick : barTicks(parentPlot()->viewport().height()))
        labels = std::max(labels, mono.horizontalAdvance(tick.label));
    double width = m_theme.space(3) + m_theme.space(2) + labels + m_theme.space(1);
    if (!m_quantity.isEmpty())
        width += QFontMetricsF(m_theme.font(TextRole::Small)).height() + m_theme.space(1);
    for (const Swatch &swatch : swatches())
        width = std::max(width, m_theme.space(3) + m_theme.space(1) + mono.horizontalAdvance(swatch.label));
    const int whole = static_cast<int>(std::ceil(width)) + m_theme.space(1);
    setMinimumSize(whole, 0);
    setMaximumSize(whole, QWIDGETSIZE_MAX);
}

void ColorBar::update(UpdatePhase phase)
{
    // Here and not in setContent(): the labels, and so the width, depend on the height.
    if (phase == upPreparation)
        fitWidth();
    QCPLayoutElement::update(phase);
}

void ColorBar::draw(QCPPainter *painter)
{
    if (!m_lut)
        return;
    const QRectF all(rect().left(), m_axisRect->top(), rect().width(), m_axisRect->height());
    const double below =
        static_cast<double>(swatches().size()) * swatchHeight() + (swatches().isEmpty() ? 0 : m_theme.space(3));
    const QRectF bar(all.left(), all.top(), m_theme.space(3), all.height() - below);
    if (bar.height() > m_theme.space(6)) {
        drawGradient(painter, bar);
        drawTicks(painter, bar);
    }
    drawSwatches(painter, all.adjusted(0, all.height() - below + m_theme.space(3), 0, 0));
}

void ColorBar::drawGradient(QCPPainter *painter, const QRectF &bar) const
{
    // Through the same look-up as the cells: on an integer scale the bar shows the steps that the cells have. Strips,
    // each down to the bottom over the one before: an image one pixel wide is blurred by many viewers, and strips side
    // by side show seams.
    const ScaleTransform transform(m_spec);
    constexpr int kStrips = 256;
    painter->setAntialiasing(false);
    QRgb last = 0;
    for (int i = 0; i < kStrips; ++i) {
        const double value = transform.value(1 - (i + 0.5) / kStrips);
        const QRgb color = m_lut->levelColor(m_lut->level(encodeValue(static_cast<float>(value))));
        if (color != last)
            painter->fillRect(bar.adjusted(0, bar.height() * i / kStrips, 0, 0), QColor(color));
        last = color;
    }
    painter->setPen(QPen(m_theme.axis, m_theme.penWidth()));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(bar);

    if (!m_statistics || m_statistics->finite == 0)
        return;
    painter->setAntialiasing(true);
    painter->setPen(Qt::NoPen);
    const double tip = m_theme.space(1) * 1.25;
    const auto arrow = [&](double y, double direction, int level) {
        painter->setBrush(QColor(m_lut->levelColor(level)));
        painter->drawPolygon(QPolygonF(
            {QPointF(bar.left(), y), QPointF(bar.right(), y), QPointF(bar.center().x(), y - direction * tip)}));
    };
    const double slack = 1e-6 * (transform.max() - transform.min());
    const bool below = m_spec.kind == ScaleKind::Log ? m_statistics->smallestMagnitude < transform.min() - slack
                                                     : m_statistics->min < transform.min() - slack;
    if (m_statistics->max > transform.max() + slack)
        arrow(bar.top() - m_theme.penWidth(), 1, ColorLut::kLevels - 1);
    if (below)
        arrow(bar.bottom() + m_theme.penWidth(2), -1, 0);
}

void ColorBar::drawTicks(QCPPainter *painter, const QRectF &bar) const
{
    const QFont font = m_theme.font(TextRole::MonoSmall);
    const QFontMetricsF metrics(font);
    painter->setFont(font);
    const double tickEnd = bar.right() + m_theme.space(1);
    double right = tickEnd;
    for (const ScaleTick &tick : barTicks(bar.height())) {
        const double y = bar.bottom() - tick.position * bar.height();
        painter->setAntialiasing(false);
        painter->setPen(QPen(m_theme.axis, m_theme.penWidth()));
        painter->drawLine(QLineF(bar.right(), y, tickEnd, y));
        painter->setPen(m_theme.textMuted);
        // End labels are moved inwards instead of being cut.
        const double half = metrics.height() / 2;
        const double center =
            std::clamp(y, bar.top() + half - m_theme.space(1), bar.bottom() - half + m_theme.space(1));
        const QRectF box(tickEnd + m_theme.space(1), center - half, metrics.horizontalAdvance(tick.label) + 1,
                         metrics.height());
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, tick.label);
        right = std::max(right, box.right());
    }
    if (m_quantity.isEmpty())
        return;
    drawTitle(painter, right + m_theme.space(1), bar);
}

/// From `left` on, along the bar: Chinese from top to bottom, everything else turned.
void ColorBar::drawTitle(QCPPainter *painter, double left, const QRectF &bar) const
{
    const QFont font = m_theme.font(TextRole::Small);
    const QFontMetricsF metrics(font);
    const double length = bar.height() + m_theme.space(4);
    QStringList titles{m_quantity, m_quantity.section(QStringLiteral(" ("), 0, 0)};
    if (m_spec.kind == ScaleKind::Log || m_spec.kind == ScaleKind::Symlog) // the others show in the labels
        titles.prepend(m_quantity + QStringLiteral(", ") + scaleDescription(m_spec));
    const auto found = std::find_if(titles.cbegin(), titles.cend(),
                                    [&](const QString &title) { return metrics.horizontalAdvance(title) <= length; });
    const QString title = found != titles.cend() ? *found : metrics.elidedText(titles.last(), Qt::ElideRight, length);
    painter->save();
    painter->setFont(font);
    painter->setPen(m_theme.textMuted);
    const bool upright =
        std::all_of(title.cbegin(), title.cend(), [](QChar c) { return c.script() == QChar::Script_Han; });
    if (const double height = metrics.height(); upright && static_cast<double>(title.size()) * height <= length) {
        double y = bar.center().y() - static_cast<double>(title.size()) * height / 2;
        for (const QChar c : title) {
            painter->drawText(QRectF(left, y, height, height), Qt::AlignCenter | Qt::TextDontClip, QString(c));
            y += height;
        }
    } else {
        painter->translate(left, bar.center().y());
        painter->rotate(90);
        painter->drawText(QRectF(-length / 2, -height, length, height), Qt::AlignCenter, title);
    }
    painter->restore();
}

void ColorBar::drawSwatches(QCPPainter *painter, const QRectF &area) const
{
    painter->setFont(m_theme.font(TextRole::MonoSmall));
    double y = area.top();
    for (const Swatch &swatch : swatches()) {
        const QRectF box(area.left(), y + m_theme.penWidth(2), m_theme.space(3), swatchHeight() - m_theme.space(1));
        painter->setAntialiasing(false);
        painter->fillRect(box, swatch.color);
        painter->setAntialiasing(true);
        if (swatch.hatched) {
            painter->save();
            painter->setClipRect(box, Qt::IntersectClip);
            painter->setPen(QPen(m_theme.maskedHatch, m_theme.penWidth()));
            for (double x = box.left(); x < box.right() + box.height(); x += m_theme.length(5))
                painter->drawLine(QLineF(x, box.top(), x - box.height(), box.bottom()));
            painter->restore();
        }
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(m_theme.axis, m_theme.penWidth()));
        painter->drawRect(box);
        painter->setPen(m_theme.textMuted);
        painter->drawText(QRectF(box.right() + m_theme.space(1), y, area.right() - box.right(), swatchHeight()),
                          Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, swatch.label);
        y += swatchHeight();
    }
}

} // namespace ulpscope::ui
