// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/accessible_plot.h"
#include "ui/plot/figure.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace ulpscope::ui {

/// One source of error and its signed share.
struct BudgetEntry {
    QString name;
    double value = 0;
    bool finalRounding = false; ///< the rounding to the output format: drawn apart from the others
};

struct BudgetState {
    QString title;                    ///< figures only
    std::vector<BudgetEntry> entries; ///< in the order in which the sources were made exact; they sum to total
    double total = 0;
    QString unit; ///< "ulp"
    QString note; ///< says the order, under the bars
    bool cumulative =
        true; ///< each bar starts where the one before it ended, so that the sum is seen; else all start at 0
    int selected = -1;
};

class BudgetFigure;

/// Labelled horizontal bars of an error budget. Click or Up/Down choose a source.
class BudgetBars : public QWidget, public ReadoutSource {
    Q_OBJECT

public:
    explicit BudgetBars(QWidget *parent = nullptr);

    void setState(const BudgetState &state);
    const BudgetState &state() const { return m_state; }
    QString readout() const override;
    std::unique_ptr<BudgetFigure> figure() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void clicked(int entry); ///< also by keyboard

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void choose(int entry);

    BudgetState m_state;
    bool m_focusRing = false;
};

class BudgetFigure : public FigureSource {
public:
    explicit BudgetFigure(BudgetState state) : m_state(std::move(state)) {}
    void paintFigure(const FigureContext &context) const override;
    QString figureDescription() const override;
    /// At which rows and note have air at this width; with less, rows come closer and type gets smaller.
    double wantedHeight(double width, const Theme &theme) const;

private:
    BudgetState m_state;
};

} // namespace ulpscope::ui
