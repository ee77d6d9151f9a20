// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/watch.h"
#include "engine/labs/lab.h"

#include <iostream>
#include <memory>

namespace ulpscope::cli {
namespace {

using nlohmann::json;

struct LabArguments {
    std::string name;
    bool json = false;
    ProgressArguments progress;
};

ExitCode list(bool asJson)
{
    json labs = json::array();
    Table table({"lab", "what it shows"});
    for (const Lab &lab : allLabs()) {
        table.add({std::string(lab.name), lab.title.english()});
        labs.push_back({{"name", lab.name}, {"title", lab.title}});
    }
    if (asJson)
        printJson({{"labs", std::move(labs)}});
    else
        table.print();
    return Done;
}

json toJson(const LabReport &report)
{
    json results = json::array(), checks = json::array();
    for (const LabResult &result : report.results)
        results.push_back({{"what", result.what}, {"value", result.value}});
    for (const LabCheck &check : report.checks)
        checks.push_back({{"what", check.what},
                          {"expected", check.expected},
                          {"got", check.got},
                          {"ok", check.ok},
                          {"source", check.source}});
    return {{"name", report.name}, {"results", std::move(results)}, {"checks", std::move(checks)}};
}

void print(const LabReport &report)
{
    Table results;
    for (const LabResult &result : report.results)
        results.add({result.what.english(), result.value});
    results.print();
    Table checks({"check", "expected", "got", "ok", "expected by"});
    for (const LabCheck &check : report.checks)
        checks.add({check.what.english(), check.expected, check.got, check.ok ? "yes" : "NO", check.source.english()});
    std::cout << (report.results.empty() ? "" : "\n");
    checks.print();
}

Result<ExitCode> runLab(const LabArguments &arguments)
{
    if (arguments.name.empty())
        return list(arguments.json);
    const Result<const Lab *> lab = findLab(arguments.name);
    if (!lab.ok())
        return lab.status();
    Watch watch(arguments.progress);
    watch.begin("running");
    const Result<LabReport> report = lab.value()->run(watch.stop());
    watch.finish();
    if (!report.ok())
        return report.status();
    if (arguments.json)
        printJson(toJson(report.value()));
    else
        print(report.value());
    return report->ok() ? Done : Differs;
}

} // namespace

Command addLabCommand(CLI::App &program)
{
    const auto arguments = std::make_shared<LabArguments>();
    CLI::App *app =
        program.add_subcommand("lab", "A small experiment with known outcome: its numbers, and whether they are right");
    app->add_option("name", arguments->name, "The lab; without one, all are listed")->type_name("NAME");
    app->add_flag("--json", arguments->json, "Print one JSON object");
    arguments->progress.addTo(*app);
    app->footer("Exit status 1 when a number is not what it has to be.\n"
                "Example: how many sums eight numbers have, in Python and in fp32:\n"
                "  ulpscope-cli lab order-puzzle");
    return {app, [arguments] { return runLab(*arguments); }};
}

} // namespace ulpscope::cli
