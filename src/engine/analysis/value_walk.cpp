// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/value_walk.h"

#include "engine/numerics/formats.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {
namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
bool sameBits(float a, float b) { return floatBits(a) == floatBits(b) || (std::isnan(a) && std::isnan(b)); }

const TreeNode &at(const ReductionTree &tree, int node) { return tree.nodes[static_cast<std::size_t>(node)]; }
double valueOf(const ValuedTree &tree, int node) { return tree.value[static_cast<std::size_t>(node)]; }

Phrase sumName(SumKind kind, int split, int column, bool hasSplits)
{
    Phrase name;
    switch (kind) {
    case SumKind::Score: return phrase("score of key %1", column);
    case SumKind::CombineOutput: return phrase("combine of the splits' outputs, column %1", column);
    case SumKind::CombineWeights: return phrase("sum of the splits' weights");
    case SumKind::SketchMergeOutput: return phrase("merge of the key tiles' outputs, column %1", column);
    case SumKind::SketchMergeSum: return phrase("merge of the key tiles' sums");
    case SumKind::Output: name = phrase("output accumulator, column %1", column); break;
    case SumKind::RowSum: name = phrase("row sum"); break;
    case SumKind::Dq: return phrase("dQ, column %1", column);
    }
    return hasSplits ? phrase("%1 of split %2", name, split) : name;
}

/// Why two nodes over the same summands, whose common parts agree, differ.
Phrase reasonAt(const ValuedTree &a, const ValuedTree &b, const TreeMatch &match, int nodeA, int nodeB, SumKind kind,
                const RowPair &rows)
{
    const auto apart = [](const ReductionTree &tree, int node, const std::vector<int> &found) {
        for (int i = 0; i < at(tree, node).childCount; ++i) {
            if (found[static_cast<std::size_t>(tree.child(node, i))] < 0)
                return true;
        }
        return false;
    };
    if (apart(a.tree, nodeA, match.inB) || apart(b.tree, nodeB, match.inA))
        return phrase("the orders part here: A adds %1, B %2", a.tree.describe(nodeA, leafWord(kind)),
                      b.tree.describe(nodeB, leafWord(kind)));
    if (scalesFirst(at(a.tree, nodeA).op) && scalesFirst(at(b.tree, nodeB).op) &&
        at(a.tree, nodeA).factor != at(b.tree, nodeB).factor)
        return phrase("the same summands, other rescale factors: the running maxima differ");
    const std::vector<std::string> words = describeDifferences(rows.specA, rows.specB);
    return words.empty() ? phrase("the same summands, another result")
                         : phrase("the same summands, another arithmetic: %1", words.front());
}

class Walk {
public:
    Walk(const RowPair &rows, const std::shared_ptr<const Inputs> &inputs, int column)
        : m_rows(rows), m_inputs(inputs), m_column(column)
    {}

    Result<ValueWalk> run()
    {
        const float a = m_rows.rowA.output[static_cast<std::size_t>(m_column)],
                    b = m_rows.rowB.output[static_cast<std::size_t>(m_column)];
        if (sameBits(a, b))
            return m_walk;
        m_walk.stops.push_back({SumKind::Output, kFirstSplit, m_column, -1, -1, static_cast<double>(a),
                                static_cast<double>(b), phrase("output, column %1", m_column)});
        const Status status = m_rows.specA.recipe.form != m_rows.specB.recipe.form ? otherForms() : fromTheTop();
        return status.ok() ? Result<ValueWalk>(m_walk) : Result<ValueWalk>(status);
    }

private:
    Status otherForms()
    {
        m_walk.reason = phrase("one keeps a running sum over key tiles, the other merges them at the end");
        return {};
    }

    Status fromTheTop()
    {
        if (m_rows.specA.recipe.form == Form::Sketch)
            return inSum(SumKind::Output, kFirstSplit, m_column);
        const std::size_t splits = m_rows.rowA.splits.size();
        if (splits != m_rows.rowB.splits.size()) {
            m_walk.reason = phrase("A splits the keys in %1, B in %2: their sums have no parts in common from here",
                                   splits, m_rows.rowB.splits.size());
            return {};
        }
        if (splits == 1)
            return inSplit(0);
        for (std::size_t i = 0; i < splits; ++i) {
            const RowSplitTrace &a = m_rows.rowA.splits[i], &b = m_rows.rowB.splits[i];
            const std::size_t c = static_cast<std::size_t>(m_column);
            const bool outputs = c < a.output.size() && c < b.output.size() && !sameBits(a.output[c], b.output[c]);
            if (outputs || !sameBits(a.lse, b.lse))
                return inSplit(static_cast<int>(i));
        }
        return inSum(SumKind::CombineOutput, kFirstSplit, m_column);
    }

    Status inSplit(int split)
    {
        const RowSplitTrace &a = m_rows.rowA.splits[static_cast<std::size_t>(split)],
                            &b = m_rows.rowB.splits[static_cast<std::size_t>(split)];
        const std::size_t c = static_cast<std::size_t>(m_column);
        if (c < a.accO.size() && c < b.accO.size() && !sameBits(a.accO[c], b.accO[c]))
            return inSum(SumKind::Output, split, m_column);
        if (!sameBits(a.rowSum, b.rowSum))
            return inSum(SumKind::RowSum, split, 0);
        m_walk.reason = phrase("accumulator and row sum are equal: the final scaling or rounding differs");
        return {};
    }

