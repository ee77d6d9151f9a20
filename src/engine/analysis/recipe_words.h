// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/run_spec.h"

#include <initializer_list>
#include <string_view>
#include <vector>

namespace ulpscope {

/// One thing that two runs do differently.
struct RecipeDifference {
    std::string_view field; ///< recipe field; "splits" and "tables" for what the recipe resolves to
    Phrase words;           ///< "A visits key tiles from last to first; B from first to last"
};

/// All differences that have an effect, the fields that move most bits first.
std::vector<RecipeDifference> recipeDifferences(const RunSpec &a, const RunSpec &b);

/// The words of those differences that are in one of `fields`, joined; of all of them when none is.
Phrase wordsFor(const std::vector<RecipeDifference> &differences, std::initializer_list<std::string_view> fields);

} // namespace ulpscope
