// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/schedule_state.h"

#include <QAbstractTableModel>

namespace ulpscope::ui {

/// One line per block of a launch, in launch order: where and when it runs, and which tile it is. With a measured
/// launch beside a modelled one, where and when the block of the same work tile ran on the GPU.
class ScheduleTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    /// Both may be without blocks; a measured launch alone is the table.
    void setLaunches(const ScheduleState &modelled, const ScheduleState &measured);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant measuredOf(int workTile, int column) const;
    bool hasBoth() const { return m_model && !m_isMeasured && m_measured.blocks; }

    std::shared_ptr<const LaunchModel> m_model;
    bool m_isMeasured = false;
    int m_batches = 0;          ///< of the problem itself: later ones are copies
    ScheduleState m_measured;   ///< beside m_model
    std::vector<int> m_arrival; ///< of a work tile among the splits of its query tile, from 1; empty: one split
};

} // namespace ulpscope::ui
