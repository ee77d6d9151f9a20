// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/counting_backend.h"
#include "cli/examples.h"
#include "cli/run_report.h"
#include "engine/analysis/compare.h"
#include "engine/analysis/value_walk.h"
#include "engine/backend/whole_run.h"
#include "engine/io/text.h"
#include "engine/session/json_number.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace ulpscope::cli {
namespace {

using nlohmann::json;

struct CompareArguments {
    ProblemArguments problem;
    BackendArguments backend;
    ProgressArguments progress;
    std::string a, b; ///< SPEC
    bool json = false;
};

/// One side: a run, or an output in the file.
struct Side {
    std::string tensor;          ///< empty: a run
    std::optional<RunSpec> spec; ///< of a run
    std::string text() const { return spec ? kernelText(*spec) : "tensor " + io::inQuotes(tensor); }
};

/// Reads "--kernel K --device D ..." or "--tensor NAME" of side `name` ("A"); what is not said is what `own` says.
Result<Side> parseSide(const char *option, const char *name, const std::string &text, const RunRequest &own,
                       const OpenedProblem &opened, const Catalog &catalog)
{
    CLI::App app;
    app.set_help_flag();
    RequestArguments request;
    Side side;
    request.addTo(app);
    app.add_option("--tensor", side.tensor);
    try {
        app.parse(text);
    } catch (const CLI::ParseError &error) {
        return Status::invalid(std::string(option) + " " + io::inQuotes(text) + ": " + error.what());
    }
    if (!side.tensor.empty()) {
        if (app.count_all() > app.count("--tensor"))
            return Status::invalid(std::string(option) + " " + io::inQuotes(text) +
                                   ": --tensor names an output, so it stands alone");
        return side;
    }
    Result<RunSpec> spec = resolveSide(catalog, opened, own, name, request);
    if (!spec.ok())
        return request.isEmpty() ? spec.status()
                                 : Status(spec.status().code(), std::string(option) + ": " + spec.status().message());
    side.spec = std::move(spec).value();
    return side;
}

Result<std::vector<float>> outputOf(const Side &side, const Backend &backend, const OpenedProblem &opened, Watch &watch)
{
    if (!side.spec)
        return observedOutput(opened.loaded, opened.session, side.tensor);
    WholeRunOptions options;
    options.stop = watch.stop();
    Result<RunOutput> run = runWhole(backend, *side.spec, opened.loaded.inputs, options);
    if (!run.ok())
        return run.status();
    return std::move(run->output);
}

/// Two runs are compared step by step; where a side is only an output, the outputs are.
Result<Comparison> compareSides(const Side &a, const Side &b, const Backend &inner, const OpenedProblem &opened,
                                Watch &watch)
{
    std::uint64_t steps = 0;
    for (const Side *side : {&a, &b})
        steps += side->spec && watch.draws() ? stepsOf(*side->spec) : 0;
    watch.begin("running A and B", steps, "steps", "looking for the first difference");
    const CountingBackend backend(inner, watch);
    if (a.spec && b.spec)
        return compareRuns(backend, *a.spec, *b.spec, opened.loaded.inputs, watch.stop());
    const Result<std::vector<float>> outputA = outputOf(a, backend, opened, watch);
    if (!outputA.ok())
        return outputA.status();
    const Result<std::vector<float>> outputB = outputOf(b, backend, opened, watch);
    if (!outputB.ok())
        return outputB.status();
    Result<OutputComparison> outputs = compareOutputs(opened.loaded.problem, outputA.value(), outputB.value());
    if (!outputs.ok())
        return outputs.status();
    Comparison comparison;
    static_cast<OutputComparison &>(comparison) = std::move(outputs).value();
    return comparison;
}

json sideJson(const Side &side) { return side.spec ? specJson(*side.spec) : json{{"tensor", side.tensor}}; }

json divergenceJson(const Divergence &d)
{
    return {{"step", d.step.index + 1}, // as a session counts: steps done
            {"kind", stepKindName(d.step.kind)},
            {"quantity", quantityName(d.quantity)},
            {"batch", d.batch},
            {"head", d.head},
            {"row", d.row},
            {"col", d.col},
            {"a", jsonNumber(d.a)},
            {"b", jsonNumber(d.b)},
            {"a_bits", bitsText(DType::F32, d.a)},
            {"b_bits", bitsText(DType::F32, d.b)},
            {"node", d.node},
            {"reason", d.reason},
            {"structural", d.structural}};
}

json mismatchJson(const OutputMismatch &m, DType type)
{
    return {{"index", {m.batch, m.head, m.row, m.col}},
            {"a", jsonNumber(m.a)},
            {"b", jsonNumber(m.b)},
            {"a_bits", bitsText(type, m.a)},
            {"b_bits", bitsText(type, m.b)}};
}

json walkJson(const ValueWalk &walk)
{
    json stops = json::array();
    for (const WalkStop &stop : walk.stops)
        stops.push_back({{"what", stop.what},
                         {"a", jsonNumber(static_cast<float>(stop.a))},
                         {"b", jsonNumber(static_cast<float>(stop.b))},
                         {"node_a", stop.nodeA},
                         {"node_b", stop.nodeB}});
    return {{"stops", std::move(stops)}, {"reason", walk.reason}};
}

json comparisonJson(const Side &a, const Side &b, const Comparison &comparison, const Problem &p, json backend)
{
    json heads = json::array();
    for (std::size_t i = 0; i < comparison.perHead.size(); ++i) {
        const BitDifference &head = comparison.perHead[i];
        heads.push_back({{"batch", static_cast<int>(i) / p.heads},
                         {"head", static_cast<int>(i) % p.heads},
                         {"mismatches", head.mismatches},
                         {"max_ulp", head.maxUlp}});
    }
    json object = {{"a", sideJson(a)},
                   {"b", sideJson(b)},
                   {"backend", std::move(backend)},
                   {"recipe_differences", comparison.recipeDifferences},
                   {"elements", comparison.elements},
                   {"mismatches", comparison.mismatches},
                   {"max_ulp", comparison.maxUlp},
                   {"max_abs", jsonNumber(comparison.maxAbs)},
                   {"heads", std::move(heads)},
                   {"first_mismatch", nullptr},
                   {"first_divergence", comparison.first ? divergenceJson(*comparison.first) : json(nullptr)}};
    if (comparison.firstMismatch)
        object["first_mismatch"] = mismatchJson(*comparison.firstMismatch, p.dtype);
    if (a.spec && b.spec)
        object["lse_mismatches"] = comparison.lseMismatches;
    return object;
}

/// Row values have no column, scores and probabilities have keys there.
std::string divergencePlace(const Divergence &d)
{
    switch (d.quantity) {
    case Quantity::OutputAcc:
    case Quantity::Output:
    case Quantity::TileOut: return placeText(d.batch, d.head, d.row, d.col);
    case Quantity::Scores:
    case Quantity::Probs: return rowText(d.batch, d.head, d.row) + ", key " + std::to_string(d.col);
    default: return rowText(d.batch, d.head, d.row);
    }
}

void addFirst(Table &table, const Comparison &comparison, DType type)
{
    if (comparison.first) {
        const Divergence &d = *comparison.first;
        table.add({"first", "step " + std::to_string(d.step.index + 1) + " (" + std::string(stepKindName(d.step.kind)) +
                                "), " + std::string(quantityName(d.quantity)) + " at " + divergencePlace(d) + ": a " +
                                shortest(d.a) + " (" + bitsText(DType::F32, d.a) + "), b " + shortest(d.b) + " (" +
                                bitsText(DType::F32, d.b) + ")"});
        table.add({"node", d.node.english()});
        table.add({"reason", d.reason.english()});
    } else if (comparison.firstMismatch) {
        const OutputMismatch &m = *comparison.firstMismatch;
        table.add({"first", "output at " + placeText(m.batch, m.head, m.row, m.col) + ": a " + shortest(m.a) + " (" +
                                bitsText(type, m.a) + "), b " + shortest(m.b) + " (" + bitsText(type, m.b) + ")"});
    }
}

void addWalk(Table &table, const ValueWalk &walk)
{
    for (std::size_t i = 0; i < walk.stops.size(); ++i) {
        const WalkStop &stop = walk.stops[i];
        table.add({i == 0 ? "walk" : "", stop.what.english() + ": a " + shortest(static_cast<float>(stop.a)) + ", b " +
                                             shortest(static_cast<float>(stop.b))});
    }
    table.add({"", walk.reason.english()});
}

/// Both sides, from the options and the session.
Result<std::pair<Side, Side>> sidesOf(const CompareArguments &arguments, const OpenedProblem &opened)
{
    const SessionDocument &session = opened.session;
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    if (arguments.b.empty() && !session.b && session.observedTensor.empty())
        return Status::invalid("--b is needed: what to compare A with");
    const std::string textB =
        arguments.b.empty() && !session.b ? "--tensor \"" + session.observedTensor + "\"" : arguments.b;
    Result<Side> a = parseSide("--a", "A", arguments.a, session.a, opened, catalog.value());
    if (!a.ok())
        return a.status();
    Result<Side> b = parseSide("--b", "B", textB, session.b.value_or(session.a), opened, catalog.value());
    if (!b.ok())
        return b.status();
    return std::pair(std::move(a).value(), std::move(b).value());
}

void print(const Side &a, const Side &b, const Comparison &comparison, const std::optional<ValueWalk> &walk,
           const LoadedInputs &loaded, const BackendChoice &backend)
{
    Table table;
    table.add({"problem", problemText(loaded.problem)});
    table.add({"mask", loaded.notes.at("mask").english()});
    table.add({"a", a.text()});
    table.add({"b", b.text()});
    table.add({"backend", backendText(backend)});
    for (std::size_t i = 0; i < comparison.recipeDifferences.size(); ++i)
        table.add({i == 0 ? "differ in" : "", comparison.recipeDifferences[i]});
    table.add({"mismatches", grouped(comparison.mismatches) + " of " + grouped(comparison.elements) + " values"});
    if (comparison.mismatches > 0)
        table.add({"largest", ulpText(comparison.maxUlp) + " ulp, " + rounded(comparison.maxAbs) + " absolute"});
    addFirst(table, comparison, loaded.problem.dtype);
    if (walk)
        addWalk(table, *walk);
    table.print();
}

Result<ExitCode> runCompare(const CompareArguments &arguments)
{
    Watch watch(arguments.progress);
    watch.begin("reading the inputs");
    const Result<OpenedProblem> opened = openProblem(arguments.problem);
    if (!opened.ok())
        return opened.status();
    const Result<std::pair<Side, Side>> sides = sidesOf(arguments, opened.value());
    if (!sides.ok())
        return sides.status();
    const auto &[a, b] = sides.value();
    std::vector<const RunSpec *> specs;
    for (const Side *side : {&a, &b}) {
        if (side->spec)
            specs.push_back(&*side->spec);
    }
    const Result<BackendChoice> backend = arguments.backend.chosen(specs);
    if (!backend.ok())
        return backend.status();
    const Result<Comparison> comparison = compareSides(a, b, *backend->backend, opened.value(), watch);
    if (!comparison.ok())
        return comparison.status();
    std::optional<ValueWalk> walk;
    if (a.spec && b.spec && comparison->firstMismatch) {
        watch.begin("walking to the addition where they part");
        Result<ValueWalk> found = walkFromMismatch(*a.spec, *b.spec, opened->loaded.inputs, *comparison->firstMismatch);
        if (!found.ok())
            return found.status();
        walk = std::move(found).value();
    }
    watch.finish();
    if (arguments.json) {
        json object = comparisonJson(a, b, comparison.value(), opened->loaded.problem,
                                     backendJson(backend.value(), arguments.backend.name));
        object["walk"] = walk ? walkJson(*walk) : json(nullptr);
        printJson(object);
    } else {
        print(a, b, comparison.value(), walk, opened->loaded, backend.value());
    }
    return Done;
}

} // namespace

Command addCompareCommand(CLI::App &program)
{
    const auto arguments = std::make_shared<CompareArguments>();
    CLI::App *app = program.add_subcommand(
        "compare", "Two runs, or a run and an output, down to the first step where their bits part");
    arguments->problem.addTo(*app);
    app->add_option(
           "--a", arguments->a,
           "\"--kernel K --device D --batch N --set FIELD=VALUE\", or \"--tensor NAME\" (default: the session's A)")
        ->type_name("SPEC");
    app->add_option("--b", arguments->b, "The other side; what it leaves out is as in the session")->type_name("SPEC");
    arguments->backend.addTo(*app);
    app->add_flag("--json", arguments->json, "Print one JSON object");
    arguments->progress.addTo(*app);
    app->footer([] {
        return "Example: the same kernel with another architecture's tensor cores:\n"
               "  ulpscope-cli compare --a \"--kernel fa2-pytorch --device h200\" --b \"--kernel fa2-pytorch --device "
               "a100\" " +
               exampleFile("data/fa2_fp16_d128_causal.safetensors");
    });
    return {app, [arguments] { return runCompare(*arguments); }};
}

} // namespace ulpscope::cli
