// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;
class QLineEdit;
class QListWidget;

namespace ulpscope::ui {

class Actions;

/// How well `text` matches the letters of `pattern`, in order but not necessarily side by side: 0 not at all, larger is
/// better. Letters at the start of words and runs of letters count more.
int fuzzyScore(const QString &pattern, const QString &text);

/// Finds any action by a few letters and runs it.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    /// Property of an action: more words by which it is found.
    static constexpr char kWords[] = "paletteWords";

    CommandPalette(const Actions &actions, const QList<QAction *> &more, QWidget *parent);
    void popup();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void refresh();
    void run();
    QString titleOf(const QAction *action) const;

    const Actions &m_actions;
    QList<QAction *> m_more; ///< samples, recent files, languages: what is not in the fixed table
    QLineEdit *m_line;
    QListWidget *m_list;
};

} // namespace ulpscope::ui
