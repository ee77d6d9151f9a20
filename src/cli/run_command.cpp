// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/counting_backend.h"
#include "cli/error_totals.h"
#include "cli/examples.h"
#include "cli/output_file.h"
#include "cli/run_report.h"
#include "cli/trace_file.h"
#include "engine/backend/whole_run.h"
#include "engine/schedule/launch_model.h"
#include "engine/session/json_number.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <set>

namespace ulpscope::cli {
namespace {

using nlohmann::json;

struct RunArguments {
    ProblemArguments problem;
    RequestArguments request;
    BackendArguments backend;
    ProgressArguments progress;
    std::string out, trace;
    std::vector<int> traceHead;
    int threads = 0;
    bool tiles = false, measure = false, noError = false, json = false;
};

json toJson(const ErrorTotals &e)
{
    json object = {{"metric", "ulp"},
                   {"count", e.count},
                   {"elements", e.elements},
                   {"rows_without_keys", e.rowsWithoutKeys},
                   {"correctly_rounded", e.correctlyRounded},
                   {"nan", e.nan},
                   {"infinite", e.infinite},
                   {"max", jsonNumber(e.max)},
                   {"rms", jsonNumber(e.rms)},
                   {"bias", jsonNumber(e.bias)},
                   {"worst", nullptr}};
    if (e.batch >= 0)
        object["worst"] = {e.batch, e.head, e.row, e.col};
    return object;
}

void addErrors(Table &table, const ErrorTotals &e, DType type)
{
    if (e.count > 0) {
        table.add({"error", "max " + rounded(e.max) + ", rms " + rounded(e.rms) + ", bias " + rounded(e.bias) +
                                " ulp of " + std::string(formatInfo(type).name) + " against float64; largest at " +
                                placeText(e.batch, e.head, e.row, e.col)});
        table.add({"", rounded(100.0 * static_cast<double>(e.correctlyRounded) / static_cast<double>(e.elements)) +
                           " % of " + grouped(e.elements) + " values are correctly rounded"});
    }
    if (e.rowsWithoutKeys > 0)
        table.add(
            {e.count > 0 ? "" : "error",
             grouped(e.rowsWithoutKeys) + (e.rowsWithoutKeys == 1 ? " row" : " rows") + " without keys are left out"});
    if (e.nan > 0 || e.infinite > 0)
        table.add({"", "not finite: " + grouped(e.nan) + " NaN, " + grouped(e.infinite) + " infinite of " +
                           grouped(e.elements) + " values"});
}

/// The (batch, head) that --trace follows: what --trace-head says, else the session's selection, which has been
/// checked.
Result<std::pair<int, int>> tracedHead(const RunArguments &arguments, const OpenedProblem &opened)
{
    const Selection &selection = opened.session.selection;
    if (arguments.traceHead.empty())
        return std::pair(selection.batch, selection.head);
    const std::pair<int, int> chosen(arguments.traceHead[0], arguments.traceHead[1]);
    const Problem &p = opened.loaded.problem;
    if (chosen.first < 0 || chosen.first >= p.batch || chosen.second < 0 || chosen.second >= p.heads)
        return Status::invalid("--trace-head " + std::to_string(chosen.first) + "," + std::to_string(chosen.second) +
                               ": there are " + std::to_string(p.batch) + " batch entries and " +
                               std::to_string(p.heads) + " heads, counted from 0");
    return chosen;
}

/// Before the work: both can be written, and are not the same file.
Status checkTargets(const RunArguments &arguments)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    for (const auto &[option, path] : {std::pair("--out", arguments.out), std::pair("--trace", arguments.trace)}) {
        if (Status s = checkOutputPath(option, path, arguments.problem.input); !s.ok())
            return s;
    }
    for (const char *other : {".npz", ".npy"}) {
        if (arguments.out.ends_with(other))
            return Status::invalid("--out '" + arguments.out +
                                   "': what is written is safetensors, expected a name that "
                                   "does not end in " +
                                   other);
    }
    if (!arguments.out.empty() && fs::absolute(arguments.out, ignored) == fs::absolute(arguments.trace, ignored))
        return Status::invalid("--out and --trace name the same file, '" + arguments.out + "'");
    return {};
}

/// What the command line asks for, made ready.
struct Prepared {
    BackendChoice backend;
    OpenedProblem opened;
    RunSpec spec;
    std::pair<int, int> head; ///< that --trace follows
};

Result<Prepared> prepare(RunArguments &arguments, Watch &watch)
{
    watch.begin("reading the inputs");
    Result<OpenedProblem> opened = openProblem(arguments.problem, &arguments.request.set);
    if (!opened.ok())
        return opened.status();
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    Result<RunSpec> spec = resolveSide(catalog.value(), opened.value(), opened->session.a, "A", arguments.request);
    if (!spec.ok())
        return spec.status();
    const Result<std::pair<int, int>> head = tracedHead(arguments, opened.value());
    if (!head.ok())
        return head.status();
    if (Status s = checkTargets(arguments); !s.ok())
        return s;
    const Result<BackendChoice> backend = arguments.backend.chosen({&spec.value()});
    if (!backend.ok())
        return backend.status();
    if (arguments.measure && backend->backend == &cpuBackend() && !backend->why.empty())
        return Status(StatusCode::Unsupported, "--measure needs a GPU: " + backend->why.english());
    return Prepared{backend.value(), std::move(opened).value(), std::move(spec).value(), head.value()};
}

Status writeFiles(const RunArguments &arguments, const Prepared &prepared, const RunOutput &output, Watch &watch)
{
    if (!arguments.out.empty()) {
        watch.begin("writing the output");
        if (Status s = watch.write([&] { return writeOutput(arguments.out, prepared.spec, output); }); !s.ok())
            return s;
    }
    if (arguments.trace.empty())
        return {};
    const CountingBackend backend(*prepared.backend.backend, watch);
    return writeTrace(arguments.trace, backend, prepared.spec, prepared.opened.loaded.inputs, prepared.head.first,
                      prepared.head.second, output.launch, watch);
}

/// The order in which the modelled launch hands out work tiles; empty where there is no model.
std::vector<int> modelledOrder(const RunSpec &spec)
{
    const Result<Catalog> catalog = loadCatalog();
    const Result<Schedule> schedule = Schedule::build(spec);
    if (!catalog.ok() || !schedule.ok())
        return {};
    const Result<LaunchModel> model = modelLaunch(catalog.value(), spec, schedule.value());
    return model.ok() ? launchOrder(model.value(), schedule.value()) : std::vector<int>();
}

/// Of a measured launch: how long it took, on how many SMs, and in which orders its splits ended.
json measuredJson(const RunSpec &spec, const MeasuredLaunch &launch)
{
    std::uint64_t last = 0;
    std::set<int> sms;
    for (const MeasuredBlock &block : launch.blocks) {
        last = std::max(last, block.end);
        sms.insert(block.sm);
    }
    json object = {{"gpu", launch.gpu}, {"blocks", launch.blocks.size()}, {"sms", sms.size()}, {"nanoseconds", last}};
    const Result<Schedule> schedule = Schedule::build(spec);
    if (!schedule.ok() || schedule->splits() == 1)
        return object;
    std::set<std::vector<int>> orders;
    std::vector<int> first;
    const Problem &p = spec.problem;
    for (int batch = 0; batch < p.batch; ++batch)
        for (int head = 0; head < p.heads; ++head)
            for (int m = 0; m < schedule->mBlocks(); ++m) {
                std::vector<int> order = launch.arrivals(schedule.value(), batch, head, m);
                for (int &tile : order)
                    tile = schedule->workTile(tile).split;
                if (first.empty())
                    first = order;
                orders.insert(std::move(order));
            }
    object["split_arrivals"] = {
        {"distinct", orders.size()}, {"of", schedule->mBlocks() * p.heads * p.batch}, {"first", first}};
    return object;
}

void addMeasured(Table &table, const json &m)
{
    table.add({"measured", grouped(m["blocks"].get<std::int64_t>()) + " blocks on " +
                               grouped(m["sms"].get<std::int64_t>()) + " SMs of " + m["gpu"].get<std::string>() + ", " +
                               rounded(m["nanoseconds"].get<double>() / 1e6) +
                               " ms from the first begin to the last end"});
    if (!m.contains("split_arrivals"))
        return;
    std::string first;
    for (int split : m["split_arrivals"]["first"])
        first += (first.empty() ? "" : ",") + std::to_string(split);
    table.add({"", "splits ended in " + grouped(m["split_arrivals"]["distinct"].get<std::int64_t>()) +
                       " different orders in " + grouped(m["split_arrivals"]["of"].get<std::int64_t>()) +
                       " query tiles; the first tile's: " + first});
}

Result<ExitCode> runRun(RunArguments arguments)
{
    Watch watch(arguments.progress);
    const Result<Prepared> prepared = prepare(arguments, watch);
    if (!prepared.ok())
        return prepared.status();
    const RunSpec &spec = prepared->spec;
    const LoadedInputs &loaded = prepared->opened.loaded;

    WholeRunOptions options;
    options.threads = arguments.threads;
    options.stop = watch.stop();
    options.tiles = arguments.tiles;
    options.measure = arguments.measure;
    if (arguments.measure)
        options.launchOrder = modelledOrder(spec);
    const CountingBackend backend(*prepared->backend.backend, watch);
    watch.begin("running", watch.draws() ? stepsOf(spec) : 0, "steps");
    const auto start = std::chrono::steady_clock::now();
    const Result<RunOutput> output = runWhole(backend, spec, loaded.inputs, options);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!output.ok())
        return output.status();
    if (Status s = writeFiles(arguments, prepared.value(), output.value(), watch); !s.ok())
        return s;
    Result<ErrorTotals> errors = ErrorTotals();
    if (!arguments.noError) {
        errors = errorTotals(*prepared->backend.backend, loaded.problem, loaded.inputs, output->output,
                             arguments.threads, watch);
        if (!errors.ok())
            return errors.status();
    }
    watch.finish();

