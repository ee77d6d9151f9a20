// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/dq_arguments.h"
#include "cli/examples.h"
#include "cli/number_text.h"
#include "cli/output.h"
#include "engine/analysis/dq_tree.h"
#include "engine/analysis/order_terms.h"
#include "engine/backend/order_ensemble.h"
#include "engine/io/text.h"
#include "engine/session/gradient.h"
#include "engine/session/json_number.h"

#include <charconv>
#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>

namespace ulpscope::cli {
namespace {

using nlohmann::json;

constexpr std::size_t kPatternsShown = 12;

struct EnsembleArguments {
    ProblemArguments problem;
    RequestArguments request;
    BackendArguments backend;
    ProgressArguments progress;
    std::string values, weights, format = "fp32", orders = "1000000", what = "combine";
    DqArguments dq;
    std::vector<const CLI::Option *> ofRun; ///< what says something about a run
    std::vector<int> element{0, 0, 0, 0};
    std::uint64_t seed = 0;
    int threads = 0;
    bool json = false;
};

/// A decimal or C hexadecimal float, rounded once.
Result<double> parseDouble(const char *option, std::string_view text)
{
    const bool isNegative = text.starts_with('-');
    std::string_view digits = text.substr(isNegative ? 1 : 0);
    const bool isHexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    if (isHexadecimal)
        digits.remove_prefix(2);
    double value = 0;
    const char *const end = digits.data() + digits.size();
    const auto [stop, error] =
        std::from_chars(digits.data(), end, value, isHexadecimal ? std::chars_format::hex : std::chars_format::general);
    if (error != std::errc() || stop != end || digits.starts_with('-'))
        return Status::invalid(std::string(option) + ": " + io::inQuotes(text) +
                               " is no fp64 number: expected a decimal (-0.5) or a C hexadecimal float (0x1p-3)");
    return isNegative ? -value : value;
}

Result<std::vector<double>> parseTerms(const char *option, DType format, std::string_view text)
{
    std::vector<double> terms;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        const std::string_view one = text.substr(0, comma);
        if (format == DType::F64) {
            const Result<double> number = parseDouble(option, one);
            if (!number.ok())
                return number.status();
            terms.push_back(number.value());
        } else {
            const Result<WrittenNumber> number = parseNumber(format, one);
            if (!number.ok())
                return Status::invalid(std::string(option) + ": " + number.status().message());
            terms.push_back(static_cast<double>(number->value));
        }
        if (comma == std::string_view::npos)
            break;
        text.remove_prefix(comma + 1);
    }
    return terms;
}

Result<EnsembleSpec> termsOfArguments(const EnsembleArguments &arguments)
{
    EnsembleSpec spec;
    spec.format = arguments.format == "fp64" ? DType::F64 : DType::F32;
    Result<std::vector<double>> values = parseTerms("--values", spec.format, arguments.values);
    if (!values.ok())
        return values.status();
    Result<std::vector<double>> weights = parseTerms("--weights", spec.format, arguments.weights);
    if (!weights.ok())
        return weights.status();
    spec.values = std::move(values).value();
    spec.weights = std::move(weights).value();
    return spec;
}

/// Partial results and what they are.
struct Terms {
    EnsembleSpec spec;
    std::vector<int> tiles; ///< dQ: the key tile of each
    std::string gradient;   ///< dQ: where dO comes from
};

/// What the combine adds to one output element of a run, or the key tiles to one element of dQ.
Result<Terms> termsOfRun(EnsembleArguments &arguments)
{
    const Result<OpenedProblem> opened = openProblem(arguments.problem, &arguments.request.set);
    if (!opened.ok())
        return opened.status();
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    const Result<RunSpec> spec =
        resolveSide(catalog.value(), opened.value(), opened->session.a, "A", arguments.request);
    if (!spec.ok())
        return spec.status();
    const Problem &p = spec->problem;
    const int sizes[4] = {p.batch, p.heads, p.seqlenQ, p.headDimV};
    for (std::size_t i = 0; i < 4; ++i) {
        if (arguments.element[i] < 0 || arguments.element[i] >= sizes[i])
            return Status::invalid("--element: the output is " + std::to_string(p.batch) + " x " +
                                   std::to_string(p.heads) + " x " + std::to_string(p.seqlenQ) + " x " +
                                   std::to_string(p.headDimV) + ", there is no " +
                                   std::to_string(arguments.element[i]) + " at place " + std::to_string(i + 1));
    }
    const Result<Schedule> schedule = Schedule::build(spec.value());
    if (!schedule.ok())
        return schedule.status();
    const std::vector<int> &e = arguments.element;
    const Result<RowTrace> row = traceRow(spec.value(), opened->loaded.inputs,
                                          std::make_shared<const Schedule>(schedule.value()), e[0], e[1], e[2]);
    if (!row.ok())
        return row.status();
    if (arguments.what != "dq") {
        Result<EnsembleSpec> terms = combineTerms(spec.value(), row.value(), e[3]);
        return terms.ok() ? Result<Terms>(Terms{std::move(terms).value(), {}, {}}) : terms.status();
    }
    if (Status s = arguments.dq.checkSeed(opened->loaded); !s.ok())
        return s;
    const Result<std::vector<float>> dO =
        gradientRow(opened->loaded, opened->session, e[0], e[1], e[2], arguments.dq.seed());
    if (!dO.ok())
        return dO.status();
    const Result<DqRow> dq = dqOfRow(spec.value(), opened->loaded.inputs, row.value(), dO.value());
    if (!dq.ok())
        return dq.status();
    Result<DqTerms> terms = dqTerms(dq.value(), e[3]);
    if (!terms.ok())
        return terms.status();
    return Terms{std::move(terms->spec), std::move(terms->tiles),
                 gradientText(opened->loaded, arguments.dq.seed()).english()};
}

std::string bits(DType format, std::uint64_t bits)
{
    char text[24];
    std::snprintf(text, sizeof text, "0x%0*llX", formatInfo(format).bytes * 2, static_cast<unsigned long long>(bits));
    return text;
}

std::string number(DType format, double value)
{
    return format == DType::F64 ? shortest(value) : shortest(static_cast<float>(value));
}

std::string binText(const UlpBin &bin)
{
    const std::string from = std::to_string(bin.from), to = std::to_string(bin.to);
    return bin.from == bin.to ? from : from + " to " + to;
}

json witnessJson(DType format, const OrderWitness &w)
{
    return {{"value", jsonNumber(w.pattern.value)},
            {"bits", bits(format, w.pattern.bits)},
            {"error", jsonNumber(w.error)},
            {"index", w.pattern.first},
            {"count", w.pattern.count > 0 ? json(w.pattern.count) : json(nullptr)}, // null: dropped, of very many
            {"order", w.order}};
}

json toJson(const EnsembleSpec &spec, const EnsembleResult &r)
{
    json patterns = json::array(), bins = json::array(), values = json::array(), weights = json::array();
    for (const OrderPattern &p : r.patterns)
        patterns.push_back({{"value", jsonNumber(p.value)},
                            {"bits", bits(spec.format, p.bits)},
                            {"count", p.count},
                            {"first", p.first}});
    for (const UlpBin &bin : r.histogram)
        bins.push_back({{"from", bin.from}, {"to", bin.to}, {"count", bin.count}});
    for (const double x : spec.values)
        values.push_back(jsonNumber(x));
    for (const double x : spec.weights)
        weights.push_back(jsonNumber(x));
    return {{"format", std::string(formatInfo(spec.format).name)},
            {"values", std::move(values)},
            {"weights", std::move(weights)},
            {"all_orders", r.allOrders},
            {"orders", r.orders},
            {"distinct", r.capped ? json(nullptr) : json(static_cast<std::uint64_t>(r.distinct))},
            {"distinct_estimate", jsonNumber(r.distinct)},
            {"capped", r.capped},
            {"exact", jsonNumber(r.exact)},
            {"correctly_rounded", jsonNumber(r.correctlyRounded)},
            {"sum_of_magnitudes", jsonNumber(r.termSum)},
            {"smallest", witnessJson(spec.format, r.smallest)},
            {"largest", witnessJson(spec.format, r.largest)},
            {"best", witnessJson(spec.format, r.best)},
            {"worst", witnessJson(spec.format, r.worst)},
            {"ulp_histogram", std::move(bins)},
            {"patterns", std::move(patterns)}};
}

void print(const Terms &terms, const EnsembleResult &r, const std::string &backend, double seconds)
{
    const EnsembleSpec &spec = terms.spec;
    Table table;
    table.add({"partial results", std::to_string(spec.partials()) + " in " + std::string(formatInfo(spec.format).name) +
                                      (spec.isWeighted() ? ", each with a weight" : "")});
    if (!terms.tiles.empty()) {
        const std::string first = std::to_string(terms.tiles.front()), last = std::to_string(terms.tiles.back());
        table.add({"", (terms.tiles.size() == 1 ? "contribution of key tile " + first
                                                : "contributions of key tiles " + first + " to " + last) +
                           " to dQ, before the softmax scale"});
        table.add({"gradient of the output", terms.gradient});
    }
    table.add({"orders", grouped(r.orders) + (r.allOrders ? ", all there are" : " at random") + ", " +
                             rounded(seconds, 3) + " s"});
    table.add({"backend", backend});
    table.add({"bit patterns", r.capped
                                   ? "more than " + grouped(r.patterns.size()) + ", about " + rounded(r.distinct, 3)
                                   : grouped(static_cast<std::uint64_t>(r.distinct))});
    table.add({"exact sum", shortest(r.exact) + ", rounded once " + number(spec.format, r.correctlyRounded)});
    const auto add = [&](const char *what, const OrderWitness &w) {
        std::vector<std::string> order;
        for (const int i : w.order)
            order.push_back(std::to_string(i));
        if (order.size() > 16) {
            order.resize(16);
            order.emplace_back("...");
        }
        table.add({what, number(spec.format, w.pattern.value) + ", error " + rounded(w.error) + ", order " +
                             grouped(w.pattern.first) + ": " + joined(order, " ")});
    };
    add("smallest", r.smallest);
    add("largest", r.largest);
    add("best", r.best);
    add("worst", r.worst);
    table.print();
    std::cout << "\n";
    Table bins({"values from the correctly rounded sum", "orders"});
    for (const UlpBin &bin : r.histogram)
        bins.add({binText(bin), grouped(bin.count)});
    bins.print();
    if (r.patterns.size() > kPatternsShown)
        return; // --json lists them
    std::cout << "\n";
    Table patterns({"sum", "bits", "orders"});
    for (const OrderPattern &p : r.patterns)
        patterns.add({number(spec.format, p.value), bits(spec.format, p.bits), grouped(p.count)});
    patterns.print();
}

Result<ExitCode> runOrders(EnsembleArguments arguments)
{
    if (arguments.values.empty() == arguments.problem.input.empty())
        return Status::invalid("expected either --values or a session or tensor file");
    if (arguments.values.empty() && (!arguments.weights.empty() || arguments.format != "fp32"))
        return Status::invalid("--weights and --format are of numbers on the command line: a run has its own");
    if (!arguments.values.empty()) {
        for (const CLI::Option *option : arguments.ofRun) {
            if (option->count() > 0)
                return Status::invalid(option->get_name() +
                                       " is about a run, expected a session or tensor file in place of --values");
        }
    }
    Watch watch(arguments.progress);
    watch.begin("reading the inputs");
    if (Status s = arguments.what == "dq" ? Status() : arguments.dq.checkUnused(); !s.ok())
        return s;
    Result<Terms> terms{Terms{}};
    if (arguments.values.empty()) {
        terms = termsOfRun(arguments);
    } else {
        Result<EnsembleSpec> said = termsOfArguments(arguments);
        terms = said.ok() ? Result<Terms>(Terms{std::move(said).value(), {}, {}}) : said.status();
    }
    if (!terms.ok())
        return terms.status();
    const EnsembleSpec &spec = terms->spec;
    EnsembleOptions options;
    options.seed = arguments.seed;
    options.threads = arguments.threads;
    options.stop = watch.stop();
    const bool all = arguments.orders == "all";
    std::uint64_t orders = 0;
    if (const char *const end = arguments.orders.data() + arguments.orders.size();
        !all && (std::from_chars(arguments.orders.data(), end, orders).ptr != end || orders == 0))
        return Status::invalid("--orders is " + io::inQuotes(arguments.orders) +
                               ", expected a number of at least 1, or all");
    if (all && arguments.backend.name == "cuda")
        return Status::invalid("--backend cuda: all orders are found on the CPU, by their partial sums");
    std::uint64_t shown = 0;
    options.progress = [&](std::uint64_t done, std::uint64_t) {
        watch.advance(done > shown ? done - shown : 0);
        shown = std::max(shown, done);
    };
    watch.begin("adding", all ? std::uint64_t{1} << std::min(spec.partials(), 63) : orders, all ? "subsets" : "orders");
    const auto start = std::chrono::steady_clock::now();
    Result<ExecutedEnsemble> made{ExecutedEnsemble{}};
    if (all) {
        Result<EnsembleResult> result = runAllOrders(spec, options);
        made = result.ok() ? Result<ExecutedEnsemble>(ExecutedEnsemble{std::move(result).value(), &cpuBackend(), {}})
                           : result.status();
    } else {
        made =
            runEnsembleOn(parseBackendKind(arguments.backend.name).value_or(BackendKind::Auto), spec, orders, options);
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    watch.finish();
    if (!made.ok())
        return made.status();
    if (arguments.json) {
        json object = toJson(spec, made->result);
        object["seed"] = all ? json(nullptr) : json(arguments.seed);
        object["backend"] = made->backend->name();
        object["seconds"] = jsonNumber(seconds);
        if (!terms->tiles.empty()) {
            object["key_tiles"] = terms->tiles;
            object["gradient"] = terms->gradient;
        }
        printJson(object);
        return Done;
    }
    print(terms.value(), made->result, backendText({made->backend, made->why}), seconds);
    return Done;
}

} // namespace

Command addEnsembleCommand(CLI::App &program)
{
    const auto arguments = std::make_shared<EnsembleArguments>();
    CLI::App *app = program.add_subcommand(
        "ensemble", "The same sum in many orders of arrival: its bit patterns, the best and the worst order");
    app->add_option("--values", arguments->values, "Partial results, instead of those of a run: decimal or hexadecimal")
        ->type_name("X,X,...");
    app->add_option("--weights", arguments->weights, "A factor for each: they are added by fma")->type_name("X,X,...");
    app->add_option("--format", arguments->format, "Format of --values and of the accumulator: fp32 or fp64")
        ->check(CLI::IsMember({"fp32", "fp64"}))
        ->capture_default_str();
    const std::size_t before = app->get_options().size();
    arguments->problem.addTo(*app);
    arguments->request.addTo(*app);
    app->add_option("--what", arguments->what,
                    "Of a run: combine (the splits of an output element) or dq (the key tiles of an element of dQ, "
                    "before the softmax scale)")
        ->check(CLI::IsMember({"combine", "dq"}))
        ->capture_default_str();
    arguments->dq.addSeedTo(*app);
    app->add_option("--element", arguments->element, "Which element of the output, or of dQ (default 0,0,0,0)")
        ->delimiter(',')
        ->expected(4)
        ->type_name("B,H,ROW,COL");
    const std::vector<CLI::Option *> options = app->get_options();
    for (std::size_t i = before; i < options.size(); ++i) {
        if (options[i]->get_name() != "input")
            arguments->ofRun.push_back(options[i]);
    }
    app->add_option("--orders", arguments->orders, "How many random orders, or all (of at most 16 partial results)")
        ->type_name("N|all")
        ->capture_default_str();
    app->add_option("--seed", arguments->seed, "Of the random orders")->capture_default_str();
    app->add_option("--threads", arguments->threads,
                    "Threads (default: all processors); the result does not depend on it")
        ->check(atLeast(1))
        ->type_name("N");
    arguments->backend.addTo(*app);
    app->add_flag("--json", arguments->json, "Print one JSON object");
    arguments->progress.addTo(*app);
    app->footer([] {
        return "An accumulator of 0 takes one partial result after another, as atomic additions would.\n"
               "Examples: four contributions; the splits of one output element of a recorded run; the key tiles of one "
               "of "
               "dQ:\n"
               "  ulpscope-cli ensemble --values 0x1p26,1,-0x1p26,1 --orders all\n"
               "  ulpscope-cli ensemble " +
               exampleFile("data/fa2_fp16_d128_causal.safetensors") +
               " --kernel fa2-pytorch --device h200 --num-splits 3 --orders all --element 0,0,300,5\n"
               "  ulpscope-cli ensemble " +
               exampleFile("data/fa2_fp16_d128_causal.safetensors") +
               " --kernel fa2-pytorch --device h200 --what dq --orders all --element 0,0,380,5";
    });
    return {app, [arguments] { return runOrders(*arguments); }};
}

} // namespace ulpscope::cli
