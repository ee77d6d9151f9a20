// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/relaxed_row.h"

#include "engine/analysis/relaxed_matmul.h"
#include "engine/backend/operand_scaling.h"
#include "engine/numerics/ulp.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::size_t at(int i) { return static_cast<std::size_t>(i); }

} // namespace

Result<std::shared_ptr<const RelaxedHead>> RelaxedHead::create(const RunSpec &spec,
                                                               std::shared_ptr<const Inputs> inputs,
                                                               std::shared_ptr<const Schedule> schedule, int batch,
                                                               int head)
{
    const Problem &p = spec.problem;
    if (Status s = inputs->validate(p); !s.ok())
        return s;
    if (batch < 0 || batch >= p.batch || head < 0 || head >= p.heads)
        return Status::invalid(phrase("batch %1, head %2: the problem has %3 and %4", batch, head, p.batch, p.heads));
    std::shared_ptr<const ApproxTables> tables;
    if (!spec.approxTable.empty()) {
        Result<std::shared_ptr<const ApproxTables>> loaded = ApproxTables::load(spec.tableDirectory, spec.approxTable);
        if (!loaded.ok())
            return loaded.status();
        tables = std::move(loaded).value();
    }
    return std::shared_ptr<const RelaxedHead>(
        new RelaxedHead(spec, std::move(inputs), std::move(schedule), std::move(tables), batch, head));
}

RelaxedHead::RelaxedHead(const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                         std::shared_ptr<const Schedule> schedule, std::shared_ptr<const ApproxTables> tables,
                         int batch, int head)
    : m_spec(spec),
      m_inputs(std::move(inputs)),
      m_schedule(std::move(schedule)),
      m_softmax(spec, std::move(tables)),
      m_batch(batch),
      m_head(head)
{
    const Problem &p = m_spec.problem;
    const int kvHead = p.kvHeadOf(head);
    m_q = m_inputs->qRows(p, batch, head);
    m_k = m_inputs->kRows(p, batch, kvHead);
    m_v = m_inputs->vRows(p, batch, kvHead);
    const OperandScaling scaling(m_spec);
    std::vector<float> room;
    const int tileN = m_spec.recipe.tileN;
    m_kTransposed.resize(at(m_schedule->nBlocks()));
    m_vTiles.resize(at(m_schedule->nBlocks()));
    m_existingKeys = p.mask.keyLengths.empty() ? p.seqlenK : std::min(p.seqlenK, p.mask.keyLengths[at(batch)]);
    std::vector<float> k(at(tileN) * at(p.headDim)), v(at(tileN) * at(p.headDimV));
    for (int n = 0; n < m_schedule->nBlocks(); ++n) {
        const int first = n * tileN;
        const int existing = std::clamp(m_existingKeys - first, 0, tileN);
        const std::ptrdiff_t skipK = std::ptrdiff_t{first} * p.headDim, skipV = std::ptrdiff_t{first} * p.headDimV;
        std::fill(std::copy_n(m_k + skipK, std::ptrdiff_t{existing} * p.headDim, k.begin()), k.end(), 0.0f);
        std::fill(std::copy_n(m_v + skipV, std::ptrdiff_t{existing} * p.headDimV, v.begin()), v.end(), 0.0f);
        m_kTransposed[at(n)].assignTransposed(m_spec.qk, scaling.k(k.data(), k.size(), room), p.headDim, tileN,
                                              p.headDim);
        m_vTiles[at(n)].assign(m_spec.pv, v.data(), tileN, p.headDimV, p.headDimV);
    }
}

