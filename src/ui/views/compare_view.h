// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/divergence_text.h"
#include "ui/views/view.h"

#include <QStandardItemModel>

class QFrame;
class QLabel;
class QPushButton;
class QScrollArea;
class QTableView;

namespace ulpscope::ui {

/// A against B in words and numbers: what differs in the recipes, how many values, and where the bits part first.
class CompareView : public View {
    Q_OBJECT

public:
    explicit CompareView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("compare"));

    QString title() const override { return tr("A against B"); }
    QAbstractItemModel *table() override { return &m_differences; }
    /// Maps of A, B and their difference, with what the view says as a caption.
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return m_hasFigure; }

public slots:
    /// Makes the step and the cell of the first divergence current.
    void goToDivergence();
    /// Makes the output value, and the node of the tree where the walk from it ends, current.
    void goToAddition();

protected:
    void rebuild() override;
    void themeChanged() override;

private:
    void showSides();
    void showDivergence(const std::optional<Divergence> &first);
    void showWalk();
    void showDifferences(const Comparison &comparison);

    QLabel *m_a, *m_b, *m_counts;
    QFrame *m_card;
    QLabel *m_cardTitle, *m_place, *m_reason, *m_walk;
    QPushButton *m_go, *m_node;
    QTableView *m_list;
    QScrollArea *m_area;
    QStandardItemModel m_differences;
    bool m_hasFigure = false;
};

} // namespace ulpscope::ui
