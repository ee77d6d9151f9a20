// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/dq_tree.h"
#include "engine/analysis/sum_order.h"
#include "engine/reduction/tree_match.h"
#include "ui/session.h"

#include <QString>

#include <memory>
#include <vector>

namespace ulpscope::ui {

/// Which sum's tree is shown, of which run or runs; an equal one is not computed again.
struct TreeSource {
    std::shared_ptr<const RowTrace> a, b; ///< `a` is the shown side's; `b` is B's, in a difference only
    SumKind kind = SumKind::RowSum;
    int column = 0, splitA = kFirstSplit, splitB = kFirstSplit;
    /// Another order for the same summands, added in fp32: the name of a ClassicOrder, or kEditedOrder
    /// with the tree's text in `edit`. Empty: as the kernel adds.
    QString order, edit;
    std::vector<int> arrival; ///< Dq: key tiles in the order in which they arrive; empty: ascending
    bool operator==(const TreeSource &) const = default;
};

inline constexpr const char *kEditedOrder = kEditedOrderName;

struct SourcedTrees {
    std::shared_ptr<const ValuedTree> a, b;
    std::shared_ptr<const ValuedTree> asAdded; ///< A's as the kernel adds, where `a` is another order
    std::shared_ptr<const TreeMatch> match;    ///< where A and B add in different orders
    QString problem;                           ///< why there is none
    QString note;                              ///< dQ: where the gradient of the output comes from
};

/// The word that view state has for a sum: "row-sum".
QString sumKindKey(SumKind kind);

/// The trees of a source with the numbers of its runs. `side` is that of source.a.
SourcedTrees treesOf(const Session &session, Side side, const TreeSource &source);

/// The contributions of the key tiles to a dQ element, in the row's own run.
Result<DqTerms> dqTermsOf(const Session &session, Side side, const RowTrace &row, int column);

/// Of dQ too, whose key tiles are the backward pass's own.
inline bool leavesAreKeys(SumKind kind)
{
    return kind == SumKind::RowSum || kind == SumKind::Output || kind == SumKind::Dq;
}
inline bool leavesAreTiles(SumKind kind)
{
    return kind == SumKind::SketchMergeSum || kind == SumKind::SketchMergeOutput;
}

} // namespace ulpscope::ui
