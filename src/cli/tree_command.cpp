// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/run_report.h"
#include "engine/analysis/sum_tree.h"
#include "engine/schedule/json_fields.h"

#include <cmath>
#include <iostream>
#include <memory>
#include <optional>

namespace ulpscope::cli {
namespace {

struct TreeArguments {
    RequestArguments request;
    int seqlen = 0;
    std::optional<int> seqlenQ, row, split;
    int headDim = 64, heads = 1;
    std::string causal = "none", what = "row-sum", format = "text";
    std::optional<std::string> dtype;
    bool json = false;
};

/// A problem of the given size; only its shape matters here.
Result<Problem> problemFor(const TreeArguments &arguments, const Catalog &catalog, const RunRequest &request)
{
    Problem p;
    p.heads = p.kvHeads = arguments.heads;
    p.seqlenK = arguments.seqlen;
    p.seqlenQ = arguments.seqlenQ.value_or(arguments.seqlen);
    p.headDim = p.headDimV = arguments.headDim;
    p.scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(p.headDim)));
    p.mask.kind = arguments.causal == "top-left"       ? Mask::Kind::CausalTopLeft
                  : arguments.causal == "bottom-right" ? Mask::Kind::CausalBottomRight
                                                       : Mask::Kind::None;
    if (arguments.dtype) {
        const Result<DType> type = parseDType(*arguments.dtype);
        if (!type.ok())
            return Status::invalid("--dtype: " + type.status().message());
        p.dtype = type.value();
        return p;
    }
    const Result<const KernelFamily *> kernel = catalog.kernel(request.kernel);
    if (!kernel.ok())
        return kernel.status();
    const std::vector<DType> &types = kernel.value()->dtypes;
    p.dtype = std::find(types.begin(), types.end(), DType::BF16) != types.end() ? DType::BF16 : types.front();
    return p;
}

SumKind kindOf(const std::string &what, Form form)
{
    if (what == "score")
        return SumKind::Score;
    if (what == "output")
        return SumKind::Output;
    if (what == "combine")
        return form == Form::Sketch ? SumKind::SketchMergeOutput : SumKind::CombineOutput;
    if (what == "combine-weights")
        return form == Form::Sketch ? SumKind::SketchMergeSum : SumKind::CombineWeights;
    return SumKind::RowSum;
}

Result<ExitCode> runTree(const TreeArguments &arguments)
{
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    const Result<RunRequest> request = arguments.request.applied(RunRequest());
    if (!request.ok())
        return request.status();
    const Result<Problem> problem = problemFor(arguments, catalog.value(), request.value());
    if (!problem.ok())
        return problem.status();
    const Result<RunSpec> spec = resolve(catalog.value(), problem.value(), request.value());
    if (!spec.ok())
        return spec.status();
    const Result<Schedule> schedule = Schedule::build(spec.value());
    if (!schedule.ok())
        return schedule.status();
    const int row = arguments.row.value_or(problem->seqlenQ - 1);
    const SumKind kind = kindOf(arguments.what, spec->recipe.form);
    const Result<ReductionTree> tree =
        sumTree(spec.value(), schedule.value(), 0, 0, row, kind, arguments.split.value_or(kFirstSplit));
    if (!tree.ok())
        return tree.status();

    if (arguments.json || arguments.format == "json") {
        nlohmann::json object = specJson(spec.value());
        object["problem"] = problemJson(problem.value());
        object["row"] = row;
        object["what"] = arguments.what;
        object["leaves_are"] = leafWord(kind);
        object["tree"] = nlohmann::json::parse(tree->toJson());
        printJson(object);
    } else if (arguments.format == "dot") {
        std::cout << tree->toDot(nullptr, leafWord(kind));
    } else {
        std::cout << "# " << kernelText(spec.value()) << "; " << problemText(problem.value()) << ", mask "
                  << problem->mask.toString() << "\n"
                  << "# " << arguments.what << " of row " << row << "; leaves are numbered by " << leafWord(kind)
                  << "\n"
                  << tree->toText() << "\n";
    }
    return Done;
}

} // namespace

Command addTreeCommand(CLI::App &program)
{
    const auto arguments = std::make_shared<TreeArguments>();
    CLI::App *app =
        program.add_subcommand("tree", "The order in which a kernel adds: the reduction tree of one query row");
    arguments->request.addTo(*app);
    const auto size = CLI::Range(1, 1 << 24);
    app->add_option("--seqlen", arguments->seqlen,
                    "Number of keys, and of queries if --seqlen-q does not say otherwise")
        ->required()
        ->check(size)
        ->type_name("N");
    app->add_option("--seqlen-q", arguments->seqlenQ, "Number of queries (1: decode)")->check(size)->type_name("N");
    app->add_option("--head-dim", arguments->headDim, "Head dimension")
        ->check(CLI::Range(1, 4096))
        ->type_name("D")
        ->capture_default_str();
    app->add_option("--heads", arguments->heads, "Heads, which the split rule counts")
        ->check(CLI::Range(1, 4096))
        ->type_name("H")
        ->capture_default_str();
    app->add_option("--dtype", arguments->dtype, "fp16, bf16 or fp32 (default: bf16, if the kernel takes it)")
        ->type_name("T");
    app->add_flag("--causal{top-left}", arguments->causal, "Causal mask, top-left, or --causal=bottom-right")
        ->check(CLI::IsMember({"none", "top-left", "bottom-right"}));
    app->add_option("--row", arguments->row, "Query row (default: the last)")
        ->check(CLI::Range(0, 2147483647))
        ->type_name("I");
    app->add_option("--split", arguments->split, "Split of the keys (default: the first that holds a key of the row)")
        ->check(CLI::Range(0, 2147483647))
        ->type_name("I");
    app->add_option("--what", arguments->what,
                    "The sum: row-sum, output (one element of it), score, combine, combine-weights")
        ->check(CLI::IsMember({"row-sum", "output", "score", "combine", "combine-weights"}))
        ->type_name("SUM")
        ->capture_default_str();
    app->add_option("--format", arguments->format, "text (nested parentheses), dot (Graphviz) or json")
        ->check(CLI::IsMember({"text", "dot", "json"}))
        ->type_name("FORMAT")
        ->capture_default_str();
    app->add_flag("--json", arguments->json, "Print one JSON object, as --format json does");
    app->footer(
        "combine is the output over splits, combine-weights the sum of their weights; for a sketch both are over key "
        "tiles.\n"
        "Example:\n"
        "  ulpscope-cli tree --kernel fa2-pytorch --device h200 --seqlen 512 --causal --row 300 --what row-sum");
    return {app, [arguments] { return runTree(*arguments); }};
}

} // namespace ulpscope::cli
