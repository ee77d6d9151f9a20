// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Session that has a launch measured on a GPU, or reads one that was.
#include "ui/session_private.h"

namespace ulpscope::ui {

void Session::Private::dropMeasured(Side s, const Status &status)
{
    jobs(s).measure.cancel();
    side(s).measured.reset();
    side(s).measuredPath.reset();
    side(s).measuredStatus = status;
    emit q.measuredChanged(s);
}

void Session::Private::startMeasured(Side s, const QString &path)
{
    const MeasuredRun run{spec(s), side(s).schedule, side(s).launch};
    if (!run.spec || !run.schedule || !run.model)
        return;
    dropMeasured(s, {});
    side(s).measuredPath = path;
    WholeRunOptions options;
    options.progress = progressReporter(Session::tr("measuring the launch"));
    using Outcome = std::pair<std::shared_ptr<const MeasuredAnswer>, Status>;
    jobs(s).measure.start(
        [run, path, inputs = data(), options](const std::stop_token &stop) mutable {
            options.stop = stop;
            Result<MeasuredAnswer> answer = path.isEmpty() ? measureRun(run, inputs, options) : readMeasured(run, path);
            if (!answer.ok())
                return Outcome{nullptr, answer.status()};
            return Outcome{std::make_shared<const MeasuredAnswer>(std::move(answer).value()), {}};
        },
        [this, s](Outcome outcome) {
            if (!outcome.first)
                report(outcome.second);
            side(s).measured = std::move(outcome.first);
            side(s).measuredStatus = outcome.second;
            emit q.measuredChanged(s);
            emit q.progress({}, 1.0);
            updateBusy();
        });
    emit q.measuredChanged(s);
    updateBusy();
}

std::shared_ptr<const MeasuredAnswer> Session::measured(Side side) const { return d->side(side).measured; }
const Status &Session::measuredStatus(Side side) const { return d->side(side).measuredStatus; }
bool Session::isMeasuring(Side side) const { return d->jobs(side).measure.isRunning(); }
void Session::measureLaunch(Side side) { d->startMeasured(side, {}); }

void Session::openMeasuredLaunch(Side side, const QString &path)
{
    if (d->side(side).measuredPath != path)
        d->startMeasured(side, path);
}

void Session::dropMeasuredLaunch(Side side)
{
    d->dropMeasured(side, {});
    d->updateBusy();
}

} // namespace ulpscope::ui
