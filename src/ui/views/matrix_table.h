// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/matrix_data.h"

#include <QAbstractTableModel>

namespace ulpscope::ui {

/// The numbers of a matrix as a table: rows and columns labelled as on the map.
class MatrixTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    void setMatrix(MatrixPtr matrix);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    MatrixPtr m_matrix;
};

} // namespace ulpscope::ui
