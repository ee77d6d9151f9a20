// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/tree_probe.h"

#include "cli/output.h"
#include "cli/run_report.h"

namespace ulpscope::cli {

void ProbeArguments::addTo(CLI::App &app)
{
    const char *const group = "Probe";
    app.add_flag("--probe", probe,
                 "Measure the tree: run the kernel's steps on chosen inputs, and compare with the declared tree")
        ->group(group);
    backend.addTo(app);
    app.get_option("--backend")->group(group);
    app.add_option("--declared", declared,
                   "Compare with the tree of another run, said like this one: \"--kernel K --set field=value\"")
        ->type_name("SPEC")
        ->group(group);
}

Status ProbeArguments::check() const
{
    if (!probe && declared)
        return Status::invalid("--declared says what a measured tree is compared with, expected --probe beside it");
    if (!probe && backend.name != "auto")
        return Status::invalid("--backend says what is measured, expected --probe beside it: nothing is run otherwise");
    return {};
}

Result<TreeProbe> probeTree(const ProbeArguments &arguments, const ProbedSum &sum, const std::optional<RunSpec> &other,
                            Watch &watch)
{
    TreeProbe probe;
    const RunSpec &declaring = other ? *other : sum.spec;
    if (other)
        probe.declaredBy = kernelText(*other);
    // Whether there is such a sum is said before anything is run.
    const Result<Schedule> schedule = Schedule::build(declaring);
    if (!schedule.ok())
        return schedule.status();
    const Result<ReductionTree> tree = sumTree(declaring, schedule.value(), 0, 0, sum.row, sum.kind, sum.split);
    if (!tree.ok())
        return Status(tree.status().code(), (other ? "--declared: " : "") + tree.status().message());
    const Result<BackendChoice> backend = arguments.backend.chosen({&sum.spec});
    if (!backend.ok())
        return backend.status();
    probe.backend = backend.value();
    watch.begin("probing", 0, "probes");
    ProbeOptions options;
    options.stop = watch.stop();
    options.progress = [&watch](std::int64_t probes) { watch.advance(static_cast<std::uint64_t>(probes)); };
    Result<MeasuredSum> measured =
        measureSum(*probe.backend.backend, sum.spec, 0, 0, sum.row, sum.kind, sum.split, options);
    if (!measured.ok())
        return measured.status();
    probe.measured = std::move(measured).value();
    probe.declared = observableShape(tree.value(), probe.measured.unseen).shape;
    probe.difference = firstDifference(probe.declared, probe.measured.shape);
    return probe;
}

void addProbe(nlohmann::json &object, const TreeProbe &probe, const std::string &asked, SumKind kind)
{
    object["backend"] = backendJson(probe.backend, asked);
    object["probe_equals_declared"] = !probe.difference;
    object["probed_tree"] = probe.measured.shape.toText();
    object["declared_tree"] = probe.declared.toText();
    object["declared_by"] = probe.declaredBy.empty() ? nlohmann::json() : nlohmann::json(probe.declaredBy);
    object["probes"] = probe.measured.probes;
    object["runs"] = probe.measured.runs;
    object["unseen"] = probe.measured.unseen;
    object["difference"] = nlohmann::json();
    if (probe.difference)
        object["difference"] = {{"sum_is", probe.difference->inDeclared ? "declared" : "measured"},
                                {"leaves", probe.difference->leaves},
                                {"within", probe.difference->within},
                                {"text", probe.difference->describe(leafWord(kind))}};
}

std::string probeText(const TreeProbe &probe, SumKind kind)
{
    const std::string leaves = leafWord(kind).english();
    std::string text = "# measured on " + backendText(probe.backend) + ": " + grouped(probe.measured.probes) +
                       (probe.measured.probes == 1 ? " probe in " : " probes in ") + grouped(probe.measured.runs) +
                       (probe.measured.runs == 1 ? " run" : " runs") + "\n";
    if (!probe.measured.unseen.empty())
        text += "# not to be seen: " + leaves + " " + std::to_string(probe.measured.unseen.front()) +
                (probe.measured.unseen.size() > 1
                     ? " and " + std::to_string(probe.measured.unseen.size() - 1) + " more, which see no key"
                     : ", which sees no key") +
                "\n";
    text += probe.measured.shape.toText() + "\n";
    if (probe.difference)
        text += "declared" + (probe.declaredBy.empty() ? "" : " by " + probe.declaredBy) + ":\n" +
                probe.declared.toText() + "\nthey part first where " +
                probe.difference->describe(leafWord(kind)).english() + "\n";
    return text + "equals declared: " + (probe.difference ? "no" : "yes") + "\n";
}

} // namespace ulpscope::cli
