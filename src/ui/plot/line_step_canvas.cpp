// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/line_step_canvas.h"

#include "ui/plot/heatmap_state.h"
#include "ui/plot/plot_tickers.h"
#include "ui/plot/series_key.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {

namespace {

constexpr double kLowestPanel = 30; ///< px at base size; a lower one cannot be read and is left out

/// Range of all finite values of a panel on its scale. Stems stand on 0 where the scale has one.
ColorScaleSpec rangeOf(const LineStepPanel &panel)
{
    ColorScaleSpec spec;
    spec.kind = panel.scale;
    spec.linthresh = panel.linthresh;
    spec.min = std::numeric_limits<double>::infinity();
    spec.max = -spec.min;
    const auto include = [&](double value) {
        if (!std::isfinite(value) || (panel.scale == ScaleKind::Log && value <= 0))
            return;
        spec.min = std::min(spec.min, value);
        spec.max = std::max(spec.max, value);
    };
    for (const LineStepSeries &series : panel.series) {
        for (const double value : series.values)
            include(value);
        if (series.finalValue)
            include(*series.finalValue);
        if (series.style == LineStepSeries::Style::Stems)
            include(0);
    }
    if (spec.min > spec.max)
        spec.min = spec.max = 0;
    return spec;
}

} // namespace

LineStepCanvas::LineStepCanvas(QWidget *parent)
    : PlotCanvas(parent), m_categoryTicker(new CategoryTicker), m_margins(new QCPMarginGroup(this))
{
    setMouseTracking(true);
    applyTheme();
}

void LineStepCanvas::setState(const LineStepState &state)
{
    m_state = state;
    rebuild();
    setReadout(describe(m_state.current));
}

void LineStepCanvas::setCurrent(int category)
{
    m_state.current = category;
    for (const Panel &panel : m_panels) {
        panel.currentBand->setVisible(category >= 0);
        panel.currentBand->topLeft->setCoords(category - 0.5, 0);
        panel.currentBand->bottomRight->setCoords(category + 0.5, 1);
    }
    setReadout(describe(category));
    requestReplot();
}

void LineStepCanvas::rebuild()
{
    clearPlottables();
    clearItems();
    plotLayout()->clear();
    plotLayout()->simplify();
    m_panels.clear();
    m_categoryTicker->setLabels(m_state.categories);
    if (!m_state.title.isEmpty()) {
        auto *title = new QCPTextElement(this, m_state.title, theme().font(TextRole::Heading));
        title->setTextColor(theme().text);
        plotLayout()->addElement(plotLayout()->rowCount(), 0, title);
    }
    for (std::size_t i = 0; i < panelCount(); ++i)
        addPanel(m_state.panels[i], i + 1 == panelCount());
    plotLayout()->setRowSpacing(0);
    setCurrent(m_state.current);
}

std::size_t LineStepCanvas::panelCount() const { return std::min(m_state.panels.size(), m_fitting); }

QString LineStepCanvas::axisTitle() const
{
    if (!m_titleFits)
        return {};
    QStringList left;
    for (std::size_t i = panelCount(); i < m_state.panels.size(); ++i)
        left << m_state.panels[i].label;
    return left.isEmpty()
               ? m_state.categoryLabel
               : LineStepPlot::tr("%1 · no room for: %2").arg(m_state.categoryLabel, left.join(QStringLiteral(", ")));
}

void LineStepCanvas::applyRange(const Panel &panel, double height) const
{
    const double span = panel.high - panel.low, mark = height > 0 ? theme().length(4) / height : 0;
    const double air = std::clamp(mark, 0.08, 0.3) * span;
    panel.rect->axis(QCPAxis::atLeft)
        ->setRange(panel.low - (panel.standsOnZero ? std::min(mark, 0.3) * span : air), panel.high + air);
}

void LineStepCanvas::resizeEvent(QResizeEvent *event)
{
    const double line = QFontMetricsF(theme().font(TextRole::Small)).height();
    const double panel = line + theme().length(kLowestPanel), title = line + theme().space(2);
    const double room = event->size().height() - line - theme().space(4); // tick labels
    const bool titleFits = room - title >= panel;
    const auto fitting = static_cast<std::size_t>(std::max(1.0, (room - (titleFits ? title : 0)) / panel));
    const std::size_t before = panelCount();
    m_fitting = fitting;
    if (panelCount() != before || titleFits != m_titleFits) {
        m_titleFits = titleFits;
        rebuild();
    }
    PlotCanvas::resizeEvent(event);
}

