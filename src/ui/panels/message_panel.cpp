// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/message_panel.h"

#include "ui/actions/icons.h"
#include "ui/theme/application_style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QTime>
#include <QToolButton>

namespace ulpscope::ui {

namespace {

constexpr int kNewsMs = 6000;
constexpr int kKeptMessages = 500;

} // namespace

MessageBar::MessageBar(QWidget *parent) : QFrame(parent), m_text(new QLabel(this)), m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("messageBar"));
    m_text->setObjectName(QStringLiteral("messageText"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_close->setObjectName(QStringLiteral("messageClose"));
    m_close->setIcon(icon(Icon::Close));
    m_close->setProperty("flat", true);
    m_close->setAutoRaise(true);
    auto *layout = new QHBoxLayout(this);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    m_hide.setSingleShot(true);
    m_hide.setInterval(kNewsMs);
    connect(&m_hide, &QTimer::timeout, this, &QWidget::hide);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    restyle();
    hide();
}

QString MessageBar::text() const { return m_text->text(); }

void MessageBar::say(const QString &text, bool isError)
{
    if (!isError && m_isError && isVisible())
        return; // news do not push an error away
    m_isError = isError;
    m_text->setText(text);
    setAccessibleName(text);
    restyle();
    show();
    if (isError)
        m_hide.stop();
    else
        m_hide.start();
}

void MessageBar::closeError()
{
    if (m_isError)
        hide();
}

void MessageBar::restyle()
{
    const Theme &theme = currentTheme();
    m_styledFor = theme.panel;
    layout()->setContentsMargins(theme.space(3), theme.space(1), theme.space(1), theme.space(1));
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    setStyleSheet(
        QStringLiteral("QFrame#messageBar { background: %1; border-bottom: 1px solid %2; } QLabel { color: %3; }")
            .arg((m_isError ? theme.errorFill : theme.raised).name(), (m_isError ? theme.error : theme.border).name(),
                 (m_isError ? theme.error : theme.text).name()));
}

void MessageBar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    // Its own style sheet changes the palette again: only a change of the theme counts.
    if (event->type() == QEvent::LanguageChange ||
        (event->type() == QEvent::PaletteChange && m_styledFor != currentTheme().panel))
        restyle();
}

MessagePanel::MessagePanel(QWidget *parent) : QWidget(parent), m_list(new QListWidget(this))
{
    setObjectName(QStringLiteral("messagePanel"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list);
    m_list->setObjectName(QStringLiteral("messageList"));
    m_list->setWordWrap(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setAccessibleName(tr("Messages"));
}

void MessagePanel::add(const QString &text, bool isError)
{
    auto *item = new QListWidgetItem(QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")) + text, m_list);
    if (isError)
        item->setForeground(currentTheme().error);
    if (m_list->count() > kKeptMessages)
        delete m_list->takeItem(0);
    m_list->scrollToBottom();
}

void MessagePanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        m_list->setAccessibleName(tr("Messages"));
}

} // namespace ulpscope::ui
