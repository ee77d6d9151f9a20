// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/matrix_data.h"
#include "ui/session.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace ulpscope::ui {

/// The cells with the largest errors (the fewest significant bits), the worst first.
class ErrorTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    static constexpr std::size_t kRows = 200;

    /// `against`: null for an error against the reference, else the output that was subtracted.
    void setErrors(const MatrixPtr &errors, bool smallIsBad, std::shared_ptr<const ulpscope::Matrix> output,
                   std::shared_ptr<const Reference> reference, std::shared_ptr<const ulpscope::Matrix> against,
                   const QString &quantity);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    MatrixPtr m_errors;
    std::shared_ptr<const ulpscope::Matrix> m_output, m_against;
    std::shared_ptr<const Reference> m_reference;
    QString m_quantity;
    std::vector<std::size_t> m_cells; ///< indices into m_errors
};

} // namespace ulpscope::ui
