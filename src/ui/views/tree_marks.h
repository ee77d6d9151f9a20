// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A measured tree laid over a drawn one: a mark around each node, told apart by shape as well as by colour.
#pragma once

#include "ui/views/tree_painter.h"

#include <array>
#include <vector>

namespace ulpscope::ui {

/// [box] One node that was measured otherwise makes the box so; else one that was confirmed.
std::vector<NodeMatch> marksOfBoxes(const CollapsedTree &collapsed, const std::vector<NodeMatch> &nodes);
/// "measured: the same sum"
QString markText(NodeMatch mark);

/// Below the nodes. Nothing for a scene without a probe.
void paintMarks(QPainter &painter, const QRectF &area, const TreeScene &scene, const TreeTransform &transform,
                const Theme &theme);

/// What the marks mean, how many nodes have each, and the sentence of the probe.
class MarkKey {
public:
    MarkKey() = default;
    explicit MarkKey(const ProbeOverlay &probe);
    explicit MarkKey(QString sentence) : m_sentence(std::move(sentence)) {} ///< without marks

    bool empty() const { return m_sentence.isEmpty(); }
    QString text() const; ///< all of it in words
    double height(double width, const Theme &theme) const;
    void paint(QPainter &painter, const QRectF &area, const Theme &theme) const;

private:
    double markLine(QPainter *painter, const QRectF &area, const Theme &theme) const;

    bool m_hasMarks = false, m_differs = false;
    std::array<int, 3> m_counts{}; ///< [NodeMatch] nodes
    QString m_sentence;
};

/// The key at the bottom of a figure; what is left of `area`.
QRectF paintMarkKeyBelow(QPainter &painter, const QRectF &area, const TreeScene &scene, const Theme &theme);

} // namespace ulpscope::ui