    if (arguments.json) {
        json object = specJson(spec);
        object["known_text"] = spec.known.text;
        object["notes"] = spec.notes;
        object["counterfactual"] = spec.counterfactual;
        object["problem"] = problemJson(loaded.problem);
        object["problem_notes"] = loaded.notes;
        object["batch"] = std::max(spec.request.batch, loaded.problem.batch);
        object["backend"] = backendJson(prepared->backend, arguments.backend.name);
        object["elements"] = output->output.size();
        object["seconds"] = jsonNumber(seconds);
        if (arguments.measure)
            object["measured"] = measuredJson(spec, output->launch);
        object["error"] = arguments.noError ? json(nullptr) : toJson(errors.value());
        printJson(object);
        return Done;
    }
    Table table;
    table.add({"problem", problemText(loaded.problem)});
    for (const auto &[name, note] : loaded.notes)
        table.add({name, note.english()});
    table.add({"kernel", kernelText(spec)});
    addKnown(table, spec);
    table.add({"backend", backendText(prepared->backend)});
    table.add({"time", rounded(seconds, 3) + " s"});
    if (arguments.measure)
        addMeasured(table, measuredJson(spec, output->launch));
    if (!arguments.noError)
        addErrors(table, errors.value(), loaded.problem.dtype);
    for (const std::string &path : {arguments.out, arguments.trace}) {
        if (!path.empty())
            table.add({"written", path});
    }
    table.print();
    return Done;
}

} // namespace

