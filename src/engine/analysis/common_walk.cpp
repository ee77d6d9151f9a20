// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/common_walk.h"

#include "engine/analysis/product_groups.h"
#include "engine/backend/operand_scaling.h"

#include <cstring>
#include <span>
#include <utility>

namespace ulpscope {
namespace {

/// A cell of two matrices in which their bits differ.
struct DifferingCell {
    int row = 0, col = 0;
    float a = 0, b = 0;
};

std::optional<DifferingCell> firstDifference(const Matrix &a, const Matrix &b)
{
    if (std::memcmp(a.data.data(), b.data.data(), a.data.size() * sizeof(float)) == 0)
        return std::nullopt;
    for (int r = 0; r < a.rows; ++r) {
        for (int c = 0; c < a.cols; ++c) {
            if (!sameBits(a.at(r, c), b.at(r, c)))
                return DifferingCell{r, c, a.at(r, c), b.at(r, c)};
        }
    }
    return std::nullopt;
}

float castProb(const Recipe &recipe, float p)
{
    switch (recipe.pCast) {
    case PCast::None: return p;
    case PCast::Bf16: return roundTo(DType::BF16, p);
    case PCast::Fp16: return roundTo(DType::F16, p);
    }
    return p;
}

class CommonWalk {
public:
    CommonWalk(const ComparedRun &a, const ComparedRun &b, const std::shared_ptr<const Inputs> &inputs,
               const std::vector<RecipeDifference> &differences)
        : m_a(a), m_b(b), m_inputs(inputs), m_differences(differences)
    {
        const Recipe &ra = a.spec.recipe, &rb = b.spec.recipe;
        m_sameMaxUnit = ra.maxOf == rb.maxOf && ra.inNaturalUnits() == rb.inNaturalUnits();
        m_sameLanes =
            ra.lanes == rb.lanes && ra.lanesK == rb.lanesK && ra.keyWarps == rb.keyWarps && ra.quadWhen == rb.quadWhen;
    }

    Result<std::optional<Divergence>> run(const Backend &backend, std::stop_token stop)
    {
        for (const auto &[side, executor] : {std::pair{&m_a, &m_executorA}, std::pair{&m_b, &m_executorB}}) {
            Result<std::unique_ptr<TileExecutor>> prepared = backend.prepare(side->spec, m_inputs, side->schedule);
            if (!prepared.ok())
                return prepared.status();
            *executor = std::move(prepared).value();
        }
        for (int i = 0; i < m_a.schedule->workTileCount(); ++i) {
            m_tile = m_a.schedule->workTile(i);
            for (const PlannedStep &step : m_a.schedule->steps(m_tile)) {
                m_step = step;
                if (step.kind == StepKind::OutputGemm)
                    m_accBefore = read(*m_executorA, Quantity::OutputAcc);
                for (TileExecutor *executor : {m_executorA.get(), m_executorB.get()}) {
                    if (Status s = executor->execute(std::span(&step, 1), stop); !s.ok())
                        return s;
                }
                std::optional<Divergence> found = afterStep();
                if (!m_status.ok())
                    return m_status;
                if (found)
                    return found;
            }
        }
        return std::optional<Divergence>();
    }

private:
    using Found = std::optional<Divergence>;

    Found afterStep()
    {
        switch (m_step.kind) {
        case StepKind::LoadQ:
        case StepKind::LoadKv: return {};
        case StepKind::ApplyMask: return mask();
        case StepKind::ScoreGemm: return scores();
        case StepKind::RowMax: return m_sameMaxUnit ? rowMax() : Found();
        case StepKind::RescaleOutput: return rescale();
        case StepKind::Exp2: return probs();
        case StepKind::RowSum: return rowSums();
        case StepKind::OutputGemm: return outputGemm();
        case StepKind::Normalize: return normalize();
        case StepKind::Combine: return combine();
        }
        return {};
    }

    Matrix read(const TileExecutor &executor, Quantity quantity)
    {
        Result<Matrix> values = executor.read(quantity);
        if (values.ok())
            return std::move(values).value();
        if (m_status.ok())
            m_status = values.status();
        return {};
    }

    std::optional<DifferingCell> difference(Quantity quantity)
    {
        const Matrix a = read(*m_executorA, quantity), b = read(*m_executorB, quantity);
        return a.data.size() == b.data.size() ? firstDifference(a, b) : std::nullopt; // unequal: a read failed
    }

