// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What another order of addition does to the sums beside the one that it was made for.
#pragma once

#include "engine/analysis/dq_tree.h"
#include "engine/analysis/sum_order.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace ulpscope {

/// What lies beside a sum, with the same summands' numbers.
enum class Beside {
    Columns, ///< the head dim's, of the same row: output accumulators, merges and combines of outputs, dQ
    Rows,    ///< the query rows of the same query tile: row sums, merges of row sums, weights of splits
    Keys,    ///< the keys of the same key tile: scores
};
Beside besideOf(SumKind kind);

/// A sum in two orders.
struct OrderedSum {
    int index = 0; ///< the column, row or key
    /// Whether both orders are defined for it: not where nothing is added, and not where there are summands that an
    /// edited order does not name (keys that this row sees and the edited one does not).
    bool known = false;
    float kernel = 0, other = 0;
    double exact = 0; ///< the sum of the same summands in float64, from 106 bits; for whole runs, the reference
};
/// All of them, by ascending index.
struct OrderStudy {
    Beside beside = Beside::Columns;
    DType format = DType::F32; ///< of `kernel` and `other`, which are carried as fp32
    std::vector<OrderedSum> sums;
};

/// other - kernel in representable values of the format. Two NaN: 0; a NaN against a number: NaN. `sum` is known.
double stepsApart(DType format, const OrderedSum &sum);
/// value - exact in ulp of the format at the exact value. NaN where one of them is no finite number.
double errorInUlp(DType format, float value, double exact);

struct OrderSummary {
    int sums = 0;     ///< known ones
    int unknown = 0;  ///< the others
    int differ = 0;   ///< of the known ones, by their bits
    int most = -1;    ///< place in OrderStudy::sums of the first one with the largest distance; -1: none differs
    int measured = 0; ///< known ones with finite errors: what the means below are of
    double kernelError = 0, otherError = 0; ///< mean |error|, ulp
};
OrderSummary summarise(const OrderStudy &study);

/// A sum of a run, as valuedTree() takes it.
struct StudiedSum {
    const RunSpec &spec;
    std::shared_ptr<const Inputs> inputs;
    std::shared_ptr<const Schedule> schedule;
    const RowTrace &row;
    SumKind kind = SumKind::Output;
    int column = 0; ///< the key for Score, whose key tile is studied
    int split = kFirstSplit;
    std::span<const float> dO;  ///< Dq: the row's gradient of the output
    std::vector<int> arrival{}; ///< Dq: key tiles in the order in which they arrive; empty: ascending
};

/// The sum and all that lie beside it: as the kernel adds, and in `order`. Without an order, of dQ: key tiles ascending
/// against `arrival`. A key that an edited order names and a sum's mask hides adds +0 there. Costs a tree for each; for
/// Rows the trace of a row, too. Errors: those of a dQ row; Cancelled, within one sum's time.
Result<OrderStudy> studyOrder(const StudiedSum &of, const std::optional<SumOrder> &order, std::stop_token stop = {});

/// The row's output of two runs of the same inputs: `kernel` without, `other` with what was set by hand. `reference`
/// [headDimV] is the row's in float64. InvalidArgument: rows or sizes that do not belong together.
Result<OrderStudy> studyRuns(DType format, const RowTrace &kernel, const RowTrace &other,
                             std::span<const double> reference);

} // namespace ulpscope
