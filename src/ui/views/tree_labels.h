// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/tree_paint.h"

#include <iterator>
#include <limits>

namespace ulpscope::ui {

/// What is written beside nodes and edges.
class TreeLabels {
public:
    explicit TreeLabels(const TreePaint &paint);
    /// What a running sum is multiplied by on its way into the next one.
    void paintFactors() const;
    void paintLabels() const;

private:
    static constexpr int kDigits[] = {7, 5, 4}; ///< of values beside nodes, as many as there is room for

    /// What the nodes of one line have beside them: all the same, or a reader would look for a meaning in the
    /// difference.
    struct Labels {
        double room = std::numeric_limits<double>::infinity(), names = 0, briefs = 0;
        double values[std::size(kDigits)] = {}; ///< width of the widest; zeros and exponents differ
        bool name = false, value = false;
        bool brief = false; ///< of a name only what stands before its comma
        int digits = 0;
        bool left = false; ///< a long chain has every other label on the other side
    };
    bool hasLabels() const;
    Labels choose(const TreeScene::Line &line) const;
    void label(int box, const Labels &labels) const;
    void rootLabel() const;

    const TreePaint &m_paint;
    std::vector<Labels> m_labels; ///< [line in view]; none where lines are too close for any
};

} // namespace ulpscope::ui
