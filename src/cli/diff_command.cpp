// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/run_report.h"
#include "engine/analysis/compare.h"
#include "engine/backend/whole_run.h"
#include "engine/io/text.h"
#include "engine/session/json_number.h"

#include <memory>
#include <optional>

namespace ulpscope::cli {
namespace {

using nlohmann::json;

struct DiffArguments {
    ProblemArguments problem;
    RequestArguments request;
    BackendArguments backend;
    std::string tensor;
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

/// Values of the LSE tensor; none when the file has no such tensor of the right type and shape: it is a bonus, not a
/// demand.
std::optional<std::vector<float>> observedLse(const LoadedInputs &loaded, const std::string &outputName)
{
    const Tensor *tensor = loaded.file.find(lseNameFor(outputName));
    const Problem &p = loaded.problem;
    if (!tensor || tensor->type != ElementType::F32 ||
        tensor->shape != std::vector<std::int64_t>{p.batch, p.heads, p.seqlenQ})
        return std::nullopt;
    Result<std::vector<float>> values = toFloats(*tensor);
    if (!values.ok())
        return std::nullopt;
    return std::move(values).value();
}

/// Of the run's LSE and the recorded one; none when none is recorded.
std::optional<std::int64_t> lseMismatches(const LoadedInputs &loaded, const std::string &outputName,
                                          const std::vector<float> &lse)
{
    std::optional<std::vector<float>> observed = observedLse(loaded, outputName);
    if (!observed)
        return std::nullopt;
    Matrix got(static_cast<int>(lse.size()), 1), want = got;
    got.data = lse;
    want.data = std::move(*observed);
    return bitDifference(DType::F32, got, want).mismatches;
}

Result<ExitCode> runDiff(DiffArguments arguments)
{
    const Result<const Backend *> backend = arguments.backend.chosen();
    if (!backend.ok())
        return backend.status();
    Result<OpenedProblem> opened = openProblem(arguments.problem, &arguments.request.set);
    if (!opened.ok())
        return opened.status();
    const LoadedInputs &loaded = opened->loaded;
    const Problem &p = loaded.problem;
    const std::string tensor = arguments.tensor.empty() ? opened->session.observedTensor : arguments.tensor;
    if (tensor.empty())
        return Status::invalid("--tensor is needed: the name of the output to compare with");
    Result<std::vector<float>> observed = observedOutput(loaded, opened->session, tensor);
    if (!observed.ok())
        return observed.status();
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    const Result<RunRequest> request = arguments.request.applied(opened->session.a);
    if (!request.ok())
        return request.status();
    const Result<RunSpec> spec = resolve(catalog.value(), p, request.value());
    if (!spec.ok())
        return spec.status();
    Result<RunOutput> output = runWhole(*backend.value(), spec.value(), loaded.inputs);
    if (!output.ok())
        return output.status();

    const Result<OutputComparison> compared = compareOutputs(p, output->output, observed.value());
    if (!compared.ok())
        return compared.status();
    const OutputComparison &difference = compared.value();
    const std::optional<OutputMismatch> &first = difference.firstMismatch;
    const std::optional<std::int64_t> lse = lseMismatches(loaded, tensor, output->lse);
    // Without an allowance, the two zeros are not the same bits either.
    const bool within = difference.mismatches == 0 ||
                        (arguments.maxUlp > 0 && difference.nanMismatches == 0 && difference.maxUlp <= arguments.maxUlp);

    if (arguments.json) {
        json object = specJson(spec.value());
        object["elements"] = difference.elements;
        object["mismatches"] = difference.mismatches;
        object["max_ulp"] = difference.maxUlp;
        object["max_abs"] = jsonNumber(difference.maxAbs);
        object["first_mismatch"] = nullptr;
        if (first)
            object["first_mismatch"] = {{"index", {first->batch, first->head, first->row, first->col}},
                                        {"got", jsonNumber(first->a)},
                                        {"want", jsonNumber(first->b)},
                                        {"got_bits", bitsText(p.dtype, first->a)},
                                        {"want_bits", bitsText(p.dtype, first->b)}};
        if (lse)
            object["lse_mismatches"] = *lse;
        printJson(object);
        return within ? Done : Differs;
    }
    Table table;
    table.add({"problem", problemText(p)});
    table.add({"kernel", kernelText(spec.value())});
    addKnown(table, spec.value());
    table.add({"mismatches", grouped(difference.mismatches) + " of " + grouped(difference.elements) + " values of " +
                                 io::inQuotes(tensor)});
    if (first) {
        table.add({"largest", ulpText(difference.maxUlp) + " ulp, " + rounded(difference.maxAbs) + " absolute"});
        table.add({"first", placeText(first->batch, first->head, first->row, first->col) + ": got " +
                                shortest(first->a) + " (" + bitsText(p.dtype, first->a) + "), want " +
                                shortest(first->b) + " (" + bitsText(p.dtype, first->b) + ")"});
    }
    if (lse)
        table.add({"lse", grouped(*lse) + " of " + grouped(static_cast<std::int64_t>(output->lse.size())) +
                              " values of " + io::inQuotes(lseNameFor(tensor)) + " differ"});
    table.print();
    return within ? Done : Differs;
}

} // namespace

Command addDiffCommand(CLI::App &program)
{
    const auto arguments = std::make_shared<DiffArguments>();
    CLI::App *app = program.add_subcommand("diff", "Compare a run with an output in the file, bit by bit");
    arguments->problem.addTo(*app);
    app->add_option("--tensor", arguments->tensor, "Output tensor to compare with (default: the session's)")
        ->type_name("NAME");
    arguments->request.addTo(*app);
    arguments->backend.addTo(*app);
    app->add_option("--max-ulp", arguments->maxUlp,
                    "Largest distance in representable values that counts as equal (0: same bits)")
        ->check(CLI::Range(0, 2147483647))
        ->type_name("N")
        ->capture_default_str();
    app->add_flag("--json", arguments->json, "Print one JSON object");
    app->footer(
        "Exit status 0 when every value is within --max-ulp, 1 when not. A NaN against a number is infinitely far\n"
        "(9223372036854775807 in JSON). A log-sum-exp recorded beside the output (lse for o, lse_batch1 for o_batch1) "
        "is\n"
        "compared too and reported, not judged.\n"
        "Example:\n"
        "  ulpscope-cli diff qkvo.safetensors --tensor o --kernel fa2-pytorch --device h200 --batch 256 --json");
    return {app, [arguments] { return runDiff(*arguments); }};
}

} // namespace ulpscope::cli
