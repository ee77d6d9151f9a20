// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/counting_backend.h"
#include "cli/examples.h"
#include "cli/run_report.h"
#include "cli/shape_arguments.h"
#include "engine/backend/whole_run.h"

#include <algorithm>
#include <cstring>
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

/// One request inside a batch, on a device, under a split rule.
struct Point {
    int batch = 0;
    RunSpec spec;
    int pattern = -1; ///< number of its output among the distinct ones; -1: not run
};

/// All batches on one device under one rule.
struct Line {
    std::string device, rule;
    std::vector<Point> points;

    std::set<int> splits() const
    {
        std::set<int> counts;
        for (const Point &p : points)
            counts.insert(p.spec.numSplits);
        return counts;
    }
    std::set<int> patterns() const
    {
        std::set<int> numbers;
        for (const Point &p : points)
            numbers.insert(p.pattern);
        return numbers;
    }
};

/// The outputs of runs, each bit pattern once.
class Patterns {
public:
    Patterns(const Backend &backend, const LoadedInputs &loaded, Watch &watch)
        : m_backend(backend, watch), m_loaded(loaded), m_watch(watch)
    {}

    /// Runs the spec, unless one with the same arithmetic has been run. Its pattern's number.
    Result<int> numberOf(const RunSpec &spec)
    {
        for (const auto &[known, number] : m_runs) {
            if (sameArithmetic(known, spec))
                return number;
        }
        m_watch.begin("running with " + std::to_string(spec.numSplits) + " splits on " + spec.request.device,
                      m_watch.draws() ? stepsOf(spec) : 0, "steps");
        WholeRunOptions options;
        options.stop = m_watch.stop();
        Result<RunOutput> output = runWhole(m_backend, spec, m_loaded.inputs, options);
        if (!output.ok())
            return output.status();
        const auto same = std::find_if(m_outputs.begin(), m_outputs.end(), [&](const std::vector<float> &other) {
            return std::memcmp(other.data(), output->output.data(), other.size() * sizeof(float)) == 0;
        });
        const int number = static_cast<int>(same - m_outputs.begin());
        if (same == m_outputs.end())
            m_outputs.push_back(std::move(output->output));
        m_runs.emplace_back(spec, number);
        return number;
    }

private:
    static bool sameMma(const ResolvedMma &a, const ResolvedMma &b)
    {
        return a.kind == b.kind && a.operands == b.operands && a.spec.groupL == b.spec.groupL &&
               a.spec.fractionBits == b.spec.fractionBits && a.spec.zeroExponent == b.spec.zeroExponent &&
               a.spec.result == b.spec.result;
    }
    /// Equal but for what they are called: the same numbers are multiplied, added and split in the same way.
    static bool sameArithmetic(const RunSpec &a, const RunSpec &b)
    {
        Recipe named = b.recipe;
        named.mmaQk.device = a.recipe.mmaQk.device;
        named.mmaPv.device = a.recipe.mmaPv.device;
        return a.numSplits == b.numSplits && a.splitTiles == b.splitTiles && a.recipe == named && sameMma(a.qk, b.qk) &&
               sameMma(a.pv, b.pv) && a.approxTable == b.approxTable;
    }

    CountingBackend m_backend;
    const LoadedInputs &m_loaded;
    Watch &m_watch;
    std::vector<std::pair<RunSpec, int>> m_runs;
    std::vector<std::vector<float>> m_outputs;
};

Result<Line> lineOf(const Catalog &catalog, const Problem &problem, RunRequest request, const std::string &device,
                    const std::string &rule, const std::vector<int> &batches)
{
    Line line{device, rule, {}};
    request.device = device;
    if (!rule.empty())
        request.set.emplace_back("split", rule);
    for (const int batch : batches) {
        request.batch = batch;
        Result<RunSpec> spec = resolve(catalog, problem, request);
        if (!spec.ok())
            return Status(spec.status().code(), "--device " + device + (rule.empty() ? "" : ", split " + rule) +
                                                    ", batch " + std::to_string(batch) + ": " +
                                                    spec.status().message());
        line.rule = spec->recipe.form == Form::Sketch ? "crossTile " + fieldValue(spec->recipe, "crossTile")
                                                      : fieldValue(spec->recipe, "split");
        line.points.push_back({batch, std::move(spec).value(), -1});
    }
    return line;
}

