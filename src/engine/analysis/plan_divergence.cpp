// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/plan_divergence.h"

#include "engine/analysis/product_groups.h"
#include "engine/backend/matmul.h"
#include "engine/backend/operand_scaling.h"
#include "engine/trace/row_trace.h"

#include <algorithm>
#include <utility>

namespace ulpscope {
namespace {

std::string rangeText(KeyRange keys) { return std::to_string(keys.begin) + ".." + std::to_string(keys.end - 1); }

KeyRange intersect(KeyRange a, KeyRange b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }

/// A step of a plan as one row takes part in it.
struct RowStep {
    PlannedStep step;
    int split = 0;
    bool isCombine = false;
    KeyRange keys; ///< what the row adds of the step's key tile; empty outside key tiles
};

/// The steps of a row that can touch its values. Key tiles of which it sees nothing add exact zeros and are left out,
/// as is the rescaling of the nothing that is there before its first key.
std::vector<RowStep> rowSteps(const Schedule &schedule, int batch, int head, int row)
{
    const Problem &p = schedule.problem();
    const int perRowBlock = schedule.splits() > 1 ? schedule.splits() + 1 : 1;
    const int rowBlock = (batch * p.heads + head) * schedule.mBlocks() + row / schedule.recipe().tileM;
    std::vector<RowStep> list;
    for (int i = 0; i < perRowBlock; ++i) {
        const WorkTile tile = schedule.workTile(rowBlock * perRowBlock + i);
        int firstOrdinal = -1; ///< of the first key tile that the row sees
        for (const PlannedStep &step : schedule.steps(tile)) {
            RowStep entry{step, tile.split, tile.isCombine, {}};
            if (step.nBlock >= 0) {
                entry.keys = schedule.addedKeys(batch, row, step.nBlock);
                if (entry.keys.empty())
                    continue;
                if (firstOrdinal < 0)
                    firstOrdinal = step.ordinal;
            }
            if (step.kind == StepKind::LoadQ || step.kind == StepKind::ApplyMask ||
                (step.kind == StepKind::RescaleOutput && step.ordinal == firstOrdinal))
                continue;
            list.push_back(entry);
        }
    }
    return list;
}

bool sameStep(const RowStep &a, const RowStep &b)
{
    return a.step.kind == b.step.kind && a.split == b.split && a.isCombine == b.isCombine && a.keys == b.keys;
}

/// What a run with `splits` splits does next.
Phrase stepWords(const RowStep &step, int splits)
{
    const Phrase text = step.step.kind == StepKind::LoadKv
                            ? phrase("adds key tile %1 (keys %2)", step.step.nBlock, rangeText(step.keys))
                            : phrase("goes on with %1", stepKindName(step.step.kind));
    return splits > 1 && !step.isCombine ? phrase("%1 in split %2", text, step.split) : text;
}

/// Keys that a running sum holds, as sorted ranges that do not touch.
class KeySet {
public:
    void add(KeyRange keys)
    {
        m_ranges.push_back(keys);
        std::sort(m_ranges.begin(), m_ranges.end(), [](KeyRange a, KeyRange b) { return a.begin < b.begin; });
        std::vector<KeyRange> merged;
        for (const KeyRange range : m_ranges) {
            if (!merged.empty() && merged.back().end >= range.begin)
                merged.back().end = std::max(merged.back().end, range.end);
            else
                merged.push_back(range);
        }
        m_ranges = std::move(merged);
    }
    bool operator==(const KeySet &) const = default;
    std::string text() const
    {
        std::string text;
        for (const KeyRange range : m_ranges)
            text += (text.empty() ? "" : ", ") + rangeText(range);
        return text;
    }

private:
    std::vector<KeyRange> m_ranges;
};

/// Running values of a row after a set of keys.
struct RunningValues {
    KeySet keys;
    const RowTileTrace *tile = nullptr;
};

std::vector<RunningValues> runningValues(const Schedule &schedule, const RowTrace &trace)
{
    std::vector<RunningValues> list;
    for (const RowSplitTrace &split : trace.splits) {
        KeySet keys;
        for (const RowTileTrace &tile : split.tiles) {
            const KeyRange added = schedule.addedKeys(trace.batch, trace.row, tile.nBlock);
            if (added.empty())
                continue;
            keys.add(added);
            list.push_back({keys, &tile});
        }
    }
    return list;
}

/// Fills quantity, col, a, b and the node's last words from the first running value after equal keys that differs.
void fillRunningValue(const std::vector<RunningValues> &a, const std::vector<RunningValues> &b, bool sameMaxUnit,
                      Divergence &divergence)
{
    const auto fill = [&](Quantity quantity, int col, float va, float vb, const KeySet &keys) {
        divergence.quantity = quantity;
        divergence.col = col;
        divergence.a = va;
        divergence.b = vb;
        divergence.node =
            phrase("%1; after keys %2 in both, %3 differs", divergence.node, keys.text(), quantityName(quantity));
    };
    for (const RunningValues &va : a) {
        const auto vb = std::find_if(b.begin(), b.end(), [&](const RunningValues &v) { return v.keys == va.keys; });
        if (vb == b.end())
            continue;
        if (sameMaxUnit && !sameBits(va.tile->runMax, vb->tile->runMax))
            return fill(Quantity::RowMax, 0, va.tile->runMax, vb->tile->runMax, va.keys);
        if (!sameBits(va.tile->runSum, vb->tile->runSum))
            return fill(Quantity::RowSum, 0, va.tile->runSum, vb->tile->runSum, va.keys);
        for (std::size_t c = 0; c < va.tile->accO.size(); ++c) {
            if (!sameBits(va.tile->accO[c], vb->tile->accO[c]))
                return fill(Quantity::OutputAcc, static_cast<int>(c), va.tile->accO[c], vb->tile->accO[c], va.keys);
        }
    }
}

} // namespace

Result<std::optional<Divergence>> scoreDivergence(const ComparedRun &a, const ComparedRun &b, const Inputs &inputs,
                                                  const std::vector<RecipeDifference> &differences,
                                                  std::stop_token stop)
{
    const Problem &p = a.spec.problem;
    const ProductUnit unitA{a.spec.qk, a.spec.recipe.instrK}, unitB{b.spec.qk, b.spec.recipe.instrK};
    // With a stale K the scores depend on the order of the tiles too: the plans tell more.
    const bool isStale = a.spec.recipe.fault == Fault::StaleK || b.spec.recipe.fault == Fault::StaleK;
    const OperandScaling scalingA(a.spec), scalingB(b.spec);
    if (isStale || (sameProducts(unitA, unitB, p.headDim) && scalingA.scales() == scalingB.scales()))
        return std::optional<Divergence>();
    const auto scoresOf = [&](const ProductUnit &unit, const OperandScaling &scaling, const WorkTile &tile,
                              KeyRange keys) {
        const float *q = inputs.qRows(p, tile.batch, tile.head) + std::ptrdiff_t{tile.rowBegin} * p.headDim;
        const float *k = inputs.kRows(p, tile.batch, p.kvHeadOf(tile.head)) + std::ptrdiff_t{keys.begin} * p.headDim;
        Matrix scores(tile.rowEnd - tile.rowBegin, keys.end - keys.begin);
        MmaOperand rows;
        MatmulOperand columns;
        std::vector<float> room;
        const auto values = [&](int count) {
            return static_cast<std::size_t>(count) * static_cast<std::size_t>(p.headDim);
        };
        rows.assign(unit.mma.operands, scaling.q(q, values(scores.rows), room), scores.rows, p.headDim, p.headDim);
        columns.assignTransposed(unit.mma, scaling.k(k, values(scores.cols), room), p.headDim, scores.cols, p.headDim);
        matmul(unit.mma, unit.instrK, rows, columns, scores.data.data(), scores.cols);
        return scores;
    };
    for (int i = 0; i < a.schedule->workTileCount(); ++i) {
        const WorkTile tile = a.schedule->workTile(i);
        for (const PlannedStep &step : a.schedule->steps(tile)) {
            if (step.kind != StepKind::ScoreGemm)
                continue;
            if (stop.stop_requested())
                return Status::cancelled();
            const KeyRange keys = a.schedule->keysOf(tile, step.nBlock);
            const Matrix sa = scoresOf(unitA, scalingA, tile, keys), sb = scoresOf(unitB, scalingB, tile, keys);
            for (int r = 0; r < sa.rows; ++r) {
                const int row = tile.rowBegin + r;
                const KeyRange seen = intersect(keys, p.mask.visibleKeys(tile.batch, row, p.seqlenQ, p.seqlenK));
                for (int key = seen.begin; key < seen.end; ++key) {
                    const float va = sa.at(r, key - keys.begin), vb = sb.at(r, key - keys.begin);
                    if (sameBits(va, vb))
                        continue;
                    return std::optional<Divergence>(
                        Divergence{step, Quantity::Scores, tile.batch, tile.head, row, key, va, vb,
                                   scoreNode(a.spec, b.spec, inputs, tile.batch, tile.head, row, key, key),
                                   wordsFor(differences, {scoreField(a.spec, b.spec)}), false});
                }
            }
        }
    }
    return std::optional<Divergence>();
}

Result<Divergence> planDivergence(const ComparedRun &a, const ComparedRun &b,
                                  const std::shared_ptr<const Inputs> &inputs,
                                  const std::vector<RecipeDifference> &differences, Quantity quantity,
                                  const OutputMismatch &m)
{
    Divergence divergence{{}, quantity, m.batch, m.head, m.row, m.col, m.a, m.b, {}, {}, false};
    const std::vector<RowStep> stepsA = rowSteps(*a.schedule, m.batch, m.head, m.row);
    const std::vector<RowStep> stepsB = rowSteps(*b.schedule, m.batch, m.head, m.row);
    std::size_t i = 0;
    while (i < stepsA.size() && i < stepsB.size() && sameStep(stepsA[i], stepsB[i]))
        ++i;
    if (i < stepsA.size() && i < stepsB.size()) {
        divergence.structural = true;
        divergence.step = stepsA[i].step;
        const Phrase ofA = stepWords(stepsA[i], a.schedule->splits()), ofB = stepWords(stepsB[i], b.schedule->splits());
        divergence.node = i == 0 ? phrase("A %1 first, B %2", ofA, ofB) : phrase("A %1 next, B %2", ofA, ofB);
        divergence.reason = wordsFor(differences, {"fault", "form", "splits", "keyOrder", "tileN"});
    } else {
        // This row is treated alike by both plans: what differs is an operation on the way.
        divergence.step = stepsA.back().step;
        divergence.node = phrase("row %1", m.row);
        divergence.reason = wordsFor(differences, {});
    }
    if (a.spec.recipe.form != Form::Online || b.spec.recipe.form != Form::Online)
        return divergence;
    const Result<RowTrace> traceA = traceRow(a.spec, inputs, a.schedule, m.batch, m.head, m.row);
    if (!traceA.ok())
        return traceA.status();
    const Result<RowTrace> traceB = traceRow(b.spec, inputs, b.schedule, m.batch, m.head, m.row);
    if (!traceB.ok())
        return traceB.status();
    fillRunningValue(runningValues(*a.schedule, traceA.value()), runningValues(*b.schedule, traceB.value()),
                     a.spec.recipe.maxOf == b.spec.recipe.maxOf &&
                         a.spec.recipe.inNaturalUnits() == b.spec.recipe.inNaturalUnits(),
                     divergence);
    return divergence;
}

} // namespace ulpscope
