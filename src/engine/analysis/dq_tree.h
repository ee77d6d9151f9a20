// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/analysis/dq_row.h"
#include "engine/analysis/sum_tree.h"
#include "engine/reduction/ensemble.h"

namespace ulpscope {

/// The tree of one dQ element without numbers: products ds * k, leaves are keys; the unit's groups inside a key tile;
/// the tiles' contributions in the order in which they are added; the softmax scale at the root. NotFound: the row sees
/// no key. Errors as checkBackward and dqArrival.
Result<ReductionTree> dqTree(const RunSpec &spec, int batch, int head, int row, const DqOrder &order = {});

/// dQ of the row of a trace, whose output and LSE it takes; `dO` [headDimV] is the row's.
Result<DqRow> dqOfRow(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs, const RowTrace &row,
                      std::span<const float> dO, const DqOrder &order = {});

/// The tree of column `column` with the numbers of `dq`, whose order is `order`: its root is the element of dq.scaled,
/// to the bit. A key that the mask hides is a leaf only where its product is NaN. InvalidArgument: a column that is
/// none; contributions so small that atomic additions flush them to zero, which no tree shows.
Result<ValuedTree> valuedDqTree(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs, const DqRow &dq,
                                int column, const DqOrder &order = {});

/// The contributions of the key tiles that the row sees, before the scale, as terms of a sum in any order of arrival.
/// `tiles`: which, ascending.
struct DqTerms {
    EnsembleSpec spec;
    std::vector<int> tiles;
};
Result<DqTerms> dqTerms(const DqRow &dq, int column);

} // namespace ulpscope
