// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/range_strip.h"

#include "ui/plot/color_lut.h"
#include "ui/plot/matrix_pyramid.h"
#include "ui/theme/application_style.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

RangeStrip::RangeStrip(QWidget *parent) : QWidget(parent)
{
    installPlotAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Colour range"));
    setStatistics(nullptr);
    setCursor(Qt::SplitHCursor);
}

QSize RangeStrip::sizeHint() const { return {currentTheme().space(40), currentTheme().space(6)}; }

QSize RangeStrip::minimumSizeHint() const { return {currentTheme().space(12), currentTheme().space(5)}; }

void RangeStrip::setStatistics(const MatrixStatistics *statistics)
{
    m_bins.clear();
    m_all = m_spec;
    int rowStep = 1;
    if (statistics && statistics->finite > 0) {
        m_bins.assign(statistics->bins.begin(), statistics->bins.end());
        rowStep = statistics->binRowStep;
        m_all.min = statistics->min;
        m_all.max = statistics->max;
        if (m_spec.kind == ScaleKind::Log)
            m_all.min = statistics->smallestMagnitude;
    }
    const QString what = rowStep == 1 ? tr("Distribution of the values.")
                                      : tr("Distribution of the values, from one row in %1.").arg(rowStep);
    setToolTip(what + QLatin1Char('\n') + tr("Drag an end of the range; arrow keys work too."));
    update();
}

void RangeStrip::setSpec(const ColorScaleSpec &spec)
{
    m_spec = spec;
    m_all.kind = spec.kind;
    m_all.linthresh = spec.linthresh;
    update();
    announceReadout(this);
}

ScaleTransform RangeStrip::extent() const
{
    // A range wider than the data (a symmetric one) widens the strip: both handles can always be reached.
    ColorScaleSpec all = m_all;
    const ScaleTransform range(m_spec);
    all.min = std::min(all.min, range.min());
    all.max = std::max(all.max, range.max());
    if (m_spec.kind == ScaleKind::Log && all.min <= 0)
        all.min = range.min();
    return ScaleTransform(all);
}

double RangeStrip::toPixel(double value) const
{
    const double margin = currentTheme().space(1);
    return margin + std::clamp(extent().position(value), 0.0, 1.0) * (width() - 2 * margin);
}

QString RangeStrip::readout() const
{
    return tr("%1 to %2, moving the %3 end")
        .arg(tickLabel(m_spec.min), tickLabel(m_spec.max), m_active == Handle::Min ? tr("lower") : tr("upper"));
}

std::vector<double> RangeStrip::columnCounts(int columns) const
{
    std::vector<double> counts(static_cast<std::size_t>(columns), 0.0);
    const ScaleTransform transform = extent();
    for (std::size_t bin = 0; bin < m_bins.size(); ++bin) {
        if (m_bins[bin] == 0)
            continue;
        const auto edge = [&](std::size_t b) {
            const double value = static_cast<double>(MatrixStatistics::binLowerEdge(static_cast<int>(b)));
            return std::isfinite(value) ? std::clamp(transform.position(value), 0.0, 1.0) * columns
                                        : static_cast<double>(columns);
        };
        // A bin wider than a column is spread over the columns it covers.
        const double from = edge(bin), to = edge(bin + 1);
        const int first = std::min(columns - 1, static_cast<int>(from)),
                  last = std::min(columns - 1, static_cast<int>(std::ceil(to) - 1));
        for (int c = first; c <= std::max(first, last); ++c) {
            const double overlap =
                to > from ? (std::min(to, c + 1.0) - std::max(from, static_cast<double>(c))) / (to - from) : 1.0;
            counts[static_cast<std::size_t>(c)] += m_bins[bin] * std::max(0.0, overlap);
        }
    }
    return counts;
}

void RangeStrip::paintEvent(QPaintEvent *)
{
    const Theme &theme = currentTheme();
    QPainter painter(this);
    const double margin = theme.space(1);
    const QRectF area = QRectF(rect()).adjusted(margin, theme.penWidth(2), -margin, -theme.penWidth(2));
    const int columns = std::max(1, static_cast<int>(area.width()));
    const ColorLut lut(m_spec, theme);
    const ScaleTransform transform = extent();
    const std::vector<double> counts = columnCounts(columns);
    const double most = *std::max_element(counts.begin(), counts.end());
    painter.fillRect(area, theme.plotGround);
    for (int c = 0; c < columns && most > 0; ++c) {
        const double count = counts[static_cast<std::size_t>(c)];
        if (count <= 0)
            continue;
        // Square root: a few outliers stay visible beside a million values.
        const double height = std::max(theme.penWidth(), area.height() * std::sqrt(count / most));
        const double value = transform.value((c + 0.5) / columns);
        const QColor color(lut.levelColor(lut.level(encodeValue(static_cast<float>(value)))));
        painter.fillRect(QRectF(area.left() + c, area.bottom() - height, 1, height), color);
    }
    // What is beyond the range is dimmed.
    QColor dim = theme.panel;
    dim.setAlphaF(0.65f);
    const double low = toPixel(m_spec.min), high = toPixel(m_spec.max);
    painter.fillRect(QRectF(QPointF(area.left(), area.top()), QPointF(low, area.bottom())), dim);
    painter.fillRect(QRectF(QPointF(high, area.top()), QPointF(area.right(), area.bottom())), dim);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Handle handle : {Handle::Min, Handle::Max}) {
        const double x = handle == Handle::Min ? low : high;
        const bool active = hasFocus() && handle == m_active;
        painter.setPen(Qt::NoPen);
        painter.setBrush(active ? theme.focus : theme.text);
        const double half = theme.penWidth(active ? 2.5 : 1.5);
        painter.drawRoundedRect(QRectF(x - half, 0, 2 * half, height()), half, half);
    }
}

void RangeStrip::moveHandle(double position)
{
    const ScaleTransform transform = extent();
    const double value = transform.value(std::clamp(position, 0.0, 1.0));
    double min = m_spec.min, max = m_spec.max;
    if (m_active == Handle::Min)
        min = std::min(value, max);
    else
        max = std::max(value, min);
    if (m_spec.diverging()) { // zero stays neutral: the other end follows
        const double reach = m_active == Handle::Min ? std::abs(min) : std::abs(max);
        min = -reach;
        max = reach;
    }
    if (min < max)
        emit rangeMoved(min, max);
}

void RangeStrip::mousePressEvent(QMouseEvent *event)
{
    const double x = event->position().x();
    m_active = std::abs(x - toPixel(m_spec.min)) < std::abs(x - toPixel(m_spec.max)) ? Handle::Min : Handle::Max;
    m_dragging = true;
    mouseMoveEvent(event);
    update();
}

void RangeStrip::mouseMoveEvent(QMouseEvent *event)
{
    const double margin = currentTheme().space(1);
    if (m_dragging && width() > 2 * margin)
        moveHandle((event->position().x() - margin) / (width() - 2 * margin));
}

void RangeStrip::mouseReleaseEvent(QMouseEvent *) { m_dragging = false; }

void RangeStrip::keyPressEvent(QKeyEvent *event)
{
    const double step = event->modifiers() & Qt::ShiftModifier ? 0.1 : 0.01;
    const double at = extent().position(m_active == Handle::Min ? m_spec.min : m_spec.max);
    switch (event->key()) {
    case Qt::Key_Left: return moveHandle(at - step);
    case Qt::Key_Right: return moveHandle(at + step);
    case Qt::Key_Up:
    case Qt::Key_Down:
        m_active = m_active == Handle::Min ? Handle::Max : Handle::Min;
        announceReadout(this);
        update();
        return;
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace ulpscope::ui
