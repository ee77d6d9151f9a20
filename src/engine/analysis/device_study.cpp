// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/device_study.h"

#include "engine/schedule/resolve.h"

#include <algorithm>

namespace ulpscope {
namespace {

constexpr char kSketch[] = "textbook";

Result<StudiedDevice> studied(const Catalog &catalog, const Problem &problem, RunRequest request,
                              const std::string &device)
{
    const Result<const DeviceProfile *> profile = catalog.device(device);
    if (!profile.ok())
        return profile.status();
    request.device = device;
    Result<RunSpec> spec = resolveRun(catalog, problem, request);
    if (!spec.ok())
        return spec.status();
    RunRequest drawn;
    drawn.kernel = kSketch;
    drawn.device = device;
    drawn.batch = request.batch;
    const Result<RunSpec> sketch = resolveRun(catalog, problem, drawn);
    if (!sketch.ok())
        return sketch.status();
    const int tileN = sketch->recipe.tileN, tiles = (problem.seqlenK + tileN - 1) / tileN;
    Result<MergeTree> tree = crossTileTree(sketch->recipe, tiles, sketch->numSplits);
    if (!tree.ok())
        return tree.status();
    return StudiedDevice{std::move(spec).value(), profile.value()->smCount, std::move(tree).value(),
                         std::min(sketch->numSplits, tiles)};
}

} // namespace

Result<DeviceStudy> planStudy(const Catalog &catalog, const Problem &problem, const RunRequest &request,
                              const std::vector<std::string> &devices)
{
    if (devices.size() < 2)
        return Status::invalid("devices: expected at least two to compare");
    DeviceStudy study;
    for (auto it = devices.begin(); it != devices.end(); ++it) {
        if (std::find(devices.begin(), it, *it) != it)
            return Status::invalid(phrase("devices: %1 is named twice, expected different ones", *it));
        Result<StudiedDevice> device = studied(catalog, problem, request, *it);
        if (!device.ok())
            return Status(device.status().code(), phrase("device %1: %2", *it, device.status().phrase()));
        study.devices.push_back(std::move(device).value());
    }
    return study;
}

Status runStudy(const Backend &backend, const std::shared_ptr<const Inputs> &inputs, DeviceStudy &study,
                std::stop_token stop, const std::function<void(const RunSpec &a, const RunSpec &b)> &begins)
{
    const int count = static_cast<int>(study.devices.size());
    study.pairs.clear();
    for (int a = 0; a < count; ++a) {
        for (int b = a + 1; b < count; ++b) {
            const RunSpec &first = study.devices[static_cast<std::size_t>(a)].spec,
                          &second = study.devices[static_cast<std::size_t>(b)].spec;
            if (begins)
                begins(first, second);
            Result<Comparison> comparison = compareRuns(backend, first, second, inputs, stop);
            if (!comparison.ok())
                return comparison.status();
            study.pairs.push_back({a, b, std::move(comparison).value()});
        }
    }
    return {};
}

} // namespace ulpscope
