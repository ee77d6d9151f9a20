// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/calibration/profile_file.h"

#include "engine/io/tensor.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace ulpscope {
namespace {

using Json = nlohmann::ordered_json;
using namespace worker;

constexpr std::size_t kMaxProfileBytes = 4u << 20;

Json known(Known kind, const std::string &text) { return {{"kind", knownName(kind)}, {"text", text}}; }
Json known(const Evidence &evidence) { return known(evidence.known, evidence.text.english()); }

/// The shipped profile, or of the nearest lower compute capability: for what cannot be asked of a GPU.
const DeviceProfile *donorOf(const Calibration &c, const Catalog &catalog)
{
    if (c.profile)
        return c.profile;
    const DeviceProfile *nearest = nullptr;
    for (const DeviceProfile &device : catalog.devices) {
        const bool below = std::pair(device.ccMajor, device.ccMinor) < std::pair(c.limits.ccMajor, c.limits.ccMinor);
        if (device.userFile.empty() && (!nearest || below))
            nearest = &device; // by compute capability, ascending
    }
    return nearest;
}

Json hardwareJson(const Calibration &c, const DeviceProfile &donor, const Json &reported)
{
    const GpuLimits &l = c.limits;
    const Hardware &h = donor.hardware;
    const auto lent = [&](const Evidence &evidence) {
        return c.profile ? known(evidence) : known(Known::Model, "as of " + donor.title);
    };
    Json shared = {{"carveOutsKb", h.carveOutsKb},
                   {"allocationUnit", h.sharedMemoryUnit},
                   {"known", lent(h.sharedMemoryEvidence)}};
    if (const int kb = l.sharedPerSm / 1024; kb > 0 && kb != h.carveOutsKb.back()) {
        std::vector<int> sizes = h.carveOutsKb;
        std::erase_if(sizes, [&](int size) { return size >= kb; });
        sizes.push_back(kb);
        shared["carveOutsKb"] = sizes;
        shared["known"] = known(Known::Model, "the largest as reported, the others as of " + donor.title);
    }
    Json json = {{"threadsPerSm", {{"value", l.threadsPerSm}, {"known", reported}}},
                 {"blocksPerSm", {{"value", l.blocksPerSm}, {"known", reported}}},
                 {"registersPerSm", {{"value", l.registersPerSm}, {"known", reported}}},
                 {"registerAllocation",
                  {{"unitPerWarp", h.registerUnit},
                   {"partitions", h.registerPartitions},
                   {"known", lent(h.registerAllocationEvidence)}}},
                 {"sharedMemory", std::move(shared)},
                 {"sharedMemoryPerBlock", {{"optInKb", l.sharedPerBlockOptIn / 1024}, {"known", reported}}},
                 {"sharedMemoryReserved", {{"bytesPerBlock", l.reservedPerBlock}, {"known", reported}}},
                 {"clusters", {{"supported", l.hasClusters != 0}, {"known", reported}}}};
    if (l.l2Bytes > 0)
        json["l2"] = {{"bytes", l.l2Bytes}, {"known", reported}};
    return json;
}

std::string countText(std::int64_t part, std::int64_t whole)
{
    return std::to_string(part) + " of " + std::to_string(whole);
}

Json mmaJson(const Calibration &c, bool isModel)
{
    Json rows = Json::array();
    const bool hasK16 = std::any_of(c.studies.begin(), c.studies.end(), [](const MmaStudy &s) {
        return s.unit->unit == worker::MatrixUnit::F16ToF32 && s.spec;
    });
    std::vector<const MmaStudy *> taken;
    for (const MmaStudy &s : c.studies) {
        if (!s.spec || (hasK16 && s.unit->operands == DType::F16 && s.unit->depth == 8))
            continue;
        // A wgmma that does what mma.sync of the same types does needs no row.
        const bool isSame = std::any_of(taken.begin(), taken.end(), [&](const MmaStudy *other) {
            return other->unit->operands == s.unit->operands && other->spec->result == s.spec->result &&
                   other->spec->groupL == s.spec->groupL && other->spec->fractionBits == s.spec->fractionBits &&
                   other->spec->zeroExponent == s.spec->zeroExponent && other->spec->emulatedFp8 == s.spec->emulatedFp8;
        });
        if (isSame)
            continue;
        taken.push_back(&s);
        const bool whole = s.equalToMeasured() == s.problems();
        Json row = {{"operands", formatInfo(s.unit->operands).name},
                    {"result", mmaResultName(s.spec->result)},
                    {"instruction", s.unit->instruction},
                    {"groupL", s.spec->groupL},
                    {"fractionBits", s.spec->fractionBits},
                    {"zeroExponent", s.spec->zeroExponent}};
        if (s.spec->emulatedFp8)
            row["emulatedFp8"] = true;
        row["known"] = known(whole && !isModel ? Known::Reproduced : Known::Model,
                             std::string(isModel ? "a rehearsal with a model: " : "measured here: ") +
                                 "tree and bits probed, " + countText(s.equalToMeasured(), s.problems()) +
                                 " random operations equal; e_zero " + s.zeroExponentText);
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Of the functions that runs use: ex2, rcp, and lg2 from 1 on.
std::pair<Known, std::string> approxKnown(const Calibration &c, bool isModel)
{
    if (isModel)
        return {Known::Model, "a rehearsal with a model"};
    if (c.checks.empty())
        return {Known::Model,
                "one binade of each measured here; that an H200's rules make the rest of it is not checked"};
    std::int64_t differing = 0;
    for (const ApproxCheck &check : c.checks) {
        const std::string_view name = check.what;
        if (name == approxFunctionName(ApproxFunction::Lg2Ftz)) {
            for (std::size_t block = 127; block < 255; ++block)
                differing += check.bySignAndExponent[block];
        } else if (name == approxFunctionName(ApproxFunction::Ex2Ftz) ||
                   name == approxFunctionName(ApproxFunction::Ex2) ||
                   name == approxFunctionName(ApproxFunction::RcpFtz)) {
            differing += check.differing;
        }
    }
    return {differing == 0 ? Known::Reproduced : Known::Model,
            "measured here over all floats, lg2 for arguments of 1 and more: " + std::to_string(differing) +
                " differences"};
}

struct OwnTable {
    std::string name;
    const std::vector<std::uint32_t> *words;
    std::uint32_t start;
    bool wide;
};
std::vector<OwnTable> tablesOf(const Calibration &c, const std::string &id)
{
    const ApproxCapture &w = c.capture;
    return {{"ex2_" + id, &w.ex2, kEx2StartWord, false},
            {"rcp_" + id, &w.rcp, kRcpStartWord, false},
            {"lg2_" + id + "_1to2", &w.lg2Low, kLg2LowStartWord, true},
            {"lg2_" + id + "_2to4", &w.lg2High, kLg2HighStartWord, false},
            {"lg2_" + id + "_half", &w.lg2Half, floatBits(-1.0f), true},
            {"lg2_" + id + "_quarter", &w.lg2Quarter, floatBits(-2.0f), true}};
}

Status makeDirectory(const std::filesystem::path &path)
{
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error)
        return Status(StatusCode::IoError, phrase("%1: cannot be made (%2)", path.string(), error.message()));
    return {};
}

} // namespace

std::string profileIdOf(const GpuLimits &limits)
{
    std::string id;
    for (const char c : std::string_view(limits.name)) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte))
            id += static_cast<char>(std::tolower(byte));
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    for (const std::string_view brand : {"nvidia-", "geforce-"}) {
        if (id.starts_with(brand))
            id.erase(0, brand.size());
    }
    while (!id.empty() && id.back() == '-')
        id.pop_back();
    return (id.empty() ? "gpu" : id) + "-here";
}

