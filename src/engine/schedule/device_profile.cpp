// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/device_profile.h"

#include "engine/schedule/json_fields.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace ulpscope {
namespace {

Result<MmaArithmetic> parseMma(const nlohmann::json &json, const std::string &where)
{
    JsonFields f(json, where);
    MmaArithmetic mma;
    const std::string operands = f.text("operands");
    const std::string result = f.text("result");
    mma.instruction = f.text("instruction");
    mma.spec.groupL = f.integer("groupL");
    mma.spec.fractionBits = f.integer("fractionBits");
    mma.spec.zeroExponent = f.integer("zeroExponent");
    mma.evidence = f.evidence("known");
    if (const Result<DType> type = parseOperandType(operands); type.ok())
        mma.operands = type.value();
    else
        f.fail(type.status().phrase());
    if (result == "fp32-rz")
        mma.spec.result = MmaResult::TruncateF32;
    else if (result == "fp16-rne")
        mma.spec.result = MmaResult::NearestEvenF16;
    else if (result == "e8m13-rz")
        mma.spec.result = MmaResult::TruncateE8M13;
    else
        f.fail(phrase("\"result\" is '%1', expected fp32-rz, e8m13-rz or fp16-rne", result));
    mma.spec.emulatedFp8 = f.optionalBool("emulatedFp8").value_or(false);
    if (mma.spec.emulatedFp8 && !isFp8(mma.operands))
        f.fail(phrase("\"emulatedFp8\" needs operands e4m3 or e5m2"));
    if (mma.spec.groupL < 1 || mma.spec.groupL > 64)
        f.fail(phrase("\"groupL\" must be 1..64"));
    if (mma.spec.fractionBits < 10 || mma.spec.fractionBits > 35)
        f.fail(phrase("\"fractionBits\" must be 10..35"));
    if (Status s = f.finish(); !s.ok())
        return s;
    return mma;
}

constexpr int kMaxSharedKb = 4096;

/// The groups of "hardware": an object of numbers each, with what is known of them.
class HardwareReader {
public:
    explicit HardwareReader(const nlohmann::json &json, const std::string &where)
        : m_fields(json, where), m_where(where)
    {}

    Result<Hardware> read()
    {
        Hardware h;
        group("threadsPerSm", h.threadsEvidence,
              [&](JsonFields &f) { h.threadsPerSm = number(f, "value", 32, 65536); });
        group("blocksPerSm", h.blocksEvidence, [&](JsonFields &f) { h.blocksPerSm = number(f, "value", 1, 1024); });
        group("registersPerSm", h.registersEvidence,
              [&](JsonFields &f) { h.registersPerSm = number(f, "value", 1, 1 << 24); });
        group("registerAllocation", h.registerAllocationEvidence, [&](JsonFields &f) {
            h.registerUnit = number(f, "unitPerWarp", 1, 65536);
            h.registerPartitions = number(f, "partitions", 1, 64);
        });
        group("sharedMemory", h.sharedMemoryEvidence, [&](JsonFields &f) {
            h.carveOutsKb = carveOuts(f);
            h.sharedMemoryUnit = number(f, "allocationUnit", 1, 65536);
        });
        group("sharedMemoryPerBlock", h.optInEvidence,
              [&](JsonFields &f) { h.optInKb = number(f, "optInKb", 1, kMaxSharedKb); });
        group("sharedMemoryReserved", h.reservedEvidence,
              [&](JsonFields &f) { h.reservedPerBlock = number(f, "bytesPerBlock", 0, 65536); });
        group("clusters", h.clustersEvidence, [&](JsonFields &f) {
            const std::optional<bool> supported = f.optionalBool("supported");
            if (!supported)
                f.fail(phrase("\"%1\" is missing", "supported"));
            h.clusters = supported.value_or(false);
        });
        if (m_fields.object("l2", false)) {
            group("l2", h.l2Evidence, [&](JsonFields &f) {
                const std::optional<std::uint64_t> bytes = f.optionalUnsigned("bytes");
                if (!bytes || *bytes < 1 || *bytes > (std::uint64_t{1} << 40))
                    f.fail(phrase("\"%1\" must be %2..%3", "bytes", 1, std::int64_t{1} << 40));
                h.l2Bytes = static_cast<std::int64_t>(bytes.value_or(0));
            });
        }
        if (Status s = m_fields.finish(); !s.ok())
            return s;
        return h;
    }

private:
    template <typename Read>
    void group(const char *key, Evidence &evidence, Read read)
    {
        const nlohmann::json *object = m_fields.object(key, true);
        if (!object)
            return;
        JsonFields f(*object, m_where + ": " + key);
        read(f);
        evidence = f.evidence("known");
        m_fields.keep(f.finish());
    }

