// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/histogram_plot.h"

#include "ui/plot/color_scale.h"
#include "ui/plot/histogram_canvas.h"

#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {

std::vector<HistogramBin> ulpBins(std::span<const float> ulps, int reach)
{
    const double infinity = std::numeric_limits<double>::infinity();
    std::vector<HistogramBin> bins;
    for (int n = -reach; n <= reach; ++n) {
        const QString number = tickLabel(n);
        const QString label = n == -reach  ? QStringLiteral("≤") + number
                              : n == reach ? QStringLiteral("≥") + number
                                           : number;
        bins.push_back({label, n == -reach ? -infinity : n - 0.5, n == reach ? infinity : n + 0.5, 0});
    }
    for (const float value : ulps) {
        if (std::isnan(value))
            continue;
        const double n = std::clamp(std::floor(static_cast<double>(value) + 0.5), static_cast<double>(-reach),
                                    static_cast<double>(reach));
        ++bins[static_cast<std::size_t>(n + reach)].count;
    }
    return bins;
}

std::vector<HistogramBin> equalBins(std::span<const float> values, int count)
{
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (const float value : values) {
        if (!std::isfinite(value))
            continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    std::vector<HistogramBin> bins;
    if (low > high)
        return bins;
    const double first = static_cast<double>(low);
    const double width = high > low ? (static_cast<double>(high) - first) / count : 1;
    for (int i = 0; i < count; ++i) {
        const double from = first + i * width;
        bins.push_back({tickLabel(QString::number(from + width / 2, 'g', 3).toDouble()), from, from + width, 0});
    }
    for (const float value : values)
        if (std::isfinite(value))
            ++bins[static_cast<std::size_t>(
                       std::clamp(static_cast<int>((static_cast<double>(value) - first) / width), 0, count - 1))]
                  .count;
    return bins;
}

HistogramPlot::HistogramPlot(QWidget *parent) : QWidget(parent), m_canvas(new HistogramCanvas(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_canvas);
    setFocusProxy(m_canvas);
    m_canvas->setAccessibleName(tr("Histogram"));
    connect(m_canvas, &HistogramCanvas::hovered, this, &HistogramPlot::hovered);
    connect(m_canvas, &HistogramCanvas::clicked, this, &HistogramPlot::clicked);
    connect(m_canvas, &HistogramCanvas::logCountsChanged, this, &HistogramPlot::logCountsChanged);
}

void HistogramPlot::setState(const HistogramState &state) { m_canvas->setState(state); }

const HistogramState &HistogramPlot::state() const { return m_canvas->state(); }

void HistogramPlot::setLogCounts(bool on)
{
    HistogramState changed = state();
    changed.logCounts = on;
    setState(changed);
}

QString HistogramPlot::describe(int bin) const { return m_canvas->describe(bin); }

std::unique_ptr<FigureSource> HistogramPlot::figure() const { return std::make_unique<HistogramFigure>(state()); }

void HistogramFigure::paintFigure(const FigureContext &context) const
{
    HistogramCanvas canvas;
    canvas.setTheme(context.theme);
    canvas.setState(m_state);
    canvas.paintTo(context);
}

QString HistogramFigure::figureDescription() const
{
    std::uint64_t total = 0;
    const HistogramBin *fullest = nullptr;
    for (const HistogramBin &bin : m_state.bins) {
        total += bin.count;
        if (!fullest || bin.count > fullest->count)
            fullest = &bin;
    }
    return fullest ? HistogramPlot::tr("Histogram of %1: %2 values in %3 bins, most (%4) at %5.")
                         .arg(m_state.valueLabel)
                         .arg(total)
                         .arg(m_state.bins.size())
                         .arg(fullest->count)
                         .arg(fullest->label)
                   : QString();
}

} // namespace ulpscope::ui
