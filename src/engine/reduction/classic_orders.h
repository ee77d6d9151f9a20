// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reduction/reduction_tree.h"

#include <optional>
#include <span>
#include <string_view>

namespace ulpscope {

/// The orders of addition that textbooks compare.
enum class ClassicOrder {
    Sequential, ///< from the first to the last
    Reverse,    ///< from the last to the first
    Pairwise,   ///< neighbours, then neighbours of the results, ...
    Strided,    ///< 4 running sums over every fourth summand, then a butterfly, as the lanes of a quad add
    Butterfly,  ///< high offset first, as a warp's shuffles add
    Blocked,    ///< blocks of about sqrt(n) neighbours, then the blocks: Higham's choice of block size
    Kahan,      ///< from the first to the last; what an addition lost is subtracted from the next summand
    Neumaier,   ///< from the first to the last; what additions lost is summed apart and added at the end
    Exact,      ///< all at once with one rounding
};
std::string_view classicOrderName(ClassicOrder order); ///< "sequential"
std::optional<ClassicOrder> parseClassicOrder(std::string_view name);
inline constexpr ClassicOrder kClassicOrders[] = {
    ClassicOrder::Sequential, ClassicOrder::Reverse,   ClassicOrder::Pairwise,
    ClassicOrder::Strided,    ClassicOrder::Butterfly, ClassicOrder::Blocked,
    ClassicOrder::Kahan,      ClassicOrder::Neumaier,  ClassicOrder::Exact};

/// A tree of fp32 additions over `leaves` (their indices, in the order that "first" and "last" go by): plain ones, but
/// for Kahan, Neumaier and Exact, whose nodes say what they do. Empty for no leaf.
ReductionTree classicTree(ClassicOrder order, std::span<const int> leaves);

} // namespace ulpscope