    static int number(JsonFields &f, const char *key, int low, int high)
    {
        const int value = f.integer(key);
        if (value < low || value > high)
            f.fail(phrase("\"%1\" must be %2..%3", key, low, high));
        return value;
    }

    static std::vector<int> carveOuts(JsonFields &f)
    {
        std::vector<int> sizes;
        const nlohmann::json *list = f.list("carveOutsKb", true);
        if (!list)
            return sizes;
        for (const nlohmann::json &entry : *list) {
            const bool fits = entry.is_number_unsigned() && entry.get<std::uint64_t>() <= kMaxSharedKb;
            sizes.push_back(fits ? entry.get<int>() : -1);
        }
        const bool ascending = std::adjacent_find(sizes.begin(), sizes.end(), std::greater_equal<>()) == sizes.end();
        if (sizes.empty() || sizes.front() < 0 || sizes.back() < 1 || !ascending)
            f.fail(phrase("\"carveOutsKb\" must hold sizes of 0..%1, ascending", kMaxSharedKb));
        return sizes;
    }

    JsonFields m_fields;
    std::string m_where;
};

} // namespace

std::string_view mmaResultName(MmaResult result)
{
    switch (result) {
    case MmaResult::TruncateF32: return "fp32-rz";
    case MmaResult::NearestEvenF16: return "fp16-rne";
    case MmaResult::TruncateE8M13: return "e8m13-rz";
    }
    return "?";
}

const MmaArithmetic *DeviceProfile::mmaFor(DType operands, MmaResult result) const
{
    for (const MmaArithmetic &row : mma) {
        if (row.operands == operands && row.spec.result == result)
            return &row;
    }
    return nullptr;
}

Result<DeviceProfile> parseDeviceProfile(const std::string &text, const std::string &path)
{
    const Result<nlohmann::json> json = parseJsonObject(text, path, "ulpscope.device/1");
    if (!json.ok())
        return json.status();
    JsonFields f(json.value(), path);
    DeviceProfile device;
    f.text("schema");
    device.id = f.text("id");
    device.title = f.text("title");
    device.architecture = f.text("architecture");
    const std::string cc = f.text("computeCapability");
    const std::size_t dot = cc.find('.');
    if (dot == std::string::npos || dot == 0 || dot > 2 || dot + 2 != cc.size() ||
        cc.find_first_not_of("0123456789.") != std::string::npos)
        f.fail(phrase("\"computeCapability\" is '%1', expected MAJOR.MINOR", cc));
    else {
        device.ccMajor = std::stoi(cc.substr(0, dot));
        device.ccMinor = cc[dot + 1] - '0';
    }
    device.smCount = f.integer("smCount");
    device.smCountEvidence = f.evidence("smCountKnown");
    device.approxTable = f.text("approxTable");
    device.approxEvidence = f.evidence("approxKnown");
    if (device.smCount < 1)
        f.fail(phrase("\"smCount\" must be positive"));
    if (const nlohmann::json *hardware = f.object("hardware", true)) {
        Result<Hardware> read = HardwareReader(*hardware, path + ": hardware").read();
        if (!read.ok())
            return read.status();
        device.hardware = std::move(read).value();
    }
    if (const nlohmann::json *rows = f.list("mma", true)) {
        for (std::size_t i = 0; i < rows->size(); ++i) {
            Result<MmaArithmetic> row = parseMma((*rows)[i], path + ": mma[" + std::to_string(i) + "]");
            if (!row.ok())
                return row.status();
            device.mma.push_back(std::move(row).value());
        }
    }
    if (Status s = f.finish(); !s.ok())
        return s;
    return device;
}

} // namespace ulpscope
