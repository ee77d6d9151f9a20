// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backend/backend_choice.h"

#include <QDialog>
#include <QFutureWatcher>

#include <vector>

class QLabel;
class QTableWidget;

namespace ulpscope::ui {

/// What can execute here: the CPU, the GPUs, and why there is none. Asked for in the background, since a GPU takes a
/// moment to answer.
class DevicesDialog : public QDialog {
    Q_OBJECT

public:
    explicit DevicesDialog(QWidget *parent);

private:
    struct Found {
        QString backend;
        Phrase absent; ///< why `devices` is empty
        std::vector<BackendDevice> devices;
    };
    static std::vector<Found> find();
    void fill(const std::vector<Found> &found);
    void addRow(const QStringList &cells);

    QTableWidget *m_table;
    QLabel *m_note;
    QFutureWatcher<std::vector<Found>> m_watcher;
};

} // namespace ulpscope::ui
