// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace ulpscope::ui {

/// How the node that is chosen in a reduction tree came about: every addition of its running sum, with its step. A
/// double click goes to the step.
class NodeHistoryList : public QWidget {
    Q_OBJECT

public:
    explicit NodeHistoryList(Session &session, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    Session &m_session;
    QLabel *m_title;
    QTreeWidget *m_list;
};

} // namespace ulpscope::ui
