// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/tree_shapes.h"

#include "engine/reduction/lane_layout.h"
#include "engine/reduction/tree_builder.h"

#include <algorithm>
#include <array>

namespace ulpscope {
namespace {

constexpr int kNone = TreeBuilder::kNone;

/// Adds operands as neighbours, level by level; an odd one moves up.
int balanced(TreeBuilder &builder, std::vector<int> level, TreePlace place)
{
    while (level.size() > 1) {
        std::vector<int> next;
        for (std::size_t i = 0; i + 1 < level.size(); i += 2)
            next.push_back(builder.add(Scope::Thread, std::array{level[i], level[i + 1]}, place));
        if (level.size() % 2 != 0)
            next.push_back(level.back());
        level = std::move(next);
    }
    return level.empty() ? kNone : level.front();
}

/// The running row sum of the online form, tile after tile: the mirror image of the executor's row sums.
class RowSumShape {
public:
    RowSumShape(TreeBuilder &builder, const Recipe &recipe) : m_builder(builder), m_recipe(recipe), m_layout(recipe)
    {
        m_running.assign(recipe.quadWhen == QuadWhen::EveryTile ? 1 : static_cast<std::size_t>(m_layout.lanes), kNone);
    }

    void addTile(const RowKeyTile &tile, int ordinal);
    /// The row sum that the running sums stand for.
    int total() { return m_recipe.quadWhen == QuadWhen::EveryTile ? m_running.front() : butterfly(m_running, {}); }

private:
    std::vector<int> leavesOf(const RowKeyTile &tile, int part, int lane, TreePlace place);
    int laneTotal(std::vector<int> leaves, TreePlace place);
    int partTotal(const RowKeyTile &tile, int part, TreePlace place);
    int butterfly(std::vector<int> lanes, TreePlace place);
    int join(NodeOp op, Scope scope, int running, const std::vector<int> &operands, TreePlace place);

