// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/step_list_model.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QListView;

namespace ulpscope::ui {

/// The steps of the selected head, with a filter line. Click or Return goes to a step.
class StepsPanel : public QWidget {
    Q_OBJECT

public:
    explicit StepsPanel(Session &session, QWidget *parent = nullptr);
    void focusFilter();

protected:
    void changeEvent(QEvent *event) override;

private:
    void followStep();
    void refreshFilter();
    void refreshCount();
    void retranslate();

    Session &m_session;
    StepListModel m_model;
    QLineEdit *m_filter;
    QListView *m_list;
    QLabel *m_count;
};

} // namespace ulpscope::ui
