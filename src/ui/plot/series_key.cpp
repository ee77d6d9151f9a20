// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/series_key.h"

#include <cmath>

namespace ulpscope::ui {

SeriesKey::SeriesKey(QCustomPlot *plot) : QCPLayoutElement(plot) { setLayer(QStringLiteral("axes")); }

void SeriesKey::setContent(const QString &heading, const QList<Entry> &entries)
{
    m_heading = heading;
    m_entries = entries;
}

void SeriesKey::setTheme(const Theme &theme)
{
    m_theme = theme;
    const int height =
        static_cast<int>(std::ceil(QFontMetricsF(theme.font(TextRole::Small)).height())) + theme.space(1);
    setMinimumSize(0, height);
    setMaximumSize(QWIDGETSIZE_MAX, height);
    setMargins(QMargins(theme.space(2), 0, theme.space(2), 0));
}

void SeriesKey::draw(QCPPainter *painter)
{
    painter->setAntialiasing(true);
    const QFont font = m_theme.font(TextRole::Small);
    const QFontMetricsF metrics(font);
    painter->setFont(font);
    double x = rect().left();
    const auto text = [&](const QString &string, const QColor &color) {
        const double room = rect().right() - x;
        painter->setPen(color);
        painter->drawText(QRectF(x, rect().top(), room, rect().height()), Qt::AlignLeft | Qt::AlignVCenter,
                          metrics.elidedText(string, Qt::ElideRight, room));
        x += metrics.horizontalAdvance(string);
    };
    if (!m_heading.isEmpty()) {
        text(m_heading, m_theme.text);
        x += m_theme.space(4);
    }
    for (const Entry &entry : m_entries) {
        const double markWidth = m_theme.space(4);
        if (x + markWidth >= rect().right())
            break;
        drawMark(painter, entry, QRectF(x, rect().top(), markWidth, rect().height()));
        x += markWidth + m_theme.space(1);
        text(entry.name, m_theme.textMuted);
        x += m_theme.space(4);
    }
}

void SeriesKey::drawMark(QCPPainter *painter, const Entry &entry, const QRectF &box) const
{
    const QPointF c = box.center();
    const double radius = m_theme.length(3);
    QPen pen(entry.color, m_theme.penWidth(1.5));
    switch (entry.mark) {
    case Mark::Dashed: pen.setStyle(Qt::DashLine); [[fallthrough]];
    case Mark::Line:
        painter->setPen(pen);
        painter->drawLine(QLineF(box.left(), c.y(), box.right(), c.y()));
        break;
    case Mark::Stem:
        painter->setPen(pen);
        painter->drawLine(QLineF(c.x(), box.bottom() - radius, c.x(), box.top() + radius));
        [[fallthrough]];
    case Mark::Point:
        painter->setPen(Qt::NoPen);
        painter->setBrush(entry.color);
        painter->drawEllipse(QPointF(c.x(), entry.mark == Mark::Stem ? box.top() + radius + m_theme.penWidth() : c.y()),
                             radius, radius);
        break;
    case Mark::Bar:
        painter->fillRect(QRectF(c.x() - radius, c.y() - radius, 2 * radius, 2 * radius), entry.color);
        break;
    }
}

} // namespace ulpscope::ui
