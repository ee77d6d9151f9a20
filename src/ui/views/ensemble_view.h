// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chosen_sum.h"
#include "ui/views/ensemble_painter.h"
#include "ui/views/ensemble_table.h"
#include "ui/views/painted_canvas.h"
#include "ui/views/view.h"

#include <tuple>

class QScrollArea;
class QSpinBox;

namespace ulpscope::ui {

/// The painted ensemble, as high as it needs. Left and Right go through the histogram, Up and Down through the results
/// in words; a click on one of these, or Return, chooses its order.
class EnsembleCanvas : public PaintedCanvas {
    Q_OBJECT

public:
    explicit EnsembleCanvas(QWidget *parent = nullptr);
    void setState(EnsembleState state);
    const EnsembleState &state() const { return m_state; }
    EnsembleLayout parts() const;
    QString readout() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(int witness);
    void reached(const QRectF &where); ///< by the keyboard: it should be visible

protected:
    QString spokenName() const override { return tr("Arrival orders"); }
    void paintPicture(QPainter &painter) override;
    Place placeAt(const QPointF &at) const override; ///< bin and witness
    Place place() const override { return {m_state.bin, m_state.witness}; }
    void setPlace(const Place &place) override { std::tie(m_state.bin, m_state.witness) = place; }
    void pointTo(const QPointF &at) override;
    void clickOn(const QPointF &at) override;
    bool keyPressed(int key) override;
    QString tipAt(const QPointF &at) const override;
    void restyled() override { fitHeight(); }
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitHeight();

    EnsembleState m_state;
};

/// One sum in many orders of arrival, as atomic additions may bring them about: how often each result comes, and which
/// order is best and worst. The numbers are the partial results of the sum that is chosen in the tree view, or those of
/// the playground. Computed while it is visible.
class EnsembleView : public View {
    Q_OBJECT

public:
    explicit EnsembleView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("ensemble"));

    QString title() const override { return tr("Arrival orders"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return !m_canvas->state().empty(); }
    QAbstractItemModel *table() override { return &m_table; }
    bool hasSides() const override { return true; }
    bool isReady() const override;

public slots:
    void cycleScale() override;

protected:
    void rebuild() override;
    void retranslate() override;
    void themeChanged() override;
    void showEvent(QShowEvent *event) override;

private:
    void fillTexts();
    QString wrongState(bool random) const;
    ArrivalQuestion question() const; ///< about m_numbers
    bool isAnswered() const;
    void choose(int witness);
    void copyOrders();

    EnsembleCanvas *m_canvas;
    QScrollArea *m_scroll;
    QWidget *m_row;
    QComboBox *m_from, *m_orders;
    QLabel *m_countLabel, *m_seedLabel;
    QSpinBox *m_count, *m_seed;
    QLabel *m_wrong; ///< what the session says that nobody can mean
    QAction *m_copyOrders;
    EnsembleTable m_table;
    ChosenSum m_sum;
    ArrivingNumbers m_numbers;
    ArrivalQuestion m_question;
};

} // namespace ulpscope::ui
