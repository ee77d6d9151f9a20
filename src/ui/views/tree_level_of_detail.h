// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What of a large tree can be told apart: a screen has far fewer pixels than a tree can have nodes.
#pragma once

#include "ui/views/tree_painter.h"

#include <QLineF>

#include <span>
#include <vector>

namespace ulpscope::ui {

/// Trees with more boxes are thinned out to what can be seen; smaller ones are drawn one by one, whole.
inline constexpr std::size_t kManyBoxes = 1000;

/// Edge of a device pixel in the units that `painter` draws in.
double pixelOf(const QPainter &painter);

/// The boxes whose nodes lie in `area`: parts of the scene's lines, in their order. Takes time by what it finds and by
/// the number of lines in the area.
std::vector<TreeScene::Line> linesIn(const TreeScene &scene, const TreeTransform &transform, const QRectF &area);

/// How much a box must not be hidden by its neighbours: its |error|, infinite where that is not finite. A sum that only
/// one of two trees has counts half the limit of the colours: it hides small differences, but no large one.
double weightOf(const TreeScene &scene, int box);

/// Of the boxes of `lines` that `wanted`, those that are seen when each is one pixel large: on every pixel the one with
/// the largest weight, of equal ones the first. Sorted by weight, so that what is drawn last counts most. Time is
/// linear in the boxes, but for that sorting.
std::vector<int> onePerPixel(const TreeScene &scene, const TreeTransform &transform,
                             std::span<const TreeScene::Line> lines, double pixel, const std::vector<bool> &wanted);

/// Edges, each from a box to the sum that it is added into.
struct VisibleEdges {
    std::vector<QLineF> crowded; ///< between neighbours too close for curves; cut at the area where `pixel` says so
    std::vector<int> apart;      ///< the lower boxes of the others
    std::vector<int> lit;        ///< of those that hang on the box under the pointer, close or not
};
/// The edges that cross `area`. Neighbours no further apart than `closest` are crowded, with an infinite one all.
/// `pixel` > 0: of crowded ones whose both ends in the area fall on the same pixels one is left, from pixel to pixel;
/// and edges that are short of a few pixels count as crowded.
VisibleEdges edgesIn(const TreeScene &scene, const TreeTransform &transform, const QRectF &area, double closest,
                     double pixel);

} // namespace ulpscope::ui
