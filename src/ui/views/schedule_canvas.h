// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/painted_canvas.h"
#include "ui/views/schedule_painter.h"

#include <optional>

namespace ulpscope::ui {

/// The painted launch. The wheel zooms (with Shift in time only, with Ctrl in lanes only), dragging moves, a click goes
/// to a block; arrow keys walk from block to block, Return goes to it, + and - zoom.
class ScheduleCanvas : public PaintedCanvas {
    Q_OBJECT

public:
    explicit ScheduleCanvas(QWidget *parent = nullptr);
    /// Shows the whole launch where it is another one; else the window stays.
    void setState(ScheduleState state);
    const ScheduleState &state() const { return m_state; }
    void goTo(quint64 steps);
    void setHighlighted(std::vector<int> blocks);
    void setPointed(int block);
    void setNow(double time);
    void setWindow(const ScheduleWindow &window);
    void showWhole() { setWindow(m_state.whole()); }
    QString readout() const override;

signals:
    void hovered(int block); ///< -1 when the pointer left
    void chosen(int block);
    void reached(int block); ///< by the keyboard; -1 when it left
    void windowChanged();

protected:
    QString spokenName() const override;
    void paintPicture(QPainter &painter) override;
    void pointTo(const QPointF &at) override;
    void pointAway() override
    {
        emit hovered(-1);
        emit reached(-1);
    }
    void clickOn(const QPointF &at) override;
    bool keyPressed(int key) override;
    QString tipAt(const QPointF &at) const override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    ScheduleLayout layoutNow() const;
    void zoom(double timeFactor, double laneFactor, const QPointF &around);
    void moveCursor(int lanes, int blocks);

    ScheduleState m_state;
    int m_cursor = -1;                ///< block that the keyboard is on
    std::optional<QPointF> m_pressed; ///< where the left button went down
    ScheduleWindow m_windowAtPress;
    bool m_dragged = false;
};

} // namespace ulpscope::ui