Command addRunCommand(CLI::App &program)
{
    const auto arguments = std::make_shared<RunArguments>();
    CLI::App *app = program.add_subcommand("run", "Run a kernel as a device does it, and its error against float64");
    arguments->problem.addTo(*app);
    arguments->request.addTo(*app);
    arguments->backend.addTo(*app);
    app->add_option("--out", arguments->out, "Write o and lse as safetensors")->type_name("F.safetensors");
    app->add_flag(
           "--tiles", arguments->tiles,
           "With --out: also every row's running max m and sum l after each key tile, [batch, head, key tile, query]")
        ->needs("--out");
    app->add_flag(
        "--measure", arguments->measure,
        "On a GPU: note on which SM and when each block runs (twice; the second launch counts), in the modelled "
        "launch's order; --trace keeps it");
    app->add_option("--trace", arguments->trace, "Write the steps of one head with their events")->type_name("F.json");
    app->add_option("--trace-head", arguments->traceHead,
                    "Batch entry and head of --trace (default: the session's selection, else 0,0)")
        ->delimiter(',')
        ->expected(2)
        ->type_name("B,H");
    app->add_option("--threads", arguments->threads, "Threads (default: all processors); the bits do not depend on it")
        ->check(CLI::Range(1, 4096))
        ->type_name("N");
    app->add_flag("--no-error", arguments->noError,
                  "Leave out the comparison with float64, which takes longer than the run");
    app->add_flag("--json", arguments->json, "Print one JSON object");
    arguments->progress.addTo(*app);
    app->footer([] {
        return "A field of a session gives way to the option that names it.\n"
               "Example: one request inside a batch of 256, output and log-sum-exp to a file:\n"
               "  ulpscope-cli run " +
               exampleFile("data/fa2_fp16_d128_causal.safetensors") +
               " --kernel fa2-pytorch --device h200 --batch 256 --out o.safetensors";
    });
    return {app, [arguments] { return runRun(*arguments); }};
}

} // namespace ulpscope::cli
