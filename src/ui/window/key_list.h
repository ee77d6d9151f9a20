// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace ulpscope::ui {

class Actions;

/// All keys on one page, made from the actions themselves, so that it cannot be out of date.
class KeyList : public QDialog {
    Q_OBJECT

public:
    KeyList(const Actions &actions, QWidget *parent);
};

/// Version, libraries and licence, as text that can be copied into a report.
class AboutDialog : public QDialog {
    Q_OBJECT

public:
    explicit AboutDialog(QWidget *parent);
};

} // namespace ulpscope::ui