/// "1, 2, 3, 6, 13, 22"
std::string listed(const std::set<int> &numbers)
{
    std::vector<std::string> words;
    for (const int number : numbers)
        words.push_back(std::to_string(number));
    return joined(words);
}

/// 0 -> "A", 25 -> "Z", 26 -> "AA"
std::string letters(int number)
{
    std::string text;
    for (int rest = number; rest >= 0; rest = rest / 26 - 1)
        text.insert(text.begin(), static_cast<char>('A' + rest % 26));
    return text;
}

void print(const std::vector<Line> &lines, bool ran)
{
    std::vector<std::string> header{"device", "split rule", "split counts"};
    if (ran)
        header.emplace_back("bit patterns");
    Table summary(header);
    for (const Line &line : lines) {
        std::vector<std::string> row{line.device, line.rule, listed(line.splits())};
        if (ran)
            row.push_back(std::to_string(line.patterns().size()));
        summary.add(row);
    }
    summary.print();
    header = {"batch"};
    for (const Line &line : lines)
        header.push_back(line.device + " " + line.rule);
    std::cout << "\n";
    Table table(header);
    for (std::size_t i = 0; i < lines.front().points.size(); ++i) {
        std::vector<std::string> row{std::to_string(lines.front().points[i].batch)};
        for (const Line &line : lines)
            row.push_back(std::to_string(line.points[i].spec.numSplits) +
                          (ran ? " " + letters(line.points[i].pattern) : std::string()));
        table.add(row);
    }
    table.print();
    std::cout << (ran ? "\nNumber of splits, and a letter for each pattern of output bits of the one request.\n"
                      : "\nNumber of splits that one request gets inside a batch.\n");
}

json toJson(const Line &line, bool ran)
{
    json points = json::array();
    for (const Point &p : line.points)
        points.push_back(
            {{"batch", p.batch}, {"splits", p.spec.numSplits}, {"pattern", ran ? json(p.pattern) : json(nullptr)}});
    return {{"device", line.device},
            {"rule", line.rule},
            {"split_counts", line.splits()},
            {"patterns", ran ? json(line.patterns().size()) : json(nullptr)},
            {"batches", std::move(points)}};
}

Result<ExitCode> runSweep(SweepArguments arguments)
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
    std::vector<Line> lines;
    for (const std::string &device : arguments.devices) {
        std::vector<std::string> rules{""}; // the kernel's own, or what --set says
        const Result<const KernelFamily *> kernel = catalog->kernel(request->kernel);
        const bool splits = kernel.ok() && std::find(kernel.value()->recipe.begin(), kernel.value()->recipe.end(),
                                                     std::pair<std::string, std::string>("form", "sketch")) ==
                                               kernel.value()->recipe.end();
        if (splits)
            rules.insert(rules.end(), arguments.beside.begin(), arguments.beside.end());
        for (const std::string &rule : rules) {
            Result<Line> line = lineOf(catalog.value(), problem, request.value(), device, rule, batches.value());
            if (!line.ok())
                return line.status();
            lines.push_back(std::move(line).value());
        }
    }
    if (runs) {
        std::vector<const RunSpec *> specs;
        for (const Line &line : lines) {
            for (const Point &point : line.points)
                specs.push_back(&point.spec);
        }
        const Result<BackendChoice> backend = arguments.backend.chosen(specs);
        if (!backend.ok())
            return backend.status();
        Patterns patterns(*backend->backend, opened.loaded, watch);
        for (Line &line : lines) {
            for (Point &point : line.points) {
                const Result<int> number = patterns.numberOf(point.spec);
                if (!number.ok())
                    return number.status();
                point.pattern = number.value();
            }
        }
    }
    watch.finish();
    if (!arguments.json) {
        print(lines, runs);
        return Done;
    }
    json list = json::array();
    for (const Line &line : lines)
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
                return runSweep(*arguments);
            }};
}

} // namespace ulpscope::cli
