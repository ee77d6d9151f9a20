// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_source.h"

#include "ui/models/engine_text.h"

#include "engine/analysis/dq_tree.h"
#include "engine/session/gradient.h"

#include <vector>

namespace ulpscope::ui {
namespace {

/// The same summands in the order that the source asks for.
Result<ValuedTree> reordered(const ValuedTree &declared, const TreeSource &source)
{
    const Result<SumOrder> order = parseSumOrder(source.order.toStdString(), source.edit.toStdString());
    return order.ok() ? reorderedSum(declared, order.value()) : order.status();
}

/// dQ of a row from the file's gradient of the output or a generated one.
Result<DqRow> dqRowOf(const Session &session, Side side, const RowTrace &row, const DqOrder &order = {})
{
    const std::shared_ptr<const LoadedInputs> loaded = session.inputs();
    const Result<std::vector<float>> dO = gradientRow(*loaded, session.document(), row.batch, row.head, row.row);
    if (!dO.ok())
        return dO.status();
    return dqOfRow(*session.spec(side), loaded->inputs, row, dO.value(), order);
}

Result<ValuedTree> dqTreeOf(const Session &session, Side side, const RowTrace &row, int column, const DqOrder &order)
{
    const Result<DqRow> dq = dqRowOf(session, side, row, order);
    if (!dq.ok())
        return dq.status();
    return valuedDqTree(*session.spec(side), session.inputs()->inputs, dq.value(), column, order);
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
                                       ? dqTreeOf(session, of, row, source.column, {1, source.arrival})
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
