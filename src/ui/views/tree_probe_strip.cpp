// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_probe_strip.h"

#include "ui/theme/application_style.h"

#include <QAccessible>
#include <QEvent>
#include <QPainter>
#include <QResizeEvent>

namespace ulpscope::ui {

TreeProbeStrip::TreeProbeStrip(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    hide();
}

void TreeProbeStrip::setKey(const MarkKey &key)
{
    if (key.text() == m_key.text())
        return;
    m_key = key;
    setVisible(!key.empty());
    setAccessibleName(key.text());
    setToolTip(key.text());
    updateGeometry();
    update();
}

QSize TreeProbeStrip::sizeHint() const
{
    const Theme &theme = currentTheme();
    const double wide = width() > theme.space(10) ? width() : theme.space(120);
    return {theme.space(60), qCeil(m_key.height(wide, theme))};
}

void TreeProbeStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), currentTheme().plotGround);
    m_key.paint(painter, rect(), currentTheme());
}

void TreeProbeStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
}

void TreeProbeStrip::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        updateGeometry();
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace ulpscope::ui
