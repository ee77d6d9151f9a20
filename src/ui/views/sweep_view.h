// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/painted_canvas.h"
#include "ui/views/sweep_painter.h"
#include "ui/views/view.h"

#include <QAbstractTableModel>

#include <tuple>

namespace ulpscope::ui {

/// The painted sweep. Hover reads out; a click, or Return on what the arrow keys are on, chooses.
class SweepCanvas : public PaintedCanvas {
    Q_OBJECT

public:
    explicit SweepCanvas(QWidget *parent = nullptr);
    void setState(SweepState state);
    const SweepState &state() const { return m_state; }
    QString readout() const override;

signals:
    void chosen(int row, int point);

protected:
    QString spokenName() const override { return tr("Batch sweep"); }
    void paintPicture(QPainter &painter) override;
    Place placeAt(const QPointF &at) const override; ///< row and point
    Place place() const override { return {m_state.row, m_state.point}; }
    void setPlace(const Place &place) override { std::tie(m_state.row, m_state.point) = place; }
    void clickOn(const QPointF &at) override;
    bool keyPressed(int key) override;
    QString tipAt(const QPointF &at) const override;

private:
    SweepState m_state;
};

/// One line per device, rule and batch.
class SweepTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    void setLines(std::shared_ptr<const std::vector<SweepLine>> lines);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const std::vector<SweepLine>> m_lines;
    std::vector<std::pair<int, int>> m_rows; ///< line and point
};

/// The same request inside batches of 1 to 64 on every device that runs its kernel, and under fixed splits on A's:
/// split counts, and which outputs are equal bit for bit. Computed while it is visible.
class SweepView : public View {
    Q_OBJECT

public:
    explicit SweepView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("sweep"));

    QString title() const override { return tr("Batch sweep"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return m_canvas->state().rows() > 0; }
    QAbstractItemModel *table() override { return &m_table; }
    bool isReady() const override;

protected:
    void rebuild() override;
    void showEvent(QShowEvent *event) override;

private:
    void choose(int row, int point);

    SweepCanvas *m_canvas;
    SweepTable m_table;
};

} // namespace ulpscope::ui
