// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/launches_painter.h"

#include <QAbstractTableModel>

namespace ulpscope::ui {

/// One line per distinct output of each mode.
class LaunchesTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    void setState(const LaunchesState &state);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    LaunchesState m_state;
    std::vector<std::pair<std::size_t, std::size_t>> m_rows; ///< mode and output
};

} // namespace ulpscope::ui
