// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kernel_family.h"

#include "engine/schedule/json_fields.h"
#include "engine/schedule/kernel_launch.h"

#include <algorithm>

namespace ulpscope {
namespace {

template <typename T>
bool holds(const std::vector<T> &list, const T &value)
{
    return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
}

std::vector<int> headDims(JsonFields &f)
{
    std::vector<int> read;
    if (const nlohmann::json *dims = f.list("recordedHeadDims", false)) {
        for (const nlohmann::json &dim : *dims) {
            if (dim.is_number_integer() && dim.get<std::int64_t>() > 0 && dim.get<std::int64_t>() < 65536)
                read.push_back(dim.get<int>());
            else
                f.fail(phrase("\"recordedHeadDims\" must hold head dims"));
        }
    }
    return read;
}

Result<KernelRule> parseRule(const nlohmann::json &json, const std::string &where)
{
    JsonFields f(json, where);
    KernelRule rule;
    rule.set = f.textMap("set");
    rule.evidence = f.evidence("known");
    const auto when = json.is_object() ? json.find("when") : json.end();
    if (when == json.end()) {
        f.fail(phrase("\"%1\" is missing", "when"));
    } else {
        f.optionalText("comment");
        JsonFields w(*when, where + ": when");
        rule.headDimMin = w.optionalInteger("headDimMin");
        rule.headDimMax = w.optionalInteger("headDimMax");
        rule.split = w.optionalBool("split");
        rule.causal = w.optionalBool("causal");
        rule.queriesMin = w.optionalInteger("queriesMin");
        rule.queriesMax = w.optionalInteger("queriesMax");
        rule.keysMin = w.optionalInteger("keysMin");
        rule.keysMax = w.optionalInteger("keysMax");
        rule.batchHeadsMax = w.optionalInteger("batchHeadsMax");
        rule.headsPerSmMax = w.optionalInteger("headsPerSmMax");
        rule.kvHeadsPerSmMax = w.optionalInteger("kvHeadsPerSmMax");
        rule.raggedBlock = w.optionalInteger("raggedBlock");
        if (rule.raggedBlock && *rule.raggedBlock < 1)
            w.fail(phrase("\"raggedBlock\" must be positive"));
        rule.computeCapabilities = w.texts("computeCapability");
        rule.devices = w.texts("device");
        if (Status s = w.finish(); !s.ok())
            return s;
    }
    f.object("when", false);
    if (Status s = f.finish(); !s.ok())
        return s;
    return rule;
}

} // namespace

bool KernelRule::matches(const Problem &problem, int batch, const DeviceProfile &device, bool isSplit) const
{
    const auto fill = [&](int heads, const std::optional<int> &perSm) {
        return !perSm || std::int64_t{batch} * heads <= std::int64_t{*perSm} * device.smCount;
    };
    const bool ragged = raggedBlock && (problem.seqlenQ % *raggedBlock != 0 || problem.seqlenK % *raggedBlock != 0);
    return (!queriesMin || problem.seqlenQ >= *queriesMin) && (!queriesMax || problem.seqlenQ <= *queriesMax) &&
           (!keysMin || problem.seqlenK >= *keysMin) && (!keysMax || problem.seqlenK <= *keysMax) &&
           (!batchHeadsMax || std::int64_t{batch} * problem.heads <= *batchHeadsMax) &&
           fill(problem.heads, headsPerSmMax) && fill(problem.kvHeads, kvHeadsPerSmMax) && (!raggedBlock || ragged) &&
           (!headDimMin || problem.headDim >= *headDimMin) && (!headDimMax || problem.headDim <= *headDimMax) &&
           (!split || *split == isSplit) && (!causal || *causal == problem.mask.isCausal()) &&
           holds(computeCapabilities, device.computeCapability()) && holds(devices, device.id);
}

Result<KernelRule> parseKernelRule(const nlohmann::json &json, const std::string &where)
{
    return parseRule(json, where);
}

Result<KernelFamily> parseKernelFamily(const std::string &text, const std::string &path)
{
    const Result<nlohmann::json> json = parseJsonObject(text, path, "ulpscope.kernel/1");
    if (!json.ok())
        return json.status();
    JsonFields f(json.value(), path);
    KernelFamily kernel;
    f.text("schema");
    kernel.id = f.text("id");
    kernel.title = Phrase::resource(f.text("title"));
    kernel.summary = f.text("summary");
    kernel.evidence = f.evidence("known");
    kernel.reproducedOn = f.texts("reproducedOn");
    kernel.open = f.texts("open");
    kernel.recipe = f.textMap("recipe");
    for (const std::string &name : f.texts("dtypes")) {
        if (const Result<DType> type = parseDType(name); type.ok())
            kernel.dtypes.push_back(type.value());
        else
            f.fail(type.status().phrase());
    }
    kernel.recordedHeadDims = headDims(f);
    kernel.minRecordedQueries = f.optionalInteger("minRecordedQueries").value_or(1);
    kernel.recordedOneQuery = f.optionalBool("recordedOneQuery").value_or(false);
    kernel.recordedGroupedHeads = f.optionalBool("recordedGroupedHeads").value_or(true);
    kernel.recordedUnequalCausal = f.optionalBool("recordedUnequalCausal").value_or(false);
    kernel.minRecordedTileM = f.optionalInteger("minRecordedTileM").value_or(1);
    kernel.recordedLengthMultiple = f.optionalInteger("recordedLengthMultiple").value_or(1);
    if (kernel.recordedLengthMultiple < 1)
        f.fail(phrase("\"recordedLengthMultiple\" must be positive"));
    kernel.timingOptions = f.texts("timingOptions");
    if (f.object("kernelOptions", false))
        kernel.kernelOptions = f.textMap("kernelOptions");
    kernel.maxCcMajor = f.optionalInteger("maxComputeCapability").value_or(0);
    kernel.maxHeadDim = f.optionalInteger("maxHeadDim").value_or(0);
    kernel.minCcMajor = f.optionalInteger("minComputeCapability").value_or(0);
    if (const nlohmann::json *rules = f.list("rules", false)) {
        for (std::size_t i = 0; i < rules->size(); ++i) {
            Result<KernelRule> rule = parseRule((*rules)[i], path + ": rules[" + std::to_string(i) + "]");
            if (!rule.ok())
                return rule.status();
            kernel.rules.push_back(std::move(rule).value());
        }
    }
    kernel.noLaunch = Phrase::resource(f.optionalText("noLaunch"));
    if (const nlohmann::json *backward = f.object("backward", false)) {
        JsonFields b(*backward, path + ": backward");
        if (const std::string order = b.text("order"); order != "fa2")
            b.fail(phrase("\"order\" is \"%1\", expected \"fa2\"", order));
        kernel.backward = KernelBackward{b.evidence("known"), headDims(b)};
        f.keep(b.finish());
    }
    if (const nlohmann::json *launch = f.object("launch", false)) {
        Result<KernelLaunch> read = parseLaunch(*launch, path + ": launch");
        if (!read.ok())
            return read.status();
        kernel.launch = std::make_shared<const KernelLaunch>(std::move(read).value());
    }
    // Misspelt fields and values are found when the file is read, not when somebody runs into the rule.
    const auto check = [&](const std::vector<std::pair<std::string, std::string>> &fields) {
        Recipe scratch;
        for (const auto &[name, value] : fields) {
            if (value == kDevicePlaceholder || value == kDtypePlaceholder || value == kKeysPlaceholder)
                continue;
            if (Status s = setField(scratch, name, value); !s.ok())
                f.fail(s.phrase());
        }
    };
    check(kernel.recipe);
    for (const auto &[option, field] : kernel.kernelOptions)
        check({{field, "16"}});
    for (const KernelRule &rule : kernel.rules)
        check(rule.set);
    if (Status s = f.finish(); !s.ok())
        return s;
    return kernel;
}

} // namespace ulpscope
