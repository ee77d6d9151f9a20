// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_source.h"

#include "ui/models/engine_text.h"

namespace ulpscope::ui {

SourcedTrees treesOf(const Session &session, Side side, const TreeSource &source)
{
    SourcedTrees trees;
    const auto make = [&](Side of, const RowTrace &row, int split, std::shared_ptr<const ValuedTree> &target) {
        Result<ValuedTree> built = valuedTree(*session.spec(of), session.inputs()->inputs, session.schedule(of), row,
                                              source.kind, source.column, split);
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
