// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/run_report.h"
#include "cli/shape_arguments.h"
#include "engine/schedule/launch_model.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <numeric>

namespace ulpscope::cli {
namespace {

using nlohmann::json;

constexpr const char *kModelText =
    "model: CUDA does not say in which order blocks start, and the costs are units (2 for each phase of a key tile), "
    "not times; no bit of a result depends on it";

struct ScheduleArguments {
    RequestArguments request;
    ShapeArguments shape;
    int tiles = 16;
    bool json = false;
};

/// A run, its plan, and how it would lie on the SMs, or why that is not known.
struct Found {
    RunSpec spec;
    Schedule schedule;
    Result<LaunchModel> launch;
};

Result<Found> find(const ScheduleArguments &arguments)
{
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    const Result<RunRequest> request = arguments.request.applied(RunRequest());
    if (!request.ok())
        return request.status();
    const Result<Problem> problem = arguments.shape.problem(catalog.value(), request->kernel);
    if (!problem.ok())
        return problem.status();
    Result<RunSpec> spec = resolve(catalog.value(), problem.value(), request.value());
    if (!spec.ok())
        return spec.status();
    Result<Schedule> schedule = Schedule::build(spec.value());
    if (!schedule.ok())
        return schedule.status();
    Result<LaunchModel> launch = modelLaunch(catalog.value(), spec.value(), schedule.value());
    return Found{std::move(spec).value(), std::move(schedule).value(), std::move(launch)};
}

std::string policyName(DispatchPolicy policy)
{
    switch (policy) {
    case DispatchPolicy::Linear: return "linear";
    case DispatchPolicy::Lpt: return "lpt";
    case DispatchPolicy::StaticPersistent: return "staticPersistent";
    case DispatchPolicy::DynamicCounter: return "dynamicCounter";
    }
    return "?";
}

json toJson(const LaunchTile &tile, const TimelineTile &t)
{
    return {{"query_tile", tile.at.mBlock},
            {"head", tile.at.head},
            {"batch", tile.at.batch},
            {"split", tile.at.split},
            {"work_tile", tile.workTile},
            {"key_tiles", tile.keyTiles},
            {"sm", t.sm},
            {"slot", t.slot},
            {"begin", t.begin},
            {"end", t.end}};
}

json toJson(const LaunchModel &m, int tiles)
{
    json roles = json::array();
    for (const WarpRole &role : m.launch->roles)
        roles.push_back({{"name", role.name}, {"warps", role.warps}, {"does", role.does}});
    json first = json::array();
    for (std::size_t i = 0; i < std::min<std::size_t>(m.timeline.tiles.size(), static_cast<std::size_t>(tiles)); ++i) {
        const TimelineTile &t = m.timeline.tiles[i];
        first.push_back(toJson(m.tiles[static_cast<std::size_t>(t.tile)], t));
    }
    const Occupancy &o = m.occupancy;
    return {{"scheduler", tileSchedulerName(m.scheduler)},
            {"policy", policyName(m.policy)},
            {"grid",
             {{"query_tiles", m.grid.mBlocks},
              {"heads", m.grid.heads},
              {"batch", m.grid.batch},
              {"splits", m.grid.splits},
              {"tiles", m.grid.tiles()}}},
            {"block",
             {{"threads", m.block.threads},
              {"registers_per_thread", m.block.registersPerThread},
              {"shared_memory", m.block.sharedMemory}}},
            {"occupancy",
             {{"blocks_per_sm", o.blocksPerSm},
              {"warps_per_sm", o.warpsPerSm},
              {"limit", occupancyLimitWords(o.limit)},
              {"by_threads", o.byThreads},
              {"by_shared_memory", o.bySharedMemory},
              {"by_registers", o.byRegisters},
              {"by_blocks", o.byBlocks}}},
            {"slots", m.timeline.smCount * m.timeline.blocksPerSm},
            {"waves", m.timeline.waves},
            {"efficiency", m.timeline.efficiency},
            {"makespan", m.makespan()},
            {"combine", m.combineTimeline.makespan},
            {"tail", m.timeline.tail},
            {"busy_per_sm", m.timeline.busy},
            {"roles", std::move(roles)},
            {"tiles", std::move(first)},
            {"limits_known", evidenceJson(m.known)},
            {"known", {{"kind", "model"}, {"text", kModelText}}}};
}

void addLaunch(Table &table, const LaunchModel &m)
{
    const TileGrid &g = m.grid;
    const Occupancy &o = m.occupancy;
    table.add({"grid", "query tiles " + std::to_string(g.mBlocks) + " x heads " + std::to_string(g.heads) +
                           " x batch " + std::to_string(g.batch) + " x splits " + std::to_string(g.splits) + " = " +
                           grouped(g.tiles()) + " tiles, order of " + std::string(tileSchedulerName(m.scheduler)) +
                           " (" + policyName(m.policy) + ")"});
    table.add({"block", std::to_string(m.block.threads) + " threads, " + std::to_string(m.block.registersPerThread) +
                            " registers a thread, " + grouped(m.block.sharedMemory) + " bytes of shared memory"});
    table.add({"occupancy", std::to_string(o.blocksPerSm) + (o.blocksPerSm == 1 ? " block" : " blocks") +
                                " on an SM; limit: " + occupancyLimitWords(o.limit).english() + " (threads " +
                                std::to_string(o.byThreads) + ", shared memory " + std::to_string(o.bySharedMemory) +
                                ", registers " + std::to_string(o.byRegisters) + ", blocks " +
                                std::to_string(o.byBlocks) + ")"});
    table.add({"waves", rounded(m.timeline.waves) + " of " +
                            grouped(std::int64_t{m.timeline.smCount} * m.timeline.blocksPerSm) + " slots, efficiency " +
                            rounded(m.timeline.efficiency)});
    table.add(
        {"makespan", grouped(m.makespan()) + " units, of which tail " + grouped(m.timeline.tail) +
                         (m.combines.empty() ? std::string() : ", combine " + grouped(m.combineTimeline.makespan))});
    const auto [least, most] = std::minmax_element(m.timeline.busy.begin(), m.timeline.busy.end());
    const std::int64_t sum = std::accumulate(m.timeline.busy.begin(), m.timeline.busy.end(), std::int64_t{0});
    table.add({"busy", "of an SM: least " + grouped(*least) + " (SM " +
                           std::to_string(least - m.timeline.busy.begin()) + "), most " + grouped(*most) + " (SM " +
                           std::to_string(most - m.timeline.busy.begin()) + "), mean " +
                           rounded(static_cast<double>(sum) / m.timeline.smCount)});
    table.add({"limits known", std::string(knownName(m.known.known)) + ": " + m.known.text.english()});
    table.add({"", kModelText});
}

void printTiles(const LaunchModel &m, int count)
{
    Table table({"launch", "query tile", "head", "batch", "split", "key tiles", "SM", "slot", "begin", "end"});
    for (std::size_t i = 0; i < std::min<std::size_t>(m.timeline.tiles.size(), static_cast<std::size_t>(count)); ++i) {
        const TimelineTile &t = m.timeline.tiles[i];
        const LaunchTile &tile = m.tiles[static_cast<std::size_t>(t.tile)];
        table.add({std::to_string(i), std::to_string(tile.at.mBlock), std::to_string(tile.at.head),
                   std::to_string(tile.at.batch), std::to_string(tile.at.split), std::to_string(tile.keyTiles),
                   std::to_string(t.sm), std::to_string(t.slot), std::to_string(t.begin), std::to_string(t.end)});
    }
    std::cout << "\n";
    table.print();
}

Result<ExitCode> runSchedule(const ScheduleArguments &arguments)
{
    const Result<Found> found = find(arguments);
    if (!found.ok())
        return found.status();
    const RunSpec &spec = found->spec;
    const Schedule &schedule = found->schedule;
    const Result<LaunchModel> &launch = found->launch;
    if (arguments.json) {
        json object = specJson(spec);
        object["problem"] = problemJson(spec.problem);
        object["batch"] = std::max(spec.request.batch, spec.problem.batch);
        object["known_text"] = spec.known.text;
        object["notes"] = spec.notes;
        object["counterfactual"] = spec.counterfactual;
        object["plan"] = {{"query_tiles", schedule.mBlocks()},
                          {"key_tiles", schedule.nBlocks()},
                          {"work_tiles", schedule.workTileCount()},
                          {"steps", schedule.stepCount()}};
        object["launch"] = launch.ok() ? toJson(launch.value(), arguments.tiles) : json(nullptr);
        object["launch_absent"] = launch.ok() ? json(nullptr) : json(launch.status().phrase());
        printJson(object);
        return Done;
    }
    Table table;
    table.add({"problem", problemText(spec.problem) + ", mask " + spec.problem.mask.toString()});
    table.add({"kernel", kernelText(spec)});
    addKnown(table, spec);
    table.add({"plan", "query tiles " + std::to_string(schedule.mBlocks()) + " (of " +
                           std::to_string(spec.recipe.tileM) + ") x key tiles " + std::to_string(schedule.nBlocks()) +
                           " (of " + std::to_string(spec.recipe.tileN) + "); " + grouped(schedule.workTileCount()) +
                           " work tiles, " + grouped(static_cast<std::int64_t>(schedule.stepCount())) + " steps"});
    if (launch.ok())
        addLaunch(table, launch.value());
    else
        table.add({"launch", launch.status().message()});
    table.print();
    if (launch.ok() && arguments.tiles > 0)
        printTiles(launch.value(), arguments.tiles);
    return Done;
}

} // namespace

Command addScheduleCommand(CLI::App &program)
{
    const auto arguments = std::make_shared<ScheduleArguments>();
    CLI::App *app = program.add_subcommand(
        "schedule", "How a kernel's tiles lie on the SMs of a device: splits, occupancy, waves, which SM takes what");
    arguments->shape.addTo(*app);
    arguments->request.addTo(*app);
    app->add_option("--tiles", arguments->tiles, "Tiles to list, in the order in which they are handed out")
        ->check(CLI::Range(0, 4'000'000))
        ->type_name("N")
        ->capture_default_str();
    app->add_flag("--json", arguments->json, "Print one JSON object");
    app->footer("Example: one query against 8192 keys, 32 query heads on 8 KV heads:\n"
                "  ulpscope-cli schedule --kernel fa2-pytorch --device a100 --shape 1,32,8,1,8192,128");
    return {app, [arguments] { return runSchedule(*arguments); }};
}

} // namespace ulpscope::cli
