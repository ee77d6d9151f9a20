// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/schedule_state.h"

#include "engine/analysis/error_metric.h"
#include "ui/models/engine_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("ScheduleView", text); }

QString count(std::int64_t number) { return QLocale(QLocale::English).toString(static_cast<qlonglong>(number)); }

/// Largest |error| of the output rows of each query tile of the selected head, in ulp of the output format.
std::vector<double> tileErrors(const Session &session, Side side, const Schedule &schedule)
{
    const auto output = session.output(side);
    const auto reference = session.reference();
    if (!output || !reference || output->rows != reference->rows)
        return {};
    const Matrix map = errorMap(ErrorMetric::Ulp, session.inputs()->problem.dtype, *output, *reference);
    std::vector<double> errors(static_cast<std::size_t>(schedule.mBlocks()), 0.0);
    for (int row = 0; row < map.rows; ++row) {
        double &worst =
            errors[static_cast<std::size_t>(std::min(row / schedule.recipe().tileM, schedule.mBlocks() - 1))];
        for (int col = 0; col < map.cols; ++col) {
            if (const double e = std::abs(static_cast<double>(map.at(row, col))); e > worst)
                worst = e;
        }
    }
    return errors;
}

/// The colour of each tile of the launch, and what its ends mean.
class Colors {
public:
    Colors(const Session &session, Side side, const Schedule &schedule, const LaunchModel &model, ScheduleColor color)
        : m_schedule(schedule),
          m_model(model),
          m_color(color),
          m_selection(session.selection()),
          m_batches(schedule.problem().batch)
    {
        if (color == ScheduleColor::Error) {
            m_errors = tileErrors(session, side, schedule);
            for (double e : m_errors)
                m_worst = std::max(m_worst, e);
        }
    }

    float of(const LaunchTile &tile, int index) const
    {
        const auto part = [](double i, double n) { return static_cast<float>(n > 1 ? i / (n - 1) : 0.0); };
        switch (m_color) {
        case ScheduleColor::Order: return part(index, static_cast<double>(m_model.tiles.size()));
        case ScheduleColor::Split: return part(tile.at.split, m_model.grid.splits);
        case ScheduleColor::Head: return part(tile.at.head, m_model.grid.heads);
        case ScheduleColor::Error: break;
        }
        const WorkTile work = m_schedule.workTile(tile.workTile);
        if (tile.at.batch >= m_batches || work.batch != m_selection.batch || work.head != m_selection.head ||
            m_errors.empty())
            return -1;
        const double error = m_errors[static_cast<std::size_t>(work.mBlock)];
        return static_cast<float>(m_worst > 0 ? error / m_worst : 0.0);
    }
    std::pair<QString, QString> ends() const
    {
        switch (m_color) {
        case ScheduleColor::Order: return {QStringLiteral("1"), count(static_cast<std::int64_t>(m_model.tiles.size()))};
        case ScheduleColor::Split: return {QStringLiteral("0"), count(m_model.grid.splits - 1)};
        case ScheduleColor::Head: return {QStringLiteral("0"), count(m_model.grid.heads - 1)};
        case ScheduleColor::Error: break;
        }
        if (m_errors.empty())
            return {};
        return {QStringLiteral("0"), QString::number(m_worst, 'g', 3)};
    }

private:
    const Schedule &m_schedule;
    const LaunchModel &m_model;
    ScheduleColor m_color;
    Selection m_selection;
    int m_batches;
    std::vector<double> m_errors;
    double m_worst = 0;
};

