// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// One problem on several devices: what each makes of it, and where the bits of each pair part.
#pragma once

#include "engine/analysis/compare.h"
#include "engine/reduction/merge_tree.h"
#include "engine/schedule/catalog.h"
#include "engine/schedule/run_spec.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

/// A device and what the request comes to there.
struct StudiedDevice {
    RunSpec spec;
    int smCount = 0;
    MergeTree sketch;    ///< over the key tiles of the sketch (kernel textbook, crossTile=device) of the same problem
    int sketchParts = 1; ///< runs of neighbouring tiles in it
};

struct DevicePair {
    int a = 0, b = 0; ///< of DeviceStudy::devices
    Comparison comparison;
};

struct DeviceStudy {
    std::vector<StudiedDevice> devices;
    std::vector<DevicePair> pairs; ///< (0, 1), (0, 2), (1, 2), ...; empty before runStudy()
};

/// Resolves `request` on each of `devices`, in this order, without running anything. Errors: fewer than two devices or
/// one named twice, and those of resolveRun with the device in front.
Result<DeviceStudy> planStudy(const Catalog &catalog, const Problem &problem, const RunRequest &request,
                              const std::vector<std::string> &devices);

/// Compares every pair. `begins` is called before each. Errors: those of compareRuns.
Status runStudy(const Backend &backend, const std::shared_ptr<const Inputs> &inputs, DeviceStudy &study,
                std::stop_token stop = {}, const std::function<void(const RunSpec &a, const RunSpec &b)> &begins = {});

} // namespace ulpscope
