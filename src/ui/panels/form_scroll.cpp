// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/form_scroll.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QFocusEvent>
#include <QLayout>

namespace ulpscope::ui {

namespace {

/// Of one form: remembers which of its boxes got the focus by a click.
class WheelGuard : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::FocusIn) {
            const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
            if (reason == Qt::MouseFocusReason)
                m_clicked = watched;
            else if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
                m_clicked = nullptr;
        }
        if (event->type() != QEvent::Wheel || (m_clicked == watched && static_cast<QWidget *>(watched)->hasFocus()))
            return false;
        event->ignore();
        return true;
    }

private:
    const QObject *m_clicked = nullptr; ///< compared, never followed
};

} // namespace

FormScroll::FormScroll(QWidget *content, QWidget *parent) : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidget(content);
}

void FormScroll::showEvent(QShowEvent *event)
{
    QScrollArea::showEvent(event);
    for (QLayout *layout : widget()->findChildren<QLayout *>())
        layout->invalidate();
    if (QLayout *layout = widget()->layout())
        layout->activate();
    QEvent request(QEvent::LayoutRequest);
    QCoreApplication::sendEvent(this, &request);
}

void guardWheel(QWidget *root)
{
    auto *guard = new WheelGuard(root);
    const auto watch = [guard](QWidget *box) {
        box->setFocusPolicy(Qt::StrongFocus); // the default takes the focus at a turn of the wheel
        box->installEventFilter(guard);
    };
    for (auto *box : root->findChildren<QComboBox *>())
        watch(box);
    for (auto *box : root->findChildren<QAbstractSpinBox *>())
        watch(box);
}

} // namespace ulpscope::ui
