// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/session/arrival_file.h"
#include "ui/plot/figure.h"

#include <QStringList>

#include <memory>
#include <utility>
#include <vector>

namespace ulpscope::ui {

/// Everything that the view of real launches draws.
struct LaunchesState {
    /// What the pointer or the keyboard is on.
    enum class Part { None = -1, Output, Bin, Mode };

    std::shared_ptr<const ArrivalReport> report; ///< null: nothing to draw
    QString title;                               ///< figures only
    bool logCounts = false;
    bool isFigure = false; ///< as high as the paper is
    Part part = Part::None;
    int index = -1; ///< of an output, a bin of the spread, or a mode

    bool empty() const { return !report || report->study.modes.empty(); }
    const std::vector<ArrivalModeResult> &modes() const { return report->study.modes; }
    /// The mode whose outputs and spread are drawn: atomics, where they were launched.
    const ArrivalModeResult &shown() const;
    /// The spread's bins from 0 on, the empty ones between them too.
    std::vector<UlpBin> bins() const;

    QString modeName(ArrivalMode mode) const;
    QString sumText() const;   ///< "dQ: contributions of up to 8 key tiles"
    QStringList facts() const; ///< what was launched, and on which GPU when
    QString shortOutputsText(const ArrivalModeResult &mode) const;
    QString outputsText(const ArrivalModeResult &mode) const; ///< "distinct outputs: 199 of 200 launches"
    QString timeText(const ArrivalModeResult &mode) const;    ///< "0.125 ms, × 1.30": beside the race
    QString replayText(const ArrivalModeResult &mode) const;  ///< empty: it was not replayed
    QString briefReplayText() const;                          ///< of all modes that were
    /// Results and terms are the CPU's, and every recorded order is one.
    bool isReplayed(const ArrivalModeResult &mode) const
    {
        return mode.replay && mode.replay->differing == 0 && mode.replay->differingTerms == 0 &&
               mode.replay->withoutOrder == 0;
    }
    QString widestText() const; ///< empty: all launches agree
    QString describePart() const;
    QString describe() const; ///< all of it in a few sentences
};

/// Where the parts lie, and how high all of it is at this width.
struct LaunchesLayout {
    LaunchesLayout(const LaunchesState &state, const QRectF &area, const Theme &theme);

    QRectF facts, costs, outputs, spread, replays; ///< outputs: empty in a figure too small for them
    bool isBrief = false;                          ///< all replays share a sentence: likewise
    std::vector<QRectF> modes;                     ///< a line each
    std::vector<QRectF> columns;                   ///< [output] as high as the picture is; those that have room
    std::vector<QRectF> bins;                      ///< [bin] likewise
    double height = 0;
    std::pair<LaunchesState::Part, int> at(const QPointF &point) const;
};

/// The facts as lines, as many of them in one as fit.
QStringList launchLines(const QStringList &facts, double width, const Theme &theme);

void paintLaunches(QPainter &painter, const QRectF &area, const LaunchesState &state, const Theme &theme);

class LaunchesFigure : public FigureSource {
public:
    explicit LaunchesFigure(LaunchesState state) : m_state(std::move(state)) { m_state.isFigure = true; }
    void paintFigure(const FigureContext &context) const override;
    QString figureDescription() const override { return m_state.describe(); }

private:
    LaunchesState m_state;
};

} // namespace ulpscope::ui
