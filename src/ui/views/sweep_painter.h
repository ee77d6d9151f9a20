// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/batch_sweep.h"
#include "ui/plot/figure.h"

#include <memory>
#include <vector>

namespace ulpscope::ui {

/// Everything that the view of a batch sweep draws.
struct SweepState {
    std::shared_ptr<const std::vector<SweepLine>> lines; ///< null: nothing to draw
    QString title;                                       ///< figures only
    int row = -1, point = -1;                            ///< line and batch under the pointer or the keyboard; -1: none
    int chosenRow = -1, chosenBatch = 0;                 ///< what run A has

    const SweepLine &line(int index) const { return (*lines)[static_cast<std::size_t>(index)]; }
    int rows() const { return lines ? static_cast<int>(lines->size()) : 0; }
    /// "batch 12 on H200, split rule fa2: 5 splits, output bits C"
    QString describe(int row, int point) const;
};

/// Where a sweep's parts lie. Batches are spaced by their logarithm: most changes are among the small ones.
struct SweepLayout {
    SweepLayout(const SweepState &state, const QRectF &area, const Theme &theme);

    QRectF grid;
    double rowHeight = 0;
    double left(const SweepState &state, int row, int point) const;  ///< of a batch
    double right(const SweepState &state, int row, int point) const; ///< of a batch
    QRectF box(const SweepState &state, int row, int firstPoint, int lastPoint) const;
    std::pair<int, int> at(const SweepState &state, const QPointF &point) const; ///< row and batch, -1: none
};

void paintSweep(QPainter &painter, const QRectF &area, const SweepState &state, const Theme &theme);

class SweepFigure : public FigureSource {
public:
    explicit SweepFigure(SweepState state) : m_state(std::move(state)) {}
    void paintFigure(const FigureContext &context) const override;
    QString figureDescription() const override;

private:
    SweepState m_state;
};

} // namespace ulpscope::ui
