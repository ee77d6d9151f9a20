// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/measured_file.h"

#include "engine/io/tensor.h"
#include "engine/schedule/json_fields.h"

#include <nlohmann/json.hpp>

#include <string_view>
#include <utility>
#include <vector>

namespace ulpscope {
namespace {

using nlohmann::json;

constexpr const char *kSchema = "ulpscope.trace/1";
constexpr std::size_t kMaxTraceBytes = std::size_t{1} << 30; ///< traces hold every step of a head

/// Sizes that make two runs the same one to a launch, by their names in a trace.
std::vector<std::pair<const char *, int>> sizesOf(const Problem &p)
{
    return {{"batch", p.batch},      {"heads", p.heads},      {"kv_heads", p.kvHeads},   {"seqlen_q", p.seqlenQ},
            {"seqlen_k", p.seqlenK}, {"head_dim", p.headDim}, {"head_dim_v", p.headDimV}};
}

std::string textOf(const json &object, const char *key)
{
    const auto it = object.find(key);
    return it == object.end() ? std::string("nothing") : it->is_string() ? it->get<std::string>() : it->dump();
}

Status differs(const std::string &path, const char *what, const std::string &found, const std::string &expected)
{
    return Status::invalid(
        phrase("%1: measured of another run: \"%2\" is %3, expected %4", path, what, found, expected));
}

} // namespace

Result<MeasuredLaunch> readMeasuredLaunch(const std::string &path, const RunSpec &spec)
{
    const Result<std::vector<std::byte>> bytes = readWholeFile(path, kMaxTraceBytes);
    if (!bytes.ok())
        return bytes.status();
    const std::string text(reinterpret_cast<const char *>(bytes->data()), bytes->size());
    const Result<json> trace = parseJsonObject(text, path, kSchema);
    if (!trace.ok())
        return trace.status();
    const auto launch = trace->find("launch");
    if (launch == trace->end())
        return Status::invalid(
            phrase("%1: holds no measured launch, expected \"launch\" as 'ulpscope-cli run --measure "
                   "--trace' writes it",
                   path));
    for (const auto &[key, expected] :
         {std::pair("kernel", spec.request.kernel), std::pair("device", spec.request.device),
          std::pair("splits", std::to_string(spec.numSplits))}) {
        if (const std::string found = textOf(trace.value(), key); found != expected)
            return differs(path, key, found, expected);
    }
    const auto problem = trace->find("problem");
    if (problem == trace->end() || !problem->is_object())
        return Status::invalid(phrase("%1: \"problem\" must be an object", path));
    for (const auto &[key, expected] : sizesOf(spec.problem)) {
        if (const std::string found = textOf(*problem, key); found != std::to_string(expected))
            return differs(path, key, found, std::to_string(expected));
    }
    return measuredLaunchFromJson(*launch, path + ": launch");
}

Status writeMeasuredLaunch(const std::string &path, const RunSpec &spec, const MeasuredLaunch &measured)
{
    json problem = json::object();
    for (const auto &[key, size] : sizesOf(spec.problem))
        problem[key] = size;
    const json trace = {{"schema", kSchema},        {"kernel", spec.request.kernel}, {"device", spec.request.device},
                        {"splits", spec.numSplits}, {"problem", std::move(problem)}, {"launch", toJson(measured)}};
    const std::string text = trace.dump(1) + "\n";
    return writeFileAtomically(path, text.data(), text.size());
}

} // namespace ulpscope
