// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/running_view.h"

#include "engine/numerics/ulp.h"
#include "ui/views/side_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

/// -inf (nothing seen yet) leaves a gap in the line.
double finiteOrGap(float x) { return std::isfinite(x) ? static_cast<double>(x) : kGap; }

bool sameTiles(const RowTrace &a, const RowTrace &b)
{
    const auto sameTile = [](const RowTileTrace &x, const RowTileTrace &y) {
        return x.nBlock == y.nBlock && x.keys == y.keys;
    };
    return std::equal(a.splits.begin(), a.splits.end(), b.splits.begin(), b.splits.end(),
                      [&](const RowSplitTrace &x, const RowSplitTrace &y) {
                          return std::equal(x.tiles.begin(), x.tiles.end(), y.tiles.begin(), y.tiles.end(), sameTile);
                      });
}

QStringList tileNames(const RowTrace &trace, const Schedule &schedule)
{
    QStringList names;
    for (const RowSplitTrace &split : trace.splits) {
        for (const RowTileTrace &tile : split.tiles)
            names << (schedule.splits() > 1 ? QStringLiteral("%1:%2").arg(split.split).arg(tile.nBlock)
                                            : QString::number(tile.nBlock));
    }
    return names;
}

} // namespace

RunningView::RunningView(Session &session, QWidget *parent, const QString &id)
    : View(session, id, parent), m_plot(new LineStepPlot)
{
    setBody(m_plot);
    connect(&session, &Session::documentChanged, this, &RunningView::scheduleRebuild);
    connect(&session, &Session::rowTraceChanged, this, &RunningView::scheduleRebuild);
    connect(&session, &Session::stepChanged, this, &RunningView::showCurrent);
    connect(&session, &Session::viewStateChanged, this, [this](const QString &key) {
        if (key == this->id() + QStringLiteral(".scale"))
            scheduleRebuild();
    });
    connect(this, &View::shownChanged, this, &RunningView::scheduleRebuild);
    connect(m_plot, &LineStepPlot::clicked, this, &RunningView::tileChosen);
    connect(m_plot, &LineStepPlot::hovered, this, &RunningView::tileHovered);
    rebuild();
}

bool RunningView::isSymlog() const { return state(QStringLiteral("scale")) == QLatin1String("symlog"); }

QString RunningView::whyAbsent() const
{
    const std::shared_ptr<const RowTrace> trace = session().rowTrace(side());
    if (!session().inputs())
        return tr("Open a file or a sample");
    if (session().selection().row < 0)
        return tr("Select a query row: click a cell of the matrix");
    if (shown() != Shown::A && !session().spec(Side::B))
        return tr("B is an output alone: it has no running values");
    if (!trace || (shown() == Shown::Difference && !session().rowTrace(Side::B)))
        return tr("Computing…");
    if (trace->splits.empty() || tileNames(*trace, *session().schedule(side())).isEmpty())
        return tr("This row sees no key: nothing is added");
    if (shown() == Shown::Difference && !sameTiles(*trace, *session().rowTrace(Side::B)))
        return tr(
            "A and B visit other key tiles, or in another order: their running values cannot be compared tile by tile");
    return {};
}

void RunningView::rebuild()
{
    const bool had = hasFigure();
    const QString absent = whyAbsent();
    setAbsent(absent);
    m_places.clear();
    const std::shared_ptr<const RowTrace> trace = absent.isEmpty() ? session().rowTrace(side()) : nullptr;
    m_table.setTrace(trace);
    QString scaleText;
    if (trace) {
        const Schedule &schedule = *session().schedule(side());
        for (const RowSplitTrace &split : trace->splits) {
            for (const RowTileTrace &tile : split.tiles) {
                quint64 position = tile.firstStep + 1;
                while (position < schedule.stepCount() && schedule.step(position - 1).kind != StepKind::OutputGemm)
                    ++position;
                m_places.push_back({tile.nBlock, position});
            }
        }
        m_plot->setState(shown() == Shown::Difference ? differences(*trace, *session().rowTrace(Side::B), schedule)
                                                      : values(*trace, schedule));
        if (shown() == Shown::Difference)
            scaleText = tr("A − B in representable fp32 values");
        else if (schedule.recipe().form == Form::Online)
            scaleText = isSymlog() ? tr("symlog, linear within 1 · tile values: derived") : tr("tile values: derived");
    }
    setScaleText(scaleText);
    const int row = session().selection().row;
    setSubtitle(row >= 0 ? tr("row %1").arg(row) : QString());
    showCurrent();
    if (had != hasFigure())
        emit figureChanged();
}

