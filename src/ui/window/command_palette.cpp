// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/command_palette.h"

#include "ui/actions/actions.h"
#include "ui/theme/application_style.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace ulpscope::ui {

int fuzzyScore(const QString &pattern, const QString &text)
{
    int score = 1;
    qsizetype at = 0, previous = -2;
    for (const QChar wanted : pattern) {
        if (wanted.isSpace())
            continue;
        const qsizetype found = text.indexOf(wanted, at, Qt::CaseInsensitive);
        if (found < 0)
            return 0;
        score += found == previous + 1 ? 8 : 1;
        score += found == 0 || !text[found - 1].isLetterOrNumber() ? 6 : 0;
        previous = found;
        at = found + 1;
    }
    return score * 100 - static_cast<int>(std::min<qsizetype>(text.size(), 99)); // of two equal ones the shorter
}

CommandPalette::CommandPalette(const Actions &actions, const QList<QAction *> &more, QWidget *parent)
    : QDialog(parent, Qt::Popup),
      m_actions(actions),
      m_more(more),
      m_line(new QLineEdit(this)),
      m_list(new QListWidget(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(tr("Command palette"));
    const Theme &theme = currentTheme();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(theme.space(2), theme.space(2), theme.space(2), theme.space(2));
    layout->addWidget(m_line);
    layout->addWidget(m_list);
    m_line->setObjectName(QStringLiteral("paletteLine"));
    m_line->setPlaceholderText(tr("A few letters of what you want to do"));
    m_line->setAccessibleName(tr("Search commands"));
    m_line->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::refresh);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    refresh();
}

void CommandPalette::popup()
{
    const Theme &theme = currentTheme();
    const QRect window = parentWidget()->window()->geometry();
    resize(std::min(theme.space(150), window.width() - theme.space(8)),
           std::min(theme.space(100), window.height() / 2));
    move(window.center().x() - width() / 2, window.top() + window.height() / 8);
    show();
    m_line->setFocus();
}

/// With the menu it is in: "Light" alone would not say what becomes light.
QString CommandPalette::titleOf(const QAction *action) const
{
    QString group;
    if (m_actions.all().contains(action))
        group = m_actions.groupOf(action);
    for (const QObject *place : action->associatedObjects()) {
        if (const auto *menu = qobject_cast<const QMenu *>(place); menu && group.isEmpty())
            group = withoutMnemonic(menu->title());
    }
    const QString text = withoutMnemonic(action->text());
    return group.isEmpty() ? text : group + QStringLiteral(": ") + text;
}

void CommandPalette::refresh()
{
    m_list->clear();
    const QString pattern = m_line->text().trimmed();
    std::vector<std::pair<int, QAction *>> found;
    for (QAction *action : m_actions.all() + m_more) {
        const QString words = action->property(kWords).toString();
        const int score = std::max({fuzzyScore(pattern, withoutMnemonic(action->text())),
                                    fuzzyScore(pattern, titleOf(action)), fuzzyScore(pattern, words)});
        if (score > 0 && action->isEnabled())
            found.emplace_back(pattern.isEmpty() ? 0 : score, action);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    for (const auto &[score, action] : found) {
        const QString keys = shortcutText(action), text = titleOf(action);
        auto *item = new QListWidgetItem(keys.isEmpty() ? text : text + QStringLiteral("    ") + keys, m_list);
        item->setData(Qt::UserRole, QVariant::fromValue(static_cast<QObject *>(action)));
        item->setToolTip(action->toolTip());
    }
    if (found.empty())
        (new QListWidgetItem(tr("No command of that name"), m_list))->setFlags(Qt::NoItemFlags);
    m_list->setCurrentRow(0);
}

void CommandPalette::run()
{
    const QListWidgetItem *item = m_list->currentItem();
    auto *action = item ? qobject_cast<QAction *>(item->data(Qt::UserRole).value<QObject *>()) : nullptr;
    if (!action)
        return;
    close();
    QMetaObject::invokeMethod(action, &QAction::trigger, Qt::QueuedConnection); // when the popup is gone
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down) {
            m_list->setCurrentRow(
                std::clamp(m_list->currentRow() + (key == Qt::Key_Down ? 1 : -1), 0, m_list->count() - 1));
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            run();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace ulpscope::ui
