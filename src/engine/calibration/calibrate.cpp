// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/calibration/calibrate.h"

#include "engine/schedule/occupancy.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace ulpscope {
namespace {

using namespace worker;

void compareLimits(Calibration &c)
{
    const GpuLimits &l = c.limits;
    const Hardware *h = c.profile ? &c.profile->hardware : nullptr;
    const auto add = [&](std::string what, std::int64_t measured, std::optional<std::int64_t> profile) {
        c.limitFindings.push_back({std::move(what), measured, c.profile ? profile : std::nullopt});
    };
    add("SMs", l.smCount, c.profile ? c.profile->smCount : 0);
    add("threads of an SM", l.threadsPerSm, h ? h->threadsPerSm : 0);
    add("blocks of an SM", l.blocksPerSm, h ? h->blocksPerSm : 0);
    add("registers of an SM", l.registersPerSm, h ? h->registersPerSm : 0);
    add("shared memory of an SM, bytes", l.sharedPerSm, h ? h->carveOutsKb.back() * 1024 : 0);
    add("shared memory that a block can ask for, bytes", l.sharedPerBlockOptIn, h ? h->optInKb * 1024 : 0);
    add("shared memory reserved for each block, bytes", l.reservedPerBlock, h ? h->reservedPerBlock : 0);
    add("clusters", l.hasClusters, h ? h->clusters : 0);
    add("largest cluster", l.largestCluster, std::nullopt);
    add("L2, bytes", l.l2Bytes, h ? h->l2Bytes : std::nullopt);
    add("threads of a warp", l.warpSize, 32);
    add("threads of a block", l.threadsPerBlock, std::nullopt);
}

/// The driver's count of blocks against the engine's, which needs the profile's allocation units.
void compareOccupancy(Calibration &c)
{
    if (!c.profile)
        return;
    Hardware h = c.profile->hardware;
    h.threadsPerSm = c.limits.threadsPerSm;
    h.blocksPerSm = c.limits.blocksPerSm;
    h.registersPerSm = c.limits.registersPerSm;
    for (int i = 0; i < c.limits.samples; ++i) {
        const OccupancySample &s = c.limits.occupancy[i];
        c.occupancy.push_back({std::to_string(s.threads) + " threads, " + std::to_string(s.registers) + " registers, " +
                                   std::to_string(s.sharedBytes) + " bytes shared",
                               s.blocks, occupancy(h, {s.threads, s.registers, s.sharedBytes}).blocksPerSm});
    }
}

/// For a call that may be left out.
template <typename Function, typename... Arguments>
void tell(const Function &function, Arguments &&...arguments)
{
    if (function)
        function(std::forward<Arguments>(arguments)...);
}

Status measureApprox(CalibrationDevice &device, const Catalog &catalog, const CalibrationOptions &options,
                     Calibration &c)
{
    tell(options.begin, "measuring ex2, rcp and lg2", 0, "");
    Result<ApproxCapture> capture = captureApprox(device, options.stop);
    if (!capture.ok())
        return capture.status();
    c.capture = std::move(capture).value();
    if (c.profile) {
        const std::string &id = c.profile->approxTable;
        const auto shipped = ApproxTables::load(catalog.tableDirectory(id), id);
        if (!shipped.ok())
            return shipped.status();
        c.tableDifferences = compareTables(c.capture, *shipped.value());
    }
    const auto tables =
        ApproxTables::fromWords("measured", c.capture.ex2, c.capture.rcp, c.capture.lg2Low, c.capture.lg2High);
    if (!tables.ok()) {
        c.tableProblem = tables.status().message();
        return {};
    }
    if (options.quick)
        return {};
    ApproxProgress progress{options.stop, options.advance, options.threads};
    for (int i = 0; i < kApproxFunctions; ++i) {
        const ApproxFunction function = static_cast<ApproxFunction>(i);
        tell(options.begin, std::string(approxFunctionName(function)), kApproxBlocks, "binades");
        Result<ApproxCheck> check = checkAll(device, *tables.value(), function, progress);
        if (!check.ok())
            return check.status();
        c.checks.push_back(std::move(check).value());
    }
    tell(options.begin, "lg2 below 1", 126, "binades");
    Result<std::vector<ApproxCheck>> rules = checkLg2Rules(device, c.capture, *tables.value(), progress);
    if (!rules.ok())
        return rules.status();
    c.lg2Rules = std::move(rules).value();
    return {};
}

} // namespace

bool Calibration::agrees() const
{
    const auto fine = [](const LimitFinding &f) { return f.agrees(); };
    return profile && placesThatDiffer == 0 && tableProblem.empty() &&
           std::all_of(limitFindings.begin(), limitFindings.end(), fine) &&
           std::all_of(occupancy.begin(), occupancy.end(), fine) &&
           std::all_of(studies.begin(), studies.end(), [](const MmaStudy &s) { return !s.row || s.agrees(); }) &&
           std::all_of(tableDifferences.begin(), tableDifferences.end(),
                       [](const TableDifference &d) { return d.differing == 0; });
}

const DeviceProfile *shippedProfileOf(const Catalog &catalog, const GpuLimits &limits)
{
    const DeviceProfile *best = nullptr;
    const auto rank = [&](const DeviceProfile &d) {
        return std::tuple(d.title == limits.name, d.smCount == limits.smCount);
    };
    for (const DeviceProfile &device : catalog.devices) {
        if (device.userFile.empty() && device.ccMajor == limits.ccMajor && device.ccMinor == limits.ccMinor &&
            (!best || rank(device) > rank(*best)))
            best = &device;
    }
    return best;
}

Result<Calibration> calibrate(CalibrationDevice &device, const Catalog &catalog, const CalibrationOptions &options)
{
    Calibration c;
    tell(options.begin, "asking the GPU for its limits", 0, "");
    const Result<GpuLimits> limits = device.limits(options.stop);
    if (!limits.ok())
        return limits.status();
    c.limits = limits.value();
    c.profile = shippedProfileOf(catalog, c.limits);
    compareLimits(c);
    compareOccupancy(c);

    const int vectors = options.quick ? std::max(1, options.vectors / 10) : options.vectors;
    tell(options.begin, "tensor core", static_cast<std::uint64_t>(std::popcount(c.limits.units)), "instructions");
    for (const MmaUnitInfo &unit : allMmaUnits()) {
        if (!(c.limits.units & std::uint64_t{1} << static_cast<int>(unit.unit)))
            continue;
        Result<MmaStudy> study = studyUnit(device, unit, c.profile, vectors, options.stop);
        if (!study.ok())
            return study.status();
        c.studies.push_back(std::move(study).value());
        tell(options.advance, std::uint64_t{1});
    }
    c.placesThatDiffer = device.placesThatDiffer();
    if (Status s = measureApprox(device, catalog, options, c); !s.ok())
        return s;
    return c;
}

} // namespace ulpscope
