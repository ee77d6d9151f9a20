// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/sum_tree.h"

#include "engine/analysis/dq_tree.h"
#include "engine/attention/place.h"
#include "engine/backend/operand_scaling.h"
#include "engine/backend/row_softmax.h"
#include "engine/numerics/bits_text.h"
#include "engine/reduction/tree_shapes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

namespace ulpscope {
namespace {

bool isSketchKind(SumKind kind) { return kind == SumKind::SketchMergeSum || kind == SumKind::SketchMergeOutput; }
bool isCombineKind(SumKind kind) { return kind == SumKind::CombineWeights || kind == SumKind::CombineOutput; }
bool isOutputKind(SumKind kind)
{
    return kind == SumKind::Output || kind == SumKind::SketchMergeOutput || kind == SumKind::CombineOutput;
}

DotUnit unitOf(const ResolvedMma &mma, const Recipe &recipe) { return {mma.kind, recipe.instrK, mma.spec.groupL}; }

/// The parts of the sketch's merge tree.
int mergeParts(const RunSpec &spec)
{
    switch (spec.recipe.crossTile) {
    case CrossTile::Splits: return spec.recipe.crossTileK;
    case CrossTile::Device: return spec.numSplits;
    default: return 1;
    }
}

/// The order in which the combine adds the splits' outputs.
std::vector<int> combineOrder(const Recipe &recipe, int splits)
{
    if (recipe.combinesByList())
        return recipe.combineList;
    std::vector<int> order(static_cast<std::size_t>(splits));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

/// The sums of one query row: shapes from the plan, numbers from a trace.
class RowSums {
public:
    RowSums(const RunSpec &spec, const Schedule &schedule, int batch, int head, int row)
        : m_spec(spec), m_schedule(schedule), m_batch(batch), m_head(head), m_row(row)
    {}

    Status check(SumKind kind) const;
    /// The split asked for, or the first in which the row sees a key.
    Result<int> chooseSplit(int split) const;
    WorkTile workTileOf(int split) const;
    std::vector<RowKeyTile> tilesOf(int split) const;
    Result<ReductionTree> shape(SumKind kind, std::span<const RowKeyTile> tiles) const;
    Phrase place() const { return phrase("query row %1 of head %2, batch entry %3", m_row, m_head, m_batch); }

private:
    const RunSpec &m_spec;
    const Schedule &m_schedule;
    int m_batch, m_head, m_row;
};

Status RowSums::check(SumKind kind) const
{
    if (Status s = checkRow(m_spec.problem, m_batch, m_head, m_row); !s.ok())
        return s;
    if (isSketchKind(kind) && m_spec.recipe.form != Form::Sketch)
        return Status::invalid(phrase("this recipe keeps a running sum: only a sketch (form=sketch) merges key tiles"));
    if (isCombineKind(kind) && m_schedule.splits() == 1)
        return Status::invalid(phrase("this run has one split: nothing is combined"));
    if (kind == SumKind::Dq)
        return Status::invalid(phrase("dQ is no sum of the forward pass, which alone has a plan of steps"));
    return {};
}

Result<int> RowSums::chooseSplit(int split) const
{
    const int splits = m_schedule.splits();
    if (split >= splits)
        return Status::invalid(phrase("split %1, expected 0..%2", split, splits - 1));
    if (split >= 0)
        return split;
    for (int i = 0; i < splits; ++i) {
        const std::vector<RowKeyTile> tiles = tilesOf(i);
        if (!std::all_of(tiles.begin(), tiles.end(), [](const RowKeyTile &t) { return t.addsNothing(); }))
            return i;
    }
    return 0;
}

WorkTile RowSums::workTileOf(int split) const
{
    const int splits = m_schedule.splits();
    const int group = (m_batch * m_spec.problem.heads + m_head) * m_schedule.mBlocks() + m_row / m_spec.recipe.tileM;
    return m_schedule.workTile(splits > 1 ? group * (splits + 1) + split : group);
}

std::vector<RowKeyTile> RowSums::tilesOf(int split) const
{
    std::vector<RowKeyTile> tiles;
    for (int nBlock : m_schedule.keyTiles(workTileOf(split))) {
        RowKeyTile t;
        t.nBlock = nBlock;
        t.visible = m_schedule.addedKeys(m_batch, m_row, nBlock);
        tiles.push_back(std::move(t));
    }
    return tiles;
}

Result<ReductionTree> RowSums::shape(SumKind kind, std::span<const RowKeyTile> tiles) const
{
    const Recipe &recipe = m_spec.recipe;
    if (kind == SumKind::Score)
        return scoreTree(unitOf(m_spec.qk, recipe), m_spec.problem.headDim);
    if (kind == SumKind::CombineWeights) {
        const Result<MergeTree> merge = combineTree(recipe, m_schedule.splits());
        if (!merge.ok())
            return merge.status();
        return combineWeightsTree(merge.value());
    }
    if (kind == SumKind::CombineOutput)
        return combineOutputTree(combineOrder(recipe, m_schedule.splits()));

    const bool isOutput = isOutputKind(kind);
    const DotUnit unit = unitOf(m_spec.pv, recipe);
    ReductionTree tree;
    if (recipe.form == Form::Sketch && !tiles.empty()) {
        Result<MergeTree> merge = m_schedule.sketchTree(static_cast<int>(tiles.size()));
        if (!merge.ok())
            return merge.status();
        const SketchMerge sketch{std::move(merge).value(), mergeParts(m_spec)};
        const SketchLeaves leaves = isSketchKind(kind) ? SketchLeaves::KeyTiles : SketchLeaves::Keys;
        tree = isOutput ? sketchOutputTree(recipe, unit, sketch, tiles, leaves)
                        : sketchSumTree(recipe, sketch, tiles, leaves);
    } else {
        tree = isOutput ? outputTree(recipe, unit, tiles) : rowSumTree(recipe, tiles);
    }
    if (tree.nodes.empty())
        return Status(StatusCode::NotFound, m_schedule.splits() > 1
                                                ? phrase("%1 sees no key in this split: nothing is added", place())
                                                : phrase("%1 sees no key: nothing is added", place()));
    return tree;
}

/// Fills a shape with the numbers of a trace.
class Valuation {
public:
    Valuation(const RunSpec &spec, const Inputs &inputs, const Schedule &schedule, const RowTrace &row, SumKind kind,
              int column)
        : m_spec(spec), m_inputs(inputs), m_schedule(schedule), m_row(row), m_kind(kind), m_column(column)
    {}

    /// The work tile whose split is shown.
    void choose(const WorkTile &tile) { m_tile = tile; }

    Status loadTables();
    Status checkColumn() const;
    /// Adds the hidden keys that count all the same.
    void findHarmful(std::span<RowKeyTile> tiles) const;
    Result<ValuedTree> fill(ReductionTree tree, const RowSplitTrace &split, const Phrase &place);

private:
    /// The key whose row stands in the place of `key` when its key tile reads `nBlock`; -1: none exists there, zeros
    /// do.
    int readKey(int key, int nBlock) const
    {
        const KeyRange keys = m_schedule.keysOf(m_tile, nBlock);
        const int read = keys.begin + key % m_spec.recipe.tileN;
        return read < keys.end ? read : -1;
    }
    float v(int key) const
    {
        const Problem &p = m_spec.problem;
        const int read = readKey(key, m_schedule.vTileRead(m_tile, key / m_spec.recipe.tileN));
        const float *rows = m_inputs.vRows(p, m_row.batch, p.kvHeadOf(m_row.head));
        return read < 0 ? 0.0f : rows[static_cast<std::ptrdiff_t>(read) * p.headDimV + m_column];
    }
    const ResolvedMma &mma() const { return m_kind == SumKind::Score ? m_spec.qk : m_spec.pv; }
    /// What the unit sees of an input.
    float seen(float x) const { return mma().operands == DType::TF32 ? truncateToTf32(x) : x; }

    std::vector<float> tileFactors(const RowSplitTrace &split) const;
    LeafTerm term(const TreeNode &leaf, const RowSplitTrace &split) const;
    float weightBase() const;
    Result<float> scoreOf(const RowSplitTrace &split) const;
    Status verify(float root, const RowSplitTrace &split, const Phrase &place) const;

    const RunSpec &m_spec;
    const Inputs &m_inputs;
    const Schedule &m_schedule;
    const RowTrace &m_row;
    WorkTile m_tile;
    SumKind m_kind;
    int m_column;
    std::shared_ptr<const ApproxTables> m_tables;
    float m_weightBase = 0; ///< subtracted from the splits' LSE in the exponent
};

Status Valuation::loadTables()
{
    if (!m_spec.approxTable.empty()) {
        Result<std::shared_ptr<const ApproxTables>> loaded =
            ApproxTables::load(m_spec.tableDirectory, m_spec.approxTable);
        if (!loaded.ok())
            return loaded.status();
        m_tables = std::move(loaded).value();
    }
    return {};
}

Status Valuation::checkColumn() const
{
    const Problem &p = m_spec.problem;
    const int columns = m_kind == SumKind::Score ? p.seqlenK : p.headDimV;
    if ((m_kind == SumKind::Score || isOutputKind(m_kind)) && (m_column < 0 || m_column >= columns))
        return Status::invalid(m_kind == SumKind::Score
                                   ? phrase("key %1, expected 0..%2", m_column, columns - 1)
                                   : phrase("output column %1, expected 0..%2", m_column, columns - 1));
    return {};
}

void Valuation::findHarmful(std::span<RowKeyTile> tiles) const
{
    if (!isOutputKind(m_kind))
        return;
    for (RowKeyTile &tile : tiles) {
        const int begin = tile.nBlock * m_spec.recipe.tileN;
        for (int key = begin; key < begin + m_spec.recipe.tileN; ++key) {
            if (!tile.adds(key) && !std::isfinite(v(key)))
                tile.harmful.push_back(key);
        }
    }
}

/// Factor of each key tile: what rescales the sums before it, or in a sketch the tile's weight.
std::vector<float> Valuation::tileFactors(const RowSplitTrace &split) const
{
    std::vector<float> factors;
    const RowSoftmax softmax(m_spec, m_tables);
    for (const RowTileTrace &tile : split.tiles)
        factors.push_back(m_spec.recipe.form == Form::Sketch ? softmax.alpha(tile.tileMax, split.rowMax) : tile.alpha);
    return factors;
}

/// The exponent's base of the combine: the largest LSE for the weights that are summed, the total LSE for those that
/// multiply.
float Valuation::weightBase() const
{
    if (m_kind == SumKind::CombineOutput)
        return m_row.lse;
    float max = -std::numeric_limits<float>::infinity();
    for (const RowSplitTrace &split : m_row.splits)
        max = split.lse > max ? split.lse : max;
    return std::isinf(max) && max < 0 ? 0.0f : max;
}

LeafTerm Valuation::term(const TreeNode &leaf, const RowSplitTrace &split) const
{
    const auto tile = [&]() -> const RowTileTrace & { return split.tiles[static_cast<std::size_t>(leaf.ordinal)]; };
    const auto prob = [&] {
        return tile().probs[static_cast<std::size_t>(leaf.leaf - leaf.keyTile * m_spec.recipe.tileN)];
    };
    const auto splitAt = [&]() -> const RowSplitTrace & { return m_row.splits[static_cast<std::size_t>(leaf.leaf)]; };
    switch (m_kind) {
    case SumKind::RowSum: return {prob()};
    case SumKind::Output: {
        const float p = row::multipliedProb(m_spec.recipe.finalScale, prob(), split.rowSum);
        return {roundTo(m_spec.pv.operands, p), seen(v(leaf.leaf))};
    }
    case SumKind::SketchMergeSum: return {tile().tileSum};
    case SumKind::SketchMergeOutput: return {tile().tileOut[static_cast<std::size_t>(m_column)]};
    case SumKind::CombineWeights: return {RowSoftmax(m_spec, m_tables).combineExp(splitAt().lse - m_weightBase)};
    case SumKind::CombineOutput:
        return {RowSoftmax(m_spec, m_tables).combineExp(splitAt().lse - m_weightBase),
                splitAt().output[static_cast<std::size_t>(m_column)]};
    case SumKind::Score: {
        const Problem &p = m_spec.problem;
        const OperandScaling scaling(m_spec);
        const float *q =
            m_inputs.qRows(p, m_row.batch, m_row.head) + static_cast<std::ptrdiff_t>(m_row.row) * p.headDim;
        const int read = readKey(m_column, m_schedule.kTileRead(m_tile, m_column / m_spec.recipe.tileN));
        if (read < 0)
            return {seen(scaling.q(q[leaf.leaf])), 0.0f};
        const float *k =
            m_inputs.kRows(p, m_row.batch, p.kvHeadOf(m_row.head)) + static_cast<std::ptrdiff_t>(read) * p.headDim;
        return {seen(scaling.q(q[leaf.leaf])), seen(scaling.k(k[leaf.leaf]))};
    }
    case SumKind::Dq: break;
    }
    return {};
}

/// The run's score of key `m_column`; NotFound when the row does not see it.
Result<float> Valuation::scoreOf(const RowSplitTrace &split) const
{
    for (const RowTileTrace &tile : split.tiles) {
        const KeyRange added = m_schedule.addedKeys(m_row.batch, m_row.row, tile.nBlock);
        if (m_column >= added.begin && m_column < added.end)
            return tile.scores[static_cast<std::size_t>(m_column - tile.nBlock * m_spec.recipe.tileN)];
    }
    return Status(StatusCode::NotFound, phrase("query row %1 does not see key %2", m_row.row, m_column));
}

Status Valuation::verify(float root, const RowSplitTrace &split, const Phrase &place) const
{
    float replayed = root;
    float run = 0;
    switch (m_kind) {
    case SumKind::RowSum:
    case SumKind::SketchMergeSum: run = split.rowSum; break;
    case SumKind::Output:
    case SumKind::SketchMergeOutput: run = split.accO[static_cast<std::size_t>(m_column)]; break;
    case SumKind::CombineWeights:
        // The run keeps the LSE that the sum of weights gives, not the sum.
        replayed = RowSoftmax(m_spec, m_tables).combineTotal(root, m_weightBase);
        run = m_row.lse;
        break;
    case SumKind::CombineOutput:
        replayed = roundTo(m_spec.problem.dtype, root);
        run = m_row.output[static_cast<std::size_t>(m_column)];
        break;
    case SumKind::Score: {
        const Result<float> score = scoreOf(split);
        if (!score.ok())
            return score.status();
        replayed = RowSoftmax(m_spec, m_tables).cap(root);
        run = score.value();
        break;
    }
    case SumKind::Dq: break;
    }
    // A hidden key's zero product can turn -0 into +0: a left-out leaf shows in the sign of a zero, never elsewhere.
    if (replayed == run || (replayed != replayed && run != run))
        return {};
    return Status::invalid(phrase("the sum replayed for %1 is %2, the run has %3: the row trace belongs to another run",
                                  place, bitsAsText(DType::F32, replayed), bitsAsText(DType::F32, run)));
}

Result<ValuedTree> Valuation::fill(ReductionTree tree, const RowSplitTrace &split, const Phrase &place)
{
    if (isCombineKind(m_kind)) {
        m_weightBase = weightBase();
    } else if (m_kind != SumKind::Score) {
        const std::vector<float> factors = tileFactors(split);
        for (TreeNode &node : tree.nodes) {
            if (scalesFirst(node.op))
                node.factor = factors[static_cast<std::size_t>(node.ordinal)];
        }
    }
    std::vector<LeafTerm> terms;
    terms.reserve(tree.leafOrder.size());
    for (int leaf : tree.leafOrder)
        terms.push_back(term(tree.nodes[static_cast<std::size_t>(leaf)], split));
    ValuedTree valued;
    static_cast<TreeValues &>(valued) = evaluateTree(tree, terms, mma().spec, mma().operands);
    if (Status s = verify(static_cast<float>(valued.value.back()), split, place); !s.ok())
        return s;
    valued.tree = std::move(tree);
    return valued;
}

} // namespace

Phrase leafWord(SumKind kind)
{
    switch (kind) {
    case SumKind::RowSum:
    case SumKind::Output: return phrase("key");
    case SumKind::SketchMergeSum:
    case SumKind::SketchMergeOutput: return phrase("key tile");
    case SumKind::CombineWeights:
    case SumKind::CombineOutput: return phrase("split");
    case SumKind::Dq: return phrase("key");
    case SumKind::Score: return phrase("dimension");
    }
    return "?";
}

int splitWithKey(const RowTrace &row, int key)
{
    for (const RowSplitTrace &split : row.splits) {
        for (const RowTileTrace &tile : split.tiles) {
            if (key >= tile.keys.begin && key < tile.keys.end)
                return split.split;
        }
    }
    return kFirstSplit;
}

LeafItems leafKeys(const Schedule &schedule, const RowTrace &row, SumKind kind)
{
    if (isSketchKind(kind))
        return [tileN = schedule.recipe().tileN](int tile) { return std::pair(tile * tileN, (tile + 1) * tileN); };
    if (!isCombineKind(kind))
        return {};
    std::vector<std::pair<int, int>> keys;
    for (const RowSplitTrace &split : row.splits) {
        std::pair<int, int> run{0, 0};
        for (const RowTileTrace &tile : split.tiles) {
            const bool first = run.first == run.second;
            run = {first ? tile.keys.begin : std::min(run.first, tile.keys.begin),
                   first ? tile.keys.end : std::max(run.second, tile.keys.end)};
        }
        keys.push_back(run);
    }
    return [keys = std::move(keys)](int split) { return keys[static_cast<std::size_t>(split)]; };
}

Result<ReductionTree> sumTree(const RunSpec &spec, const Schedule &schedule, int batch, int head, int row, SumKind kind,
                              int split)
{
    if (kind == SumKind::Dq)
        return dqTree(spec, batch, head, row);
    const RowSums sums(spec, schedule, batch, head, row);
    if (Status s = sums.check(kind); !s.ok())
        return s;
    const Result<int> chosen = sums.chooseSplit(split);
    if (!chosen.ok())
        return chosen.status();
    return sums.shape(kind, sums.tilesOf(chosen.value()));
}

Result<SumPlace> sumPlace(const RunSpec &spec, const Schedule &schedule, int batch, int head, int row, SumKind kind,
                          int split)
{
    const RowSums sums(spec, schedule, batch, head, row);
    if (Status s = sums.check(kind); !s.ok())
        return s;
    const Result<int> chosen = sums.chooseSplit(split);
    if (!chosen.ok())
        return chosen.status();
    SumPlace place;
    place.split = chosen.value();
    place.workTile = sums.workTileOf(chosen.value()).index;
    for (int i = 0; i < schedule.splits(); ++i) {
        std::vector<int> &keys = place.keysOfSplits.emplace_back();
        for (const RowKeyTile &tile : sums.tilesOf(i)) {
            if (i == place.split)
                place.nBlocks.push_back(tile.nBlock);
            for (int key = tile.visible.begin; key < tile.visible.end; ++key)
                keys.push_back(key);
        }
    }
    return place;
}

Result<ValuedTree> valuedTree(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                              const std::shared_ptr<const Schedule> &schedule, const RowTrace &row, SumKind kind,
                              int column, int split)
{
    const RowSums sums(spec, *schedule, row.batch, row.head, row.row);
    if (Status s = sums.check(kind); !s.ok())
        return s;
    Valuation valuation(spec, *inputs, *schedule, row, kind, column);
    if (Status s = valuation.checkColumn(); !s.ok())
        return s;
    if (Status s = valuation.loadTables(); !s.ok())
        return s;
    const Result<int> chosen = sums.chooseSplit(kind == SumKind::Score ? splitWithKey(row, column) : split);
    if (!chosen.ok())
        return chosen.status();
    std::vector<RowKeyTile> tiles = sums.tilesOf(chosen.value());
    const auto index = static_cast<std::size_t>(chosen.value());
    const bool ownTrace =
        static_cast<int>(row.splits.size()) == schedule->splits() &&
        std::equal(tiles.begin(), tiles.end(), row.splits[index].tiles.begin(), row.splits[index].tiles.end(),
                   [](const RowKeyTile &a, const RowTileTrace &b) { return a.nBlock == b.nBlock; });
    if (!ownTrace)
        return Status::invalid(
            phrase("the row trace of %1 visits other key tiles: it belongs to another run", sums.place()));
    valuation.choose(sums.workTileOf(chosen.value()));
    valuation.findHarmful(tiles);
    Result<ReductionTree> tree = sums.shape(kind, tiles);
    if (!tree.ok())
        return tree.status();
    return valuation.fill(std::move(tree).value(), row.splits[index], sums.place());
}

} // namespace ulpscope
