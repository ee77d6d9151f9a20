// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/pin_model.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace ulpscope::ui {

/// The table of pinned values. Click selects the cell, Delete takes the pin off.
class PinsPanel : public QWidget {
    Q_OBJECT

public:
    explicit PinsPanel(Session &session, QWidget *parent = nullptr);
    bool pinSelection() { return m_model.pinSelection(); }

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void refresh();
    void select(int row);

    Session &m_session;
    PinModel m_model;
    QTableView *m_table;
    QLabel *m_empty;
};

} // namespace ulpscope::ui
