// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/accessible_plot.h"
#include "ui/views/tile_map_painter.h"
#include "ui/views/tile_table.h"
#include "ui/views/view.h"

class QComboBox;

namespace ulpscope::ui {

/// The painted map. Hover reads out, click goes to the end of a tile, double click to its first step; arrow keys move a
/// cursor, Return goes to the cursor's tile.
class TileMapCanvas : public QWidget, public ReadoutSource {
    Q_OBJECT

public:
    explicit TileMapCanvas(QWidget *parent = nullptr);
    void setState(TileMapState state); ///< cursor and highlight stay
    const TileMapState &state() const { return m_state; }
    void goTo(quint64 steps);
    void setHighlight(int m, int n);
    QString readout() const override;
    QSize minimumSizeHint() const override;

signals:
    void hovered(int m, int n); ///< -1, -1 when the pointer left
    void stepChosen(quint64 position);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    std::pair<int, int> cellAt(const QPointF &position) const;
    void moveCursor(int m, int n);

    TileMapState m_state;
};

/// Query tiles by key tiles: what is done, in which order, with each tile's max, sum and alpha.
class TileMapView : public View {
    Q_OBJECT

public:
    explicit TileMapView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("tiles"));

    QString title() const override { return tr("Tile map"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return !m_canvas->state().cells.empty(); }
    QAbstractItemModel *table() override { return &m_table; }
    bool hasSides() const override { return true; }

protected:
    void rebuild() override;
    void retranslate() override;

private:
    void fillColors();
    void showStep();
    void showHover();

    TileMapCanvas *m_canvas;
    QComboBox *m_color;
    TileTable m_table;
};

} // namespace ulpscope::ui