    int rowOf(const DifferingCell &cell) const { return m_tile.rowBegin + cell.row; }
    int keyOf(int col) const { return m_step.nBlock * m_a.spec.recipe.tileN + col; }

    Divergence at(Quantity quantity, const DifferingCell &cell, int col, Phrase node,
                  std::initializer_list<std::string_view> fields) const
    {
        return {m_step, quantity, m_tile.batch, m_tile.head,     rowOf(cell),
                col,    cell.a,   cell.b,       std::move(node), wordsFor(m_differences, fields),
                false};
    }

    Found scores()
    {
        const Matrix a = read(*m_executorA, Quantity::Scores), b = read(*m_executorB, Quantity::Scores);
        if (!m_status.ok() || !firstDifference(a, b))
            return {};
        const int readA = m_a.schedule->kTileRead(m_tile, m_step.nBlock);
        const int readB = m_b.schedule->kTileRead(m_tile, m_step.nBlock);
        for (int r = 0; r < a.rows; ++r) {
            const KeyRange added = m_a.schedule->addedKeys(m_tile.batch, m_tile.rowBegin + r, m_step.nBlock);
            for (int c = 0; c < a.cols; ++c) {
                const int key = keyOf(c);
                if (key < added.begin || key >= added.end || sameBits(a.at(r, c), b.at(r, c)))
                    continue;
                const DifferingCell cell{r, c, a.at(r, c), b.at(r, c)};
                if (readA != readB)
                    return at(Quantity::Scores, cell, key,
                              phrase("score of key %1: A reads K from key tile %2, B from %3", key, readA, readB),
                              {"fault"});
                return at(Quantity::Scores, cell, key,
                          scoreNode(m_a.spec, m_b.spec, *m_inputs, m_tile.batch, m_tile.head, rowOf(cell), key,
                                    (readA - m_step.nBlock) * m_a.spec.recipe.tileN + key),
                          {scoreField(m_a.spec, m_b.spec)});
            }
        }
        return {};
    }

    /// Scores that both runs add are equal when they are masked: what differs is hidden in one of them only.
    Found mask()
    {
        const Matrix a = read(*m_executorA, Quantity::Scores), b = read(*m_executorB, Quantity::Scores);
        for (int r = 0; m_status.ok() && r < a.rows; ++r) {
            const int row = m_tile.rowBegin + r;
            const KeyRange ofA = m_a.schedule->addedKeys(m_tile.batch, row, m_step.nBlock);
            const KeyRange ofB = m_b.schedule->addedKeys(m_tile.batch, row, m_step.nBlock);
            if (ofA == ofB)
                continue;
            for (int c = 0; c < a.cols; ++c) {
                const int key = keyOf(c);
                if ((key >= ofA.begin && key < ofA.end) != (key >= ofB.begin && key < ofB.end))
                    return at(Quantity::Scores, {r, c, a.at(r, c), b.at(r, c)}, key,
                              phrase("score of key %1, which does not exist and is masked in one run only", key),
                              {"fault"});
            }
        }
        return {};
    }

    Found rowMax()
    {
        const auto cell = difference(Quantity::RowMax);
        if (!cell)
            return {};
        return at(Quantity::RowMax, *cell, 0, phrase("running max after key tile %1", m_step.nBlock), {"scoreScale"});
    }

    Found rescale()
    {
        if (const auto cell = difference(Quantity::Alpha))
            return at(Quantity::Alpha, *cell, 0, phrase("rescale factor before key tile %1 is added", m_step.nBlock),
                      {"alpha", "scoreScale", "maxOf", "exp", "ftz", "tables"});
        if (const auto cell = difference(Quantity::OutputAcc))
            return at(Quantity::OutputAcc, *cell, cell->col,
                      phrase("rescaled accumulator before key tile %1 is added", m_step.nBlock), {"oStore"});
        return {};
    }

    Found probs()
    {
        const auto cell = difference(Quantity::Probs);
        if (!cell)
            return {};
        return at(Quantity::Probs, *cell, keyOf(cell->col), phrase("exponential of key %1", keyOf(cell->col)),
                  {"argument", "scoreScale", "maxOf", "exp", "ftz", "tables"});
    }

