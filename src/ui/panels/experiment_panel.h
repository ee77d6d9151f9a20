// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QWidget>

class QTabWidget;

namespace ulpscope::ui {

/// Everything that fixes the bits, as forms: the problem, run A, and run B or the recorded output.
class ExperimentPanel : public QWidget {
    Q_OBJECT

public:
    explicit ExperimentPanel(Session &session, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    QTabWidget *m_tabs;
};

} // namespace ulpscope::ui
