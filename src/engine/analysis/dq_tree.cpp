// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/dq_tree.h"

#include "engine/attention/place.h"
#include "engine/reduction/tree_shapes.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {
namespace {

Status checkColumn(int column, std::size_t columns)
{
    if (column >= 0 && column < static_cast<int>(columns))
        return {};
    return Status::invalid(phrase("column %1 of dQ, expected 0..%2", column, columns - 1));
}

/// The tree over `tiles`, ascending, which are put in order here.
Result<ReductionTree> shapeOf(const RunSpec &spec, const std::vector<RowKeyTile> &tiles, int row, const DqOrder &order)
{
    const BackwardPlan &plan = *spec.backward;
    std::vector<int> numbers;
    for (const RowKeyTile &tile : tiles)
        numbers.push_back(tile.nBlock);
    const Problem &p = spec.problem;
    const Result<std::vector<int>> arrival = dqArrival(order, numbers, (p.seqlenK + plan.tileN - 1) / plan.tileN);
    if (!arrival.ok())
        return arrival.status();
    std::vector<RowKeyTile> ordered;
    for (const int n : arrival.value())
        ordered.push_back(
            tiles[static_cast<std::size_t>(std::lower_bound(numbers.begin(), numbers.end(), n) - numbers.begin())]);
    const DotUnit unit{spec.qk.kind, spec.recipe.instrK, spec.qk.spec.groupL};
    ReductionTree tree = contributionTree(unit, plan.tileN, order.buffers, ordered);
    if (tree.nodes.empty())
        return Status(StatusCode::NotFound, phrase("query row %1 sees no key: its dQ is 0", row));
    return tree;
}

} // namespace

Result<ReductionTree> dqTree(const RunSpec &spec, int batch, int head, int row, const DqOrder &order)
{
    if (Status s = checkBackward(spec); !s.ok())
        return s;
    const Problem &p = spec.problem;
    if (Status s = checkRow(p, batch, head, row); !s.ok())
        return s;
    const KeyRange visible = p.mask.visibleKeys(batch, row, p.seqlenQ, p.seqlenK);
    const int tileN = spec.backward->tileN;
    std::vector<RowKeyTile> tiles;
    for (const int n : dqTiles(spec, batch, row))
        tiles.push_back({n, {std::max(visible.begin, n * tileN), std::min(visible.end, (n + 1) * tileN)}, {}});
    return shapeOf(spec, tiles, row, order);
}

Result<DqRow> dqOfRow(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs, const RowTrace &row,
                      std::span<const float> dO, const DqOrder &order)
{
    const Result<DqHead> head = DqHead::create(spec, inputs, row.batch, row.head, DqHead::Decode::EachTime);
    if (!head.ok())
        return head.status();
    return head->row(row.row, dO, row.output, row.lse, order);
}

Result<ValuedTree> valuedDqTree(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs, const DqRow &dq,
                                int column, const DqOrder &order)
{
    if (Status s = checkBackward(spec); !s.ok())
        return s;
    if (Status s = checkColumn(column, dq.dq.size()); !s.ok())
        return s;
    const Problem &p = spec.problem;
    const int tileN = spec.backward->tileN;
    const float *k = inputs->kRows(p, dq.batch, p.kvHeadOf(dq.head));
    const auto keyAt = [&](int key) { return k[static_cast<std::ptrdiff_t>(key) * p.headDim + column]; };
    const auto dsAt = [&](const DqTile &tile, int key) {
        return tile.ds[static_cast<std::size_t>(key - tile.nBlock * tileN)];
    };
    const int keys = p.mask.keyLengths.empty() ? p.seqlenK : p.mask.keyLengths[static_cast<std::size_t>(dq.batch)];
    std::vector<RowKeyTile> tiles;
    for (const DqTile &tile : dq.tiles) {
        RowKeyTile shape{tile.nBlock, tile.visible, {}};
        for (int key = tile.nBlock * tileN; key < std::min((tile.nBlock + 1) * tileN, keys); ++key) {
            if (!shape.adds(key) && std::isnan(dsAt(tile, key) * keyAt(key)))
                shape.harmful.push_back(key);
        }
        tiles.push_back(std::move(shape));
    }
    Result<ReductionTree> tree = shapeOf(spec, tiles, dq.row, order);
    if (!tree.ok())
        return tree.status();
    ValuedTree valued;
    valued.tree = std::move(tree).value();
    valued.tree.nodes.back().factor = p.scale;
    std::vector<LeafTerm> terms;
    for (const int node : valued.tree.leafOrder) {
        const int key = valued.tree.nodes[static_cast<std::size_t>(node)].leaf;
        const auto tile =
            std::find_if(dq.tiles.begin(), dq.tiles.end(), [&](const DqTile &t) { return t.nBlock == key / tileN; });
        terms.push_back({dsAt(*tile, key), keyAt(key)});
    }
    static_cast<TreeValues &>(valued) = evaluateTree(valued.tree, terms, spec.qk.spec, spec.qk.operands);
    const float replayed = static_cast<float>(valued.value.back()), run = dq.scaled[static_cast<std::size_t>(column)];
    if (replayed == run || (std::isnan(replayed) && std::isnan(run)))
        return valued;
    return Status::invalid(
        phrase("column %1 of dQ in row %2: its tree does not end in the run's bits; either the order "
               "is another or contributions are subnormal, which atomic additions flush to zero",
               column, dq.row));
}

Result<DqTerms> dqTerms(const DqRow &dq, int column)
{
    if (Status s = checkColumn(column, dq.dq.size()); !s.ok())
        return s;
    DqTerms terms;
    for (const DqTile &tile : dq.tiles) {
        if (tile.visible.empty())
            continue;
        terms.tiles.push_back(tile.nBlock);
        terms.spec.values.push_back(static_cast<double>(tile.contribution[static_cast<std::size_t>(column)]));
    }
    if (terms.tiles.empty())
        return Status(StatusCode::NotFound, phrase("query row %1 sees no key: its dQ is 0", dq.row));
    return terms;
}

} // namespace ulpscope