void LineStepCanvas::addPanel(const LineStepPanel &state, bool last)
{
    Panel panel{
        new QCPAxisRect(this), new SeriesKey(this), QSharedPointer<ScaleTicker>(new ScaleTicker), nullptr, 0, 0, false};
    plotLayout()->addElement(plotLayout()->rowCount(), 0, panel.key);
    plotLayout()->addElement(plotLayout()->rowCount(), 0, panel.rect);
    panel.rect->setMarginGroup(QCP::msLeft | QCP::msRight, m_margins); // panels line up
    panel.rect->setupFullAxesBox();
    panel.rect->setMinimumMargins(QMargins(theme().space(2), theme().space(1), theme().space(4), theme().space(1)));

    QCPAxis *x = panel.rect->axis(QCPAxis::atBottom), *y = panel.rect->axis(QCPAxis::atLeft);
    x->setTicker(m_categoryTicker);
    x->setTickLabels(last);
    x->setLabel(last ? axisTitle() : QString());
    x->grid()->setVisible(false);
    x->setSubTicks(false);
    x->setRange(-0.6, std::max(0.6, static_cast<double>(m_state.categories.size()) - 0.4));
    for (const QCPAxis::AxisType side : {QCPAxis::atTop, QCPAxis::atRight})
        panel.rect->axis(side)->setTicks(false);

    const ColorScaleSpec spec = rangeOf(state);
    const ScaleTransform scale(spec);
    panel.ticker->setScale(spec);
    y->setTicker(panel.ticker);
    const double low = scale.warp(scale.min()), high = scale.warp(scale.max());
    const bool standsOnZero = scale.min() == 0 && state.scale != ScaleKind::Log;
    panel.low = low;
    panel.high = high;
    panel.standsOnZero = standsOnZero;
    applyRange(panel, 0);
    for (QCPAxis *axis : panel.rect->axes()) {
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setLayer(QStringLiteral("grid"));
        styleAxis(axis);
    }

    // A band behind everything: the series keep their colours, and the eye keeps the tile.
    panel.currentBand = new QCPItemRect(this);
    for (QCPItemPosition *corner : {panel.currentBand->topLeft, panel.currentBand->bottomRight}) {
        corner->setAxisRect(panel.rect);
        corner->setAxes(x, y);
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    panel.currentBand->setClipAxisRect(panel.rect);
    panel.currentBand->setLayer(QStringLiteral("background"));
    panel.currentBand->setPen(Qt::NoPen);
    QColor band = theme().selection;
    band.setAlphaF(0.6f);
    panel.currentBand->setBrush(band);

    QList<SeriesKey::Entry> entries;
    for (const LineStepSeries &series : state.series) {
        addSeries(series, panel, scale,
                  standsOnZero                    ? low
                  : state.scale == ScaleKind::Log ? y->range().lower
                                                  : scale.warp(0));
        const QColor color = theme().categorical[static_cast<size_t>(series.color) % theme().categorical.size()];
        const SeriesKey::Mark mark = series.style == LineStepSeries::Style::Steps   ? SeriesKey::Mark::Line
                                     : series.style == LineStepSeries::Style::Stems ? SeriesKey::Mark::Stem
                                                                                    : SeriesKey::Mark::Point;
        entries.append({mark, color, series.name});
        if (series.finalValue)
            entries.append({SeriesKey::Mark::Dashed, color,
                            LineStepPlot::tr("final %1").arg(formatCellValue(static_cast<float>(*series.finalValue)))});
    }
    panel.key->setTheme(theme());
    panel.key->setContent(state.label, entries);
    m_panels.push_back(panel);
}

void LineStepCanvas::addSeries(const LineStepSeries &series, const Panel &panel, const ScaleTransform &scale,
                               double baseline)
{
    QCPAxis *x = panel.rect->axis(QCPAxis::atBottom), *y = panel.rect->axis(QCPAxis::atLeft);
    const QColor color = theme().categorical[static_cast<size_t>(series.color) % theme().categorical.size()];
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto warp = [&](double value) {
        const double w = std::isfinite(value) ? scale.warp(value) : nan;
        return std::isfinite(w) ? w : nan;
    };
    if (series.finalValue) {
        QCPGraph *line = addGraph(x, y);
        QPen pen(color, theme().penWidth(), Qt::DashLine);
        line->setPen(pen);
        line->setData({x->range().lower, x->range().upper}, {warp(*series.finalValue), warp(*series.finalValue)}, true);
    }
    const auto disc = QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, theme().length(5));
    if (series.style == LineStepSeries::Style::Stems) {
        // Not lsImpulse: stems of a symlog or signed panel stand on 0, wherever that is.
        for (qsizetype i = 0; i < series.values.size(); ++i) {
            if (!std::isfinite(warp(series.values[i])))
                continue;
            QCPGraph *stem = addGraph(x, y);
            stem->setPen(QPen(color, theme().penWidth(2)));
            stem->setData({static_cast<double>(i), static_cast<double>(i)}, {baseline, warp(series.values[i])}, true);
        }
    }
    QCPGraph *graph = addGraph(x, y);
    graph->setPen(QPen(color, theme().penWidth(1.5)));
    graph->setLineStyle(series.style == LineStepSeries::Style::Steps ? QCPGraph::lsStepCenter : QCPGraph::lsNone);
    graph->setScatterStyle(disc);
    QVector<double> keys, values;
    for (qsizetype i = 0; i < series.values.size(); ++i) {
        if (series.starts.contains(static_cast<int>(i))) {
            keys.append(static_cast<double>(i) - 0.5);
            values.append(nan);
        }
        keys.append(static_cast<double>(i));
        values.append(warp(series.values[i]));
    }
    graph->setData(keys, values, true);
}

