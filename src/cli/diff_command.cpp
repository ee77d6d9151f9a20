// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/counting_backend.h"
#include "cli/dq_arguments.h"
#include "cli/examples.h"
#include "cli/run_report.h"
#include "engine/analysis/compare.h"
#include "engine/backend/whole_run.h"
#include "engine/io/text.h"
#include "engine/session/gradient.h"
#include "engine/session/json_number.h"

#include <iostream>
#include <memory>
#include <optional>

namespace ulpscope::cli {
namespace {

using nlohmann::json;

struct DiffArguments {
    ProblemArguments problem;
    RequestArguments request;
    BackendArguments backend;
    ProgressArguments progress;
    DqArguments dq;
    std::string tensor, what = "output";
    std::int64_t maxUlp = 0;
    bool json = false;
};

/// The log-sum-exp that was recorded with an output: lse_batch1 with o_batch1, lse with o; empty when there is none.
std::string lseNameFor(const std::string &output)
{
    for (const std::string prefix : {"output", "out", "o"}) {
        if (output.starts_with(prefix) && (output.size() == prefix.size() || output[prefix.size()] == '_'))
            return "lse" + output.substr(prefix.size());
    }
    return {};
}

/// The run's LSE beside the one that is recorded with the output.
struct LseComparison {
    std::string tensor;                     ///< its name; empty: none is recorded
    std::optional<std::int64_t> mismatches; ///< none when it was not compared
    std::string skipped;                    ///< why not, one sentence
};

LseComparison compareLse(const LoadedInputs &loaded, const std::string &outputName, const std::vector<float> &lse)
{
    LseComparison c;
    const Tensor *tensor = loaded.file.find(lseNameFor(outputName));
    if (!tensor)
        return c;
    c.tensor = tensor->name;
    const Problem &p = loaded.problem;
    const std::vector<std::int64_t> expected{p.batch, p.heads, p.seqlenQ};
    const auto skip = [&](const std::string &what) {
        c.skipped = io::badTensor(loaded.file.path, tensor->name, what + "; the log-sum-exp is not compared").message();
        return c;
    };
    if (tensor->type != ElementType::F32)
        return skip("holds " + tensor->typeName + ", expected fp32 for a log-sum-exp");
    if (tensor->shape != expected)
        return skip("shape " + io::shapeText(tensor->shape) + ", expected " + io::shapeText(expected) +
                    " (batch, heads, queries)");
    Result<std::vector<float>> observed = toFloats(*tensor);
    if (!observed.ok())
        return skip(observed.status().message());
    Matrix got(static_cast<int>(lse.size()), 1), want = got;
    got.data = lse;
    want.data = std::move(observed).value();
    c.mismatches = bitDifference(DType::F32, got, want).mismatches;
    return c;
}

/// What was compared, and what came out.
struct Difference {
    std::string tensor;
    RunSpec spec;
    BackendChoice backend;
    std::string asked; ///< what --backend said
    OutputComparison output;
    LseComparison lse;
    std::int64_t lseValues = 0;
    std::optional<DqOrder> order; ///< of dQ
    std::string gradient;         ///< of dQ: where dO comes from
    int copies = 1;               ///< that the file was recorded with, where they are the batch of the launch

