// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/heatmap_view.h"

#include "ui/plot/heatmap_canvas.h"
#include "ui/plot/matrix_pyramid.h"
#include "ui/plot/range_control.h"

#include <QVBoxLayout>

namespace ulpscope::ui {

HeatmapView::HeatmapView(QWidget *parent)
    : QWidget(parent), m_canvas(new HeatmapCanvas(this)), m_range(new RangeControl(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_canvas, 1);
    column->addWidget(m_range);
    setFocusProxy(m_canvas);

    connect(m_canvas, &HeatmapCanvas::hovered, this, &HeatmapView::hovered);
    connect(m_canvas, &HeatmapCanvas::clicked, this, &HeatmapView::clicked);
    connect(m_canvas, &HeatmapCanvas::activated, this, &HeatmapView::activated);
    connect(m_canvas, &HeatmapCanvas::cursorMoved, this, &HeatmapView::cursorMoved);
    connect(m_canvas, &HeatmapCanvas::windowChanged, this, &HeatmapView::windowChanged);
    connect(m_canvas, &HeatmapCanvas::scaleCycleRequested, this, &HeatmapView::cycleScale);
    connect(m_canvas, &HeatmapCanvas::prepared, this, [this] {
        m_range->setStatistics(statistics());
        emit statisticsChanged();
    });
    connect(m_canvas, &HeatmapCanvas::scaleChanged, this, [this] {
        showScale();
        emit scaleChanged(scale());
    });
    connect(m_range, &RangeControl::autoRangeEdited, this, &HeatmapView::setAutoRange);
    connect(m_range, &RangeControl::specEdited, this, [this](const ColorScaleSpec &spec) {
        const ColorScaleSpec before = scale();
        if (spec.kind != before.kind || spec.map != before.map) {
            setScale(m_canvas->fittedTo(spec)); // the old range may make no sense on the new scale
        } else {
            setAutoRange(false);
            setScale(spec);
        }
    });
    showScale();
    nameForScreenReaders();
}

void HeatmapView::setMatrix(MatrixPtr matrix) { m_canvas->setMatrix(std::move(matrix)); }

void HeatmapView::setLabels(const QString &rows, const QString &columns, const QString &quantity)
{
    HeatmapState state = this->state();
    state.rowLabel = rows;
    state.columnLabel = columns;
    state.quantity = quantity;
    setState(state);
    nameForScreenReaders();
}

void HeatmapView::nameForScreenReaders()
{
    const QString quantity = m_canvas->state().quantity;
    m_canvas->setAccessibleName(quantity.isEmpty() ? tr("Heat map") : tr("Heat map of %1").arg(quantity));
}

void HeatmapView::setFormatter(CellFormatter format)
{
    HeatmapState state = this->state();
    state.format = std::move(format);
    setState(state);
}

void HeatmapView::setMarks(const HeatmapMarks &marks) { m_canvas->setMarks(marks); }

void HeatmapView::setSquareCells(bool on) { m_canvas->setSquareCells(on); }

void HeatmapView::setColorBarVisible(bool on)
{
    HeatmapState state = this->state();
    state.colorBar = on;
    setState(state);
}

void HeatmapView::setRangeControlVisible(bool on) { m_range->setVisible(on); }

void HeatmapView::setScales(const QList<ScaleKind> &kinds)
{
    m_scales = kinds;
    m_range->setScales(kinds);
}

ColorScaleSpec HeatmapView::scale() const { return m_canvas->state().scale; }

void HeatmapView::setScale(const ColorScaleSpec &spec) { m_canvas->setScale(spec); }

void HeatmapView::showScale()
{
    m_range->setSpec(scale());
    m_range->setStatistics(statistics());
    m_range->setAutoRange(autoRange());
}

void HeatmapView::setAutoRange(bool on)
{
    m_canvas->setAutoRange(on);
    showScale();
}

void HeatmapView::setRangeStatistics(std::shared_ptr<const MatrixStatistics> statistics)
{
    m_canvas->setRangeStatistics(std::move(statistics));
    showScale();
}

bool HeatmapView::autoRange() const { return m_canvas->state().autoRange; }

HeatmapWindow HeatmapView::window() const { return m_canvas->window(); }

void HeatmapView::setWindow(const HeatmapWindow &window) { m_canvas->setWindow(window); }

Cell HeatmapView::cursorCell() const { return m_canvas->state().marks.cursor; }

void HeatmapView::setCursorCell(const Cell &cell) { m_canvas->setCursorCell(cell); }

QString HeatmapView::describeCell(const Cell &cell) const { return m_canvas->describeCell(cell); }

const MatrixStatistics *HeatmapView::statistics() const { return m_canvas->statistics(); }

HeatmapState HeatmapView::state() const
{
    HeatmapState state = m_canvas->state();
    state.window = m_canvas->atHome() ? std::nullopt : std::optional(m_canvas->window());
    return state;
}

void HeatmapView::setState(const HeatmapState &state)
{
    m_canvas->setState(state);
    showScale();
}

std::unique_ptr<FigureSource> HeatmapView::figure() const { return std::make_unique<HeatmapFigure>(state()); }

void HeatmapView::home() { m_canvas->home(); }

void HeatmapView::back() { m_canvas->back(); }

void HeatmapView::forward() { m_canvas->forward(); }

void HeatmapView::cycleScale()
{
    ColorScaleSpec spec = scale();
    const qsizetype at = m_scales.indexOf(spec.kind);
    spec.kind = m_scales[(at + 1) % m_scales.size()];
    setScale(m_canvas->fittedTo(spec));
}

void HeatmapView::fitRange() { m_canvas->fitRange(); }

void HeatmapView::toggleGrid() { m_canvas->setGrid(!m_canvas->state().grid); }

void HeatmapView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        nameForScreenReaders();
    QWidget::changeEvent(event);
}

void HeatmapFigure::paintFigure(const FigureContext &context) const
{
    HeatmapCanvas canvas;
    canvas.setTheme(context.theme);
    canvas.setState(m_state, true);
    canvas.paintTo(context);
}

QString HeatmapFigure::figureDescription() const
{
    if (!m_state.matrix)
        return {};
    const PreparedMatrix prepared = PreparedMatrix::of(m_state.matrix);
    const MatrixStatistics &s = *prepared.statistics;
    QString text = HeatmapView::tr("Heat map of %1, %2 rows by %3 columns, %4 scale. Finite values from %5 to %6.")
                       .arg(m_state.quantity.isEmpty() ? m_state.title : m_state.quantity)
                       .arg(m_state.matrix->rows)
                       .arg(m_state.matrix->cols)
                       .arg(scaleDescription(m_state.scale), tickLabel(static_cast<double>(s.min)),
                            tickLabel(static_cast<double>(s.max)));
    if (s.nan + s.positiveInfinity + s.negativeInfinity > 0)
        text += QLatin1Char(' ') +
                HeatmapView::tr("%1 NaN, %2 infinite.").arg(s.nan).arg(s.positiveInfinity + s.negativeInfinity);
    return text;
}

} // namespace ulpscope::ui
