// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What a tensor core is asked: for each question the problems whose results answer it, and how to read them. What a
// model answers is had by asking it the same.
#pragma once

#include "engine/calibration/mma_problem.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// The positions of products that are added together first, with leaf 0 among them: where questions about one group
/// put their products. At least three.
using GroupPositions = std::vector<int>;

struct MmaAnswer {
    std::string text;
    int number = 0;       ///< of a question that asks for one
    bool isBound = false; ///< `number` is the last one that could be asked for
    bool isNone = false;  ///< not even the first one
};

struct MmaQuestion {
    std::string_view name, question, source;
    /// Empty where the unit's formats cannot hold the numbers.
    std::function<MmaBatch(const MmaUnitInfo &, const GroupPositions &)> problems;
    std::function<MmaAnswer(const MmaUnitInfo &, std::span<const std::uint32_t> words)> read;
};

/// All questions; their names are unique.
std::span<const MmaQuestion> mmaQuestions();
const MmaQuestion &mmaQuestion(std::string_view name);

// Names of those that a fit reads.
inline constexpr std::string_view kKeptBits = "kept-bits", kZeroExponent = "zero-exponent",
                                  kZeroExponentByC = "zero-exponent-by-c", kResultBits = "result-bits",
                                  kRounding = "rounding";

} // namespace ulpscope
