// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/navigator.h"
#include "ui/plot/accessible_plot.h"
#include "ui/session.h"

#include <QWidget>

#include <vector>

namespace ulpscope::ui {

/// The steps of the selected head as lanes: what each step does, events, what touches the selected cell, and how far
/// the selected row is from float64. Drag scrubs, wheel zooms about the pointer, Shift+drag or horizontal wheel moves
/// along.
class TimelineCanvas : public QWidget, public ReadoutSource {
    Q_OBJECT

public:
    TimelineCanvas(Session &session, Navigator &navigator, QWidget *parent = nullptr);

    QString readout() const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// Shows the query tile of the current step (or the first).
    void home();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Lanes {
        QRectF phases, events, error;
    };
    Lanes lanes() const;
    void rebuild();
    void keepStepVisible();
    int currentWorkTile() const;
    double xOf(double offset) const;
    double offsetAt(double x) const;
    double offsetOfPosition(quint64 position) const; ///< plan position to the boundary between steps
    quint64 positionAt(double x) const;
    std::pair<size_t, size_t> visibleSteps() const;
    void scrubTo(double x);
    void setWindow(double begin, double end);
    QString stepText(size_t index) const;
    void paintPhases(QPainter &painter, const Lanes &lanes) const;
    void paintEvents(QPainter &painter, const Lanes &lanes) const;
    void paintError(QPainter &painter, const Lanes &lanes) const;
    void paintPlayhead(QPainter &painter, const Lanes &lanes) const;
    bool touchesSelection(const PlannedStep &step) const;

    Session &m_session;
    Navigator &m_navigator;
    std::shared_ptr<const Schedule> m_schedule;
    std::pair<int, int> m_head{-1, -1};
    std::vector<PlannedStep> m_steps; ///< of the head
    std::vector<double> m_offsets;    ///< left edge of step i in units of width; one more for the end
    double m_windowBegin = 0, m_windowEnd = 1;
    int m_shownTile = -1; ///< work tile that home() showed last
    double m_dragOffset = 0;
};

} // namespace ulpscope::ui
