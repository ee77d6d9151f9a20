// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/run_report.h"

#include <iostream>
#include <memory>

namespace ulpscope::cli {
namespace {

using nlohmann::json;

json toJson(const std::vector<std::pair<std::string, std::string>> &fields)
{
    json object = json::object();
    for (const auto &[name, value] : fields)
        object[name] = value;
    return object;
}

json toJson(const KernelRule &rule)
{
    json when = json::object();
    if (rule.headDimMin)
        when["headDimMin"] = *rule.headDimMin;
    if (rule.headDimMax)
        when["headDimMax"] = *rule.headDimMax;
    if (rule.split)
        when["split"] = *rule.split;
    if (rule.causal)
        when["causal"] = *rule.causal;
    if (rule.queriesMin)
        when["queriesMin"] = *rule.queriesMin;
    if (rule.queriesMax)
        when["queriesMax"] = *rule.queriesMax;
    for (const auto &[name, value] :
         {std::pair{"keysMin", rule.keysMin}, std::pair{"keysMax", rule.keysMax},
          std::pair{"batchHeadsMax", rule.batchHeadsMax}, std::pair{"headsPerSmMax", rule.headsPerSmMax},
          std::pair{"kvHeadsPerSmMax", rule.kvHeadsPerSmMax}}) {
        if (value)
            when[name] = *value;
    }
    if (rule.raggedBlock)
        when["raggedBlock"] = *rule.raggedBlock;
    if (!rule.computeCapabilities.empty())
        when["computeCapability"] = rule.computeCapabilities;
    if (!rule.devices.empty())
        when["device"] = rule.devices;
    return {{"when", std::move(when)}, {"set", toJson(rule.set)}, {"known", evidenceJson(rule.evidence)}};
}

std::vector<std::string> typeNames(const KernelFamily &kernel)
{
    std::vector<std::string> names;
    for (const DType type : kernel.dtypes)
        names.emplace_back(formatInfo(type).name);
    return names;
}

json toJson(const KernelFamily &kernel)
{
    json rules = json::array();
    for (const KernelRule &rule : kernel.rules)
        rules.push_back(toJson(rule));
    json object = {{"id", kernel.id},
                   {"user_file", kernel.userFile.empty() ? json(nullptr) : json(kernel.userFile)},
                   {"title", kernel.title},
                   {"summary", kernel.summary},
                   {"dtypes", typeNames(kernel)},
                   {"known", evidenceJson(kernel.evidence)},
                   {"reproduced_on", kernel.reproducedOn},
                   {"open", kernel.open},
                   {"recipe", toJson(kernel.recipe)},
                   {"rules", std::move(rules)}};
    if (kernel.minCcMajor > 0)
        object["min_compute_capability"] = std::to_string(kernel.minCcMajor) + "." + std::to_string(kernel.minCcMinor);
    if (kernel.maxCcMajor > 0)
        object["max_compute_capability_major"] = kernel.maxCcMajor;
    if (!kernel.kernelOptions.empty())
        object["kernel_options"] = toJson(kernel.kernelOptions);
    return object;
}

Result<ExitCode> runKernels(bool asJson)
{
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    if (asJson) {
        json list = json::array();
        for (const KernelFamily &kernel : catalog->kernels)
            list.push_back(toJson(kernel));
        json fields = json::array();
        for (const RecipeField &field : recipeFields())
            fields.push_back({{"name", field.name}, {"values", field.values}, {"doc", field.doc}});
        printJson(
            {{"kernels", std::move(list)}, {"recipe_fields", std::move(fields)}, {"problems", catalog->problems}});
        return Done;
    }
    Table kernels({"id", "title", "formats", "known"});
    for (const KernelFamily &kernel : catalog->kernels)
        kernels.add({kernel.id, kernel.title.english(), joined(typeNames(kernel)),
                     std::string(knownName(kernel.evidence.known)) + ": " + kernel.evidence.text.english()});
    kernels.print();
    std::cout << "\nFields of a recipe, for --set FIELD=VALUE (mma sets mmaQk and mmaPv):\n\n";
    Table fields({"field", "values", ""});
    for (const RecipeField &field : recipeFields())
        fields.add({std::string(field.name), std::string(field.values), std::string(field.doc)});
    fields.print();
    return Done;
}

} // namespace

Command addKernelsCommand(CLI::App &program)
{
    const auto asJson = std::make_shared<bool>(false);
    CLI::App *app =
        program.add_subcommand("kernels", "Kernels, how each is known, and the recipe fields that --set takes");
    app->add_flag("--json", *asJson, "Print one JSON object, with recipes, rules and sources");
    app->footer(kUserFilesText + std::string("Example:\n  ulpscope-cli kernels --json"));
    return {app, [asJson] { return runKernels(*asJson); }};
}

} // namespace ulpscope::cli
