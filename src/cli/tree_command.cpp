// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/dq_arguments.h"
#include "cli/run_report.h"
#include "cli/tree_probe.h"
#include "engine/analysis/dq_tree.h"
#include "engine/analysis/sum_tree.h"
#include "engine/io/text.h"
#include "engine/schedule/json_fields.h"
#include "engine/session/json_number.h"

#include <cmath>
#include <iostream>
#include <memory>
#include <optional>

namespace ulpscope::cli {
namespace {

/// Queries and keys: a tree of more leaves is no longer read, and its JSON takes gigabytes.
constexpr int kMaxLength = 1 << 20;
/// Pairs of a query tile and a key tile that are planned to find one row's: about a second.
constexpr std::int64_t kMaxTilePairs = std::int64_t{1} << 22;

struct TreeArguments {
    RequestArguments request;
    int seqlen = 0;
    std::optional<int> seqlenQ, row, split;
    int headDim = 64, heads = 1;
    ProgressArguments progress;
    ProbeArguments probe;
    DqArguments dq;
    std::string causal = "none", what = "row-sum";
    std::optional<std::string> format;
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
    if (what == "dq")
        return SumKind::Dq;
    if (what == "output")
        return SumKind::Output;
    if (what == "combine")
        return form == Form::Sketch ? SumKind::SketchMergeOutput : SumKind::CombineOutput;
    if (what == "combine-weights")
        return form == Form::Sketch ? SumKind::SketchMergeSum : SumKind::CombineWeights;
    return SumKind::RowSum;
}

enum class Format { Text, Dot, Json };

Result<Format> formatOf(const TreeArguments &arguments)
{
    if (arguments.json && arguments.format && *arguments.format != "json")
        return Status::invalid("--json and --format " + *arguments.format +
                               " ask for two formats at once, expected one of them");
    if (arguments.json || arguments.format == "json")
        return Format::Json;
    return arguments.format == "dot" ? Format::Dot : Format::Text;
}

/// The run whose plan has the tree in it: one head of it, since all heads add in the same order once the number of
/// splits is found.
Result<RunSpec> oneHead(RunSpec spec)
{
    spec.problem.heads = spec.problem.kvHeads = 1;
    const auto tiles = [](int size, int tile) { return (std::int64_t{size} + tile - 1) / tile; };
    const std::int64_t pairs =
        tiles(spec.problem.seqlenQ, spec.recipe.tileM) * tiles(spec.problem.seqlenK, spec.recipe.tileN);
    if (pairs > kMaxTilePairs)
        return Status(StatusCode::Unsupported, "the plan would have " + grouped(pairs) +
                                                   " pairs of a query tile and a key tile, expected at most " +
                                                   grouped(kMaxTilePairs) +
                                                   " for a tree of one row; take fewer queries (--seqlen-q)");
    return spec;
}

/// A tree, and whose it is.
struct FoundTree {
    RunSpec spec;
    int row = 0;
    SumKind kind = SumKind::RowSum;
    ReductionTree tree;
    DqOrder order;                ///< Dq only
    RunSpec planned;              ///< one head of it
    std::optional<RunSpec> other; ///< one head of the run that --declared names
};

/// "--kernel K --device D ..." on the same problem; what is not said is what the command line says.
Result<RunSpec> declaredSpec(const std::string &text, const RunRequest &own, const Problem &problem,
                             const Catalog &catalog)
{
    CLI::App app;
    app.set_help_flag();
    RequestArguments said;
    said.addTo(app);
    try {
        app.parse(text);
    } catch (const CLI::ParseError &error) {
        return Status::invalid("--declared " + io::inQuotes(text) + ": " + error.what());
    }
    const Result<RunRequest> request = said.applied(own);
    Result<RunSpec> spec = request.ok() ? resolve(catalog, problem, request.value()) : request.status();
    if (spec.ok())
        spec = oneHead(std::move(spec).value());
    if (!spec.ok())
        return Status(spec.status().code(), "--declared: " + spec.status().message());
    return spec;
}

Result<FoundTree> findTree(const TreeArguments &arguments)
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
    Result<RunSpec> spec = resolve(catalog.value(), problem.value(), request.value());
    if (!spec.ok())
        return spec.status();
    const Result<RunSpec> planned = oneHead(spec.value());
    if (!planned.ok())
        return planned.status();
    const Result<Schedule> schedule = Schedule::build(planned.value());
    if (!schedule.ok())
        return schedule.status();
    const int row = arguments.row.value_or(problem->seqlenQ - 1), splits = schedule->splits();
    const auto expected = [](int count) { return count == 1 ? "0" : "0.." + std::to_string(count - 1); };
    if (row >= problem->seqlenQ)
        return Status::invalid("--row: there is no query row " + std::to_string(row) + ", expected " +
                               expected(problem->seqlenQ));
    if (arguments.split && *arguments.split >= splits)
        return Status::invalid("--split: there is no split " + std::to_string(*arguments.split) + ", expected " +
                               expected(splits) + (splits == 1 ? ", since the keys are not split" : ""));
    const SumKind kind = kindOf(arguments.what, spec->recipe.form);
    Result<DqOrder> order{DqOrder{}};
    if (kind == SumKind::Dq)
        order = arguments.dq.order(planned.value());
    if (!order.ok())
        return order.status();
    Result<ReductionTree> tree = kind == SumKind::Dq ? dqTree(planned.value(), 0, 0, row, order.value())
                                                     : sumTree(planned.value(), schedule.value(), 0, 0, row, kind,
                                                               arguments.split.value_or(kFirstSplit));
    if (!tree.ok())
        return tree.status();
    FoundTree found{std::move(spec).value(), row, kind, std::move(tree).value(), std::move(order).value(),
                    planned.value(),         {}};
    if (arguments.probe.declared) {
        Result<RunSpec> other =
            declaredSpec(*arguments.probe.declared, request.value(), problem.value(), catalog.value());
        if (!other.ok())
            return other.status();
        found.other = std::move(other).value();
    }
    return found;
}

/// `probe`: what was measured, if anything; then the text has the measured tree in place of the declared one.
std::string textOf(const FoundTree &found, const TreeArguments &arguments, Format format,
                   const std::optional<TreeProbe> &probe)
{
    const std::string &what = arguments.what;
    const std::string leaves = leafWord(found.kind).english();
    const Problem &problem = found.spec.problem;
    if (format == Format::Dot)
        return found.tree.toDot(nullptr, leaves);
    const bool isDq = found.kind == SumKind::Dq;
    if (format == Format::Text)
        return "# " + kernelText(found.spec) + "; " + problemText(problem) + ", mask " + problem.mask.toString() +
               "\n# " + what + " of row " + std::to_string(found.row) +
               (isDq ? ", " + dqOrderText(*found.spec.backward, found.order) : "") + "; leaves are numbered by " +
               leaves + "\n" + (probe ? probeText(*probe, found.kind) : found.tree.toText() + "\n");
    nlohmann::json object = specJson(found.spec);
    object["problem"] = problemJson(problem);
    object["row"] = found.row;
    object["what"] = what;
    object["leaves_are"] = leaves;
    if (isDq) {
        object["backward"] = backwardJson(*found.spec.backward);
        object["order"] = dqOrderJson(found.order);
    }
    object["tree"] = nlohmann::json::parse(found.tree.toJson());
    if (probe)
        addProbe(object, *probe, arguments.probe.backend.name, found.kind);
    return jsonText(object);
}

Result<ExitCode> runTree(const TreeArguments &arguments)
{
    Watch watch(arguments.progress);
    watch.begin("building the tree");
    const Result<Format> format = formatOf(arguments);
    if (!format.ok())
        return format.status();
    if (Status s = arguments.probe.check(); !s.ok())
        return s;
    if (arguments.probe.probe && format.value() == Format::Dot)
        return Status::invalid("--probe compares trees and draws none, expected --format text or json");
    const bool isDq = arguments.what == "dq";
    if (Status s = isDq ? Status() : arguments.dq.checkUnused(); !s.ok())
        return s;
    if (isDq && (arguments.probe.probe || arguments.split))
        return Status::invalid("--probe and --split are of the forward pass, expected neither with --what dq");
    const Result<FoundTree> found = findTree(arguments);
    if (!found.ok())
        return found.status();
    std::optional<TreeProbe> probe;
    if (arguments.probe.probe) {
        const ProbedSum sum{found->planned, found->row, arguments.split.value_or(kFirstSplit), found->kind};
        Result<TreeProbe> probed = probeTree(arguments.probe, sum, found->other, watch);
        if (!probed.ok())
            return probed.status();
        probe = std::move(probed).value();
    }
    watch.begin("writing the tree");
    const std::string text = textOf(found.value(), arguments, format.value(), probe);
    if (Status s = watch.check(); !s.ok())
        return s;
    watch.finish();
    std::cout << text;
    return probe && probe->difference ? Differs : Done;
}

} // namespace

