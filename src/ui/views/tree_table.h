// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/sum_tree.h"
#include "ui/run/tree_probe.h"

#include <QAbstractTableModel>

#include <memory>

namespace ulpscope::ui {

/// One line per node of a tree, summands before sums.
class TreeTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    /// `probe`: what a measured tree says of each node, as a column of its own.
    void setTree(std::shared_ptr<const ValuedTree> tree, SumKind kind,
                 std::shared_ptr<const ProbeOverlay> probe = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    bool hasCarried() const;
    int measuredColumn() const; ///< -1: there is none

    std::shared_ptr<const ValuedTree> m_tree;
    SumKind m_kind = SumKind::RowSum;
    std::shared_ptr<const ProbeOverlay> m_probe;
};

} // namespace ulpscope::ui
