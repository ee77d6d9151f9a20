// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"
#include "ui/views/tile_map_state.h"

#include <utility>

namespace ulpscope::ui {

/// Where tiles lie in an area; painting and the widget's hit test share it.
struct TileMapLayout {
    QRectF grid;
    double cellWidth = 0, cellHeight = 0, gap = 0;

    TileMapLayout(const TileMapState &state, const QRectF &area, const Theme &theme);
    QRectF cell(int m, int n) const
    {
        return {grid.left() + n * cellWidth, grid.top() + m * cellHeight, cellWidth - gap, cellHeight - gap};
    }
    /// (query tile, key tile) under a point, (-1, -1) for none.
    std::pair<int, int> at(const TileMapState &state, const QPointF &point) const;
};

void paintTileMap(QPainter &painter, const QRectF &area, const TileMapState &state, const Theme &theme);

class TileMapFigure : public FigureSource {
public:
    explicit TileMapFigure(TileMapState state) : m_state(std::move(state)) {}
    void paintFigure(const FigureContext &context) const override;
    QString figureDescription() const override;

private:
    TileMapState m_state;
};

} // namespace ulpscope::ui