    Found rowSums()
    {
        const Quantity quantity = m_sameLanes ? Quantity::LaneSums : Quantity::RowSum;
        const auto cell = difference(quantity);
        if (!cell)
            return {};
        const bool oneLane = !m_sameLanes || m_a.spec.recipe.quadWhen == QuadWhen::EveryTile;
        const Phrase node = oneLane ? phrase("running row sum after key tile %1", m_step.nBlock)
                                    : phrase("lane %1 of the row sum after key tile %2", cell->col, m_step.nBlock);
        return at(oneLane ? Quantity::RowSum : quantity, *cell, 0, node,
                  {"lanes", "warpColumns", "keyWarps", "laneSum", "join", "quadWhen", "quadOrder"});
    }

    Found outputGemm()
    {
        const auto cell = difference(Quantity::OutputAcc);
        if (!cell)
            return {};
        const int readA = m_a.schedule->vTileRead(m_tile, m_step.nBlock);
        const int readB = m_b.schedule->vTileRead(m_tile, m_step.nBlock);
        if (readA != readB)
            return at(Quantity::OutputAcc, *cell, cell->col,
                      phrase("products of key tile %1 for output column %2: A reads V from key tile %3, B from %4",
                             m_step.nBlock, cell->col, readA, readB),
                      {"fault"});
        return at(Quantity::OutputAcc, *cell, cell->col, outputNode(*cell),
                  m_a.spec.recipe.dividesProbs() != m_b.spec.recipe.dividesProbs()
                      ? std::initializer_list<std::string_view>{"final"}
                      : std::initializer_list<std::string_view>{"pCast", "oStore", "keyWarps", "mmaPv"});
    }

    /// Replays the products of P and V: up to here P and the accumulator are the same in both runs.
    Phrase outputNode(const DifferingCell &cell)
    {
        const Problem &p = m_a.spec.problem;
        if (m_a.spec.recipe.dividesProbs() != m_b.spec.recipe.dividesProbs())
            return phrase("P before it is multiplied, for output column %1", cell.col);
        const Matrix probs = read(*m_executorA, Quantity::Probs);
        std::vector<float> pa(probs.row(cell.row), probs.row(cell.row) + probs.cols), pb = pa;
        for (std::size_t j = 0; j < pa.size(); ++j) {
            pa[j] = castProb(m_a.spec.recipe, pa[j]);
            pb[j] = castProb(m_b.spec.recipe, pb[j]);
            if (!sameBits(pa[j], pb[j]))
                return phrase("cast of P at key %1", keyOf(static_cast<int>(j)));
        }
        // What each warp held is not at hand.
        if (m_a.spec.recipe.keyWarps > 1 || m_b.spec.recipe.keyWarps > 1)
            return phrase("accumulator of output column %1 as stored after key tile %2", cell.col, m_step.nBlock);
        const KeyRange keys = m_a.schedule->keysOf(m_tile, m_a.schedule->vTileRead(m_tile, m_step.nBlock));
        const float *v = m_inputs->vRows(p, m_tile.batch, p.kvHeadOf(m_tile.head));
        std::vector<float> column(pa.size(), 0.0f);
        for (int key = keys.begin; key < keys.end; ++key)
            column[static_cast<std::size_t>(key - keys.begin)] = v[std::ptrdiff_t{key} * p.headDimV + cell.col];
        const bool fromZero = m_a.spec.recipe.form == Form::Sketch || m_a.spec.recipe.pvSum == PvSum::Apart;
        const float before = fromZero ? 0.0f : m_accBefore.at(cell.row, cell.col);
        const auto group =
            firstDifferingGroup({m_a.spec.pv, m_a.spec.recipe.instrK}, {m_b.spec.pv, m_b.spec.recipe.instrK}, pa.data(),
                                column.data(), static_cast<int>(pa.size()), before);
        if (!group)
            return phrase("accumulator of output column %1 as stored after key tile %2", cell.col, m_step.nBlock);
        const int first = keyOf(group->begin), last = keyOf(group->end) - 1;
        return first == last ? phrase("product group of key %1 of output column %2", first, cell.col)
                             : phrase("product group of keys %1..%2 of output column %3", first, last, cell.col);
    }

