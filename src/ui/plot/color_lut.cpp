// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/color_lut.h"

#include "ui/plot/color_map.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {

namespace {

constexpr int kBucketBits = 14; // 32 KiB of first guesses stay in the first-level cache

/// Smallest float at or above `value`.
float floatAtLeast(double value)
{
    auto f = static_cast<float>(value);
    return static_cast<double>(f) < value ? std::nextafter(f, std::numeric_limits<float>::infinity()) : f;
}

} // namespace

ColorLut::ColorLut(const ColorScaleSpec &spec, const Theme &theme)
    : m_zeroIsClass(spec.zeroIsClass()),
      m_log(spec.kind == ScaleKind::Log),
      m_nan(theme.nan.rgb()),
      m_positiveInfinity(theme.positiveInfinity.rgb()),
      m_negativeInfinity(theme.negativeInfinity.rgb()),
      m_notComputed(theme.notComputed.rgb()),
      m_zero(theme.exactZero.rgb()),
      m_belowLog(theme.belowLog.rgb())
{
    const ScaleTransform transform(spec);
    const ColorMap &map = colorMapFor(spec.map, theme.isDark());
    m_colors.reserve(kLevels);
    m_thresholds.reserve(kLevels + 1);
    for (int i = 0; i < kLevels; ++i) {
        m_colors.push_back(map.at(static_cast<double>(i) / (kLevels - 1)).rgb());
        double threshold = transform.value(static_cast<double>(i) / kLevels);
        if (spec.kind == ScaleKind::UlpInteger)
            threshold = std::ceil(threshold - 1e-9) - 0.5;
        const std::uint32_t ordered = orderedBits(std::bit_cast<CellCode>(floatAtLeast(threshold)));
        m_thresholds.push_back(i == 0 ? ordered : std::max(ordered, m_thresholds.back()));
    }
    m_thresholds.push_back(std::numeric_limits<std::uint32_t>::max());

    m_first = m_thresholds.front();
    m_last = std::max(orderedBits(std::bit_cast<CellCode>(floatAtLeast(transform.max()))), m_first + 1);
    while (((m_last - m_first) >> m_shift) >= (1u << kBucketBits))
        ++m_shift;
    // The largest value of the range belongs to the last level, also where rounding left levels without values.
    for (std::size_t i = 1; i < kLevels; ++i)
        m_thresholds[i] = std::min(m_thresholds[i], m_last);
    int level = 0;
    const std::uint32_t buckets = ((m_last - m_first) >> m_shift) + 1;
    for (std::uint32_t bucket = 0; bucket <= buckets; ++bucket) {
        const std::uint32_t lowest = bucket < buckets ? m_first + (bucket << m_shift) : m_last;
        const int before = level;
        while (lowest >= m_thresholds[static_cast<std::size_t>(level + 1)])
            ++level;
        if (bucket > 0)
            m_walk = std::max(m_walk, level - before);
        if (bucket < buckets)
            m_bucketLevel.push_back(static_cast<std::uint16_t>(level));
    }
}

QRgb ColorLut::special(CellCode code) const
{
    switch (code) {
    case kCodeMasked: return 0;
    case kCodeNotComputed: return m_notComputed;
    case kCodeInfinity: return m_positiveInfinity;
    case kCodeInfinity | 0x80000000: return m_negativeInfinity;
    default: return m_nan;
    }
}

} // namespace ulpscope::ui
