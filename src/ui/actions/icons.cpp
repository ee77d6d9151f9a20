// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/icons.h"

#include "ui/theme/application_style.h"

#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace ulpscope::ui {

namespace {

/// Shapes on a grid of 16 x 16; %c is the colour.
const char *shapesOf(Icon icon)
{
    switch (icon) {
    case Icon::Open: return "<path d='M1.5 13V3.5h4l1.5 2h6V7M1.5 13l2-6h11.5l-2 6z'/>";
    case Icon::First: return "<path d='M3.5 3v10'/><path fill='%c' d='M13 3v10L6 8z'/>";
    case Icon::Previous: return "<path fill='%c' d='M11.5 3v10l-7-5z'/>";
    case Icon::Play: return "<path fill='%c' d='M4.5 2.5v11l9-5.5z'/>";
    case Icon::Pause: return "<path stroke-width='2.5' d='M5.5 3v10M10.5 3v10'/>";
    case Icon::Next: return "<path fill='%c' d='M4.5 3v10l7-5z'/>";
    case Icon::Last: return "<path d='M12.5 3v10'/><path fill='%c' d='M3 3v10l7-5z'/>";
    case Icon::PreviousEvent: return "<path d='M7 4L3 8l4 4'/><path fill='%c' d='M11 5.5L13.5 8 11 10.5 8.5 8z'/>";
    case Icon::NextEvent: return "<path d='M9 4l4 4-4 4'/><path fill='%c' d='M5 5.5L7.5 8 5 10.5 2.5 8z'/>";
    case Icon::Copy: return "<path d='M5.5 5.5h8v8h-8z'/><path d='M3.5 10.5h-1v-8h8v1'/>";
    case Icon::Menu:
        return "<g fill='%c' stroke='none'><circle cx='8' cy='3.5' r='1.3'/><circle cx='8' cy='8' r='1.3'/><circle "
               "cx='8' cy='12.5' r='1.3'/></g>";
    case Icon::Pin: return "<path d='M8 9.5v5M4 9.5h8l-2-3v-4h-4v4z'/>";
    case Icon::Reset: return "<path d='M3.2 6A5.3 5.3 0 1 1 2.7 9M3 2.5V6h3.5'/>";
    case Icon::Close: return "<path d='M4 4l8 8M12 4l-8 8'/>";
    case Icon::Swap: return "<path d='M2 5.5h11M10 2.5l3 3-3 3M14 10.5H3M6 7.5l-3 3 3 3'/>";
    case Icon::Info: return "<circle cx='8' cy='8' r='6'/><path d='M8 7.3v4M8 4.7v.6'/>";
    }
    return "";
}

class LineIconEngine : public QIconEngine {
public:
    explicit LineIconEngine(Icon icon) : m_icon(icon) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const Theme &theme = currentTheme();
        const QColor color = mode == QIcon::Disabled ? theme.textFaint
                             : state == QIcon::On    ? theme.onAccent
                                                     : theme.text;
        QByteArray shapes(shapesOf(m_icon));
        shapes.replace("%c", color.name().toLatin1());
        QSvgRenderer renderer(
            QByteArray("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><g fill='none' stroke-width='1.4' "
                       "stroke-linecap='round' stroke-linejoin='round' stroke='") +
            color.name().toLatin1() + "'>" + shapes + "</g></svg>");
        renderer.render(painter, rect);
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap result(size);
        result.fill(Qt::transparent);
        QPainter painter(&result);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return result;
    }
    QIconEngine *clone() const override { return new LineIconEngine(m_icon); }

private:
    Icon m_icon;
};

} // namespace

QIcon icon(Icon icon) { return QIcon(new LineIconEngine(icon)); }

} // namespace ulpscope::ui
