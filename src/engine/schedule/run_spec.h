// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/problem.h"
#include "engine/attention/recipe.h"
#include "engine/numerics/tensor_core.h"
#include "engine/schedule/backward_plan.h"
#include "engine/schedule/evidence.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ulpscope {

/// What a user asks for: kernel and device by id, the batch that the split rule sees, and fields set by hand.
struct RunRequest {
    std::string kernel = "fa2-pytorch";
    std::string device = "h200";
    int batch = 0;     ///< batch that the split rule sees, at least that of the data; 0: that of the data
    int numSplits = 0; ///< 0: by the kernel's rule
    std::vector<std::pair<std::string, std::string>> set; ///< --set field=value, in order
    bool operator==(const RunRequest &) const = default;
};

/// A tensor core as the executor needs it: which unit, with the numbers filled in.
struct ResolvedMma {
    MmaUnit::Kind kind = MmaUnit::Kind::Fp32Fma;
    TensorCoreSpec spec; ///< TensorCore only
    DType operands = DType::F32;
};

/// Everything that fixes the bits of a run: equal RunSpecs (and equal inputs) give equal bits on every backend.
struct RunSpec {
    RunRequest request;
    Problem problem;
    Recipe recipe;
    int numSplits = 1; ///< resolved; for the sketch with crossTile=device, the parts of its merge tree
    /// Key tiles of a split where the rule fixes them (size:n, flashinfer); 0: all key tiles evenly over the splits.
    int splitTiles = 0;
    ResolvedMma qk, pv;
    std::string approxTable; ///< id of the ex2, rcp and lg2 tables; empty when the recipe needs none
    std::string tableDirectory;
    std::optional<BackwardPlan> backward; ///< none where the kernel's backward pass is not known here

    /// The weakest link: how the whole run is known, with the reasons.
    Evidence known;
    std::vector<Phrase> notes; ///< "counterfactual: FA2 needs compute capability 8.0", "model: H200 ex2 table"
    bool counterfactual = false;
    std::vector<std::string> changedFields; ///< fields that differ from what the kernel would do there
};

} // namespace ulpscope
