// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"
#include "ui/views/playground_state.h"

#include <vector>

namespace ulpscope::ui {

/// What there is room for.
enum class PlaygroundForm {
    Beside,  ///< steps, and results and trees beside them
    Stacked, ///< results and trees above the steps
    Short,   ///< one line of results above the steps
};

/// Where the playground's parts lie. Its height follows from the width.
struct PlaygroundLayout {
    PlaygroundLayout(const PlaygroundState &state, const QRectF &area, const Theme &theme, PlaygroundForm form);
    /// The form that suits a window of that width.
    static PlaygroundForm formFor(double width, const Theme &theme);

    double height = 0;
    std::vector<QRectF> steps;               ///< [step]
    std::vector<QRectF> shapes;              ///< [shape] its line in the table; empty in the short form
    int stepAt(const QPointF &point) const;  ///< -1: none
    int shapeAt(const QPointF &point) const; ///< -1: none
};

void paintPlayground(QPainter &painter, const QRectF &area, const PlaygroundState &state, const Theme &theme,
                     PlaygroundForm form);

/// In as large a type and as full a form as fit; steps that no form has room for are counted in a last line.
class PlaygroundFigure : public FigureSource {
public:
    explicit PlaygroundFigure(PlaygroundState state) : m_state(std::move(state)) {}
    void paintFigure(const FigureContext &context) const override;
    QString figureDescription() const override { return m_state.describe(); }

private:
    PlaygroundState m_state;
};

/// The columns of an addition's bits that are drawn where there is room for `capacity`: indices into its strings, -1
/// for columns left out. The ends of what is kept and of what is dropped stay.
std::vector<int> visibleColumns(const Addition &addition, int capacity);

} // namespace ulpscope::ui