RelaxedRow::RelaxedRow(std::shared_ptr<const RelaxedHead> head, int row) : m_head(std::move(head))
{
    const RelaxedHead &h = *m_head;
    const Problem &p = h.m_spec.problem;
    const Schedule &schedule = *h.m_schedule;
    const int tileN = h.m_spec.recipe.tileN;
    m_kernelScores.assign(at(schedule.nBlocks()) * at(tileN), -kInfinity);
    m_exactScores = m_kernelScores;

    const int perRowBlock = schedule.splits() > 1 ? schedule.splits() + 1 : 1;
    const int rowBlock = (h.m_batch * p.heads + h.m_head) * schedule.mBlocks() + row / h.m_spec.recipe.tileM;
    const float *q = h.m_q + std::ptrdiff_t{row} * p.headDim;
    MmaOperand qOperand;
    const OperandScaling scaling(h.m_spec);
    std::vector<float> room;
    qOperand.assign(h.m_spec.qk.operands, scaling.q(q, at(p.headDim), room), 1, p.headDim, p.headDim);
    std::vector<float> tileScores(at(tileN));
    for (int split = 0; split < schedule.splits(); ++split) {
        const WorkTile workTile = schedule.workTile(rowBlock * perRowBlock + split);
        std::vector<KeyTile> tiles;
        for (int n : schedule.keyTiles(workTile)) {
            const int kBlock = schedule.kTileRead(workTile, n), vBlock = schedule.vTileRead(workTile, n);
            tiles.push_back({n, kBlock, vBlock, schedule.inPartialBlock(workTile, n)});
            std::fill(tileScores.begin(), tileScores.end(), 0.0f);
            matmul(h.m_spec.qk, h.m_spec.recipe.instrK, qOperand, h.m_kTransposed[at(kBlock)], tileScores.data(),
                   tileN);
            const KeyRange added = schedule.addedKeys(h.m_batch, row, n);
            for (int key = added.begin; key < added.end; ++key) {
                m_kernelScores[at(key)] = static_cast<double>(tileScores[at(key - n * tileN)]);
                const int read = key + (kBlock - n) * tileN;
                if (read >= h.m_existingKeys) { // zeros
                    m_exactScores[at(key)] = 0.0;
                    continue;
                }
                const float *k = h.m_k + std::ptrdiff_t{read} * p.headDim;
                double dot = 0;
                for (int i = 0; i < p.headDim; ++i)
                    dot += static_cast<double>(q[i]) * static_cast<double>(k[i]);
                m_exactScores[at(key)] = scaling.scales() ? dot * static_cast<double>(p.scale) : dot;
            }
        }
        m_splits.push_back(std::move(tiles));
    }
}

const double *RelaxedRow::scoresOf(const KeyTile &tile, const std::vector<double> &scores) const
{
    return scores.data() + std::ptrdiff_t{tile.nBlock} * m_head->m_spec.recipe.tileN;
}

std::vector<double> RelaxedRow::evaluate(SourceSet exact) const
{
    std::vector<double> scores = exact.has(ErrorSource::ScoreDot) ? m_exactScores : m_kernelScores;
    if (m_head->m_spec.problem.softcap > 0) {
        for (double &s : scores)
            s = s == -kInfinity ? s : m_head->m_softmax.cap(s, exact);
    }
    if (m_head->m_spec.recipe.form == Form::Sketch)
        return normalised(sketch(m_splits.front(), scores, exact), exact);
    std::vector<Partial> partials;
    for (const std::vector<KeyTile> &tiles : m_splits)
        partials.push_back(online(tiles, scores, exact));
    return partials.size() == 1 ? normalised(partials.front(), exact) : combine(partials, exact);
}

double RelaxedRow::tileMax(const double *scores, SourceSet exact) const
{
    double best = -kInfinity;
    for (int j = 0; j < m_head->m_spec.recipe.tileN; ++j) {
        const double x = m_head->m_softmax.maxUnit(scores[j], exact);
        best = x > best ? x : best; // passes over NaN, as the hardware's max
    }
    return best;
}

void RelaxedRow::probsOf(const KeyTile &tile, const std::vector<double> &scores, double max, SourceSet exact,
                         double *p) const
{
    const double *s = scoresOf(tile, scores);
    for (int j = 0; j < m_head->m_spec.recipe.tileN; ++j)
        p[j] = m_head->m_softmax.prob(s[j], max, tile.partialBlock, j, exact);
}