std::shared_ptr<const ScheduleState::Blocks> blocksOf(const LaunchModel &model, const Schedule &schedule,
                                                      const Colors &colors)
{
    auto blocks = std::make_shared<ScheduleState::Blocks>();
    const CtaTimeline &line = model.timeline;
    for (const TimelineTile &at : line.tiles)
        blocks->all.push_back({at.sm * line.blocksPerSm + at.slot, at.begin, at.end, at.tile, false,
                               colors.of(model.tiles[static_cast<std::size_t>(at.tile)], at.tile)});
    for (const TimelineTile &at : model.combineTimeline.tiles)
        blocks->all.push_back(
            {at.sm * line.blocksPerSm + at.slot, line.makespan + at.begin, line.makespan + at.end, at.tile, true, -1});
    std::sort(blocks->all.begin(), blocks->all.end(), [](const ScheduleBlock &a, const ScheduleBlock &b) {
        return std::pair(a.lane, a.begin) < std::pair(b.lane, b.begin);
    });

    const int lanes = line.smCount * line.blocksPerSm;
    blocks->firstOfLane.assign(static_cast<std::size_t>(lanes) + 1, static_cast<int>(blocks->all.size()));
    blocks->ofWorkTile.assign(static_cast<std::size_t>(schedule.workTileCount()), -1);
    blocks->ofLaunchTile.assign(model.tiles.size(), -1);
    for (int i = static_cast<int>(blocks->all.size()) - 1; i >= 0; --i) {
        const ScheduleBlock &block = blocks->all[static_cast<std::size_t>(i)];
        blocks->firstOfLane[static_cast<std::size_t>(block.lane)] = i;
        const LaunchTile &tile = (block.isCombine ? model.combines : model.tiles)[static_cast<std::size_t>(block.tile)];
        // Of the copies of a request in a larger batch, the one whose numbers are shown.
        if (tile.at.batch < schedule.problem().batch)
            blocks->ofWorkTile[static_cast<std::size_t>(tile.workTile)] = i;
        if (!block.isCombine)
            blocks->ofLaunchTile[static_cast<std::size_t>(block.tile)] = i;
    }
    for (int lane = lanes - 1; lane >= 0; --lane) // a lane without blocks begins where the next one does
        blocks->firstOfLane[static_cast<std::size_t>(lane)] =
            std::min(blocks->firstOfLane[static_cast<std::size_t>(lane)],
                     blocks->firstOfLane[static_cast<std::size_t>(lane) + 1]);
    return blocks;
}

} // namespace

QString scheduleColorKey(ScheduleColor color)
{
    switch (color) {
    case ScheduleColor::Order: return QStringLiteral("order");
    case ScheduleColor::Error: return QStringLiteral("error");
    case ScheduleColor::Split: return QStringLiteral("split");
    case ScheduleColor::Head: return QStringLiteral("head");
    }
    return {};
}

QString scheduleColorTitle(ScheduleColor color)
{
    switch (color) {
    case ScheduleColor::Order: return translate(QT_TRANSLATE_NOOP("ScheduleView", "launch order"));
    case ScheduleColor::Error: return translate(QT_TRANSLATE_NOOP("ScheduleView", "largest error (ulp)"));
    case ScheduleColor::Split: return translate(QT_TRANSLATE_NOOP("ScheduleView", "split"));
    case ScheduleColor::Head: return translate(QT_TRANSLATE_NOOP("ScheduleView", "head"));
    }
    return {};
}

QString ScheduleState::describe(int index) const
{
    const ScheduleBlock &block = blocks->all[static_cast<std::size_t>(index)];
    const LaunchTile &tile = tileOf(block);
    QStringList what{translate(QT_TRANSLATE_NOOP("ScheduleView", "SM %1, slot %2"))
                         .arg(smOf(block))
                         .arg(block.lane % model->timeline.blocksPerSm),
                     translate(QT_TRANSLATE_NOOP("ScheduleView", "batch %1, head %2, query tile %3"))
                         .arg(tile.at.batch)
                         .arg(tile.at.head)
                         .arg(tile.at.mBlock)};
    if (block.isCombine) {
        what << translate(QT_TRANSLATE_NOOP("ScheduleView", "combines %1 splits")).arg(model->grid.splits);
    } else {
        what.prepend(translate(QT_TRANSLATE_NOOP("ScheduleView", "block %1")).arg(block.tile));
        if (model->grid.splits > 1)
            what << translate(QT_TRANSLATE_NOOP("ScheduleView", "split %1")).arg(tile.at.split);
        what << translate(QT_TRANSLATE_NOOP("ScheduleView", "%1 key tiles")).arg(tile.keyTiles);
    }
    what << (isMeasured
                 ? translate(QT_TRANSLATE_NOOP("ScheduleView", "%1 to %2 µs"))
                       .arg(microseconds(block.begin), microseconds(block.end))
                 : translate(QT_TRANSLATE_NOOP("ScheduleView", "time %1 to %2")).arg(block.begin).arg(block.end));
    return what.join(QStringLiteral(" · "));
}

QString ScheduleState::summary() const
{
    if (!isMeasured)
        return launchSummary(*model);
    const CtaTimeline &line = model->timeline;
    const auto used = std::count_if(line.busy.begin(), line.busy.end(), [](std::int64_t busy) { return busy > 0; });
    return QStringList{
        translate(QT_TRANSLATE_NOOP("ScheduleView", "%1 blocks on %2 of %3 SMs, at most %4 on one at a time"))
            .arg(count(static_cast<std::int64_t>(model->tiles.size())), count(used), count(line.smCount))
            .arg(line.blocksPerSm),
        translate(QT_TRANSLATE_NOOP("ScheduleView", "tail %1 of %2 µs"))
            .arg(microseconds(line.tail), microseconds(line.makespan)),
    }
        .join(QStringLiteral(" · "));
}

