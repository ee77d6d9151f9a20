// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace ulpscope::ui {

class KnownBadge;

/// A run in the tool bar: its letter and colour, kernel, device, and how it is known. Both can be changed here.
class RunChip : public QFrame {
    Q_OBJECT

public:
    RunChip(Session &session, Side side, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void restyle();

    Session &m_session;
    Side m_side;
    QLabel *m_letter, *m_tensor;
    QToolButton *m_kernel, *m_device, *m_add;
    KnownBadge *m_badge;
    QColor m_styledFor;
};

} // namespace ulpscope::ui
