// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/batch_sweep.h"

#include "engine/backend/whole_run.h"
#include "engine/schedule/resolve.h"
#include "engine/schedule/split_rules.h"

#include <algorithm>
#include <cstring>

namespace ulpscope {
namespace {

bool sameMma(const ResolvedMma &a, const ResolvedMma &b)
{
    return a.kind == b.kind && a.operands == b.operands && a.spec.groupL == b.spec.groupL &&
           a.spec.fractionBits == b.spec.fractionBits && a.spec.zeroExponent == b.spec.zeroExponent &&
           a.spec.result == b.spec.result;
}

/// Equal but for what they are called: the same numbers are multiplied, added and split in the same way.
bool sameArithmetic(const RunSpec &a, const RunSpec &b)
{
    Recipe named = b.recipe;
    named.mmaQk.device = a.recipe.mmaQk.device;
    named.mmaPv.device = a.recipe.mmaPv.device;
    return a.numSplits == b.numSplits && a.splitTiles == b.splitTiles && a.recipe == named && sameMma(a.qk, b.qk) &&
           sameMma(a.pv, b.pv) && a.approxTable == b.approxTable;
}

bool isSketch(const KernelFamily &kernel)
{
    return std::find(kernel.recipe.begin(), kernel.recipe.end(),
                     std::pair<std::string, std::string>("form", "sketch")) != kernel.recipe.end();
}

Result<SweepLine> lineOf(const Catalog &catalog, const Problem &problem, RunRequest request, const std::string &device,
                         const std::string &rule, const std::vector<int> &batches)
{
    SweepLine line{device, rule, {}};
    request.device = device;
    if (!rule.empty())
        request.set.emplace_back("split", rule);
    for (const int batch : batches) {
        request.batch = batch;
        Result<RunSpec> spec = resolveRun(catalog, problem, request);
        Status status = spec.status();
        if (status.ok() && spec->recipe.form == Form::Online)
            status = checkSplits("number of splits", spec->numSplits);
        if (!status.ok())
            return Status(status.code(),
                          rule.empty()
                              ? phrase("device %1, batch %2: %3", device, batch, status.phrase())
                              : phrase("device %1, split %2, batch %3: %4", device, rule, batch, status.phrase()));
        line.rule = spec->recipe.form == Form::Sketch ? "crossTile " + fieldValue(spec->recipe, "crossTile")
                                                      : fieldValue(spec->recipe, "split");
        line.points.push_back({batch, std::move(spec).value(), -1});
    }
    return line;
}

} // namespace

std::set<int> SweepLine::splits() const
{
    std::set<int> counts;
    for (const SweepPoint &point : points)
        counts.insert(point.spec.numSplits);
    return counts;
}

std::set<int> SweepLine::patterns() const
{
    std::set<int> numbers;
    for (const SweepPoint &point : points)
        numbers.insert(point.pattern);
    return numbers;
}

Result<std::vector<SweepLine>> planSweep(const Catalog &catalog, const Problem &problem, const RunRequest &request,
                                         const SweepPlan &plan)
{
    const Result<const KernelFamily *> kernel = catalog.kernel(request.kernel);
    if (!kernel.ok())
        return kernel.status();
    std::vector<std::string> rules{""}; // the kernel's own, or what the request sets
    if (!isSketch(*kernel.value()))
        rules.insert(rules.end(), plan.rules.begin(), plan.rules.end());
    std::vector<SweepLine> lines;
    for (const std::string &device : plan.devices) {
        for (const std::string &rule : rules) {
            Result<SweepLine> line = lineOf(catalog, problem, request, device, rule, plan.batches);
            if (!line.ok())
                return line.status();
            lines.push_back(std::move(line).value());
        }
    }
    return lines;
}

Status runSweep(const Backend &backend, const std::shared_ptr<const Inputs> &inputs, std::vector<SweepLine> &lines,
                const SweepOptions &options)
{
    std::vector<std::pair<const RunSpec *, int>> runs;
    std::vector<std::vector<float>> outputs;
    for (SweepLine &line : lines) {
        for (SweepPoint &point : line.points) {
            const auto known = std::find_if(runs.begin(), runs.end(),
                                            [&](const auto &run) { return sameArithmetic(*run.first, point.spec); });
            if (known != runs.end()) {
                point.pattern = known->second;
                continue;
            }
            if (options.beginsRun)
                options.beginsRun(point.spec);
            WholeRunOptions run;
            run.stop = options.stop;
            run.threads = options.threads;
            Result<RunOutput> output = runWhole(backend, point.spec, inputs, run);
            if (!output.ok())
                return output.status();
            const auto same = std::find_if(outputs.begin(), outputs.end(), [&](const std::vector<float> &other) {
                return std::memcmp(other.data(), output->output.data(), other.size() * sizeof(float)) == 0;
            });
            point.pattern = static_cast<int>(same - outputs.begin());
            if (same == outputs.end())
                outputs.push_back(std::move(output->output));
            runs.emplace_back(&point.spec, point.pattern);
        }
    }
    return {};
}

std::string patternName(int number)
{
    std::string text;
    for (int rest = number; rest >= 0; rest = rest / 26 - 1)
        text.insert(text.begin(), static_cast<char>('A' + rest % 26));
    return text;
}

} // namespace ulpscope
