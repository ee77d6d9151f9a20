// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/error_table.h"
#include "ui/views/fact_list.h"
#include "ui/views/matrix_content.h"
#include "ui/views/view.h"

class QComboBox;
class QSplitter;

namespace ulpscope::ui {

class BudgetBars;
class HeatmapBinding;
class HeatmapView;
class HistogramPlot;
struct Cell;

/// The error of the output against float64 as a map, as a histogram, and split over its sources.
class ErrorView : public View {
    Q_OBJECT

public:
    explicit ErrorView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("error"));

    QString title() const override { return tr("Error"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return m_content.matrix != nullptr; }
    QAbstractItemModel *table() override { return &m_table; }
    bool hasSides() const override { return true; }

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
    bool isDifference() const { return shown() == Shown::Difference; }
    void showHistogram();
    void showFacts();
    void showBudget();
    void showMarks();
    void arrange();
    void cellChosen(const Cell &cell);

    HeatmapView *m_map;
    HeatmapBinding *m_binding;
    HistogramPlot *m_histogram;
    BudgetBars *m_budget;
    FactList *m_facts;
    QSplitter *m_splitter;
    QWidget *m_side;
    QComboBox *m_metric;
    MatrixContent m_content;
    ErrorTable m_table;
};

} // namespace ulpscope::ui
