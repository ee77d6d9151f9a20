// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFrame>
#include <QTimer>

class QLabel;
class QListWidget;
class QToolButton;

namespace ulpscope::ui {

/// One sentence above the views that says what went wrong. It takes no focus and asks for nothing.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget *parent = nullptr);
    void closeError(); ///< news stay for their time
    void say(const QString &text, bool isError);
    QString text() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void restyle();

    QLabel *m_text;
    QToolButton *m_close;
    QTimer m_hide; ///< news go by themselves, errors stay
    bool m_isError = false;
    QColor m_styledFor; ///< panel colour of the theme that the style sheet was made for
};

/// All messages of the session, newest last.
class MessagePanel : public QWidget {
    Q_OBJECT

public:
    explicit MessagePanel(QWidget *parent = nullptr);
    void add(const QString &text, bool isError);

protected:
    void changeEvent(QEvent *event) override;

private:
    QListWidget *m_list;
};

} // namespace ulpscope::ui
