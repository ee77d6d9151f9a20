// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/sum_tree.h"
#include "engine/reduction/tree_collapse.h"
#include "ui/run/tree_probe.h"

#include <QPointF>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace ulpscope::ui {

/// What the colour of a node tells. Difference: A - B of what both trees add, and which sums only one of them has.
enum class TreeColor { OwnError, AccumulatedError, Difference };

/// A tree folded and laid out: positions in units of one leaf (x) and one level (y), independent of any screen.
struct TreeScene {
    std::shared_ptr<const ValuedTree> tree;
    std::shared_ptr<const ValuedTree> other; ///< Difference: the other side's tree
    /// Difference of trees of two shapes: [node] the node of `other` over the same leaves, -1: none. Empty: node by
    /// node.
    std::shared_ptr<const std::vector<int>> matched;
    bool isB = false; ///< Difference: `tree` is B's, `other` A's
    std::vector<CollapseLevel> levels;
    int level = 0; ///< index into levels
    std::vector<Expansion> expansions;
    TreeColor color = TreeColor::OwnError;
    SumKind kind = SumKind::RowSum;
    QString title;                             ///< figures only
    std::shared_ptr<const ProbeOverlay> probe; ///< a measured tree laid over this one; null: none
    QString note;                              ///< figures only: why there is none

    CollapsedTree collapsed;
    std::vector<QPointF> position; ///< [box]
    /// Boxes at one height, from left to right: a range of `byPlace`.
    struct Line {
        double y = 0;
        std::ptrdiff_t begin = 0, end = 0;
    };
    std::vector<int> byPlace;     ///< all boxes, line by line
    std::vector<Line> lines;      ///< from the top down
    std::vector<double> room;     ///< [box] x distance to the next box on its level; infinite for the last one
    std::vector<double> air;      ///< [box] x distance to the nearer neighbour on its level; infinite where it is alone
    std::vector<double> ownError; ///< [box] rounding errors made in it, in ulp of fp32 at its value
    std::vector<double> error;    ///< [box] what is coloured, in that unit; Difference: representable values
    std::vector<bool> onlyHere;   ///< [box] a sum that the other tree does not have
    std::vector<NodeMatch> marks; ///< [box] what a probe says of it; empty without one
    double errorLimit = 1;        ///< colours span [-limit, limit]
    struct Band {
        QString name;
        double top = 0, bottom = 0; ///< y range
    };
    std::vector<Band> bands;
    double width = 1, height = 1;
    int selectedBox = -1, hoveredBox = -1;

    bool empty() const { return !tree || collapsed.boxes.empty(); }
    int root() const { return static_cast<int>(collapsed.boxes.size()) - 1; }
    const TreeNode &node(int box) const
    {
        return tree->tree.nodes[static_cast<std::size_t>(collapsed.boxes[static_cast<std::size_t>(box)].node)];
    }
    /// Folds and lays out anew after tree, level, expansions or colour changed.
    void update();
    /// Everything about a box in one sentence: the read-out.
    QString describe(int box) const;
    QString valueText(int box, int digits) const;
    /// "lane 2", "tile 5", "keys 32–47"; made when asked for: a large tree shows few names at a time.
    QString name(int box) const;

private:
    /// What is folded into a box, as far as names tell it.
    struct Content {
        std::uint64_t lanes = 0; ///< bit i: lane i adds in it
        int leaves = 0, firstLeaf = std::numeric_limits<int>::max(), lastLeaf = -1;
    };
    std::vector<Content> m_content; ///< [box]

    void layOut();
    void surveyBoxes();
    void measureErrors();
};

/// Translated name of a folding level, and the word that view state has for it: "leaves", "thread:tiles".
QString collapseLevelName(const CollapseLevel &level);
QString collapseLevelKey(const CollapseLevel &level);

} // namespace ulpscope::ui
