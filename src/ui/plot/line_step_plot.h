// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/color_scale.h"
#include "ui/plot/figure.h"

#include <QStringList>
#include <QVector>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace ulpscope::ui {

/// One quantity over the tiles (or steps) of a row.
struct LineStepSeries {
    enum class Style {
        Steps,  ///< holds from one tile to the next: running max, running sum
        Stems,  ///< belongs to the tile alone: local max, local sum, alpha
        Points, ///< marks only
    };
    QString name;
    QVector<double> values; ///< one per category; NaN leaves a gap
    Style style = Style::Steps;
    int color = 0;                    ///< index into Theme::categorical
    std::optional<double> finalValue; ///< the true value at the end, as a dashed line
    QVector<int> starts = {};         ///< Steps: categories at which the line begins anew: the next split
};

/// Series that share a value axis.
struct LineStepPanel {
    QString label;
    std::vector<LineStepSeries> series;
    ScaleKind scale = ScaleKind::Linear;
    double linthresh = 1; ///< Symlog only
};

struct LineStepState {
    QString title;          ///< figures only
    QStringList categories; ///< tile names, in the order in which they are visited
    QString categoryLabel;
    std::vector<LineStepPanel> panels; ///< from top to bottom, over the same categories
    int current = -1;                  ///< category with the vertical line; none when negative
};

class LineStepCanvas;

/// Panels of steps and stems over the tiles of one row. Hover reads out, click or Left/Right choose a tile.
class LineStepPlot : public QWidget {
    Q_OBJECT

public:
    explicit LineStepPlot(QWidget *parent = nullptr);

    void setState(const LineStepState &state);
    const LineStepState &state() const;
    void setCurrent(int category);
    /// Panels that there is height for, from the top; the axis title names the others. A figure has all.
    std::size_t panelsShown() const;
    /// "tile 3: running max 2.95, tile max 2.78"
    QString describe(int category) const;
    std::unique_ptr<FigureSource> figure() const;

signals:
    void hovered(int category); ///< -1 when the pointer left
    void clicked(int category); ///< also by keyboard

private:
    LineStepCanvas *m_canvas;
};

class LineStepFigure : public FigureSource {
public:
    explicit LineStepFigure(LineStepState state) : m_state(std::move(state)) {}
    void paintFigure(const FigureContext &context) const override;
    QString figureDescription() const override;

private:
    LineStepState m_state;
};

} // namespace ulpscope::ui
