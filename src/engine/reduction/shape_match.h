// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reduction/sum_shape.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ulpscope {

enum class NodeMatch : std::uint8_t {
    Matched,       ///< measured: the same summands are added together, in the same way
    Differs,       ///< measured otherwise
    NotObservable, ///< leaves no trace: a factor, a rounding, a summand that cannot be seen
};

/// For each node of a declared tree, whether the measured one has it: to be laid over a drawing. A chain of additions
/// is matched when each of them is. `unseen`: leaves that were not measured, ascending.
std::vector<NodeMatch> matchNodes(const ReductionTree &declared, const SumShape &measured,
                                  std::span<const int> unseen = {});

/// The smallest set of summands that one shape adds together on their own and the other does not.
struct ShapeDifference {
    bool inDeclared = true;  ///< the declared shape has that sum; false: the measured one has it
    std::vector<int> leaves; ///< ascending
    /// The smallest sum of the other shape that holds all of them; empty when it lacks one of them.
    std::vector<int> within;

    /// "declared: keys 0..7 are added on their own; measured: the smallest sum that holds them is of keys 0..15"
    Phrase describe(const Phrase &leafWord) const;
};
/// None when the shapes are equal.
std::optional<ShapeDifference> firstDifference(const SumShape &declared, const SumShape &measured);

} // namespace ulpscope
