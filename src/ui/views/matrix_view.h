// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/matrix_content.h"
#include "ui/views/matrix_table.h"
#include "ui/views/view.h"

class QComboBox;

namespace ulpscope::ui {

class HeatmapBinding;
class HeatmapView;
struct Cell;

/// S, P, O, the float64 reference or the error of the selected head as a heat map that fills as steps are done.
class MatrixView : public View {
    Q_OBJECT

public:
    explicit MatrixView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("matrix"),
                        MatrixQuantity first = MatrixQuantity::Scores);

    QString title() const override { return tr("Matrix"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return m_content.matrix != nullptr; }
    QAbstractItemModel *table() override { return &m_table; }
    bool hasSides() const override;

    MatrixQuantity quantity() const;
    void setQuantity(MatrixQuantity quantity);

public slots:
    void home() override;
    void goBack() override;
    void goForward() override;
    void cycleScale() override;
    void toggleGrid() override;

protected:
    void rebuild() override;
    void retranslate() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    ErrorMetric chosenMetric() const;
    void fill();
    void showMarks();
    void showScaleText();
    void cellChosen(const Cell &cell);
    void fillChoices();
    /// The current step's work tile and key tile of the selected head; empty outside it.
    CellRect currentTile() const;

    MatrixQuantity m_first;
    HeatmapView *m_map;
    HeatmapBinding *m_binding;
    QComboBox *m_quantity, *m_metric;
    MatrixContent m_content;
    MatrixFilling m_filling;
    MatrixTable m_table;
};

} // namespace ulpscope::ui