LineStepState RunningView::values(const RowTrace &trace, const Schedule &schedule) const
{
    using Style = LineStepSeries::Style;
    LineStepSeries runMax{tr("running max m"), {}, Style::Steps, 0, {}, {}},
        tileMax{tr("tile max"), {}, Style::Points, 1, {}, {}};
    LineStepSeries runSum{tr("running sum l"), {}, Style::Steps, 0, {}, {}},
        tileSum{tr("tile sum"), {}, Style::Stems, 1, {}, {}};
    LineStepSeries alpha{tr("alpha"), {}, Style::Stems, 2, {}, {}};
    for (const RowSplitTrace &split : trace.splits) {
        if (!runMax.values.isEmpty())
            runMax.starts << static_cast<int>(runMax.values.size()); // each split runs on its own
        for (const RowTileTrace &t : split.tiles) {
            runMax.values << finiteOrGap(t.runMax);
            tileMax.values << finiteOrGap(t.tileMax);
            runSum.values << finiteOrGap(t.runSum);
            tileSum.values << finiteOrGap(t.tileSum);
            alpha.values << (&t == &split.tiles.front() ? kGap
                                                        : finiteOrGap(t.alpha)); // nothing to rescale in the first
        }
    }
    runSum.starts = runMax.starts;
    const bool sketch = schedule.recipe().form == Form::Sketch;
    if (trace.splits.size() == 1) {
        const RowSplitTrace &only = trace.splits.front();
        for (const auto &[series, value] : {std::pair{sketch ? &tileMax : &runMax, only.rowMax},
                                            std::pair{sketch ? &tileSum : &runSum, only.rowSum}}) {
            if (std::isfinite(value))
                series->finalValue = value;
        }
    }
    LineStepState plot;
    plot.categories = tileNames(trace, schedule);
    plot.categoryLabel =
        schedule.splits() > 1 ? tr("split : key tile, in visiting order") : tr("key tile, in visiting order");
    const ScaleKind scale = isSymlog() ? ScaleKind::Symlog : ScaleKind::Linear;
    plot.panels.push_back({tr("max"), sketch ? std::vector{tileMax} : std::vector{runMax, tileMax}, scale, 1});
    plot.panels.push_back({tr("sum"), sketch ? std::vector{tileSum} : std::vector{runSum, tileSum}, scale, 1});
    const bool rescales =
        std::any_of(alpha.values.begin(), alpha.values.end(), [](double x) { return !std::isnan(x); });
    if (!sketch && rescales)
        plot.panels.push_back({tr("rescale factor"), {alpha}, ScaleKind::Linear, 1});
    return plot;
}

LineStepState RunningView::differences(const RowTrace &a, const RowTrace &b, const Schedule &schedule) const
{
    const FormatGrid grid(DType::F32);
    const auto apart = [&grid](float x, float y) {
        return std::isnan(x) || std::isnan(y) ? kGap : static_cast<double>(grid.ordinal(x) - grid.ordinal(y));
    };
    const bool sketch = schedule.recipe().form == Form::Sketch;
    struct Line {
        QString name;
        float RowTileTrace::*value;
    };
    const std::vector<Line> lines =
        sketch ? std::vector<Line>{{tr("tile max"), &RowTileTrace::tileMax}, {tr("tile sum"), &RowTileTrace::tileSum}}
               : std::vector<Line>{{tr("running max m"), &RowTileTrace::runMax},
                                   {tr("running sum l"), &RowTileTrace::runSum},
                                   {tr("alpha"), &RowTileTrace::alpha}};
    LineStepState plot;
    plot.categories = tileNames(a, schedule);
    plot.categoryLabel = tr("key tile, in visiting order");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        LineStepSeries series{
            tr("A − B of %1").arg(lines[i].name), {}, LineStepSeries::Style::Stems, static_cast<int>(i), {}, {}};
        for (std::size_t s = 0; s < a.splits.size(); ++s) {
            for (std::size_t t = 0; t < a.splits[s].tiles.size(); ++t)
                series.values << apart(a.splits[s].tiles[t].*lines[i].value, b.splits[s].tiles[t].*lines[i].value);
        }
        plot.panels.push_back({tr("ulp"), {series}, isSymlog() ? ScaleKind::Symlog : ScaleKind::Linear, 1});
    }
    return plot;
}

void RunningView::showCurrent()
{
    // The last key tile of this row that is finished at the current step.
    int current = -1;
    const quint64 step = stepOf(session(), side());
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (m_places[i].lastStep <= step)
            current = static_cast<int>(i);
    }
    if (current != m_plot->state().current)
        m_plot->setCurrent(current);
}

void RunningView::tileChosen(int category)
{
    if (category >= 0 && category < static_cast<int>(m_places.size()))
        goToStepOf(session(), side(), m_places[static_cast<std::size_t>(category)].lastStep);
}

void RunningView::tileHovered(int category)
{
    Hover hover;
    const std::shared_ptr<const Schedule> schedule = session().schedule(side());
    if (schedule && category >= 0 && category < static_cast<int>(m_places.size())) {
        hover.mBlock = session().selection().row / schedule->recipe().tileM;
        hover.nBlock = m_places[static_cast<std::size_t>(category)].nBlock;
    }
    session().setHover(hover);
}

void RunningView::cycleScale()
{
    setState(QStringLiteral("scale"), isSymlog() ? QStringLiteral("linear") : QStringLiteral("symlog"));
}

std::unique_ptr<FigureSource> RunningView::figure() const { return hasFigure() ? m_plot->figure() : nullptr; }

} // namespace ulpscope::ui
