// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/dq_arguments.h"
#include "cli/examples.h"
#include "cli/output.h"
#include "cli/output_file.h"
#include "cli/run_report.h"
#include "cli/shape_arguments.h"
#include "engine/analysis/arrival_study.h"
#include "engine/numerics/ulp.h"
#include "engine/session/arrival_file.h"
#include "engine/session/gradient.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <mutex>

namespace ulpscope::cli {
namespace {

constexpr std::size_t kOutputsShown = 8;
constexpr std::uint64_t kMaxLaunches = 10'000'000;

struct ArrivalsArguments {
    ProblemArguments problem;
    ShapeArguments shape;
    RequestArguments request;
    DqArguments dq;
    ProgressArguments progress;
    std::string what = "dq", mode = "all", out;
    std::uint64_t launches = 1000;
    int threads = 0;
    bool replay = false, json = false;
};

/// A problem by its shape alone: standard normal values, seed 0.
Result<OpenedProblem> generated(ArrivalsArguments &arguments, const Catalog &catalog)
{
    const Result<RunRequest> request = arguments.request.applied(RunRequest());
    if (!request.ok())
        return request.status();
    const ProblemArguments &given = arguments.problem;
    if (given.layout || given.q || given.k || given.v || given.bf16Bits)
        return Status::invalid(
            "--layout, --q, --k, --v and --bf16-bits say how a file is read, expected none of them with "
            "--shape");
    if (given.causal) {
        if (const Result<Mask::Kind> causal = parseCausal(*given.causal); !causal.ok())
            return causal.status();
    }
    arguments.shape.causal = given.causal.value_or("none");
    Result<Problem> problem = arguments.shape.problem(catalog, request->kernel);
    if (!problem.ok())
        return problem.status();
    if (given.scale) {
        const Result<double> scale = parseScale(*given.scale);
        if (!scale.ok())
            return scale.status();
        problem->scale = static_cast<float>(scale.value());
    }
    OpenedProblem opened;
    opened.session.input.kind = InputSource::Kind::Generator;
    opened.session.input.generatorProblem = problem.value();
    Result<LoadedInputs> loaded = loadInputs(opened.session, {});
    if (!loaded.ok())
        return loaded.status();
    opened.loaded = std::move(loaded).value();
    return opened;
}

std::string percent(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? "0 %" : rounded(100.0 * static_cast<double>(part) / static_cast<double>(whole), 3) + " %";
}

std::string binText(const UlpBin &bin)
{
    if (bin.to == kInfiniteUlpDistance)
        return ulpText(bin.to);
    return bin.from == bin.to ? std::to_string(bin.from) : std::to_string(bin.from) + " to " + std::to_string(bin.to);
}

std::string replayText(const ArrivalReplay &r)
{
    return grouped(r.differing) + " of " + grouped(r.elements) + " results differ from the CPU's in the same order";
}

void addMode(Table &table, const ArrivalModeResult &m, ArrivalSum sum)
{
    std::string counts;
    for (std::size_t i = 0; i < std::min(m.outputs.size(), kOutputsShown); ++i)
        counts += (i == 0 ? "" : ", ") + grouped(m.outputs[i].count);
    if (m.outputs.size() > kOutputsShown)
        counts += ", ...";
    table.add({std::string(arrivalModeName(m.mode)),
               grouped(m.outputs.size()) + " distinct outputs in " + grouped(m.launches) + " launches: " + counts});
    table.add({"", "a launch takes " + rounded(m.medianMs) + " ms (median), " + rounded(m.leastMs) + " ms at least"});
    if (m.widest) {
        const WidestElement &w = *m.widest;
        table.add({"", grouped(m.everDiffer) + " of " + grouped(m.elements) + " values (" +
                           percent(m.everDiffer, m.elements) + ") are not always the same"});
        std::string bins;
        for (const UlpBin &bin : m.spread)
            bins += (bins.empty() ? "" : ", ") + binText(bin) + ": " + grouped(bin.count);
        table.add({"", "values by spread in ULP: " + bins});
        table.add({"", "widest " + placeText(w.batch, w.head, w.row, w.col) + ": " + shortest(w.least) + " to " +
                           shortest(w.greatest) + ", " + ulpText(w.ulps) + " ULP"});
    }
    if (!m.replay)
        return;
    const ArrivalReplay &r = *m.replay;
    if (r.terms > 0)
        table.add({"", "recorded: " + grouped(r.differingTerms) + " of " + grouped(r.terms) +
                           (sum == ArrivalSum::Dq ? " contributions" : " weighted outputs") +
                           " differ from the CPU's; " + grouped(r.reordered) + " elements not in ascending order, " +
                           grouped(r.withoutOrder) + " in no order"});
    table.add({"", "replayed: " + replayText(r)});
}

void print(const ArrivalReport &report, const RunSpec &spec)
{
    const ArrivalStudy &study = report.study;
    Table table;
    table.add({"problem", report.problem});
    table.add({"kernel", kernelText(spec)});
    table.add({"GPU", study.gpu + ", " + report.date});
    table.add({"sum", study.sum == ArrivalSum::Dq
                          ? "dQ, up to " + grouped(study.terms) + " key tiles of " +
                                std::to_string(spec.backward->tileN) + "; fixed order: " + grouped(study.accumulators) +
                                (study.accumulators == 1 ? " accumulator" : " accumulators")
                          : "output, " + grouped(study.terms) + " splits"});
    if (!report.gradient.empty())
        table.add({"gradient", report.gradient});
    for (const ArrivalModeResult &mode : study.modes)
        addMode(table, mode, study.sum);
    table.print();
}

Result<ExitCode> runArrivals(ArrivalsArguments arguments)
{
    Watch watch(arguments.progress);
    watch.begin("reading the inputs");
    if (Status s = checkOutputPath("--out", arguments.out, arguments.problem.input); !s.ok())
        return s;
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    const bool isShape = !arguments.shape.shape.empty();
    if (isShape && !arguments.problem.input.empty())
        return Status::invalid("--shape and a file both say what the problem is, expected one of them");
    const Result<OpenedProblem> opened =
        isShape ? generated(arguments, catalog.value()) : openProblem(arguments.problem, &arguments.request.set);
    if (!opened.ok())
        return opened.status();
    const Result<RunSpec> spec =
        resolveSide(catalog.value(), opened.value(), opened->session.a, "A", arguments.request);
    if (!spec.ok())
        return spec.status();
    ArrivalOptions options;
    options.sum = parseArrivalSum(arguments.what).value_or(ArrivalSum::Dq);
    if (const std::optional<ArrivalMode> mode = parseArrivalMode(arguments.mode))
        options.modes = {*mode};
    options.launches = arguments.launches;
    options.replay = arguments.replay;
    options.threads = arguments.threads;
    options.stop = watch.stop();
    const bool isDq = options.sum == ArrivalSum::Dq;
    if (Status s = isDq ? checkBackward(spec.value()) : arguments.dq.checkUnused(); !s.ok())
        return s;
    std::vector<float> dO;
    if (isDq) {
        if (Status s = arguments.dq.checkSeed(opened->loaded); !s.ok())
            return s;
        Result<std::vector<float>> gradient = outputGradient(opened->loaded, opened->session, arguments.dq.seed());
        if (!gradient.ok())
            return gradient.status();
        dO = std::move(gradient).value();
    }
    std::mutex mutex; // progress comes from several threads
    std::string stage;
    std::uint64_t shown = 0;
    options.progress = [&](const Phrase &name, std::uint64_t done, std::uint64_t total) {
        const std::lock_guard lock(mutex);
        if (stage != name.english()) {
            stage = name.english();
            shown = 0;
            watch.begin(stage, total);
        }
        watch.advance(done > shown ? done - shown : 0);
        shown = std::max(shown, done);
    };
    Result<ArrivalStudy> study = studyArrivals(spec.value(), opened->loaded.inputs, dO, options);
    if (!study.ok())
        return study.status();
    const ArrivalReport report =
        arrivalReport(spec.value(), std::move(study).value(),
                      isDq ? gradientText(opened->loaded, arguments.dq.seed()).english() : std::string());
    if (!arguments.out.empty()) {
        if (Status s = watch.write([&] { return writeArrivals(report, arguments.out); }); !s.ok())
            return s;
    }
    watch.finish();
    if (arguments.json)
        std::cout << arrivalsToJson(report);
    else
        print(report, spec.value());
    const bool differs = std::any_of(report.study.modes.begin(), report.study.modes.end(),
                                     [](const ArrivalModeResult &m) { return m.replay && m.replay->differing > 0; });
    return differs ? Differs : Done;
}

} // namespace

Command addArrivalsCommand(CLI::App &program)
{
    const auto arguments = std::make_shared<ArrivalsArguments>();
    CLI::App *app = program.add_subcommand(
        "arrivals", "Real launches on this machine's GPU: one sum by atomics in the order of arrival, how many outputs "
                    "there are and how far apart");
    arguments->problem.addTo(*app);
    arguments->shape.addShapeTo(*app);
    arguments->request.addTo(*app);
    app->add_option("--what", arguments->what,
                    "dq (the key tiles of FlashAttention-2's dQ) or combine (the splits of the output)")
        ->check(CLI::IsMember({"dq", "combine"}))
        ->capture_default_str();
    app->add_option("--mode", arguments->mode,
                    "How blocks add: atomics, semaphore (each waits for its turn), fixed (the kernel's own "
                    "deterministic way), or all")
        ->check(CLI::IsMember({"atomics", "semaphore", "fixed", "all"}))
        ->capture_default_str();
    app->add_option("--launches", arguments->launches, "Launches of each mode")
        ->check(CLI::Range(std::uint64_t{1}, kMaxLaunches))
        ->type_name("N")
        ->capture_default_str();
    app->add_flag("--replay", arguments->replay,
                  "Record the order of arrival of one launch, and compare launches with the CPU's sums in their order");
    arguments->dq.addSeedTo(*app);
    app->add_option("--threads", arguments->threads, "Threads of the replay (default: all processors)")
        ->check(CLI::Range(1, 4096))
        ->type_name("N");
    app->add_option("-o,--out", arguments->out, "Write the result, which the window can show, as JSON")
        ->type_name("F.json");
    app->add_flag("--json", arguments->json, "Print one JSON object");
    arguments->progress.addTo(*app);
    app->footer([] {
        return "Exit status: 1 where a replay differs. With --shape, q, k and v are standard normal, seed 0.\n"
               "Examples:\n"
               "  ulpscope-cli arrivals --shape 1,1,1,2048,1000,64 --what dq --launches 1000 --replay\n"
               "  ulpscope-cli arrivals " +
               exampleFile("data/fa2_fp16_d128_causal.safetensors") +
               " --kernel fa2-pytorch --num-splits 3 --what combine -o launches.json";
    });
    return {app, [arguments] { return runArrivals(*arguments); }};
}

} // namespace ulpscope::cli
