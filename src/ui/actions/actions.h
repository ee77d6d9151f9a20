// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QHash>
#include <QObject>

#include <functional>

namespace ulpscope::ui {

/// All that the window can do, each once: menus, buttons, command palette and key list are made of these.
class Actions : public QObject {
    Q_OBJECT

public:
    explicit Actions(QWidget *window);

    /// The action of that name; it must exist.
    QAction *operator[](const char *id) const;
    /// Runs `handler` when the action is triggered; `checked` is the state of a checkable one.
    void on(const char *id, QObject *context, const std::function<void(bool checked)> &handler);
    /// In the order of the menus.
    const QList<QAction *> &all() const { return m_all; }
    /// Name of the menu an action belongs to, translated.
    QString groupOf(const QAction *action) const;
    QList<QAction *> group(const char *name) const;
    static QString groupTitle(const char *name);

    /// Sets all texts in the current language.
    void retranslate();

private:
    QList<QAction *> m_all;
    QHash<QByteArray, QAction *> m_byId;
};

/// Without the mark of its underlined letter: "&Open" and "打开(&O)" as "Open" and "打开".
QString withoutMnemonic(QString text);

/// "Ctrl+Right, ." for tool tips and the key list.
QString shortcutText(const QAction *action);

} // namespace ulpscope::ui
