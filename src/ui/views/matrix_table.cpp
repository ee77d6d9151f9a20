// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/matrix_table.h"

#include "ui/plot/heatmap_state.h"

namespace ulpscope::ui {

void MatrixTable::setMatrix(MatrixPtr matrix)
{
    const bool sameShape = matrix && m_matrix && matrix->rows == m_matrix->rows && matrix->cols == m_matrix->cols;
    if (sameShape) {
        m_matrix = std::move(matrix);
        emit dataChanged(index(0, 0), index(m_matrix->rows - 1, m_matrix->cols - 1));
        return;
    }
    beginResetModel();
    m_matrix = std::move(matrix);
    endResetModel();
}

int MatrixTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_matrix ? 0 : m_matrix->rows;
}
int MatrixTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_matrix ? 0 : m_matrix->cols;
}

QVariant MatrixTable::data(const QModelIndex &index, int role) const
{
    if (!m_matrix || !index.isValid() || !m_matrix->contains(index.row(), index.column()))
        return {};
    const CellClass cell = m_matrix->cellClass(index.row(), index.column());
    switch (role) {
    case Qt::DisplayRole:
        if (cell == CellClass::Masked)
            return tr("masked");
        if (cell == CellClass::NotComputed)
            return QStringLiteral("·");
        return formatCellValue(m_matrix->value(index.row(), index.column()));
    case Qt::UserRole:
    case Qt::EditRole:
        return cell == CellClass::Value ? QVariant(static_cast<double>(m_matrix->value(index.row(), index.column())))
                                        : QVariant();
    case Qt::TextAlignmentRole: return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant MatrixTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || !m_matrix)
        return {};
    return section + (orientation == Qt::Vertical ? m_matrix->rowOrigin : m_matrix->colOrigin);
}

} // namespace ulpscope::ui