Result<std::string> profileText(const Calibration &c, const Catalog &catalog, const std::string &id, bool isModel)
{
    const DeviceProfile *donor = donorOf(c, catalog);
    if (!donor)
        return Status(StatusCode::NotFound, "there is no shipped device to take what cannot be measured from");
    const GpuLimits &l = c.limits;
    const Json reported = isModel ? known(Known::Model, "a rehearsal with a model")
                                  : known(Known::Reproduced, "reported here (cudaDeviceGetAttribute)");
    const auto [kind, text] = approxKnown(c, isModel);
    const bool hasTables = c.tableProblem.empty();
    const Json json = {
        {"schema", "ulpscope.device/1"},
        {"id", id},
        {"title", std::string(l.name) + std::string(isModel ? kRehearsed : kMeasuredHere)},
        {"architecture", c.profile ? donor->architecture : "Unknown"},
        {"computeCapability", std::to_string(l.ccMajor) + "." + std::to_string(l.ccMinor)},
        {"smCount", l.smCount},
        {"smCountKnown", reported},
        {"approxTable", hasTables ? id : donor->approxTable},
        {"approxKnown",
         hasTables ? known(kind, text) : known(Known::Model, "table of " + donor->approxTable + ": " + c.tableProblem)},
        {"hardware", hardwareJson(c, *donor, reported)},
        {"mma", mmaJson(c, isModel)},
    };
    std::string made = json.dump(2) + "\n";
    // What is written has to be what the program reads.
    if (const Result<DeviceProfile> read = parseDeviceProfile(made, id + ".json"); !read.ok())
        return read.status();
    return made;
}

