// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/schedule_state.h"

#include <QAbstractTableModel>

namespace ulpscope::ui {

/// One line per block of a launch, in launch order: where and when it runs in the model, and which tile it is.
class ScheduleTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    void setModel(std::shared_ptr<const LaunchModel> model);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const LaunchModel> m_model;
};

} // namespace ulpscope::ui
