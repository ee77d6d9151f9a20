// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTreeWidget;
class QVBoxLayout;

namespace ulpscope::ui {

class BudgetBars;
class FormScroll;

/// Everything about the selected cell: its values in A, B and float64, its bits, the running state of its row at the
/// current step, how it came about tile by tile, where its error comes from, and where A and B part first.
class InspectorPanel : public QWidget {
    Q_OBJECT

public:
    explicit InspectorPanel(Session &session, QWidget *parent = nullptr);

signals:
    void firstDivergenceRequested();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct CellValues {
        QString name; ///< "O[299, 41]"
        DType type = DType::F32;
        std::optional<float> a, b;
        std::optional<double> reference;
        double uncertainty = 0; ///< bound on the reference's own error
    };
    /// One quantity of both runs.
    struct Line {
        QString name, a, b;
    };
    std::vector<CellValues> selectedCells() const;
    /// `named`: with the runs' names above; else they are there only where they must be told apart.
    QString tableHtml(const std::vector<Line> &lines, bool hasB, bool named) const;
    QString valuesHtml(const CellValues &cell) const;
    QString bitsHtml(DType type, float value) const;
    QString runningHtml() const;
    void refresh();
    void refreshValues();
    void refreshRunning();
    void refreshHistory();
    void markCurrentTile();
    void refreshBudget();
    void refreshDivergence();
    void retranslate();

    Session &m_session;
    QVBoxLayout *m_layout;
    FormScroll *m_scroll;
    QLabel *m_values, *m_runningTitle, *m_running, *m_historyTitle, *m_budgetTitle;
    QTreeWidget *m_history;
    BudgetBars *m_budget;
    QWidget *m_card;
    QLabel *m_divergence;
    QPushButton *m_goToDivergence;
};

} // namespace ulpscope::ui
