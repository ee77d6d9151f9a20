// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/counting_backend.h"
#include "cli/examples.h"
#include "cli/run_report.h"
#include "cli/shape_arguments.h"
#include "engine/analysis/batch_sweep.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <set>

namespace ulpscope::cli {
namespace {

using nlohmann::json;

struct SweepArguments {
    ProblemArguments problem;
    RequestArguments request;
    ShapeArguments shape;
    BackendArguments backend;
    ProgressArguments progress;
    std::vector<std::string> devices{"h200"}, beside{"count:4", "size:512"};
    std::string batches = "1..64";
    bool json = false;
};

/// "1, 2, 3, 6, 13, 22"
std::string listed(const std::set<int> &numbers)
{
    std::vector<std::string> words;
    for (const int number : numbers)
        words.push_back(std::to_string(number));
    return joined(words);
}

void print(const std::vector<SweepLine> &lines, bool ran)
{
    std::vector<std::string> header{"device", "split rule", "split counts"};
    if (ran)
        header.emplace_back("bit patterns");
    Table summary(header);
    for (const SweepLine &line : lines) {
        std::vector<std::string> row{line.device, line.rule, listed(line.splits())};
        if (ran)
            row.push_back(std::to_string(line.patterns().size()));
        summary.add(row);
    }
    summary.print();
    header = {"batch"};
    for (const SweepLine &line : lines)
        header.push_back(line.device + " " + line.rule);
    std::cout << "\n";
    Table table(header);
    for (std::size_t i = 0; i < lines.front().points.size(); ++i) {
        std::vector<std::string> row{std::to_string(lines.front().points[i].batch)};
        for (const SweepLine &line : lines)
            row.push_back(std::to_string(line.points[i].spec.numSplits) +
                          (ran ? " " + patternName(line.points[i].pattern) : std::string()));
        table.add(row);
    }
    table.print();
    std::cout << (ran ? "\nNumber of splits, and a letter for each pattern of output bits of the one request.\n"
                      : "\nNumber of splits that one request gets inside a batch.\n");
}

json toJson(const SweepLine &line, bool ran)
{
    json points = json::array();
    for (const SweepPoint &p : line.points)
        points.push_back(
            {{"batch", p.batch}, {"splits", p.spec.numSplits}, {"pattern", ran ? json(p.pattern) : json(nullptr)}});
    return {{"device", line.device},
            {"rule", line.rule},
            {"split_counts", line.splits()},
            {"patterns", ran ? json(line.patterns().size()) : json(nullptr)},
            {"batches", std::move(points)}};
}

Result<ExitCode> sweep(SweepArguments arguments)
{
    Watch watch(arguments.progress);
    watch.begin("finding the splits");
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    const Result<std::vector<int>> batches = parseBatches(arguments.batches);
    if (!batches.ok())
        return batches.status();
    const bool runs = !arguments.problem.input.empty();
    if (runs && !arguments.shape.shape.empty())
        return Status::invalid("--shape and a file both say what the problem is, expected one of them");
    RunRequest base;
    Problem problem;
    OpenedProblem opened;
    if (runs) {
        Result<OpenedProblem> result = openProblem(arguments.problem);
        if (!result.ok())
            return result.status();
        opened = std::move(result).value();
        base = opened.session.a;
        problem = opened.loaded.problem;
    }
    const Result<RunRequest> request = arguments.request.applied(base);
    if (!request.ok())
        return request.status();
    if (!runs) {
        arguments.shape.causal = arguments.problem.causal.value_or("none");
        Result<Problem> shaped = arguments.shape.problem(catalog.value(), request->kernel);
        if (!shaped.ok())
            return shaped.status();
        problem = std::move(shaped).value();
        problem.batch = 1; // the batch is what is swept
    }
    Result<std::vector<SweepLine>> planned =
        planSweep(catalog.value(), problem, request.value(), {arguments.devices, arguments.beside, batches.value()});
    if (!planned.ok())
        return planned.status();
    std::vector<SweepLine> &lines = planned.value();
    if (runs) {
        std::vector<const RunSpec *> specs;
        for (const SweepLine &line : lines) {
            for (const SweepPoint &point : line.points)
                specs.push_back(&point.spec);
        }
        const Result<BackendChoice> backend = arguments.backend.chosen(specs);
        if (!backend.ok())
            return backend.status();
        const CountingBackend counting(*backend->backend, watch);
        SweepOptions options;
        options.stop = watch.stop();
        options.beginsRun = [&watch](const RunSpec &spec) {
            watch.begin("running with " + std::to_string(spec.numSplits) + " splits on " + spec.request.device,
                        watch.draws() ? stepsOf(spec) : 0, "steps");
        };
        if (Status s = runSweep(counting, opened.loaded.inputs, lines, options); !s.ok())
            return s;
    }
    watch.finish();
    if (!arguments.json) {
        print(lines, runs);
        return Done;
    }
    json list = json::array();
    for (const SweepLine &line : lines)
        list.push_back(toJson(line, runs));
    printJson({{"kernel", request->kernel}, {"problem", problemJson(problem)}, {"sweeps", std::move(list)}});
    return Done;
}

} // namespace

Command addSweepCommand(CLI::App &program)
{
    const auto arguments = std::make_shared<SweepArguments>();
    CLI::App *app = program.add_subcommand(
        "sweep", "The same request inside batches of many sizes: its split counts on each device, and its output bits");
    arguments->problem.addTo(*app);
    arguments->request.addKernelTo(*app);
    app->add_option("--device", arguments->devices, "Device ids, separated by commas")
        ->delimiter(',')
        ->type_name("D,...")
        ->capture_default_str();
    arguments->shape.addShapeTo(*app);
    app->add_option("--batches", arguments->batches, "Batch sizes, as 1..64 or 1,2,4")
        ->type_name("N..M")
        ->capture_default_str();
    app->add_option("--beside", arguments->beside, "Split rules that are swept beside the kernel's own; none: no other")
        ->delimiter(',')
        ->type_name("RULE,...")
        ->capture_default_str();
    arguments->backend.addTo(*app);
    app->add_flag("--json", arguments->json, "Print one JSON object");
    arguments->progress.addTo(*app);
    app->footer([] {
        return "With a file, the request in it is run once for every split count, and its output bits are compared.\n"
               "Examples: split counts of a decode problem on three devices; output bits of a recorded one:\n"
               "  ulpscope-cli sweep --kernel fa2-pytorch --device a100,h200,b200 --shape 1,32,8,1,8192,128\n"
               "  ulpscope-cli sweep " +
               exampleFile("data/fa2_fp16_d128_causal.safetensors") + " --kernel fa2-pytorch --batches 1,2,64";
    });
    return {app, [arguments] {
                if (arguments->beside == std::vector<std::string>{"none"})
                    arguments->beside.clear();
                return sweep(*arguments);
            }};
}

} // namespace ulpscope::cli