    Found normalize()
    {
        // Lanes that are added only here diverge here: before, their total does not exist.
        const bool lanesJoined = m_a.spec.recipe.form == Form::Online && m_a.spec.recipe.quadWhen == QuadWhen::End;
        if (lanesJoined && m_sameLanes) {
            if (const auto cell = difference(Quantity::RowSum))
                return at(Quantity::RowSum, *cell, 0, phrase("sum over the lanes of the row"), {"quadOrder"});
        }
        if (const auto cell = difference(Quantity::Output))
            return at(Quantity::Output, *cell, cell->col,
                      phrase("division of output column %1 by the row sum", cell->col), {"final", "emptyRow"});
        return lse({"exp", "maxOf", "scoreScale", "emptyRow", "tables"});
    }

    Found combine()
    {
        if (m_a.spec.recipe.form == Form::Sketch) {
            if (const auto cell = difference(Quantity::RowSum))
                return at(Quantity::RowSum, *cell, 0, phrase("merge of the tiles' row sums"), {"crossTile", "exp"});
            if (const auto cell = difference(Quantity::OutputAcc))
                return at(Quantity::OutputAcc, *cell, cell->col,
                          phrase("merge of the tiles' output column %1", cell->col), {"crossTile", "exp"});
            return {};
        }
        if (const auto cell = difference(Quantity::Output))
            return at(Quantity::Output, *cell, cell->col,
                      phrase("combine of %1 splits, output column %2", m_a.schedule->splits(), cell->col),
                      {"combine", "tables"});
        return lse({"combine", "tables"});
    }

    Found lse(std::initializer_list<std::string_view> fields)
    {
        const auto cell = difference(Quantity::Lse);
        if (!cell)
            return {};
        return at(Quantity::Lse, *cell, 0, phrase("log-sum-exp of the row"), fields);
    }

    const ComparedRun &m_a, &m_b;
    const std::shared_ptr<const Inputs> &m_inputs;
    const std::vector<RecipeDifference> &m_differences;
    bool m_sameMaxUnit = true, m_sameLanes = true;
    std::unique_ptr<TileExecutor> m_executorA, m_executorB;
    WorkTile m_tile;
    PlannedStep m_step;
    Matrix m_accBefore; ///< A's accumulator before the current OutputGemm
    Status m_status;
};

} // namespace

bool samePlan(const ComparedRun &a, const ComparedRun &b)
{
    const Schedule &s = *a.schedule, &t = *b.schedule;
    if (a.spec.recipe.form != b.spec.recipe.form || a.spec.recipe.tileM != b.spec.recipe.tileM ||
        a.spec.recipe.tileN != b.spec.recipe.tileN || s.splits() != t.splits() ||
        s.workTileCount() != t.workTileCount())
        return false;
    for (int i = 0; i < s.workTileCount(); ++i) {
        if (s.keyTiles(s.workTile(i)) != t.keyTiles(t.workTile(i)))
            return false;
    }
    return true;
}

Result<std::optional<Divergence>> walkCommonPlan(const Backend &backend, const ComparedRun &a, const ComparedRun &b,
                                                 const std::shared_ptr<const Inputs> &inputs,
                                                 const std::vector<RecipeDifference> &differences, std::stop_token stop)
{
    return CommonWalk(a, b, inputs, differences).run(backend, std::move(stop));
}

std::string_view scoreField(const RunSpec &a, const RunSpec &b)
{
    return OperandScaling(a).scales() != OperandScaling(b).scales() ? "scoreScale" : "mmaQk";
}

Phrase scoreNode(const RunSpec &a, const RunSpec &b, const Inputs &inputs, int batch, int head, int row, int key,
                 int readKey)
{
    const Problem &p = a.problem;
    const float *q = inputs.qRows(p, batch, head) + std::ptrdiff_t{row} * p.headDim;
    // Zeros, of which all units make 0; or operands that are not the inputs.
    if (readKey >= p.seqlenK || OperandScaling(a).scales() || OperandScaling(b).scales())
        return phrase("score of key %1", key);
    const float *k = inputs.kRows(p, batch, p.kvHeadOf(head)) + std::ptrdiff_t{readKey} * p.headDim;
    const auto group = firstDifferingGroup({a.qk, a.recipe.instrK}, {b.qk, b.recipe.instrK}, q, k, p.headDim, 0.0f);
    if (!group)
        return phrase("score of key %1", key);
    return group->end == group->begin + 1
               ? phrase("product group of head-dim column %1 of key %2", group->begin, key)
               : phrase("product group of head-dim columns %1..%2 of key %3", group->begin, group->end - 1, key);
}

} // namespace ulpscope
