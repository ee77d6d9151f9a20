// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"
#include "ui/window/preferences.h"

#include <QMenu>

namespace ulpscope::ui {

/// Who executes: chosen here, remembered, the same bits either way.
class BackendMenu : public QMenu {
    Q_OBJECT

public:
    BackendMenu(Session &session, Preferences &preferences, QWidget *parent);

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
};

} // namespace ulpscope::ui