    TreeBuilder &m_builder;
    const Recipe &m_recipe;
    LaneLayout m_layout;
    std::vector<int> m_running; ///< per lane, or one when lanes are added every tile
};

/// The lane's columns of the part, ascending; kNone for a hidden key.
std::vector<int> RowSumShape::leavesOf(const RowKeyTile &tile, int part, int lane, TreePlace place)
{
    std::vector<int> leaves;
    for (int column : m_layout.of(part, lane)) {
        const int key = tile.nBlock * m_recipe.tileN + column;
        leaves.push_back(tile.adds(key) ? m_builder.leaf(key, Scope::Thread, place) : kNone);
    }
    return leaves;
}

int RowSumShape::laneTotal(std::vector<int> leaves, TreePlace place)
{
    return m_recipe.laneSum == LaneSum::Balanced ? balanced(m_builder, std::move(leaves), place)
                                                 : m_builder.add(Scope::Thread, leaves, place);
}

int RowSumShape::butterfly(std::vector<int> lanes, TreePlace place)
{
    const std::size_t n = lanes.size();
    const std::size_t ofWarp = n / static_cast<std::size_t>(m_recipe.keyWarps);
    const auto merge = [&](std::size_t i, std::size_t partner) {
        lanes[i] = m_builder.add(partner - i < ofWarp ? Scope::Quad : Scope::Block,
                                 std::array{lanes[i], lanes[partner]}, place);
    };
    switch (m_recipe.quadOrder) {
    case QuadOrder::Xor21:
        for (std::size_t offset = n / 2; offset >= 1; offset /= 2) {
            for (std::size_t i = 0; i < offset; ++i)
                merge(i, i + offset);
        }
        break;
    case QuadOrder::Xor12:
        for (std::size_t offset = 1; offset < n; offset *= 2) {
            for (std::size_t i = 0; i < n; i += 2 * offset)
                merge(i, i + offset);
        }
        break;
    case QuadOrder::Xor241:
        return sumXor241(lanes.data(), [&](int a, int b) {
            return m_builder.add(Scope::Thread, std::array{a, b}, place);
        });
    }
    return lanes.front();
}

int RowSumShape::partTotal(const RowKeyTile &tile, int part, TreePlace place)
{
    std::vector<int> lanes;
    for (int lane = 0; lane < m_layout.lanes; ++lane) {
        const TreePlace inLane{place.keyTile, place.ordinal, lane};
        lanes.push_back(laneTotal(leavesOf(tile, part, lane, inLane), inLane));
    }
    return butterfly(std::move(lanes), place);
}

/// The rescaled running sum and the tile's contribution. Where the contribution is hidden keys only, the rescaling
/// alone is left, and where nothing has been summed yet, the contribution alone.
int RowSumShape::join(NodeOp op, Scope scope, int running, const std::vector<int> &operands, TreePlace place)
{
    if (running == kNone)
        return m_builder.add(scope, operands, place);
    std::vector<int> all{running};
    std::copy_if(operands.begin(), operands.end(), std::back_inserter(all), [](int id) { return id != kNone; });
    return m_builder.node(all.size() == 1 ? NodeOp::Scale : op, scope, all, place);
}

void RowSumShape::addTile(const RowKeyTile &tile, int ordinal)
{
    const TreePlace place{tile.nBlock, ordinal, -1};
    switch (m_recipe.join) {
    case Join::LaneFma:
    case Join::LaneMulAdd:
        for (int lane = 0; lane < m_layout.lanes; ++lane) {
            const TreePlace inLane{tile.nBlock, ordinal, lane};
            std::vector<int> chain = leavesOf(tile, 0, lane, inLane);
            if (chain.empty())
                continue; // a tile narrower than the lanes: this one never gets a column, so it is not rescaled either
            int &running = m_running[static_cast<std::size_t>(lane)];
            if (running != kNone) // only the first column is joined; the others are added to the result
                chain.front() = join(m_recipe.join == Join::LaneFma ? NodeOp::FmaJoin : NodeOp::MulAdd, Scope::Thread,
                                     running, {chain.front()}, inLane);
            running = m_builder.add(Scope::Thread, chain, inLane);
        }
        break;
    case Join::LaneLocalFma:
        for (int lane = 0; lane < m_layout.lanes; ++lane) {
            const TreePlace inLane{tile.nBlock, ordinal, lane};
            int &running = m_running[static_cast<std::size_t>(lane)];
            running = join(NodeOp::FmaJoin, Scope::Thread, running,
                           {laneTotal(leavesOf(tile, 0, lane, inLane), inLane)}, inLane);
        }
        break;
    case Join::RowFma:
        m_running.front() = join(NodeOp::FmaJoin, Scope::Block, m_running.front(), {partTotal(tile, 0, place)}, place);
        break;
    case Join::RowMulAdd: {
        std::vector<int> parts;
        for (int part = 0; part < m_layout.parts; ++part)
            parts.push_back(partTotal(tile, part, place));
        const Scope scope = m_layout.parts > 1 ? Scope::WarpPart : Scope::Block;
        m_running.front() = join(NodeOp::MulAdd, scope, m_running.front(), parts, place);
        break;
    }
    case Join::FirstLaneMulAdd: {
        std::vector<int> lanes;
        for (int lane = 0; lane < m_layout.lanes; ++lane) {
            const TreePlace inLane{tile.nBlock, ordinal, lane};
            std::vector<int> chain = leavesOf(tile, 0, lane, inLane);
            if (lane == 0 && m_running.front() != kNone)
                chain.front() = join(NodeOp::MulAdd, Scope::Thread, m_running.front(), {chain.front()}, inLane);
            lanes.push_back(m_builder.add(Scope::Thread, chain, inLane));
        }
        m_running.front() = butterfly(std::move(lanes), place);
        break;
    }
    }
}

/// Products of one key tile (or of a score's head dimension) added to an accumulator by the unit.
class DotShape {
public:
    DotShape(TreeBuilder &builder, const DotUnit &unit) : m_builder(builder), m_unit(unit) {}

    /// Adds `count` products, of which `leaf(i)` makes number i or says kNone.
    template <typename LeafOf>
    int add(int accumulator, int count, TreePlace place, LeafOf leaf)
    {
        if (m_unit.kind != MmaUnit::Kind::TensorCore) {
            const NodeOp op = m_unit.kind == MmaUnit::Kind::Fp32Fma ? NodeOp::FmaChain : NodeOp::ExactDot;
            return group(op, Scope::Thread, accumulator, 0, count, place, leaf);
        }
        for (int begin = 0; begin < count; begin += m_unit.instrK) {
            const int end = std::min(begin + m_unit.instrK, count);
            for (int i = begin; i < end; i += m_unit.groupL)
                accumulator = group(NodeOp::MmaGroup, Scope::MmaGroup, accumulator, i, std::min(i + m_unit.groupL, end),
                                    place, leaf);
        }
        return accumulator;
    }

