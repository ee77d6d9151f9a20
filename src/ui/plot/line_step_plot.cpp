// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/line_step_plot.h"

#include "ui/plot/line_step_canvas.h"

#include <QVBoxLayout>

namespace ulpscope::ui {

LineStepPlot::LineStepPlot(QWidget *parent) : QWidget(parent), m_canvas(new LineStepCanvas(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_canvas);
    setFocusProxy(m_canvas);
    m_canvas->setAccessibleName(tr("Values over tiles"));
    connect(m_canvas, &LineStepCanvas::hovered, this, &LineStepPlot::hovered);
    connect(m_canvas, &LineStepCanvas::clicked, this, &LineStepPlot::clicked);
}

void LineStepPlot::setState(const LineStepState &state)
{
    m_canvas->setState(state);
    if (!state.title.isEmpty())
        m_canvas->setAccessibleName(state.title);
}

const LineStepState &LineStepPlot::state() const { return m_canvas->state(); }

void LineStepPlot::setCurrent(int category) { m_canvas->setCurrent(category); }

std::size_t LineStepPlot::panelsShown() const { return m_canvas->panelCount(); }

QString LineStepPlot::describe(int category) const { return m_canvas->describe(category); }

std::unique_ptr<FigureSource> LineStepPlot::figure() const { return std::make_unique<LineStepFigure>(state()); }

void LineStepFigure::paintFigure(const FigureContext &context) const
{
    LineStepCanvas canvas;
    canvas.setTheme(context.theme);
    canvas.setState(m_state);
    canvas.paintTo(context);
}

QString LineStepFigure::figureDescription() const
{
    QStringList names;
    for (const LineStepPanel &panel : m_state.panels)
        for (const LineStepSeries &series : panel.series)
            names.append(series.name);
    return LineStepPlot::tr("Step plot of %1 over %n tile(s).", nullptr, static_cast<int>(m_state.categories.size()))
        .arg(names.join(QStringLiteral(", ")));
}

} // namespace ulpscope::ui
