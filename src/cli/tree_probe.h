// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// `tree --probe`: the tree that a run has, measured, beside the one that is declared for it.
#pragma once

#include "cli/arguments.h"
#include "engine/analysis/probe_run.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace ulpscope::cli {

struct ProbeArguments {
    bool probe = false;
    BackendArguments backend;
    std::optional<std::string> declared; ///< SPEC

    void addTo(CLI::App &app);
    /// What was said without --probe.
    Status check() const;
};

/// A run and one of its sums.
struct ProbedSum {
    RunSpec spec;
    int row = 0, split = kFirstSplit;
    SumKind kind = SumKind::RowSum;
};

/// A measured tree and a declared one.
struct TreeProbe {
    BackendChoice backend;
    MeasuredSum measured;
    SumShape declared;
    std::string declaredBy; ///< "fa2-pytorch on h200"; empty: by the run itself
    std::optional<ShapeDifference> difference;
};

/// Measures `sum` and compares it with the tree that it declares, or with that of `other` under --declared.
Result<TreeProbe> probeTree(const ProbeArguments &arguments, const ProbedSum &sum, const std::optional<RunSpec> &other,
                            Watch &watch);

/// "probe_equals_declared", "probed_tree", "declared_tree", "probes", "runs", "unseen", "difference" and "backend".
void addProbe(nlohmann::json &object, const TreeProbe &probe, const std::string &asked, SumKind kind);
/// Lines for a person; the measured tree is one of them, the verdict the last.
std::string probeText(const TreeProbe &probe, SumKind kind);

} // namespace ulpscope::cli
