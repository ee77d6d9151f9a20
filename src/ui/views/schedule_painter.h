// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"
#include "ui/views/schedule_state.h"

namespace ulpscope::ui {

/// Where the parts of the view lie: lanes over time, and below them the phases of the current block.
struct ScheduleLayout {
    ScheduleLayout(const ScheduleState &state, const QRectF &area, const Theme &theme);

    QRectF lanes;  ///< blocks
    QRectF phases; ///< of the current block; empty where there is no room
    double xOf(double time) const { return lanes.left() + (time - m_window.begin) * m_perTime; }
    double yOf(double lane) const { return lanes.top() + (lane - m_window.top) * m_perLane; }
    double timeAt(double x) const { return m_window.begin + (x - lanes.left()) / m_perTime; }
    double laneAt(double y) const { return m_window.top + (y - lanes.top()) / m_perLane; }
    double laneHeight() const { return m_perLane; }
    double captionTop() const { return m_captionTop; }
    QRectF rect(const ScheduleBlock &block) const;
    int blockAt(const ScheduleState &state, const QPointF &point) const; ///< -1: none

private:
    ScheduleWindow m_window;
    double m_perTime, m_perLane, m_captionTop;
};

/// `pixelRatio`: device pixels of a unit of the painter, for the blocks that are drawn as one image; 0 draws shapes.
void paintSchedule(QPainter &painter, const QRectF &area, const ScheduleState &state, const Theme &theme,
                   double pixelRatio);

class ScheduleFigure : public FigureSource {
public:
    explicit ScheduleFigure(ScheduleState state) : m_state(std::move(state)) {}
    /// A model (or nothing), below it a measured launch, below that how they compare.
    ScheduleFigure(ScheduleState state, ScheduleState measured, QString words)
        : m_state(std::move(state)), m_measured(std::move(measured)), m_words(std::move(words))
    {}
    void paintFigure(const FigureContext &context) const override;
    QString figureDescription() const override;

private:
    ScheduleState m_state;
    std::optional<ScheduleState> m_measured;
    QString m_words;
};

} // namespace ulpscope::ui
