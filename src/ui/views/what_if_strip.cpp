// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/what_if_strip.h"

#include "ui/theme/application_style.h"

#include <QResizeEvent>

#include <algorithm>

namespace ulpscope::ui {
namespace {

constexpr int kUsualWidth = 120; ///< grid steps, before there is a width

} // namespace

WhatIfStrip::WhatIfStrip(QWidget *parent) : PaintedCanvas(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAccessibleName(spokenName());
    hide();
}

void WhatIfStrip::setPicture(WhatIfPicture picture)
{
    if (picture.answer == m_picture.answer) // the pointer stays where it is
        picture.pointed = m_picture.pointed;
    if (picture == m_picture)
        return;
    m_picture = std::move(picture);
    setVisible(!m_picture.empty());
    fitHeight();
    pictureChanged();
}

WhatIfLayout WhatIfStrip::parts() const { return WhatIfLayout(m_picture, rect(), currentTheme(), m_textHeight); }

void WhatIfStrip::fitHeight()
{
    const Theme &theme = currentTheme();
    m_textHeight =
        whatIfTextHeight(m_picture, width() > theme.space(10) ? width() : theme.space(kUsualWidth), theme, true);
    updateGeometry();
}

QString WhatIfStrip::readout() const
{
    const QString pointed = m_picture.describe(m_picture.pointed);
    return pointed.isEmpty() ? m_picture.summary() : pointed;
}

QSize WhatIfStrip::sizeHint() const
{
    const Theme &theme = currentTheme();
    return {theme.space(60), qCeil(WhatIfLayout(m_picture, QRectF(0, 0, width(), 0), theme, m_textHeight).height)};
}

void WhatIfStrip::paintPicture(QPainter &painter)
{
    paintWhatIf(painter, rect(), m_picture, currentTheme(), m_textHeight);
}

void WhatIfStrip::moveTo(int index)
{
    if (index == m_picture.pointed)
        return;
    m_picture.pointed = index;
    pictureChanged();
    emit hovered(index);
}

void WhatIfStrip::pointTo(const QPointF &at)
{
    const int index = parts().indexAt(at);
    setCursor(index >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    moveTo(index);
}

void WhatIfStrip::clickOn(const QPointF &at)
{
    if (const int index = parts().indexAt(at); index >= 0)
        emit chosen(index);
}

bool WhatIfStrip::keyPressed(int key)
{
    if (m_picture.count() == 0)
        return false;
    const int first = m_picture.first(), last = first + m_picture.count() - 1;
    const int now = m_picture.has(m_picture.pointed)    ? m_picture.pointed
                    : m_picture.has(m_picture.selected) ? m_picture.selected
                                                        : first;
    switch (key) {
    case Qt::Key_Left: moveTo(std::max(first, now - 1)); return true;
    case Qt::Key_Right: moveTo(std::min(last, now + 1)); return true;
    case Qt::Key_Home: moveTo(first); return true;
    case Qt::Key_End: moveTo(last); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: emit chosen(now); return true;
    default: return false;
    }
}

QString WhatIfStrip::tipAt(const QPointF &at) const
{
    if (!m_picture.answer)
        return m_picture.note;
    const QString sum = m_picture.describe(parts().indexAt(at));
    return sum.isEmpty() ? m_picture.summary() + QLatin1Char('\n') +
                               tr("This order's value less the kernel's, in representable values; hatched: the order "
                                  "cannot be used "
                                  "there. Left, Right and Return choose by keys.")
                         : sum + QLatin1Char('\n') + tr("Click: show its tree");
}

void WhatIfStrip::restyled() { fitHeight(); }

void WhatIfStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitHeight();
}

} // namespace ulpscope::ui
