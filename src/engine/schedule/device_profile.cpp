// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/device_profile.h"

#include "engine/schedule/json_fields.h"

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
    if (const Result<DType> type = parseDType(operands); type.ok())
        mma.operands = type.value();
    else
        f.fail(type.status().phrase());
    if (result == "fp32-rz")
        mma.spec.result = MmaResult::TruncateF32;
    else if (result == "fp16-rne")
        mma.spec.result = MmaResult::NearestEvenF16;
    else
        f.fail(phrase("\"result\" is '%1', expected fp32-rz or fp16-rne", result));
    if (mma.spec.groupL < 1 || mma.spec.groupL > 64)
        f.fail(phrase("\"groupL\" must be 1..64"));
    if (mma.spec.fractionBits < 10 || mma.spec.fractionBits > 35)
        f.fail(phrase("\"fractionBits\" must be 10..35"));
    if (Status s = f.finish(); !s.ok())
        return s;
    return mma;
}

} // namespace

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
