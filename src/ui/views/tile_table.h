// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace ulpscope::ui {

/// One line per visited (query tile, key tile) with the values of the selected row, or of the tile's first row.
class TileTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    void setTrace(std::shared_ptr<const HeadTrace> trace, int selectedRow);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Line {
        int tile, ordinal, row;
    };
    QVariant value(const Line &line, int column) const;

    std::shared_ptr<const HeadTrace> m_trace;
    std::vector<Line> m_lines;
};

} // namespace ulpscope::ui
