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
            {"result", mmaResultName(mma.spec.result)},
            {"instruction", mma.instruction},
            {"group_l", mma.spec.groupL},
            {"fraction_bits", mma.spec.fractionBits},
            {"zero_exponent", mma.spec.zeroExponent},
            {"emulated_fp8", mma.spec.emulatedFp8},
            {"known", evidenceJson(mma.evidence)}};
}

/// Every number with how it is known.
json toJson(const Hardware &h)
{
    json object = {{"threads_per_sm", {{"value", h.threadsPerSm}, {"known", evidenceJson(h.threadsEvidence)}}},
                   {"blocks_per_sm", {{"value", h.blocksPerSm}, {"known", evidenceJson(h.blocksEvidence)}}},
                   {"registers_per_sm", {{"value", h.registersPerSm}, {"known", evidenceJson(h.registersEvidence)}}},
                   {"register_allocation",
                    {{"unit_per_warp", h.registerUnit},
                     {"partitions", h.registerPartitions},
                     {"known", evidenceJson(h.registerAllocationEvidence)}}},
                   {"shared_memory",
                    {{"carve_outs_kb", h.carveOutsKb},
                     {"allocation_unit", h.sharedMemoryUnit},
                     {"known", evidenceJson(h.sharedMemoryEvidence)}}},
                   {"shared_memory_per_block", {{"opt_in_kb", h.optInKb}, {"known", evidenceJson(h.optInEvidence)}}},
                   {"shared_memory_reserved",
                    {{"bytes_per_block", h.reservedPerBlock}, {"known", evidenceJson(h.reservedEvidence)}}},
                   {"clusters", {{"supported", h.clusters}, {"known", evidenceJson(h.clustersEvidence)}}},
                   {"l2", nullptr}};
    if (h.l2Bytes)
        object["l2"] = {{"bytes", *h.l2Bytes}, {"known", evidenceJson(h.l2Evidence)}};
    return object;
}

json toJson(const DeviceProfile &device)
{
    json rows = json::array();
    for (const MmaArithmetic &mma : device.mma)
        rows.push_back(toJson(mma));
    return {{"id", device.id},
            {"user_file", device.userFile.empty() ? json(nullptr) : json(device.userFile)},
            {"title", device.title},
            {"architecture", device.architecture},
            {"compute_capability", device.computeCapability()},
            {"sm_count", device.smCount},
            {"sm_count_known", evidenceJson(device.smCountEvidence)},
            {"hardware", toJson(device.hardware)},
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

void printHardware(const std::vector<DeviceProfile> &devices)
{
    std::cout << "\nWhat one SM holds; shared memory in KB, of an SM and of one block:\n";
    Table table({"id", "threads", "blocks", "registers", "shared memory", "clusters", "L2", "file"});
    for (const DeviceProfile &device : devices) {
        const Hardware &h = device.hardware;
        table.add({device.id, std::to_string(h.threadsPerSm), std::to_string(h.blocksPerSm),
                   std::to_string(h.registersPerSm),
                   std::to_string(h.carveOutsKb.back()) + ", " + std::to_string(h.optInKb), h.clusters ? "yes" : "no",
                   h.l2Bytes ? rounded(static_cast<double>(*h.l2Bytes) / (1 << 20), 4) + " MiB" : "-",
                   device.userFile.empty() ? "shipped" : device.userFile});
    }
    table.print();
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
        printJson({{"devices", std::move(list)}, {"backends", std::move(backends)}, {"problems", catalog->problems}});
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
    printHardware(catalog->devices);
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
        "Architectures: their tensor cores, tables, SMs and limits, and how each is known; the CPU and GPUs here");
    app->add_flag("--json", *asJson, "Print one JSON object, with sources");
    app->footer(kUserFilesText + std::string("Example:\n  ulpscope-cli devices --json"));
    return {app, [asJson] { return runDevices(*asJson); }};
}

} // namespace ulpscope::cli