void LineStepCanvas::applyTheme()
{
    PlotCanvas::applyTheme();
    rebuild();
}

void LineStepCanvas::prepareTicks(const QSize &size)
{
    const int panels = std::max(1, static_cast<int>(m_panels.size()));
    PlotCanvas::prepareTicks(QSize(size.width() - theme().space(16), size.height() / panels));
    const double line = QFontMetricsF(theme().font(TextRole::Small)).height();
    for (const Panel &panel : m_panels)
        applyRange(panel,
                   std::max(1.0, (size.height() - 2 * line - theme().space(4)) / panels - line - theme().space(2)));
    double widest = 1;
    const QFontMetricsF metrics(theme().font(TextRole::MonoSmall));
    for (const QString &label : m_state.categories)
        widest = std::max(widest, metrics.horizontalAdvance(label) + theme().space(3));
    m_categoryTicker->setTickCount(std::max(1, static_cast<int>((size.width() - theme().space(16)) / widest)));
}

QString LineStepCanvas::describe(int category) const
{
    if (category < 0 || category >= m_state.categories.size())
        return {};
    QStringList parts;
    for (const LineStepPanel &panel : m_state.panels)
        for (const LineStepSeries &series : panel.series)
            if (category < series.values.size())
                parts.append(series.name + QLatin1Char(' ') +
                             formatCellValue(static_cast<float>(series.values[category])));
    return m_state.categories[category] + QStringLiteral(": ") + parts.join(QStringLiteral(", "));
}

int LineStepCanvas::categoryAt(const QPointF &pixel) const
{
    for (const Panel &panel : m_panels) {
        if (!panel.rect->rect().contains(pixel.toPoint()))
            continue;
        const int category =
            static_cast<int>(std::lround(panel.rect->axis(QCPAxis::atBottom)->pixelToCoord(pixel.x())));
        return category >= 0 && category < m_state.categories.size() ? category : -1;
    }
    return -1;
}

void LineStepCanvas::choose(int category)
{
    if (m_state.categories.isEmpty())
        return;
    category = std::clamp(category, 0, static_cast<int>(m_state.categories.size()) - 1);
    setCurrent(category);
    emit clicked(category);
}

void LineStepCanvas::keyPressEvent(QKeyEvent *event)
{
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))
        return event->ignore();
    if (event->key() == Qt::Key_Left)
        choose(m_state.current - 1);
    else if (event->key() == Qt::Key_Right)
        choose(m_state.current + 1);
    else
        PlotCanvas::keyPressEvent(event);
}

void LineStepCanvas::mousePressEvent(QMouseEvent *event)
{
    const int category = categoryAt(event->position());
    if (event->button() != Qt::LeftButton || category < 0)
        return event->ignore();
    setFocus(Qt::MouseFocusReason);
    choose(category);
}

void LineStepCanvas::mouseMoveEvent(QMouseEvent *event)
{
    const int category = categoryAt(event->position());
    if (category != m_hovered)
        emit hovered(m_hovered = category);
}

void LineStepCanvas::leaveEvent(QEvent *event)
{
    PlotCanvas::leaveEvent(event);
    emit hovered(m_hovered = -1);
}

} // namespace ulpscope::ui
