// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/tensor_core.h"
#include "engine/reduction/reduction_tree.h"

#include <span>
#include <vector>

namespace ulpscope {

/// One summand: a product of two operands as the unit sees them (tf32 ones truncated). A plain summand has b = 1.
struct LeafTerm {
    float a = 0, b = 1;
};

/// The numbers of a tree.
struct TreeValues {
    std::vector<double> value;       ///< [node] what the arithmetic gave: an fp32 value, or a leaf's exact product
    std::vector<double> exact;       ///< [node] exact sum of its leaves under the tree's factors, rounded to double
    std::vector<double> ownError;    ///< [node] value - exact operation on the children's values
    std::vector<double> accumulated; ///< [node] value - exact
    /// [node] What a compensated sum carries beside its value: Kahan's compensation, which is subtracted from the next
    /// summand, or Neumaier's sum of rests. Empty where no node is compensated.
    std::vector<double> carried;
};

/// Replays every node's operation in its own arithmetic. `terms` are the leaves in leafOrder; `spec` and `operands` are
/// those of MmaGroup nodes. `exact` is carried in double-double (106 bits): after a cancellation of n bits, 106 - n of
/// them are right. The exact operation of a compensated node is on what its children carry, too. Own errors come from
/// exact sums and are rounded once. The error of an infinity is 0 where the exact value is the same infinity, else what
/// IEEE subtraction gives.
TreeValues evaluateTree(const ReductionTree &tree, std::span<const LeafTerm> terms, const TensorCoreSpec &spec,
                        DType operands);

} // namespace ulpscope
