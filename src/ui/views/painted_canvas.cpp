// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/painted_canvas.h"

#include "ui/theme/application_style.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace ulpscope::ui {

PaintedCanvas::PaintedCanvas(QWidget *parent) : QWidget(parent)
{
    installPlotAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

QSize PaintedCanvas::minimumSizeHint() const { return {currentTheme().space(40), currentTheme().space(24)}; }

void PaintedCanvas::moveTo(const Place &to)
{
    if (to == place())
        return;
    setPlace(to);
    pictureChanged();
}

void PaintedCanvas::pictureChanged()
{
    update();
    announceReadout(this);
}

void PaintedCanvas::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), currentTheme().plotGround);
    paintPicture(painter);
    m_ring.paint(painter, rect(), currentTheme());
}

void PaintedCanvas::mouseMoveEvent(QMouseEvent *event) { pointTo(event->position()); }

void PaintedCanvas::leaveEvent(QEvent *) { pointAway(); }

void PaintedCanvas::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        clickOn(event->position());
}

void PaintedCanvas::keyPressEvent(QKeyEvent *event)
{
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier) || !keyPressed(event->key()))
        QWidget::keyPressEvent(event);
}

void PaintedCanvas::focusInEvent(QFocusEvent *event)
{
    m_ring.focusChanged(*event);
    update();
}

void PaintedCanvas::focusOutEvent(QFocusEvent *event)
{
    m_ring.focusChanged(*event);
    pointAway();
    update();
}

void PaintedCanvas::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange) {
        setAccessibleName(spokenName());
        restyled();
        update();
    }
    QWidget::changeEvent(event);
}

bool PaintedCanvas::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        if (const QString tip = tipAt(help->pos()); !tip.isEmpty())
            QToolTip::showText(help->globalPos(), tip, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace ulpscope::ui
