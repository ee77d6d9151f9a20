// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/trace_file.h"

#include "cli/run_report.h"
#include "engine/io/tensor.h"
#include "engine/session/json_number.h"
#include "engine/trace/stepper.h"

namespace ulpscope::cli {
namespace {

using nlohmann::json;

json stepJson(const Step &step, const WorkTile &tile)
{
    json object = {{"index", step.planned.index},        {"kind", stepKindName(step.planned.kind)},
                   {"work_tile", step.planned.workTile}, {"m_block", tile.mBlock},
                   {"row_begin", tile.rowBegin},         {"row_end", tile.rowEnd}};
    if (!tile.isCombine)
        object["split"] = tile.split;
    if (step.planned.nBlock >= 0) {
        object["n_block"] = step.planned.nBlock;
        object["ordinal"] = step.planned.ordinal;
    }
    if (step.events.any())
        object["events"] = {{"max_changed", step.events.maxChanged},
                            {"nan", step.events.nan},
                            {"rescaled", step.events.rescaled},
                            {"ties", step.events.ties}};
    return object;
}

/// Steps of the work tiles of one head, which follow one another.
std::uint64_t stepsOfHead(const Schedule &schedule, int batch, int head)
{
    std::uint64_t steps = 0;
    for (int i = 0; i < schedule.workTileCount(); ++i) {
        const WorkTile tile = schedule.workTile(i);
        if (tile.batch == batch && tile.head == head)
            steps += schedule.firstStep(i + 1) - schedule.firstStep(i);
    }
    return steps;
}

} // namespace

Status writeTrace(const std::string &path, const Backend &backend, const RunSpec &spec,
                  std::shared_ptr<const Inputs> inputs, int batch, int head, const MeasuredLaunch &launch, Watch &watch)
{
    Result<std::unique_ptr<Stepper>> created = Stepper::create(backend, spec, std::move(inputs));
    if (!created.ok())
        return created.status();
    Stepper &stepper = *created.value();
    const Schedule &schedule = *stepper.schedule();
    watch.begin("tracing", stepsOfHead(schedule, batch, head), "steps");
    json steps = json::array();
    for (int i = 0; i < schedule.workTileCount(); ++i) {
        const WorkTile tile = schedule.workTile(i);
        if (tile.batch != batch || tile.head != head)
            continue;
        if (Status s = stepper.goTo(schedule.firstStep(i), watch.stop()); !s.ok())
            return s;
        while (stepper.position() < schedule.firstStep(i + 1)) {
            const Result<Step> step = stepper.forward(watch.stop());
            if (!step.ok())
                return step.status();
            steps.push_back(stepJson(step.value(), tile));
        }
    }
    json trace = specJson(spec);
    trace["schema"] = "ulpscope.trace/1";
    trace["problem"] = problemJson(spec.problem);
    trace["batch"] = batch;
    trace["head"] = head;
    trace["steps"] = std::move(steps);
    if (!launch.blocks.empty())
        trace["launch"] = toJson(launch);
    watch.begin("writing the trace");
    const std::string text = jsonText(trace);
    return watch.write([&] { return writeFileAtomically(path, text.data(), text.size()); });
}

} // namespace ulpscope::cli
