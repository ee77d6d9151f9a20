// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/trace/row_trace.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace ulpscope::ui {

/// One line per key tile of a row, in visiting order.
class RunningTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    void setTrace(std::shared_ptr<const RowTrace> trace);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const RowTrace> m_trace;
    std::vector<std::pair<int, const RowTileTrace *>> m_tiles; ///< split, tile
};

} // namespace ulpscope::ui
