// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/cell_code.h"
#include "ui/plot/color_scale.h"

#include <QRgb>

#include <algorithm>
#include <vector>

namespace ulpscope::ui {

class Theme;

/// Cell to colour, ready for the inner loop of a painter. Levels are defined by thresholds in value space, so a value
/// has one colour whatever the order of evaluation; the middle level of a symmetric scale holds exactly 0.
class ColorLut {
public:
    static constexpr int kLevels = 1025;

    ColorLut(const ColorScaleSpec &spec, const Theme &theme);

    /// Premultiplied; masked cells are transparent, because the hatch behind them is drawn once for all.
    QRgb color(CellCode code) const
    {
        const CellCode magnitude = code & 0x7fffffff;
        if (magnitude >= kCodeInfinity)
            return special(code);
        if (m_log && (code & 0x80000000) && magnitude != 0)
            return m_belowLog;
        const QRgb color = m_colors[static_cast<std::size_t>(level(code))];
        return (m_zeroIsClass & (magnitude == 0)) ? m_zero : color;
    }
    /// 0 .. kLevels-1 for the bits of a finite value; values outside the range get the end levels.
    int level(CellCode code) const
    {
        const std::uint32_t ordered = std::clamp(orderedBits(code), m_first, m_last);
        std::size_t level = m_bucketLevel[(ordered - m_first) >> m_shift];
        for (int i = 0; i < m_walk; ++i) // a fixed number of steps, for the same reason
            level += ordered >= m_thresholds[level + 1];
        return static_cast<int>(level);
    }
    QRgb levelColor(int level) const { return m_colors[static_cast<std::size_t>(level)]; }

private:
    QRgb special(CellCode code) const;

    bool m_zeroIsClass, m_log;
    QRgb m_nan, m_positiveInfinity, m_negativeInfinity, m_notComputed, m_zero, m_belowLog;
    std::vector<QRgb> m_colors;
    std::vector<std::uint32_t>
        m_thresholds; ///< ordered bits of the smallest value of each level; a sentinel at the end
    std::vector<std::uint16_t> m_bucketLevel; ///< first guess by the upper bits
    std::uint32_t m_first = 0, m_last = 0;
    int m_shift = 0;
    int m_walk = 0; ///< most levels that begin inside one bucket
};

} // namespace ulpscope::ui