    Status inSum(SumKind kind, int split, int column)
    {
        const Result<ValuedTree> a =
            valuedTree(m_rows.specA, m_inputs, m_rows.scheduleA, m_rows.rowA, kind, column, split);
        if (!a.ok())
            return a.status();
        const Result<ValuedTree> b =
            valuedTree(m_rows.specB, m_inputs, m_rows.scheduleB, m_rows.rowB, kind, column, split);
        if (!b.ok())
            return b.status();
        const TreeMatch match = matchTrees(a->tree, b->tree, leafKeys(*m_rows.scheduleA, m_rows.rowA, kind),
                                           leafKeys(*m_rows.scheduleB, m_rows.rowB, kind));
        const Phrase name = sumName(kind, split, column, m_rows.rowA.splits.size() > 1);
        const auto [nodeA, nodeB] = innermostDifference(a.value(), b.value(), match);
        if (nodeA < 0) {
            const int rootA = a->tree.root(), rootB = b->tree.root();
            m_walk.stops.push_back({kind, split, column, rootA, rootB, a->value.back(), b->value.back(), name});
            m_walk.reason = same(a->value.back(), b->value.back())
                                ? phrase("this sum is equal in both: what is made of it differs")
                                : phrase("A and B do not add the same summands here");
            return {};
        }
        m_walk.stops.push_back({kind, split, column, nodeA, nodeB, valueOf(a.value(), nodeA), valueOf(b.value(), nodeB),
                                phrase("%1: %2", name, a->tree.describe(nodeA, leafWord(kind)))});
        if (at(a->tree, nodeA).op != NodeOp::Leaf) {
            m_walk.reason = reasonAt(a.value(), b.value(), match, nodeA, nodeB, kind, m_rows);
            return {};
        }
        const int key = at(a->tree, nodeA).leaf;
        if (kind == SumKind::Output || kind == SumKind::RowSum)
            return behindExponential(key);
        m_walk.reason = phrase("the summands themselves differ");
        return {};
    }

    /// The exponential of a key differs: because of its score, or of what is made of it.
    Status behindExponential(int key)
    {
        const auto scoreOf = [key](const RowTrace &row) {
            for (const RowSplitTrace &split : row.splits) {
                for (const RowTileTrace &tile : split.tiles) {
                    if (tile.keys.begin <= key && key < tile.keys.end)
                        return tile.scores[static_cast<std::size_t>(key - tile.keys.begin)];
                }
            }
            return 0.0f;
        };
        const float a = scoreOf(m_rows.rowA), b = scoreOf(m_rows.rowB);
        if (!sameBits(a, b))
            return inSum(SumKind::Score, kFirstSplit, key);
        const std::vector<std::string> words = describeDifferences(m_rows.specA, m_rows.specB);
        m_walk.reason = words.empty() ? phrase("the scores are equal, the maximum that they are relative to is not")
                                      : phrase("the scores are equal, their exponentials are not: %1", words.front());
        return {};
    }

    const RowPair &m_rows;
    const std::shared_ptr<const Inputs> &m_inputs;
    int m_column;
    ValueWalk m_walk;
};

} // namespace

std::pair<int, int> innermostDifference(const ValuedTree &a, const ValuedTree &b, const TreeMatch &match)
{
    const std::pair<int, int> none{-1, -1};
    if (a.tree.nodes.empty() || b.tree.nodes.empty() ||
        match.inB[static_cast<std::size_t>(a.tree.root())] != b.tree.root() || same(a.value.back(), b.value.back()))
        return none;
    std::pair<int, int> here{a.tree.root(), b.tree.root()};
    for (;;) {
        // The first of A's summands that B forms too, inside what has been reached, with another value.
        std::pair<int, int> next = none;
        for (int i = 0; i < at(a.tree, here.first).childCount && next.first < 0; ++i) {
            const int child = a.tree.child(here.first, i), other = match.inB[static_cast<std::size_t>(child)];
            if (other >= 0 && other <= here.second && !same(valueOf(a, child), valueOf(b, other)))
                next = {child, other};
        }
        // A step that B alone has, over the same set.
        for (int i = 0; i < at(b.tree, here.second).childCount && next.first < 0; ++i) {
            const int child = b.tree.child(here.second, i), other = match.inA[static_cast<std::size_t>(child)];
            if (other >= 0 && other < here.first && !same(valueOf(a, other), valueOf(b, child)))
                next = {other, child};
        }
        if (next.first < 0)
            return here;
        here = next;
    }
}

Result<ValueWalk> walkToDivergence(const RowPair &rows, const std::shared_ptr<const Inputs> &inputs, int column)
{
    if (rows.rowA.batch != rows.rowB.batch || rows.rowA.head != rows.rowB.head || rows.rowA.row != rows.rowB.row)
        return Status::invalid(phrase("the traces are of two query rows, expected one"));
    const int columns = static_cast<int>(std::min(rows.rowA.output.size(), rows.rowB.output.size()));
    if (column < 0 || column >= columns)
        return Status::invalid(phrase("output column %1, expected 0..%2", column, columns - 1));
    return Walk(rows, inputs, column).run();
}

Result<ValueWalk> walkFromMismatch(const RunSpec &a, const RunSpec &b, const std::shared_ptr<const Inputs> &inputs,
                                   const OutputMismatch &mismatch)
{
    std::shared_ptr<const Schedule> schedules[2];
    RowTrace rows[2];
    const RunSpec *specs[] = {&a, &b};
    for (std::size_t i = 0; i < 2; ++i) {
        Result<Schedule> schedule = Schedule::build(*specs[i]);
        if (!schedule.ok())
            return schedule.status();
        schedules[i] = std::make_shared<const Schedule>(std::move(schedule).value());
        Result<RowTrace> row = traceRow(*specs[i], inputs, schedules[i], mismatch.batch, mismatch.head, mismatch.row);
        if (!row.ok())
            return row.status();
        rows[i] = std::move(row).value();
    }
    return walkToDivergence({a, b, schedules[0], schedules[1], rows[0], rows[1]}, inputs, mismatch.col);
}

} // namespace ulpscope