RelaxedRow::Partial RelaxedRow::online(const std::vector<KeyTile> &tiles, const std::vector<double> &scores,
                                       SourceSet exact) const
{
    const RunSpec &spec = m_head->m_spec;
    const RelaxedSoftmax &softmax = m_head->m_softmax;
    const bool exactPv = exact.has(ErrorSource::Pv), apart = spec.recipe.pvSum == PvSum::Apart;
    Partial row{-kInfinity, 0.0, std::vector<double>(at(spec.problem.headDimV)), {}, {}, 0.0};
    std::vector<double> lanes(at(softmax.laneCount())), p(at(spec.recipe.tileN));
    // One accumulator a warp; without shared keys row.out is the only one.
    const int warps = spec.recipe.keyWarps, width = spec.recipe.tileN / warps;
    std::vector<std::vector<double>> ofWarps(warps > 1 ? at(warps) : 0, row.out);
    bool first = true;
    for (const KeyTile &tile : tiles) {
        const double oldMax = row.max;
        const double own = tileMax(scoresOf(tile, scores), exact);
        row.max = softmax.nextMax(row.max, own);
        double alpha = 0.0;
        if (!first) {
            alpha = softmax.alpha(oldMax, row.max, exact);
            row.alpha = alpha;
            if (apart)
                row.unscaled = row.out;
            for (double &o : row.out)
                o = apart ? o : fp32Unless(exactPv, o * alpha);
            for (std::vector<double> &warp : ofWarps) {
                for (double &o : warp)
                    o = fp32Unless(exactPv, o * alpha);
            }
        }
        probsOf(tile, scores, row.max, exact, p.data());
        softmax.addTile(p.data(), alpha, first, exact, lanes.data());
        if (spec.recipe.dividesProbs())
            softmax.divideProbs(p, softmax.joinLanes(lanes.data(), exact), exact);
        for (int warp = 0; warp < static_cast<int>(ofWarps.size()); ++warp)
            addOutput(tile, p, {warp * width, (warp + 1) * width}, exact, ofWarps[at(warp)]);
        const KeyRange all{0, spec.recipe.tileN};
        if (apart) {
            row.product.assign(row.out.size(), 0.0);
            addOutput(tile, p, all, exact, row.product);
            for (std::size_t c = 0; c < row.out.size(); ++c)
                row.out[c] =
                    exactPv ? row.out[c] * alpha + row.product[c] : fmaToFp32(row.out[c], alpha, row.product[c]);
        } else if (ofWarps.empty()) {
            addOutput(tile, p, all, exact, row.out);
        }
        if (spec.recipe.oStore == OStore::Bf16 && !exactPv) {
            for (double &o : row.out)
                o = static_cast<double>(roundDoubleTo(DType::BF16, o));
        }
        first = false;
    }
    if (!ofWarps.empty())
        row.out = sumOverWarps(std::move(ofWarps), [&](std::vector<double> a, const std::vector<double> &b) {
            std::transform(a.begin(), a.end(), b.begin(), a.begin(),
                           [&](double x, double y) { return fp32Unless(exactPv, x + y); });
            return a;
        });
    row.sum = softmax.joinLanes(lanes.data(), exact);
    return row;
}

RelaxedRow::Partial RelaxedRow::sketch(const std::vector<KeyTile> &tiles, const std::vector<double> &scores,
                                       SourceSet exact) const
{
    const RunSpec &spec = m_head->m_spec;
    const RelaxedSoftmax &softmax = m_head->m_softmax;
    const std::size_t columns = at(spec.problem.headDimV);
    Partial merged{-kInfinity, 0.0, std::vector<double>(columns), {}, {}, 0.0};
    std::vector<Partial> parts;
    std::vector<double> p(at(spec.recipe.tileN));
    for (const KeyTile &tile : tiles) {
        Partial part{tileMax(scoresOf(tile, scores), exact), 0.0, std::vector<double>(columns), {}, {}, 0.0};
        probsOf(tile, scores, part.max, exact, p.data());
        std::vector<double> lanes(at(softmax.laneCount()));
        softmax.addTile(p.data(), 0.0, true, exact, lanes.data());
        part.sum = softmax.joinLanes(lanes.data(), exact);
        addOutput(tile, p, {0, spec.recipe.tileN}, exact, part.out);
        merged.max = part.max > merged.max ? part.max : merged.max;
        parts.push_back(std::move(part));
    }
    if (parts.empty())
        return merged;
    const Result<MergeTree> tree = m_head->m_schedule->sketchTree(static_cast<int>(parts.size()));
    if (!tree.ok()) // RelaxedHead has a schedule that was built, so the tree's lists fit
        return merged;
    const bool exactMerge = exact.has(ErrorSource::Combine);
    std::vector<double> weights, terms;
    for (const Partial &part : parts)
        weights.push_back(softmax.alpha(part.max, merged.max, exact));
    const auto mergedOf = [&](auto value) {
        terms.clear();
        for (std::size_t i = 0; i < parts.size(); ++i)
            terms.push_back(fp32Unless(exactMerge, value(parts[i]) * weights[i]));
        return ulpscope::evaluate(tree.value(), terms,
                                  [&](double a, double b) { return fp32Unless(exactMerge, a + b); });
    };
    merged.sum = mergedOf([](const Partial &part) { return part.sum; });
    for (std::size_t c = 0; c < columns; ++c)
        merged.out[c] = mergedOf([c](const Partial &part) { return part.out[c]; });
    return merged;
}

