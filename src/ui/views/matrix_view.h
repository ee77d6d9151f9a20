// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/heatmap_base.h"
#include "ui/views/matrix_filling.h"
#include "ui/views/matrix_table.h"

class QComboBox;

namespace ulpscope::ui {

/// S, P, O, the float64 reference or the error of the selected head as a heat map that fills as steps are done.
class MatrixView : public HeatmapBase {
    Q_OBJECT

public:
    explicit MatrixView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("matrix"),
                        MatrixQuantity first = MatrixQuantity::Scores);

    QString title() const override { return tr("Matrix"); }
    std::unique_ptr<FigureSource> figure() const override;
    QAbstractItemModel *table() override { return &m_table; }
    bool hasSides() const override;

    MatrixQuantity quantity() const;
    void setQuantity(MatrixQuantity quantity);

protected:
    void rebuild() override;
    void retranslate() override;
    void resizeEvent(QResizeEvent *event) override;
    void showMarks() override;
    void showScaleText() override;

private:
    void fill();
    void showSubtitle();
    void fillChoices();
    /// The shown side's current work tile and key tile of the selected head; empty outside it.
    CellRect currentTile() const;

    MatrixQuantity m_first;
    QComboBox *m_quantity;
    MatrixFilling m_filling;
    MatrixTable m_table;
};

} // namespace ulpscope::ui
