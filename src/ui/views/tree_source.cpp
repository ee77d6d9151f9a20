// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_source.h"

#include "ui/models/engine_text.h"

#include "engine/analysis/dq_tree.h"
#include "engine/reduction/classic_orders.h"
#include "engine/reduction/tree_edit.h"
#include "engine/session/gradient.h"

#include <algorithm>
#include <vector>

namespace ulpscope::ui {
namespace {

/// The same summands in the order that the source asks for.
Result<ValuedTree> reordered(const ValuedTree &declared, const TreeSource &source)
{
    const PlainSum sum = plainSum(declared.tree, declared);
    ValuedTree result;
    if (source.order == QLatin1String(kEditedOrder)) {
        Result<ReductionTree> edited = parseTree(source.edit.toStdString());
        if (!edited.ok())
            return edited.status();
        result.tree = std::move(edited).value();
    } else {
        const std::optional<ClassicOrder> order = parseClassicOrder(source.order.toStdString());
        if (!order)
            return Status::invalid(phrase("there is no order '%1'", source.order.toStdString()));
        std::vector<int> leaves;
        for (const std::int32_t node : sum.tree.leafOrder)
            leaves.push_back(sum.tree.nodes[static_cast<std::size_t>(node)].leaf);
        std::sort(leaves.begin(), leaves.end());
        result.tree = classicTree(*order, leaves);
    }
    const Result<std::vector<LeafTerm>> terms = termsFor(result.tree, sum);
    if (!terms.ok())
        return terms.status();
    static_cast<TreeValues &>(result) = evaluateTree(result.tree, terms.value(), {}, DType::F32);
    return result;
}

/// dQ of a row, its key tiles ascending, from the file's gradient of the output or a generated one.
Result<DqRow> dqRowOf(const Session &session, Side side, const RowTrace &row)
{
    const std::shared_ptr<const LoadedInputs> loaded = session.inputs();
    const Result<std::vector<float>> dO = gradientRow(*loaded, session.document(), row.batch, row.head, row.row);
    if (!dO.ok())
        return dO.status();
    return dqOfRow(*session.spec(side), loaded->inputs, row, dO.value());
}

Result<ValuedTree> dqTreeOf(const Session &session, Side side, const RowTrace &row, int column)
{
    const Result<DqRow> dq = dqRowOf(session, side, row);
    if (!dq.ok())
        return dq.status();
    return valuedDqTree(*session.spec(side), session.inputs()->inputs, dq.value(), column);
}

} // namespace

Result<DqTerms> dqTermsOf(const Session &session, Side side, const RowTrace &row, int column)
{
    const Result<DqRow> dq = dqRowOf(session, side, row);
    if (!dq.ok())
        return dq.status();
    return dqTerms(dq.value(), column);
}

SourcedTrees treesOf(const Session &session, Side side, const TreeSource &source)
{
    SourcedTrees trees;
    const auto make = [&](Side of, const RowTrace &row, int split, std::shared_ptr<const ValuedTree> &target) {
        Result<ValuedTree> built = source.kind == SumKind::Dq
                                       ? dqTreeOf(session, of, row, source.column)
                                       : valuedTree(*session.spec(of), session.inputs()->inputs, session.schedule(of),
                                                    row, source.kind, source.column, split);
        if (built.ok())
            target = std::make_shared<const ValuedTree>(std::move(built).value());
        else
            trees.problem = engineText(built.status().phrase());
        return built.ok();
    };
    if (!make(side, *source.a, source.splitA, trees.a) ||
        (source.b && !make(Side::B, *source.b, source.splitB, trees.b))) {
        trees.a = trees.b = nullptr;
        return trees;
    }
    if (source.kind == SumKind::Dq)
        trees.note = engineText(gradientText(*session.inputs(), 0));
    if (!source.order.isEmpty()) {
        trees.asAdded = trees.a;
        for (std::shared_ptr<const ValuedTree> *tree : {&trees.a, &trees.b}) {
            if (!*tree)
                continue;
            Result<ValuedTree> other = reordered(**tree, source);
            if (!other.ok()) {
                trees = {};
                trees.problem = engineText(other.status().phrase());
                return trees;
            }
            *tree = std::make_shared<const ValuedTree>(std::move(other).value());
        }
    }
    if (trees.b) {
        const LeafItems keysA = leafKeys(*session.schedule(side), *source.a, source.kind),
                        keysB = leafKeys(*session.schedule(Side::B), *source.b, source.kind);
        TreeMatch match = matchTrees(trees.a->tree, trees.b->tree, keysA, keysB);
        if (!match.sameShape() || trees.a->tree.nodes.size() != trees.b->tree.nodes.size())
            trees.match = std::make_shared<const TreeMatch>(std::move(match));
    }
    return trees;
}

} // namespace ulpscope::ui
