// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/histogram_canvas.h"

#include "ui/plot/plot_tickers.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kLogFloor = 0.5; ///< log axis of counts starts below 1, so that a count of 1 is a bar and not a line

} // namespace

HistogramCanvas::HistogramCanvas(QWidget *parent)
    : PlotCanvas(parent),
      m_bars(new QCPBars(xAxis, yAxis)),
      m_selectedBar(new QCPBars(xAxis, yAxis)),
      m_remarks(new QCPItemText(this)),
      m_binTicker(new CategoryTicker),
      m_countTicker(new ScaleTicker)
{
    setMouseTracking(true);
    axisRect()->setupFullAxesBox();
    xAxis2->setTicks(false);
    yAxis2->setTicks(false);
    xAxis->grid()->setVisible(false);
    xAxis->setSubTicks(false);
    xAxis->setTicker(m_binTicker);
    yAxis->setTicker(m_countTicker);
    for (QCPBars *bars : {m_bars, m_selectedBar}) {
        bars->setWidth(0.86);
        bars->setAntialiased(false);
    }
    m_remarks->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
    m_remarks->setTextAlignment(Qt::AlignRight);
    m_remarks->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_remarks->position->setCoords(0.985, 0.03);
    applyTheme();
}

void HistogramCanvas::setState(const HistogramState &state)
{
    m_state = state;
    rebuild();
    setReadout(describe(m_state.selected));
}

void HistogramCanvas::rebuild()
{
    ColorScaleSpec scale;
    scale.kind = m_state.logCounts ? ScaleKind::Log : ScaleKind::Linear;
    scale.min = m_state.logCounts ? kLogFloor : 0;
    scale.max = 1;
    QStringList labels;
    for (const HistogramBin &bin : m_state.bins) {
        labels.append(bin.label);
        scale.max = std::max(scale.max, static_cast<double>(bin.count));
    }
    const ScaleTransform transform(scale);
    QVector<double> keys, values, selectedKeys, selectedValues;
    for (std::size_t i = 0; i < m_state.bins.size(); ++i) {
        const double count = static_cast<double>(m_state.bins[i].count);
        const bool selected = static_cast<int>(i) == m_state.selected;
        (selected ? selectedKeys : keys).append(static_cast<double>(i));
        (selected ? selectedValues : values).append(transform.warp(std::max(count, scale.min)));
    }
    m_bars->setData(keys, values, true);
    m_selectedBar->setData(selectedKeys, selectedValues, true);
    const double base = transform.warp(transform.min()), top = transform.warp(transform.max());
    m_bars->setBaseValue(base);
    m_selectedBar->setBaseValue(base);
    m_binTicker->setLabels(labels);
    m_countTicker->setScale(scale);
    xAxis->setRange(-0.7, std::max(0.7, static_cast<double>(m_state.bins.size()) - 0.3));
    yAxis->setRange(base, top + 0.06 * (top - base));
    xAxis->setLabel(m_state.valueLabel);
    yAxis->setLabel(HistogramPlot::tr("count"));
    m_remarks->setText(m_state.remarks.join(QLatin1Char('\n')));
    if (!m_state.title.isEmpty() && !m_title) {
        plotLayout()->insertRow(0);
        m_title = new QCPTextElement(this);
        plotLayout()->addElement(0, 0, m_title);
        m_title->setFont(theme().font(TextRole::Heading));
        m_title->setTextColor(theme().text);
    }
    if (m_title)
        m_title->setText(m_state.title);
    requestReplot();
}

void HistogramCanvas::applyTheme()
{
    PlotCanvas::applyTheme();
    m_bars->setBrush(theme().accentA);
    m_bars->setPen(Qt::NoPen);
    m_selectedBar->setBrush(theme().accentB);
    m_selectedBar->setPen(QPen(theme().cursor, theme().penWidth()));
    m_remarks->setFont(theme().font(TextRole::MonoSmall));
    m_remarks->setColor(theme().textMuted);
    // A plot of bars needs no box: base line, ticks and the grid say enough.
    for (QCPAxis *axis : {xAxis2, yAxis2, yAxis})
        axis->setBasePen(Qt::NoPen);
    yAxis->setTickPen(Qt::NoPen);
    yAxis->setSubTickPen(Qt::NoPen);
    axisRect()->setMinimumMargins(QMargins(theme().space(2), theme().space(2), theme().space(3), theme().space(2)));
    if (m_title) {
        m_title->setFont(theme().font(TextRole::Heading));
        m_title->setTextColor(theme().text);
    }
}

void HistogramCanvas::prepareTicks(const QSize &size)
{
    PlotCanvas::prepareTicks(size);
    double widest = 1;
    const QFontMetricsF metrics(theme().font(TextRole::MonoSmall));
    for (const HistogramBin &bin : m_state.bins)
        widest = std::max(widest, metrics.horizontalAdvance(bin.label) + theme().space(2));
    m_binTicker->setTickCount(std::max(1, static_cast<int>((size.width() - theme().space(16)) / widest)));
}

QString HistogramCanvas::describe(int bin) const
{
    if (bin < 0 || bin >= static_cast<int>(m_state.bins.size()))
        return {};
    const HistogramBin &b = m_state.bins[static_cast<std::size_t>(bin)];
    return HistogramPlot::tr("%1, bin %2: %3 values").arg(m_state.valueLabel, b.label).arg(b.count);
}

int HistogramCanvas::binAt(const QPointF &pixel) const
{
    if (!axisRect()->rect().contains(pixel.toPoint()))
        return -1;
    const int bin = static_cast<int>(std::lround(xAxis->pixelToCoord(pixel.x())));
    return bin >= 0 && bin < static_cast<int>(m_state.bins.size()) ? bin : -1;
}

void HistogramCanvas::choose(int bin)
{
    m_state.selected = bin;
    rebuild();
    setReadout(describe(bin));
    emit clicked(bin);
}

void HistogramCanvas::keyPressEvent(QKeyEvent *event)
{
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))
        return event->ignore();
    const int last = static_cast<int>(m_state.bins.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return choose(std::clamp(m_state.selected < 0 ? last : m_state.selected - 1, 0, std::max(0, last)));
    case Qt::Key_Right: return choose(std::clamp(m_state.selected + 1, 0, std::max(0, last)));
    case Qt::Key_Escape:
        if (m_state.selected >= 0)
            return choose(-1);
        break;
    case Qt::Key_L:
        m_state.logCounts = !m_state.logCounts;
        rebuild();
        emit logCountsChanged(m_state.logCounts);
        return;
    default: break;
    }
    PlotCanvas::keyPressEvent(event);
}

void HistogramCanvas::mousePressEvent(QMouseEvent *event)
{
    const int bin = binAt(event->position());
    if (event->button() != Qt::LeftButton || bin < 0)
        return event->ignore();
    setFocus(Qt::MouseFocusReason);
    choose(bin == m_state.selected ? -1 : bin);
}

void HistogramCanvas::mouseMoveEvent(QMouseEvent *event)
{
    const int bin = binAt(event->position());
    if (bin != m_hovered)
        emit hovered(m_hovered = bin);
}

void HistogramCanvas::leaveEvent(QEvent *event)
{
    PlotCanvas::leaveEvent(event);
    emit hovered(m_hovered = -1);
}

} // namespace ulpscope::ui