    /// Without an allowance, the two zeros are not the same bits either.
    bool within(std::int64_t maxUlp) const
    {
        return output.mismatches == 0 || (maxUlp > 0 && output.nanMismatches == 0 && output.maxUlp <= maxUlp);
    }
};

Result<Difference> differenceOf(const DiffArguments &arguments, const OpenedProblem &opened, Watch &watch)
{
    const LoadedInputs &loaded = opened.loaded;
    Difference difference;
    const bool isDq = arguments.what == "dq";
    if (Status s = isDq ? Status() : arguments.dq.checkUnused(); !s.ok())
        return s;
    difference.tensor = !arguments.tensor.empty() ? arguments.tensor
                        : isDq                    ? std::string("dq")
                                                  : opened.session.observedTensor;
    if (difference.tensor.empty())
        return Status::invalid("--tensor is needed: the name of the output to compare with");
    const Result<std::vector<float>> observed = observedOutput(loaded, opened.session, difference.tensor);
    if (!observed.ok())
        return observed.status();
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    Result<RunSpec> spec = resolveSide(catalog.value(), opened, opened.session.a, "A", arguments.request);
    if (!spec.ok())
        return spec.status();
    difference.spec = std::move(spec).value();
    difference.copies = recordedCopies(opened, arguments.request);
    if (isDq) {
        if (Status s = arguments.dq.checkSeed(loaded); !s.ok())
            return s;
        Result<DqOrder> order = arguments.dq.order(difference.spec);
        if (!order.ok())
            return order.status();
        difference.order = std::move(order).value();
        difference.gradient = gradientText(loaded, arguments.dq.seed()).english();
    }
    Result<BackendChoice> backend = arguments.backend.chosen({&difference.spec});
    if (!backend.ok())
        return backend.status();
    difference.backend = std::move(backend).value();
    difference.asked = arguments.backend.name;
    WholeRunOptions options;
    options.stop = watch.stop();
    watch.begin("running", watch.draws() ? stepsOf(difference.spec) : 0, "steps", "comparing");
    const Result<RunOutput> output =
        runWhole(CountingBackend(*difference.backend.backend, watch), difference.spec, loaded.inputs, options);
    if (!output.ok())
        return output.status();
    std::vector<float> dq;
    if (difference.order) {
        const Result<std::vector<float>> dO = outputGradient(loaded, opened.session, arguments.dq.seed());
        if (!dO.ok())
            return dO.status();
        watch.begin("computing dQ");
        Result<std::vector<float>> made = dqOfProblem(difference.spec, loaded.inputs, dO.value(), output->output,
                                                      output->lse, *difference.order, watch.stop());
        if (!made.ok())
            return made.status();
        dq = std::move(made).value();
    }
    Result<OutputComparison> compared =
        compareOutputs(loaded.problem, difference.order ? dq : output->output, observed.value());
    if (!compared.ok())
        return compared.status();
    difference.output = std::move(compared).value();
    difference.lse = compareLse(loaded, difference.order ? "o" : difference.tensor, output->lse);
    difference.lseValues = static_cast<std::int64_t>(output->lse.size());
    return difference;
}

json toJson(const Difference &difference, DType type)
{
    const OutputComparison &output = difference.output;
    json object = specJson(difference.spec);
    object["backend"] = backendJson(difference.backend, difference.asked);
    if (difference.order) {
        object["backward"] = backwardJson(*difference.spec.backward);
        object["order"] = dqOrderJson(*difference.order);
        object["gradient"] = difference.gradient;
    }
    if (difference.copies > 1) {
        object["batch"] = difference.spec.request.batch;
        object["copies"] = difference.copies;
    }
    object["elements"] = output.elements;
    object["mismatches"] = output.mismatches;
    object["max_ulp"] = output.maxUlp;
    object["max_abs"] = jsonNumber(output.maxAbs);
    object["first_mismatch"] = nullptr;
    if (const std::optional<OutputMismatch> &first = output.firstMismatch)
        object["first_mismatch"] = {{"index", {first->batch, first->head, first->row, first->col}},
                                    {"got", jsonNumber(first->a)},
                                    {"want", jsonNumber(first->b)},
                                    {"got_bits", bitsText(type, first->a)},
                                    {"want_bits", bitsText(type, first->b)}};
    if (difference.lse.mismatches)
        object["lse_mismatches"] = *difference.lse.mismatches;
    if (!difference.lse.skipped.empty()) {
        object["lse_mismatches"] = nullptr;
        object["lse_skipped"] = difference.lse.skipped;
    }
    return object;
}

void print(const Difference &difference, const LoadedInputs &loaded)
{
    const OutputComparison &output = difference.output;
    const DType type = loaded.problem.dtype;
    Table table;
    table.add({"problem", problemText(loaded.problem)});
    table.add({"mask", loaded.notes.at("mask").english()});
    if (difference.copies > 1)
        table.add({"batch", grouped(difference.spec.request.batch) + ", the file was recorded with " +
                                grouped(difference.copies) + " copies of the problem in one batch"});
    table.add({"kernel", kernelText(difference.spec)});
    addKnown(table, difference.spec);
    if (difference.order) {
        const BackwardPlan &plan = *difference.spec.backward;
        table.add({"dQ", dqOrderText(plan, *difference.order)});
        table.add({"", dqKnownText(plan, *difference.order, deterministicDq(difference.spec))});
        table.add({"gradient of the output", difference.gradient});
    }
    table.add({"backend", backendText(difference.backend)});
    table.add({"mismatches", grouped(output.mismatches) + " of " + grouped(output.elements) + " values of " +
                                 io::inQuotes(difference.tensor)});
    if (const std::optional<OutputMismatch> &first = output.firstMismatch) {
        table.add({"largest", ulpText(output.maxUlp) + " ulp, " + rounded(output.maxAbs) + " absolute"});
        table.add({"first", placeText(first->batch, first->head, first->row, first->col) + ": got " +
                                shortest(first->a) + " (" + bitsText(type, first->a) + "), want " + shortest(first->b) +
                                " (" + bitsText(type, first->b) + ")"});
    }
    const LseComparison &lse = difference.lse;
    if (!lse.tensor.empty())
        table.add({"lse", lse.mismatches ? grouped(*lse.mismatches) + " of " + grouped(difference.lseValues) +
                                               " values of " + io::inQuotes(lse.tensor) + " differ"
                                         : io::inQuotes(lse.tensor) + " is not compared"});
    table.print();
}

Result<ExitCode> runDiff(DiffArguments arguments)
{
    Watch watch(arguments.progress);
    watch.begin("reading the inputs");
    const Result<OpenedProblem> opened = openProblem(arguments.problem, &arguments.request.set);
    if (!opened.ok())
        return opened.status();
    const Result<Difference> difference = differenceOf(arguments, opened.value(), watch);
    if (!difference.ok())
        return difference.status();
    watch.finish();
    if (const std::string &skipped = difference->lse.skipped; !skipped.empty())
        std::cerr << "ulpscope-cli: warning: " << skipped << "\n";
    if (arguments.json)
        printJson(toJson(difference.value(), opened->loaded.problem.dtype));
    else
        print(difference.value(), opened->loaded);
    return difference->within(arguments.maxUlp) ? Done : Differs;
}

} // namespace

Command addDiffCommand(CLI::App &program)
{
    const auto arguments = std::make_shared<DiffArguments>();
    CLI::App *app = program.add_subcommand("diff", "Compare a run with an output in the file, bit by bit");
    arguments->problem.addTo(*app);
    app->add_option("--tensor", arguments->tensor, "Output tensor to compare with (default: the session's)")
        ->type_name("NAME");
    app->add_option("--what", arguments->what,
                    "What is compared: output, or dq (the gradient of q, tensor dq, from the tensor 'do')")
        ->check(CLI::IsMember({"output", "dq"}))
        ->capture_default_str();
    arguments->dq.addOrderTo(*app);
    arguments->dq.addSeedTo(*app);
    arguments->request.addTo(*app);
    arguments->backend.addTo(*app);
    app->add_option("--max-ulp", arguments->maxUlp,
                    "Largest distance in representable values that counts as equal (0: same bits)")
        ->check(CLI::Range(0, 2147483647))
        ->type_name("N")
        ->capture_default_str();
    app->add_flag("--json", arguments->json, "Print one JSON object");
    arguments->progress.addTo(*app);
    app->footer([] {
        return "Exit status 0 when every value is within --max-ulp, 1 when not. A NaN against a number is infinitely "
               "far\n"
               "(9223372036854775807 in JSON). A log-sum-exp recorded beside the output (lse for o, lse_batch1 for "
               "o_batch1) is\ncompared too and reported, not judged. A file that says with how many copies of the "
               "problem in one batch it was\nrecorded (metadata \"copies\") is launched with as many, and says so; "
               "--batch says otherwise.\n"
               "Example:\n"
               "  ulpscope-cli diff " +
               exampleFile("data/fa2_fp16_d128_causal.safetensors") +
               " --tensor o_batch256 --kernel fa2-pytorch --device h200 --batch 256 --json";
    });
    return {app, [arguments] { return runDiff(*arguments); }};
}

} // namespace ulpscope::cli
