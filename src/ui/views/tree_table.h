// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/sum_tree.h"

#include <QAbstractTableModel>

#include <memory>

namespace ulpscope::ui {

/// One line per node of a tree, summands before sums.
class TreeTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    void setTree(std::shared_ptr<const ValuedTree> tree, SumKind kind);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const ValuedTree> m_tree;
    SumKind m_kind = SumKind::RowSum;
};

} // namespace ulpscope::ui
