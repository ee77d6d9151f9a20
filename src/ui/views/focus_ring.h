// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QFocusEvent>
#include <QPainter>

namespace ulpscope::ui {

/// The ring around a painted widget that has the keyboard. It helps whoever tabs through the window and disturbs
/// whoever clicked.
class FocusRing {
public:
    void focusChanged(const QFocusEvent &event)
    {
        m_on = event.gotFocus() && event.reason() != Qt::MouseFocusReason &&
               event.reason() != Qt::ActiveWindowFocusReason && event.reason() != Qt::PopupFocusReason &&
               event.reason() != Qt::OtherFocusReason;
    }
    void paint(QPainter &painter, const QRectF &rect, const Theme &theme) const
    {
        if (!m_on)
            return;
        const double width = theme.penWidth(2);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.focus, width));
        painter.drawRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2));
    }

private:
    bool m_on = false;
};

} // namespace ulpscope::ui
