// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/sum_order.h"

#include "engine/reduction/tree_edit.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

namespace ulpscope {
namespace {

int leafAt(const ReductionTree &tree, std::int32_t node) { return tree.nodes[static_cast<std::size_t>(node)].leaf; }

/// A +0 for each summand that `tree` names and the sum lacks; they stand behind its own.
void addZeros(PlainSum &sum, const ReductionTree &tree)
{
    std::unordered_set<int> own;
    for (const std::int32_t node : sum.tree.leafOrder)
        own.insert(leafAt(sum.tree, node));
    for (const std::int32_t node : tree.leafOrder) {
        if (own.contains(leafAt(tree, node)))
            continue;
        TreeNode leaf;
        leaf.leaf = leafAt(tree, node);
        sum.tree.leafOrder.push_back(static_cast<std::int32_t>(sum.tree.nodes.size()));
        sum.tree.nodes.push_back(leaf); // only what termsFor() looks up: not a part of the shape
        sum.terms.push_back({0.0f, 1.0f});
    }
}

} // namespace

Result<SumOrder> parseSumOrder(std::string_view name, std::string_view text)
{
    SumOrder order;
    if (name == kEditedOrderName) {
        Result<ReductionTree> tree = parseTree(text);
        if (!tree.ok())
            return tree.status();
        order.edited = std::move(tree).value();
        return order;
    }
    order.classic = parseClassicOrder(name);
    if (!order.classic)
        return Status::invalid(phrase("there is no order '%1'", std::string(name)));
    return order;
}

Result<ValuedTree> reorderedSum(const ValuedTree &declared, const SumOrder &order, AbsentSummands absent)
{
    PlainSum sum = plainSum(declared.tree, declared);
    ValuedTree result;
    if (order.classic) {
        std::vector<int> leaves;
        for (const std::int32_t node : sum.tree.leafOrder)
            leaves.push_back(leafAt(sum.tree, node));
        std::sort(leaves.begin(), leaves.end());
        result.tree = classicTree(*order.classic, leaves);
    } else {
        result.tree = order.edited;
        if (absent == AbsentSummands::Zero)
            addZeros(sum, result.tree);
    }
    const Result<std::vector<LeafTerm>> terms = termsFor(result.tree, sum);
    if (!terms.ok())
        return terms.status();
    static_cast<TreeValues &>(result) = evaluateTree(result.tree, terms.value(), {}, DType::F32);
    return result;
}

} // namespace ulpscope
