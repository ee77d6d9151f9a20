// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Another order for the summands of a sum, chosen or made by hand.
#pragma once

#include "engine/analysis/sum_tree.h"
#include "engine/reduction/classic_orders.h"

#include <optional>
#include <string_view>

namespace ulpscope {

/// An order of addition that is no kernel's.
struct SumOrder {
    std::optional<ClassicOrder> classic; ///< over all summands of a sum, by ascending number
    ReductionTree edited;                ///< where `classic` is none: over the summands that it names
};
inline constexpr const char *kEditedOrderName = "edited";
/// `name`: of a ClassicOrder, or kEditedOrderName with the tree in `text`, as ReductionTree::toText() writes it.
/// Errors: another name, a text that is no tree.
Result<SumOrder> parseSumOrder(std::string_view name, std::string_view text);

/// What an edited order does about a summand that it names and a sum does not have.
enum class AbsentSummands {
    Refused,
    Zero, ///< adds +0, as a kernel does for a key that its mask hides
};
/// The summands of `declared`, each rounded once to fp32 and rescaled to the final maximum (plainSum), added in fp32 in
/// another order. InvalidArgument: a summand that an edited order names and the sum does not have, where that is
/// refused; one that it leaves out.
Result<ValuedTree> reorderedSum(const ValuedTree &declared, const SumOrder &order,
                                AbsentSummands absent = AbsentSummands::Refused);

} // namespace ulpscope
