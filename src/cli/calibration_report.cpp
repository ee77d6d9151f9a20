// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/calibration_report.h"

#include "cli/output.h"

#include <cstdio>
#include <iostream>

namespace ulpscope::cli {
namespace {

using nlohmann::json;

std::string yesNo(bool yes) { return yes ? "yes" : "NO"; }

std::string hexText(std::uint32_t word)
{
    char text[16];
    std::snprintf(text, sizeof text, "0x%08X", word);
    return text;
}

std::string unitText(const MmaUnitInfo &unit)
{
    return std::string(unit.instruction) + " " + std::string(formatInfo(unit.operands).name) + " -> " +
           std::string(formatInfo(unit.result()).name);
}

std::string specText(const TensorCoreSpec &spec)
{
    return "L " + std::to_string(spec.groupL) + ", F " + std::to_string(spec.fractionBits) + ", " +
           std::string(mmaResultName(spec.result)) + ", e_zero " + std::to_string(spec.zeroExponent) +
           (spec.emulatedFp8 ? ", emulated" : "");
}

json specJson(const TensorCoreSpec &spec)
{
    return {{"group_l", spec.groupL},
            {"fraction_bits", spec.fractionBits},
            {"result", mmaResultName(spec.result)},
            {"zero_exponent", spec.zeroExponent},
            {"emulated_fp8", spec.emulatedFp8}};
}

void printLimits(const std::string &title, const std::vector<LimitFinding> &findings, const char *against)
{
    if (findings.empty())
        return;
    std::cout << "\n" << title << "\n";
    Table table({"what", "measured", against, "agrees"});
    for (const LimitFinding &f : findings)
        table.add({f.what, std::to_string(f.measured), f.profile ? std::to_string(*f.profile) : "-",
                   f.profile ? yesNo(f.agrees()) : "-"});
    table.print();
}

void printStudy(const MmaStudy &s)
{
    std::cout << "\n" << unitText(*s.unit) << "\n";
    std::cout << "  derived:  "
              << (s.spec ? specText(*s.spec) + " (" + s.zeroExponentText + ")" : "nothing that explains it") << "\n";
    if (s.row)
        std::cout << "  profile:  " << specText(s.row->spec) << " (" << s.row->instruction << ", "
                  << knownName(s.row->evidence.known) << ")\n";
    std::cout << "  tree:     " << s.tree << (s.row && !s.treeAgrees ? "\n  profile:  " + *s.profileTree : "") << "\n";
    std::cout << "  random:   " << s.problems() << " operations, equal to the derived arithmetic "
              << s.equalToMeasured();
    if (s.row)
        std::cout << ", to the profile's " << s.equalToProfile();
    std::cout << "\n";
    if (!s.firstDifference.empty())
        std::cout << "  first difference: " << s.firstDifference << "\n";
    std::string variants;
    for (const MmaCount &v : s.variants)
        variants += (variants.empty() ? "" : ", ") + v.what + " " + std::to_string(v.measured);
    if (!variants.empty())
        std::cout << "  with one thing changed: " << variants << "\n";
    Table table({"  probe", "measured", "profile", "agrees"});
    for (const MmaFinding &f : s.findings)
        table.add({"  " + f.name, f.measured, f.profile.value_or("-"), f.profile ? yesNo(f.agrees) : "-"});
    table.print();
}

void printChecks(const std::string &title, const std::vector<ApproxCheck> &checks)
{
    if (checks.empty())
        return;
    std::cout << "\n" << title << "\n";
    Table table({"what", "arguments", "differing", "first: argument, measured, model"});
    for (const ApproxCheck &c : checks) {
        std::string first;
        if (!c.first.empty())
            first = hexText(c.first[0].argument) + " " + hexText(c.first[0].measured) + " " + hexText(c.first[0].model);
        table.add({c.what, grouped(c.arguments), grouped(c.differing), first});
    }
    table.print();
}

json toJson(const LimitFinding &f)
{
    return {{"what", f.what},
            {"measured", f.measured},
            {"profile", f.profile ? json(*f.profile) : json(nullptr)},
            {"agrees", f.agrees()}};
}

json toJson(const MmaStudy &s)
{
    json probes = json::array(), vectors = json::array(), variants = json::array();
    for (const MmaFinding &f : s.findings)
        probes.push_back({{"name", f.name},
                          {"question", f.question},
                          {"source", f.source},
                          {"measured", f.measured},
                          {"profile", f.profile ? json(*f.profile) : json(nullptr)},
                          {"agrees", f.profile ? json(f.agrees) : json(nullptr)}});
    for (const MmaCount &c : s.vectors)
        vectors.push_back({{"kind", c.what},
                           {"operations", c.problems},
                           {"equal_to_derived", c.measured},
                           {"equal_to_profile", s.row ? json(c.profile) : json(nullptr)}});
    for (const MmaCount &c : s.variants)
        variants.push_back({{"variant", c.what}, {"operations", c.problems}, {"equal", c.measured}});
    return {{"instruction", s.unit->instruction},
            {"operands", formatInfo(s.unit->operands).name},
            {"accumulator", formatInfo(s.unit->result()).name},
            {"derived", s.spec ? specJson(*s.spec) : json(nullptr)},
            {"zero_exponent_known", s.zeroExponentText},
            {"profile", s.row ? specJson(s.row->spec) : json(nullptr)},
            {"tree", s.tree},
            {"profile_tree", s.profileTree ? json(*s.profileTree) : json(nullptr)},
            {"tree_agrees", s.row ? json(s.treeAgrees) : json(nullptr)},
            {"probes", std::move(probes)},
            {"random", std::move(vectors)},
            {"variants", std::move(variants)},
            {"first_difference", s.firstDifference.empty() ? json(nullptr) : json(s.firstDifference)},
            {"agrees", s.row ? json(s.agrees()) : json(nullptr)}};
}

json toJson(const ApproxCheck &c)
{
    json first = json::array(), places = json::array();
    for (const ApproxCheck::Difference &d : c.first)
        first.push_back(
            {{"argument", hexText(d.argument)}, {"measured", hexText(d.measured)}, {"model", hexText(d.model)}});
    for (std::size_t i = 0; i < c.bySignAndExponent.size(); ++i) {
        if (c.bySignAndExponent[i] > 0)
            places.push_back({{"sign", i / 256}, {"exponent_field", i % 256}, {"differing", c.bySignAndExponent[i]}});
    }
    return {{"what", c.what},
            {"arguments", c.arguments},
            {"differing", c.differing},
            {"first", std::move(first)},
            {"by_exponent", std::move(places)}};
}

template <typename T>
json listJson(const std::vector<T> &list)
{
    json array = json::array();
    for (const T &entry : list)
        array.push_back(toJson(entry));
    return array;
}

} // namespace

void printCalibration(const Calibration &c, const std::string &id, const std::string &model,
                      const std::vector<std::string> &files)
{
    std::cout << (model.empty() ? "" : "Rehearsal with the model of ") << c.limits.name << ", compute capability "
              << c.limits.ccMajor << "." << c.limits.ccMinor << "; compared with "
              << (c.profile ? "the shipped profile " + c.profile->id : "nothing: no shipped profile has that") << "\n";
    printLimits("What the driver reports", c.limitFindings, "profile");
    printLimits("Blocks of an SM", c.occupancy, "calculated");
    std::cout << "\nTensor core: " << c.studies.size()
              << " instructions; results that depend on the place in a tile: " << c.placesThatDiffer << "\n";
    for (const MmaStudy &study : c.studies)
        printStudy(study);
    std::cout << "\nex2, rcp and lg2\n";
    if (!c.tableProblem.empty())
        std::cout << "no tables: " << c.tableProblem << "\n";
    Table tables({"table", "words", "differ from the shipped", "first entry, measured, shipped"});
    for (const TableDifference &d : c.tableDifferences)
        tables.add({d.table, grouped(d.words), grouped(d.differing),
                    d.first ? std::to_string(*d.first) + " " + hexText(d.measured) + " " + hexText(d.shipped) : ""});
    tables.print();
    printChecks("All arguments against the tables measured here and the shipped rules", c.checks);
    printChecks("lg2 of normal arguments below 1, against rules that might make it", c.lg2Rules);
    std::cout << "\n";
    for (const std::string &file : files)
        std::cout << "wrote " << file << "\n";
    if (!files.empty())
        std::cout << "device " << id << "\n";
    const std::string what = model.empty() ? "this GPU" : "the model that stood in for a GPU";
    std::cout << (c.agrees() ? "The shipped profile describes " + what + ".\n"
                  : c.profile
                      ? "The shipped profile differs from " + what + " where it says NO or counts differences.\n"
                      : "No shipped profile is for this compute capability.\n");
}

json calibrationJson(const Calibration &c, const std::string &id, const std::string &model,
                     const std::vector<std::string> &files)
{
    json tables = json::array();
    for (const TableDifference &d : c.tableDifferences)
        tables.push_back({{"table", d.table},
                          {"words", d.words},
                          {"differing", d.differing},
                          {"first_entry", d.first ? json(*d.first) : json(nullptr)},
                          {"measured", hexText(d.measured)},
                          {"shipped", hexText(d.shipped)}});
    return {{"gpu", c.limits.name},
            {"model", model.empty() ? json(nullptr) : json(model)},
            {"compute_capability", std::to_string(c.limits.ccMajor) + "." + std::to_string(c.limits.ccMinor)},
            {"driver", c.limits.driverVersion},
            {"runtime", c.limits.runtimeVersion},
            {"profile", c.profile ? json(c.profile->id) : json(nullptr)},
            {"limits", listJson(c.limitFindings)},
            {"occupancy", listJson(c.occupancy)},
            {"places_that_differ", c.placesThatDiffer},
            {"tensor_core", listJson(c.studies)},
            {"tables", std::move(tables)},
            {"table_problem", c.tableProblem.empty() ? json(nullptr) : json(c.tableProblem)},
            {"all_arguments", listJson(c.checks)},
            {"lg2_below_1", listJson(c.lg2Rules)},
            {"agrees", c.agrees()},
            {"device", files.empty() ? json(nullptr) : json(id)},
            {"files", files}};
}

} // namespace ulpscope::cli
