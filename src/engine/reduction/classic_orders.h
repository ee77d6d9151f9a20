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
    Exact,      ///< all at once with one rounding
};
std::string_view classicOrderName(ClassicOrder order); ///< "sequential"
std::optional<ClassicOrder> parseClassicOrder(std::string_view name);
inline constexpr ClassicOrder kClassicOrders[] = {
    ClassicOrder::Sequential, ClassicOrder::Reverse, ClassicOrder::Pairwise, ClassicOrder::Strided,
    ClassicOrder::Butterfly,  ClassicOrder::Blocked, ClassicOrder::Exact};

/// A tree of plain fp32 additions over `leaves` (their indices, in the order that "first" and "last" go by). Empty for
/// no leaf.
ReductionTree classicTree(ClassicOrder order, std::span<const int> leaves);

} // namespace ulpscope
