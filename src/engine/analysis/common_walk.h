// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/analysis/compare.h"
#include "engine/analysis/recipe_words.h"

#include <string_view>

namespace ulpscope {

/// One side of a comparison.
struct ComparedRun {
    RunSpec spec;
    std::shared_ptr<const Schedule> schedule;
};

/// Whether both plans visit the same key tiles in the same order, tile by tile: then they have the same steps.
bool samePlan(const ComparedRun &a, const ComparedRun &b);

/// Executes both runs side by side (samePlan) and compares the state after every step, up to the first difference.
Result<std::optional<Divergence>> walkCommonPlan(const Backend &backend, const ComparedRun &a, const ComparedRun &b,
                                                 const std::shared_ptr<const Inputs> &inputs,
                                                 const std::vector<RecipeDifference> &differences,
                                                 std::stop_token stop);

/// The recipe field that tells why scores of two runs differ.
std::string_view scoreField(const RunSpec &a, const RunSpec &b);
/// The tree node of a score that differs: the first group of products after which the accumulators do. `readKey`: the
/// key whose K row both runs multiply.
Phrase scoreNode(const RunSpec &a, const RunSpec &b, const Inputs &inputs, int batch, int head, int row, int key,
                 int readKey);

} // namespace ulpscope