Status checkTarget(const Catalog &catalog, const std::string &directory, const std::string &id, bool isModel)
{
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    if (id.empty() || id.front() == '-' || !std::all_of(id.begin(), id.end(), fits))
        return Status::invalid("the name '" + id +
                               "' is no device id, expected lower-case letters, digits and hyphens");
    for (const DeviceProfile &device : catalog.devices) {
        if (device.id == id && device.userFile.empty())
            return Status::invalid("the name '" + id + "' is that of a shipped device, expected another one");
    }
    const std::string path = directory + "/devices/" + id + ".json";
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return {};
    const Result<std::vector<std::byte>> bytes = readWholeFile(path, kMaxProfileBytes);
    if (!bytes.ok())
        return bytes.status();
    const std::string text(reinterpret_cast<const char *>(bytes->data()), bytes->size());
    const Result<DeviceProfile> there = parseDeviceProfile(text, path);
    if (there.ok() && isModel && there->title.ends_with(kMeasuredHere))
        return Status::invalid(path + " is there and was measured, expected another name for a rehearsal");
    if (!there.ok() || !(there->title.ends_with(kMeasuredHere) || there->title.ends_with(kRehearsed)))
        return Status::invalid(path + " is there and was not written by calibrate, expected another name");
    return {};
}

Result<std::vector<std::string>> writeCalibration(const Calibration &c, const Catalog &catalog,
                                                  const std::string &directory, const std::string &id, bool isModel)
{
    if (Status s = checkTarget(catalog, directory, id, isModel); !s.ok())
        return s;
    const Result<std::string> profile = profileText(c, catalog, id, isModel);
    if (!profile.ok())
        return profile.status();
    const std::filesystem::path root(directory);
    for (const char *below : {"devices", "tables"}) {
        if (Status s = makeDirectory(root / below); !s.ok())
            return s;
    }
    std::vector<std::string> written;
    const auto write = [&](const std::filesystem::path &path, const std::string &contents) {
        Status s = writeFileAtomically(path.string(), contents.data(), contents.size());
        if (s.ok())
            written.push_back(path.string());
        return s;
    };
    // Tables first: a profile must not name some that are not there.
    for (const OwnTable &table : c.tableProblem.empty() ? tablesOf(c, id) : std::vector<OwnTable>()) {
        const Result<std::string> packed = packWords(*table.words, table.start, table.wide, table.name);
        if (!packed.ok())
            return packed.status();
        if (Status s = write(root / "tables" / (table.name + ".bin.z"), packed.value()); !s.ok())
            return s;
    }
    if (Status s = write(root / "devices" / (id + ".json"), profile.value()); !s.ok())
        return s;
    return written;
}

} // namespace ulpscope