Command addTreeCommand(CLI::App &program)
{
    const auto arguments = std::make_shared<TreeArguments>();
    CLI::App *app =
        program.add_subcommand("tree", "The order in which a kernel adds: the reduction tree of one query row");
    arguments->request.addTo(*app);
    const auto size = CLI::Range(1, kMaxLength);
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
    app->add_option("--row", arguments->row, "Query row (default: the last)")->check(atLeast(0))->type_name("I");
    app->add_option("--split", arguments->split, "Split of the keys (default: the first that holds a key of the row)")
        ->check(atLeast(0))
        ->type_name("I");
    app->add_option("--what", arguments->what,
                    "The sum: row-sum, output (one element of it), score, combine, combine-weights, dq (one element of "
                    "the gradient of q)")
        ->check(CLI::IsMember({"row-sum", "output", "score", "combine", "combine-weights", "dq"}))
        ->type_name("SUM")
        ->capture_default_str();
    app->add_option("--format", arguments->format,
                    "text (nested parentheses, see below; default), dot (Graphviz) or json")
        ->check(CLI::IsMember({"text", "dot", "json"}))
        ->type_name("FORMAT");
    app->add_flag("--json", arguments->json, "Print one JSON object, as --format json does");
    arguments->dq.addOrderTo(*app);
    arguments->probe.addTo(*app);
    arguments->progress.addTo(*app);
    app->footer(
        "combine is the output over splits, combine-weights the sum of their weights; for a sketch both are over key "
        "tiles.\n"
        "Text: (0 1 2) is added from the left, or at once where a tensor core adds it (score, output, dq); (fma 0 1 2) "
        "is one\nfma after another, (exact 0 1 2) a sum that is rounded once.\n"
        "--probe: exit status 1 when the measured tree is not the declared one. Left and right of an addition, "
        "factors\n"
        "and roundings between additions cannot be measured; the measured text has the deeper summand first.\n"
        "Examples:\n"
        "  ulpscope-cli tree --kernel fa2-pytorch --device a100 --seqlen 100 --what output --probe\n"
        "  ulpscope-cli tree --kernel fa2-pytorch --device h200 --seqlen 512 --what dq --order 2,0,3,1\n"
        "  ulpscope-cli tree --kernel fa2-pytorch --device h200 --seqlen 512 --causal --row 300 --what row-sum");
    return {app, [arguments] { return runTree(*arguments); }};
}

} // namespace ulpscope::cli
