// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace ulpscope::ui {

/// A panel's content, scrolled where there is less room than it needs.
class FormScroll : public QScrollArea {
    Q_OBJECT

public:
    explicit FormScroll(QWidget *content, QWidget *parent = nullptr);

protected:
    /// Rows that came and went while the page was hidden asked nobody for room: Qt posts no layout request then.
    void showEvent(QShowEvent *event) override;
};

/// Makes the wheel scroll past the combo and spin boxes below `root`: it changes only a box that was clicked and still
/// has the keyboard focus. For boxes that exist by now.
void guardWheel(QWidget *root);

} // namespace ulpscope::ui
