// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_tickers.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

void IndexTicker::generate(const QCPRange &range, const QLocale &, QChar, int, QVector<double> &ticks,
                           QVector<double> *subTicks, QVector<QString> *labels)
{
    ticks.clear();
    if (labels)
        labels->clear();
    if (subTicks)
        subTicks->clear();
    if (m_count <= 0)
        return;
    const auto toIndex = [this](double coordinate) { return m_countDown ? m_count - 1 - coordinate : coordinate; };
    const double a = toIndex(range.lower), b = toIndex(range.upper);
    const int first = std::max(0, static_cast<int>(std::ceil(std::min(a, b))));
    const int last = std::min(m_count - 1, static_cast<int>(std::floor(std::max(a, b))));
    int step = 1;
    while ((last - first) / step + 1 > std::max(1, tickCount()))
        step *= 2;
    // Multiples of the step in the labels, not in the part shown: 128, 192, 256 for rows 100 to 300.
    const int offset = ((first + m_origin) % step + step) % step;
    for (int index = offset == 0 ? first : first + step - offset; index <= last; index += step) {
        ticks.append(m_countDown ? m_count - 1 - index : index);
        if (labels)
            labels->append(QString::number(index + m_origin));
    }
    if (m_countDown) { // QCustomPlot searches ticks by binary search
        std::reverse(ticks.begin(), ticks.end());
        if (labels)
            std::reverse(labels->begin(), labels->end());
    }
}

void ScaleTicker::generate(const QCPRange &range, const QLocale &, QChar, int, QVector<double> &ticks,
                           QVector<double> *subTicks, QVector<QString> *labels)
{
    ColorScaleSpec spec = m_spec;
    const ScaleTransform whole(spec);
    spec.min = whole.unwarp(range.lower);
    spec.max = whole.unwarp(range.upper);
    const ScaleTransform shown(spec);
    const auto coordinate = [&](double position) { return range.lower + position * range.size(); };
    ticks.clear();
    if (labels)
        labels->clear();
    for (const ScaleTick &tick : shown.ticks(tickCount())) {
        ticks.append(coordinate(tick.position));
        if (labels)
            labels->append(tick.label);
    }
    if (subTicks) {
        subTicks->clear();
        for (const double position : shown.minorTicks())
            subTicks->append(coordinate(position));
    }
}

void CategoryTicker::generate(const QCPRange &range, const QLocale &, QChar, int, QVector<double> &ticks,
                              QVector<double> *subTicks, QVector<QString> *labels)
{
    ticks.clear();
    if (labels)
        labels->clear();
    if (subTicks)
        subTicks->clear();
    const int first = std::max(0, static_cast<int>(std::ceil(range.lower)));
    const int last = std::min(static_cast<int>(m_labels.size()) - 1, static_cast<int>(std::floor(range.upper)));
    // 1, 2, 5, 10, ... : every third of forty bins would be labelled with odd numbers.
    const int needed = std::max(1, (last - first + tickCount()) / std::max(1, tickCount()));
    int stride = 1;
    for (int decade = 1; stride < needed; decade *= 10) {
        for (const int step : {2 * decade, 5 * decade, 10 * decade})
            stride = stride < needed ? step : stride;
    }
    for (int i = first; i <= last; ++i) {
        if (i % stride != 0)
            continue;
        ticks.append(i);
        if (labels)
            labels->append(m_labels[i]);
    }
}

} // namespace ulpscope::ui
