// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/tensor_core.h"
#include "engine/reduction/reduction_tree.h"
#include "engine/reduction/tree_values.h"

namespace ulpscope {

/// What theory says of a tree's error before anything is added, beside what was measured. All in the unit of the
/// summands; first order in the unit roundoff (u = 2^-24 for rounding to nearest in fp32).
struct TreeBounds {
    int depth = 0;        ///< roundings and truncations between the deepest leaf and the root
    double sumAbs = 0;    ///< sum of |summand|, rescale factors included
    double worstCase = 0; ///< no rounding or truncation can add up to more: sum of u |.| over all, carried to the root
    /// Root of the sum of squares of the roundings to nearest alone, times `lambda`: independent errors of mean zero
    /// stay below it with probability 1 - 2 exp(-lambda^2 / 2) (Higham and Mary, SISC 2019, in the form of Hoeffding).
    double probabilistic = 0;
    double lambda = 4;
    double truncation = 0; ///< of worstCase, what truncating tensor cores can do: one-sided, so it grows like the depth
    bool isCompensated = false; ///< worstCase is that of Kahan's or Neumaier's method; there is no probabilistic one
    double measured = 0;        ///< |accumulated error| of the root
};

/// `spec` is that of MmaGroup nodes: each of a group's terms is cut below 2^-F of the largest one, and the result to 24
/// bits.
TreeBounds boundsOf(const ReductionTree &tree, const TreeValues &values, const TensorCoreSpec &spec);

} // namespace ulpscope