    int addTile(int accumulator, const RowKeyTile &tile, int tileN, TreePlace place)
    {
        return addTile(accumulator, tile, tileN, {0, tileN}, place);
    }
    /// The same for some of the tile's columns.
    int addTile(int accumulator, const RowKeyTile &tile, int tileN, KeyRange columns, TreePlace place)
    {
        const Scope scope = m_unit.kind == MmaUnit::Kind::TensorCore ? Scope::MmaGroup : Scope::Thread;
        return add(accumulator, columns.end - columns.begin, place, [&](int i) {
            const int key = tile.nBlock * tileN + columns.begin + i;
            return tile.adds(key) ? m_builder.leaf(key, scope, place) : kNone;
        });
    }

private:
    template <typename LeafOf>
    int group(NodeOp op, Scope scope, int accumulator, int begin, int end, TreePlace place, LeafOf leaf)
    {
        std::vector<int> operands{accumulator};
        bool any = false;
        for (int i = begin; i < end; ++i) {
            operands.push_back(leaf(i));
            any |= operands.back() != kNone;
        }
        return any ? m_builder.node(op, scope, operands, place) : accumulator;
    }

    TreeBuilder &m_builder;
    const DotUnit &m_unit;
};

/// Tiles of the sketch, each times its weight, under the merge tree. `tileSum(tile, ordinal)` makes a tile's own sum.
template <typename TileSum>
ReductionTree sketchTree(TreeBuilder builder, const SketchMerge &merge, std::span<const RowKeyTile> tiles,
                         SketchLeaves leaves, TileSum tileSum)
{
    struct Operand {
        int node = kNone;
        int firstTile = 0, lastTile = 0;
    };
    std::vector<Operand> operands;
    for (int ordinal = 0; ordinal < static_cast<int>(tiles.size()); ++ordinal) {
        const RowKeyTile &tile = tiles[static_cast<std::size_t>(ordinal)];
        const TreePlace place{tile.nBlock, ordinal, -1};
        int sum = kNone;
        if (leaves == SketchLeaves::Keys)
            sum = tileSum(builder, tile, ordinal);
        else if (!tile.addsNothing())
            sum = builder.leaf(tile.nBlock, Scope::Block, place);
        operands.push_back({builder.node(NodeOp::Scale, Scope::Thread, std::array{sum}, place), ordinal, ordinal});
    }
    if (operands.empty())
        return {};
    const int perPart = (merge.tree.leaves + merge.parts - 1) / merge.parts;
    for (const MergeTree::Merge &m : merge.tree.merges) {
        const Operand &left = operands[static_cast<std::size_t>(m.left)];
        const Operand &right = operands[static_cast<std::size_t>(m.right)];
        Operand sum;
        sum.firstTile = std::min(left.firstTile, right.firstTile);
        sum.lastTile = std::max(left.lastTile, right.lastTile);
        const bool insidePart = sum.firstTile / perPart == sum.lastTile / perPart;
        const Scope scope = merge.parts == 1 ? Scope::Block : insidePart ? Scope::Split : Scope::Grid;
        sum.node = builder.add(scope, std::array{left.node, right.node});
        operands.push_back(sum);
    }
    return std::move(builder).finish(operands.back().node);
}

} // namespace

bool RowKeyTile::adds(int key) const
{
    return (key >= visible.begin && key < visible.end) || std::binary_search(harmful.begin(), harmful.end(), key);
}

ReductionTree rowSumTree(const Recipe &recipe, std::span<const RowKeyTile> tiles)
{
    TreeBuilder builder;
    RowSumShape shape(builder, recipe);
    for (std::size_t ordinal = 0; ordinal < tiles.size(); ++ordinal)
        shape.addTile(tiles[ordinal], static_cast<int>(ordinal));
    const int root = shape.total();
    return std::move(builder).finish(root);
}

ReductionTree outputTree(const Recipe &recipe, const DotUnit &unit, std::span<const RowKeyTile> tiles)
{
    TreeBuilder builder;
    DotShape dot(builder, unit);
    int accumulator = kNone;
    std::vector<int> ofWarps(recipe.keyWarps > 1 ? static_cast<std::size_t>(recipe.keyWarps) : 0, kNone);
    const int width = recipe.tileN / recipe.keyWarps;
    for (std::size_t ordinal = 0; ordinal < tiles.size(); ++ordinal) {
        const TreePlace place{tiles[ordinal].nBlock, static_cast<int>(ordinal), -1};
        for (int warp = 0; warp < static_cast<int>(ofWarps.size()); ++warp) {
            int &own = ofWarps[static_cast<std::size_t>(warp)];
            own = builder.node(NodeOp::Scale, Scope::Thread, std::array{own}, place);
            own = dot.addTile(own, tiles[ordinal], recipe.tileN, {warp * width, (warp + 1) * width}, place);
        }
        if (!ofWarps.empty())
            continue;
        if (recipe.pvSum == PvSum::Apart) {
            const int product = dot.addTile(kNone, tiles[ordinal], recipe.tileN, place);
            if (accumulator == kNone)
                accumulator = product;
            else if (product == kNone)
                accumulator = builder.node(NodeOp::Scale, Scope::Thread, std::array{accumulator}, place);
            else
                accumulator = builder.node(NodeOp::FmaJoin, Scope::Thread, std::array{accumulator, product}, place);
            continue;
        }
        accumulator = builder.node(NodeOp::Scale, Scope::Thread, std::array{accumulator}, place);
        accumulator = dot.addTile(accumulator, tiles[ordinal], recipe.tileN, place);
        if (recipe.oStore == OStore::Bf16)
            accumulator = builder.node(NodeOp::Round, Scope::Thread, std::array{accumulator}, place);
    }
    for (std::size_t offset = ofWarps.size() / 2; offset >= 1; offset /= 2) {
        for (std::size_t i = 0; i < offset; ++i)
            ofWarps[i] = builder.add(Scope::Block, std::array{ofWarps[i], ofWarps[i + offset]});
    }
    return std::move(builder).finish(ofWarps.empty() ? accumulator : ofWarps.front());
}

ReductionTree sketchSumTree(const Recipe &recipe, const SketchMerge &merge, std::span<const RowKeyTile> tiles,
                            SketchLeaves leaves)
{
    return sketchTree({}, merge, tiles, leaves, [&](TreeBuilder &builder, const RowKeyTile &tile, int ordinal) {
        RowSumShape shape(builder, recipe);
        shape.addTile(tile, ordinal);
        return shape.total();
    });
}

ReductionTree sketchOutputTree(const Recipe &recipe, const DotUnit &unit, const SketchMerge &merge,
                               std::span<const RowKeyTile> tiles, SketchLeaves leaves)
{
    return sketchTree({}, merge, tiles, leaves, [&](TreeBuilder &builder, const RowKeyTile &tile, int ordinal) {
        return DotShape(builder, unit).addTile(kNone, tile, recipe.tileN, {tile.nBlock, ordinal, -1});
    });
}

ReductionTree scoreTree(const DotUnit &unit, int headDim)
{
    TreeBuilder builder;
    const Scope scope = unit.kind == MmaUnit::Kind::TensorCore ? Scope::MmaGroup : Scope::Thread;
    const int root = DotShape(builder, unit).add(kNone, headDim, {}, [&](int i) { return builder.leaf(i, scope); });
    return std::move(builder).finish(root);
}

ReductionTree contributionTree(const DotUnit &unit, int tileN, int buffers, std::span<const RowKeyTile> tiles)
{
    TreeBuilder builder;
    DotShape dot(builder, unit);
    // One accumulator: blocks all over the grid add to it. Several: each has a block of its own, and another kernel
    // adds them.
    const Scope inBuffer = buffers > 1 ? Scope::Split : Scope::Grid;
    int total = kNone, buffer = kNone;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const int n = tiles[i].nBlock;
        const int contribution = dot.addTile(kNone, tiles[i], tileN, {n, static_cast<int>(i), -1});
        buffer = builder.add(inBuffer, std::array{buffer, contribution});
        if (i + 1 < tiles.size() && tiles[i + 1].nBlock % buffers == n % buffers)
            continue;
        total = builder.add(Scope::Grid, std::array{total, buffer});
        buffer = kNone;
    }
    const int root = builder.node(NodeOp::Scale, Scope::Grid, std::array{total});
    return std::move(builder).finish(root);
}

ReductionTree combineWeightsTree(const MergeTree &merge)
{
    TreeBuilder builder;
    std::vector<int> operands;
    for (int split = 0; split < merge.leaves; ++split)
        operands.push_back(builder.leaf(split, Scope::Grid));
    for (const MergeTree::Merge &m : merge.merges)
        operands.push_back(builder.add(Scope::Grid, std::array{operands[static_cast<std::size_t>(m.left)],
                                                               operands[static_cast<std::size_t>(m.right)]}));
    return std::move(builder).finish(operands.back());
}

ReductionTree combineOutputTree(std::span<const int> order)
{
    TreeBuilder builder;
    std::vector<int> operands;
    for (int split : order)
        operands.push_back(builder.leaf(split, Scope::Grid));
    const int root = builder.node(NodeOp::FmaChain, Scope::Grid, operands);
    return std::move(builder).finish(root);
}

} // namespace ulpscope
