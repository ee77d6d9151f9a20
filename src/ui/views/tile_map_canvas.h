// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/accessible_plot.h"
#include "ui/views/focus_ring.h"
#include "ui/views/tile_map_painter.h"

#include <QWidget>

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
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    std::pair<int, int> cellAt(const QPointF &position) const;
    void moveCursor(int m, int n);

    TileMapState m_state;
    FocusRing m_ring;
};

} // namespace ulpscope::ui
