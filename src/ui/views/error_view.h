// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/error_table.h"
#include "ui/views/fact_list.h"
#include "ui/views/heatmap_base.h"

class QComboBox;
class QSplitter;

namespace ulpscope::ui {

class BudgetBars;
class HistogramPlot;

/// The error of the output against float64 as a map, as a histogram, and split over its sources.
class ErrorView : public HeatmapBase {
    Q_OBJECT

public:
    explicit ErrorView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("error"));

    QString title() const override { return tr("Error"); }
    std::unique_ptr<FigureSource> figure() const override;
    QAbstractItemModel *table() override { return &m_table; }
    bool hasSides() const override { return true; }

protected:
    void rebuild() override;
    void retranslate() override;
    void resizeEvent(QResizeEvent *event) override;
    void showMarks() override;
    void showScaleText() override;

private:
    void showHistogram();
    void showFacts();
    void showBudget();
    void arrange();

    HistogramPlot *m_histogram;
    BudgetBars *m_budget;
    FactList *m_facts;
    QSplitter *m_splitter;
    QWidget *m_side;
    ErrorTable m_table;
};

} // namespace ulpscope::ui