std::vector<int> ScheduleState::sources(int index) const
{
    std::vector<int> found;
    const ScheduleBlock &block = blocks->all[static_cast<std::size_t>(index)];
    if (!block.isCombine)
        return found;
    const int first = tileOf(block).workTile - model->grid.splits;
    for (int split = 0; split < model->grid.splits; ++split) {
        if (const int source = blocks->ofWorkTile[static_cast<std::size_t>(first + split)]; source >= 0)
            found.push_back(source);
    }
    return found;
}

void ScheduleState::goTo(quint64 steps)
{
    current = -1;
    step.reset();
    if (!blocks || !schedule || steps == 0 || steps > schedule->stepCount())
        return;
    step = schedule->step(steps - 1);
    current = blocks->ofWorkTile[static_cast<std::size_t>(step->workTile)];
}

ScheduleState scheduleState(const Session &session, Side side, ScheduleColor color)
{
    ScheduleState state;
    state.color = color;
    state.model = session.launch(side);
    state.schedule = session.schedule(side);
    if (!session.spec(side)) {
        state.absent = translate(QT_TRANSLATE_NOOP("ScheduleView", "There is no run to lay out on the SMs."));
    } else if (!state.model || !state.schedule) {
        state.absent = session.launchAbsent(side).empty()
                           ? translate(QT_TRANSLATE_NOOP("ScheduleView", "The launch is being laid out …"))
                           : engineText(session.launchAbsent(side));
    } else {
        const Colors colors(session, side, *state.schedule, *state.model, color);
        state.blocks = blocksOf(*state.model, *state.schedule, colors);
        state.colorTitle = scheduleColorTitle(color);
        std::tie(state.low, state.high) = colors.ends();
    }
    return state;
}

ScheduleState measuredScheduleState(const Session &session, Side side, ScheduleColor color)
{
    ScheduleState state;
    state.isMeasured = true;
    state.color = color;
    state.schedule = session.schedule(side);
    const std::shared_ptr<const MeasuredAnswer> measured = session.measured(side);
    const Status &status = session.measuredStatus(side);
    if (session.isMeasuring(side)) {
        state.absent = translate(QT_TRANSLATE_NOOP("ScheduleView", "The launch is being measured …"));
    } else if (measured && state.schedule) {
        state.model = measured->timeline;
        const Colors colors(session, side, *state.schedule, *state.model, color);
        state.blocks = blocksOf(*state.model, *state.schedule, colors);
        state.colorTitle = scheduleColorTitle(color);
        std::tie(state.low, state.high) = colors.ends();
        state.caption = {translate(QT_TRANSLATE_NOOP("ScheduleView", "measured on %1, time in µs"))
                             .arg(QString::fromStdString(measured->launch.gpu)),
                         translate(QT_TRANSLATE_NOOP(
                             "ScheduleView", "Ulpscope's own kernel, blocks launched in the order of the model"))};
    } else if (status.code() == StatusCode::Cancelled) {
        state.absent = translate(QT_TRANSLATE_NOOP("ScheduleView", "Measuring was stopped."));
    } else if (!status.ok()) {
        state.absent = engineText(status.phrase());
    } else {
        state.absent = translate(
            QT_TRANSLATE_NOOP("ScheduleView", "No launch of this run was measured: the menu of this view measures one "
                                              "on the GPU, or opens one that ulpscope-cli run --measure has written."));
    }
    return state;
}

QString microseconds(std::int64_t nanoseconds)
{
    return QLocale(QLocale::English).toString(static_cast<double>(nanoseconds) / 1000, 'f', 2);
}

QString launchSummary(const LaunchModel &model)
{
    return QStringList{
        translate(QT_TRANSLATE_NOOP("ScheduleView", "%1 blocks of %2 threads"))
            .arg(count(static_cast<std::int64_t>(model.tiles.size())), count(model.block.threads)),
        translate(QT_TRANSLATE_NOOP("ScheduleView", "%1 on an SM (limit: %2)"))
            .arg(model.timeline.blocksPerSm)
            .arg(engineText(occupancyLimitWords(model.occupancy.limit))),
        translate(QT_TRANSLATE_NOOP("ScheduleView", "%1 waves, %2 % full"))
            .arg(model.timeline.waves, 0, 'f', 2)
            .arg(100 * model.timeline.efficiency, 0, 'f', 0),
        translate(QT_TRANSLATE_NOOP("ScheduleView", "tail %1 of %2"))
            .arg(count(model.timeline.tail), count(model.timeline.makespan)),
    }
        .join(QStringLiteral(" · "));
}

} // namespace ulpscope::ui