void RelaxedRow::addOutput(const KeyTile &tile, const std::vector<double> &probs, KeyRange part, SourceSet exact,
                           std::vector<double> &out) const
{
    const RunSpec &spec = m_head->m_spec;
    const int tileN = spec.recipe.tileN;
    const int firstKey = tile.vBlock * tileN + part.begin, width = part.end - part.begin;
    const int columns = spec.problem.headDimV;
    std::vector<double> p(probs.begin() + part.begin, probs.begin() + part.end);
    const bool cast = !exact.has(ErrorSource::PCast);
    if (cast && spec.pv.operands != DType::F32) {
        for (double &x : p)
            x = static_cast<double>(spec.pv.operands == DType::TF32 ? truncateToTf32(static_cast<float>(x))
                                                                    : roundDoubleTo(spec.pv.operands, x));
    }
    const float *v = m_head->m_v + std::ptrdiff_t{firstKey} * columns;
    const int existing = std::clamp(m_head->m_existingKeys - firstKey, 0, width);
    if (exact.has(ErrorSource::Pv)) {
        for (int j = 0; j < existing; ++j) {
            if (p[at(j)] == 0.0) // masked, or too far below the max to matter: not a factor of an infinite v
                continue;
            for (int c = 0; c < columns; ++c)
                out[at(c)] += p[at(j)] * static_cast<double>(v[std::ptrdiff_t{j} * columns + c]);
        }
        return;
    }
    const std::vector<float> narrow(p.begin(), p.end());
    const bool fits = std::equal(p.begin(), p.end(), narrow.begin(),
                                 [](double wide, float f) { return wide == static_cast<double>(f) || std::isnan(f); });
    // A tensor core's operands must have its format; the other units read any fp32 value.
    if (cast ? fits : fits && spec.pv.kind != MmaUnit::Kind::TensorCore) {
        MmaOperand operand;
        operand.assign(spec.pv.operands, narrow.data(), 1, width, width);
        std::vector<float> acc(out.begin(), out.end());
        const MatmulOperand &whole = m_head->m_vTiles[at(tile.vBlock)];
        if (width == tileN)
            matmul(spec.pv, spec.recipe.instrK, operand, whole, acc.data(), columns);
        else
            matmul(spec.pv, spec.recipe.instrK, operand, whole.rows(part.begin, part.end), acc.data(), columns);
        std::copy(acc.begin(), acc.end(), out.begin());
        return;
    }
    matmulUnrounded(spec.pv, spec.recipe.instrK, p.data(), existing, v, columns, columns, out.data());
}

std::vector<double> RelaxedRow::normalised(const Partial &partial, SourceSet exact) const
{
    const RelaxedSoftmax &softmax = m_head->m_softmax;
    std::vector<double> out = partial.out;
    // The kernel forms no accumulator from the last tile's product: its rounding is of the final operation.
    const bool joins = !partial.unscaled.empty() && !exact.has(ErrorSource::Final) && !softmax.isEmpty(partial.sum);
    for (std::size_t c = 0; c < out.size(); ++c)
        out[c] = joins ? softmax.joined(partial.unscaled[c], partial.alpha, partial.product[c], partial.sum)
                       : softmax.normalised(out[c], partial.sum, exact);
    return out;
}

std::vector<double> RelaxedRow::combine(const std::vector<Partial> &splits, SourceSet exact) const
{
    const RelaxedSoftmax &softmax = m_head->m_softmax;
    const Recipe &recipe = m_head->m_spec.recipe;
    const bool exactCombine = exact.has(ErrorSource::Combine);
    std::vector<double> output(at(m_head->m_spec.problem.headDimV));
    std::vector<double> lse;
    for (const Partial &split : splits)
        lse.push_back(softmax.splitLse(split.max, split.sum, exact));
    double max = -kInfinity;
    for (double x : lse)
        max = x > max ? x : max;
    if (max == -kInfinity)
        max = 0.0;
    const Result<MergeTree> tree = combineTree(recipe, static_cast<int>(splits.size()));
    if (!tree.ok()) // as in sketch()
        return output;
    std::vector<double> terms;
    for (double x : lse)
        terms.push_back(softmax.combineExp(fp32Unless(exactCombine, x - max), exact));
    const double sum =
        ulpscope::evaluate(tree.value(), terms, [&](double a, double b) { return fp32Unless(exactCombine, a + b); });
    const double total = softmax.combineTotal(sum, max, exact);
    for (std::size_t i = 0; i < splits.size(); ++i) {
        const std::size_t s = recipe.combinesByList() ? at(recipe.combineList[i]) : i;
        const double weight = softmax.combineExp(fp32Unless(exactCombine, lse[s] - total), exact);
        const std::vector<double> part = normalised(splits[s], exact);
        for (std::size_t c = 0; c < output.size(); ++c)
            output[c] = exactCombine ? output[c] + weight * part[c] : fmaToFp32(weight, part[c], output[c]);
    }
    return output;
}

} // namespace ulpscope
