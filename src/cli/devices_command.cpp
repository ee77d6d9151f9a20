// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/run_report.h"
#include "engine/backend/backend_choice.h"

#include <iostream>
#include <memory>

namespace ulpscope::cli {
namespace {

using nlohmann::json;

json toJson(const MmaArithmetic &mma)
{
    return {{"operands", formatInfo(mma.operands).name},
            {"result", mma.spec.result == MmaResult::TruncateF32 ? "fp32-rz" : "fp16-rne"},
            {"instruction", mma.instruction},
            {"group_l", mma.spec.groupL},
            {"fraction_bits", mma.spec.fractionBits},
            {"zero_exponent", mma.spec.zeroExponent},
            {"known", evidenceJson(mma.evidence)}};
}

json toJson(const DeviceProfile &device)
{
    json rows = json::array();
    for (const MmaArithmetic &mma : device.mma)
        rows.push_back(toJson(mma));
    return {{"id", device.id},
            {"title", device.title},
            {"architecture", device.architecture},
            {"compute_capability", device.computeCapability()},
            {"sm_count", device.smCount},
            {"sm_count_known", evidenceJson(device.smCountEvidence)},
            {"approx_table", device.approxTable},
            {"approx_known", evidenceJson(device.approxEvidence)},
            {"mma", std::move(rows)}};
}

/// "L 8 F 24", or "-" where there is no such instruction.
std::string tensorCore(const DeviceProfile &device, DType operands)
{
    const MmaArithmetic *mma = device.mmaFor(operands);
    return mma ? "L " + std::to_string(mma->spec.groupL) + " F " + std::to_string(mma->spec.fractionBits) : "-";
}

json toJson(const Backend &backend)
{
    const std::string reason = backend.absentReason().english();
    json devices = json::array();
    for (const BackendDevice &device : reason.empty() ? backend.devices() : std::vector<BackendDevice>()) {
        json object = {{"id", device.id}, {"name", device.name}};
        if (!device.computeCapability.empty()) {
            object["compute_capability"] = device.computeCapability;
            object["sm_count"] = device.smCount;
            object["memory_total"] = device.memoryTotal;
            object["memory_free"] = device.memoryFree > 0 ? json(device.memoryFree) : json(nullptr);
            object["driver"] = device.driver;
            object["runtime"] = device.runtime;
        }
        devices.push_back(std::move(object));
    }
    return {{"name", backend.name()},
            {"devices", std::move(devices)},
            {"absent_reason", reason.empty() ? json(nullptr) : json(reason)}};
}

/// "150 GB, 149 GB free"
std::string memoryText(const BackendDevice &device)
{
    if (device.memoryTotal == 0)
        return "-";
    return sizeText(device.memoryTotal) +
           (device.memoryFree > 0 ? ", " + sizeText(device.memoryFree) + " free" : std::string());
}

Result<ExitCode> runDevices(bool asJson)
{
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    if (asJson) {
        json list = json::array();
        for (const DeviceProfile &device : catalog->devices)
            list.push_back(toJson(device));
        json backends = json::array();
        for (const Backend *backend : allBackends())
            backends.push_back(toJson(*backend));
        printJson({{"devices", std::move(list)}, {"backends", std::move(backends)}});
        return Done;
    }
    Table table({"id", "architecture", "CC", "SMs", "fp16", "bf16", "tf32", "tensor core known", "ex2, rcp, lg2"});
    for (const DeviceProfile &device : catalog->devices) {
        Known known = Known::Reproduced;
        for (const MmaArithmetic &mma : device.mma)
            known = std::min(known, mma.evidence.known);
        table.add(
            {device.id, device.architecture, device.computeCapability(), std::to_string(device.smCount),
             tensorCore(device, DType::F16), tensorCore(device, DType::BF16), tensorCore(device, DType::TF32),
             device.mma.empty() ? "-" : std::string(knownName(known)),
             "table of " + device.approxTable + " (" + std::string(knownName(device.approxEvidence.known)) + ")"});
    }
    table.print();
    std::cout
        << "\nL: products added at once; F: bits kept below the largest exponent of a group. --json has the sources.\n";
    std::cout << "\nWhat executes here:\n";
    Table here({"backend", "device", "CC", "SMs", "memory", "driver"});
    for (const Backend *backend : allBackends()) {
        const std::string name(backend->name());
        const std::string reason = backend->absentReason().english();
        if (!reason.empty())
            here.add({name, "- (" + reason + ")"});
        for (const BackendDevice &device : reason.empty() ? backend->devices() : std::vector<BackendDevice>()) {
            const bool isGpu = !device.computeCapability.empty();
            here.add({name, device.name, isGpu ? device.computeCapability : "-",
                      isGpu ? std::to_string(device.smCount) : "-", memoryText(device),
                      isGpu ? "for CUDA " + device.driver + ", runtime " + device.runtime : "-"});
        }
    }
    here.print();
    return Done;
}

} // namespace

Command addDevicesCommand(CLI::App &program)
{
    const auto asJson = std::make_shared<bool>(false);
    CLI::App *app = program.add_subcommand(
        "devices",
        "Architectures: their tensor cores, tables and SM counts, and how each is known; the CPU and GPUs here");
    app->add_flag("--json", *asJson, "Print one JSON object, with sources");
    app->footer("Example:\n  ulpscope-cli devices --json");
    return {app, [asJson] { return runDevices(*asJson); }};
}

} // namespace ulpscope::cli
