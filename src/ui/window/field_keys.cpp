// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/field_keys.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>

namespace ulpscope::ui {

namespace {

/// The line that a widget with the keyboard focus edits: it or a part of it; null when it edits none.
QLineEdit *editedLine(QObject *watched)
{
    if (auto *line = qobject_cast<QLineEdit *>(watched))
        return line;
    if (auto *box = qobject_cast<QComboBox *>(watched))
        return box->lineEdit();
    return qobject_cast<QAbstractSpinBox *>(watched) ? watched->findChild<QLineEdit *>() : nullptr;
}

bool isPendingFilter(const QLineEdit *line) { return line->isClearButtonEnabled() && !line->text().isEmpty(); }

/// Whether Esc has something to take back there.
bool isPending(const QLineEdit *line) { return line && (isPendingFilter(line) || line->isModified()); }

void takeBack(QLineEdit *line)
{
    if (isPendingFilter(line)) {
        line->clear();
        return;
    }
    while (line->isUndoAvailable())
        line->undo();
    line->setModified(false);
}

} // namespace

bool routeFieldKey(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return false;
    auto *key = static_cast<QKeyEvent *>(event);
    QLineEdit *line = editedLine(watched);
    const bool escape = key->key() == Qt::Key_Escape && key->modifiers() == Qt::NoModifier;
    if (event->type() == QEvent::KeyPress) {
        if (!escape || QApplication::activePopupWidget() || !isPending(line))
            return false;
        takeBack(line);
        return true;
    }
    const bool isSpace = key->key() == Qt::Key_Space && key->modifiers() == Qt::NoModifier;
    if ((isSpace && (watched->inherits("QAbstractButton") || watched->inherits("QComboBox"))) ||
        (escape && (QApplication::activePopupWidget() || isPending(line)))) {
        key->accept(); // as a key, not as a shortcut
        return true;
    }
    if (line && ((key->matches(QKeySequence::Undo) && !line->isUndoAvailable()) ||
                 (key->matches(QKeySequence::Redo) && !line->isRedoAvailable()))) {
        key->ignore(); // a field takes these keys even when there is nothing to undo in it
        return true;
    }
    return false;
}

} // namespace ulpscope::ui
