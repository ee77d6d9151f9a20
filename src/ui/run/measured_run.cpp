// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/measured_run.h"

#include "engine/backend/backend_choice.h"
#include "engine/schedule/measured_file.h"

namespace ulpscope::ui {
namespace {

Result<MeasuredAnswer> laidOut(const MeasuredRun &run, MeasuredLaunch launch, const QString &path)
{
    Result<LaunchModel> timeline = measuredTimeline(*run.model, *run.schedule, launch);
    if (!timeline.ok())
        return path.isEmpty()
                   ? timeline.status()
                   : Status(timeline.status().code(), phrase("%1: %2", path.toStdString(), timeline.status().phrase()));
    return MeasuredAnswer{std::move(launch), std::make_shared<const LaunchModel>(std::move(timeline).value()), path};
}

} // namespace

Result<MeasuredAnswer> measureRun(const MeasuredRun &run, const std::shared_ptr<const Inputs> &inputs,
                                  WholeRunOptions options)
{
    const Result<BackendChoice> by = chooseBackend(BackendKind::Cuda, {run.spec.get()});
    if (!by.ok())
        return by.status();
    options.measure = true;
    options.launchOrder = launchOrder(*run.model, *run.schedule);
    Result<RunOutput> output = runWhole(*by->backend, *run.spec, inputs, options);
    if (!output.ok())
        return output.status();
    return laidOut(run, std::move(output->launch), {});
}

Result<MeasuredAnswer> readMeasured(const MeasuredRun &run, const QString &path)
{
    Result<MeasuredLaunch> launch = readMeasuredLaunch(path.toStdString(), *run.spec);
    if (!launch.ok())
        return launch.status();
    return laidOut(run, std::move(launch).value(), path);
}

} // namespace ulpscope::ui
