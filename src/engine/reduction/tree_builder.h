// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reduction/reduction_tree.h"

#include <span>

namespace ulpscope {

/// Which key tile and lane a node belongs to.
struct TreePlace {
    int keyTile = -1, ordinal = -1, lane = -1;
};

/// Grows a tree from its leaves. An operand that does not exist (all of it masked) is kNone: a node over one operand
/// that exists and one that does not is the former, because the kernel adds an exact zero there.
class TreeBuilder {
public:
    static constexpr int kNone = -1;

    int leaf(int index, Scope scope, TreePlace place = {});
    /// A node over the operands that exist; kNone when there is none.
    int node(NodeOp op, Scope scope, std::span<const int> operands, TreePlace place = {});
    /// Add over the operands that exist; a single one stays what it is.
    int add(Scope scope, std::span<const int> operands, TreePlace place = {});

    /// The finished tree; `root` is the last node made, or kNone for an empty tree.
    ReductionTree finish(int root) &&;

private:
    ReductionTree m_tree;
};

} // namespace ulpscope
