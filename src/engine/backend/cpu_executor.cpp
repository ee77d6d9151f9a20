// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/cpu_executor.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

namespace ulpscope {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Values of K and V that are kept decoded for a single row.
constexpr std::size_t kMostKept = std::size_t{1} << 23;

std::size_t size(int rows, int cols) { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols); }

std::size_t bytesOf(const Matrix &m) { return m.data.size() * sizeof(float); }

Matrix plus(Matrix a, const Matrix &b)
{
    std::transform(a.data.begin(), a.data.end(), b.data.begin(), a.data.begin(), std::plus<>());
    return a;
}

} // namespace

std::size_t CpuExecutor::State::bytes() const
{
    std::size_t total = bytesOf(scores) + bytesOf(probs) + bytesOf(lanes) + bytesOf(accO) + bytesOf(output);
    total += bytesOf(unscaled) + bytesOf(product) + warpO.size() * bytesOf(accO);
    total += (rowMax.size() + oldMax.size() + alpha.size() + lse.size()) * sizeof(float);
    for (const SketchTile &s : sketch)
        total += bytesOf(s.out) + (s.max.size() + s.sum.size()) * sizeof(float);
    for (const SplitResult &s : splits)
        total += bytesOf(s.out) + s.lse.size() * sizeof(float);
    return total;
}

CpuExecutor::CpuExecutor(RunSpec spec, std::shared_ptr<const Inputs> inputs, std::shared_ptr<const Schedule> schedule,
                         std::shared_ptr<const ApproxTables> tables)
    : m_spec(std::move(spec)),
      m_inputs(std::move(inputs)),
      m_schedule(std::move(schedule)),
      m_softmax(m_spec, std::move(tables)),
      m_scaling(m_spec)
{}

std::shared_ptr<const ExecutorState> CpuExecutor::save() const { return std::make_shared<State>(m_state); }

Status CpuExecutor::restore(const ExecutorState &state)
{
    const auto *own = dynamic_cast<const State *>(&state);
    if (!own)
        return Status::invalid(phrase("the saved state belongs to another backend"));
    m_state = *own;
    return {};
}

Status CpuExecutor::execute(std::span<const PlannedStep> steps, std::stop_token stop)
{
    for (const PlannedStep &step : steps) {
        if (stop.stop_requested())
            return Status::cancelled();
        Status status;
        switch (step.kind) {
        case StepKind::LoadQ: loadQ(step); break;
        case StepKind::LoadKv: loadKv(step); break;
        case StepKind::ScoreGemm: scoreGemm(step); break;
        case StepKind::ApplyMask: applyMask(step); break;
        case StepKind::RowMax: rowMax(step); break;
        case StepKind::RescaleOutput: rescaleOutput(); break;
        case StepKind::Exp2: exponentiate(step); break;
        case StepKind::RowSum: rowSum(step); break;
        case StepKind::OutputGemm: outputGemm(step); break;
        case StepKind::Normalize: normalize(); break;
        case StepKind::Combine:
            if (m_spec.recipe.form == Form::Sketch) {
                status = mergeSketch();
            } else {
                m_state.tile = workTileOf(step);
                status = combineSplits();
            }
            break;
        }
        if (!status.ok())
            return status;
    }
    return {};
}

WorkTile CpuExecutor::workTileOf(const PlannedStep &step) const
{
    WorkTile tile = m_schedule->workTile(step.workTile);
    if (m_onlyRow >= tile.rowBegin && m_onlyRow < tile.rowEnd) {
        tile.rowBegin = m_onlyRow;
        tile.rowEnd = m_onlyRow + 1;
    }
    return tile;
}

void CpuExecutor::loadQ(const PlannedStep &step)
{
    const Problem &p = m_spec.problem;
    const WorkTile previous = m_state.tile;
    m_state.tile = workTileOf(step);
    const WorkTile &t = m_state.tile;
    const bool sameGroup = previous.batch == t.batch && previous.head == t.head && previous.mBlock == t.mBlock;
    if (!isSplit() || t.split == 0 || !sameGroup)
        m_state.splits.assign(isSplit() ? static_cast<std::size_t>(m_schedule->splits()) : 0, {});

    const std::size_t m = static_cast<std::size_t>(rows());
    m_state.scores = {};
    m_state.probs = {};
    m_state.output = {};
    m_state.lse.clear();
    m_state.rowMax.assign(m, -kInfinity);
    m_state.oldMax.assign(m, -kInfinity);
    m_state.alpha.assign(m, 0.0f);
    m_state.lanes = Matrix(rows(), m_spec.recipe.quadWhen == QuadWhen::EveryTile ? 1 : m_softmax.laneCount());
    m_state.accO = Matrix(rows(), p.headDimV);
    m_state.warpO.assign(m_spec.recipe.keyWarps > 1 ? static_cast<std::size_t>(m_spec.recipe.keyWarps) : 0,
                         m_state.accO);
    m_state.unscaled = {};
    m_state.product = {};
    m_state.sketch.clear();
    m_loadedTile = -1;
    m_loadedKv = -1;
}

void CpuExecutor::loadKv(const PlannedStep &step)
{
    m_loadedKv = -1;
    ensureKv(step.nBlock);
}

/// Decodes Q of the current work tile, K and V of key tile `nBlock` when they are not at hand (a restored state has
/// other ones). Keys of the tile that do not exist enter as zeros, as in the kernels; their scores are masked
/// afterwards. A stale tile is that of the tile visited before.
void CpuExecutor::ensureKv(int nBlock) const
{
    const Problem &p = m_spec.problem;
    const WorkTile &t = m_state.tile;
    if (m_loadedTile != t.index) {
        const float *q = m_inputs->qRows(p, t.batch, t.head) + static_cast<std::ptrdiff_t>(t.rowBegin) * p.headDim;
        std::vector<float> room;
        m_q.assign(m_spec.qk.operands, m_scaling.q(q, size(rows(), p.headDim), room), rows(), p.headDim, p.headDim);
        m_loadedTile = t.index;
        m_loadedKv = -1;
    }
    if (m_loadedKv == nBlock)
        return;
    m_loadedKv = nBlock;
    const int kvHead = p.kvHeadOf(t.head);
    const int tileN = m_spec.recipe.tileN;
    const int kRead = m_schedule->kTileRead(t, nBlock), vRead = m_schedule->vTileRead(t, nBlock);
    KeyTile *decoded = &m_oneTile;
    bool isDecoded = false;
    if (m_onlyRow >= 0 && size(p.seqlenK, p.headDim + p.headDimV) <= kMostKept) {
        if (const int head = t.batch * p.kvHeads + kvHead; head != std::exchange(m_keptHead, head))
            m_keptTiles.clear();
        const auto kept = m_keptTiles.try_emplace({kRead, vRead});
        decoded = &kept.first->second;
        isDecoded = !kept.second;
    }
    m_kv = decoded;
    if (isDecoded)
        return;
    // A whole tile is read where it lies.
    const auto tileRows = [&](const float *rows, int read, int width, std::vector<float> &padded) {
        const KeyRange keys = m_schedule->keysOf(t, read);
        if (keys.end - keys.begin == tileN)
            return rows + static_cast<std::ptrdiff_t>(keys.begin) * width;
        padded.assign(size(tileN, width), 0.0f);
        std::copy(rows + static_cast<std::ptrdiff_t>(keys.begin) * width,
                  rows + static_cast<std::ptrdiff_t>(keys.end) * width, padded.begin());
        return static_cast<const float *>(padded.data());
    };
    std::vector<float> paddedK, paddedV;
    const float *k = tileRows(m_inputs->kRows(p, t.batch, kvHead), kRead, p.headDim, paddedK);
    const float *v = tileRows(m_inputs->vRows(p, t.batch, kvHead), vRead, p.headDimV, paddedV);
    std::vector<float> room;
    decoded->kTransposed.assignTransposed(m_spec.qk, m_scaling.k(k, size(tileN, p.headDim), room), p.headDim, tileN,
                                          p.headDim);
    decoded->v.assign(m_spec.pv, v, tileN, p.headDimV, p.headDimV);
}

void CpuExecutor::scoreGemm(const PlannedStep &step)
{
    ensureKv(step.nBlock);
    m_state.scoredBlock = step.nBlock;
    m_state.scores = Matrix(rows(), m_spec.recipe.tileN);
    matmul(m_spec.qk, m_spec.recipe.instrK, m_q, m_kv->kTransposed, m_state.scores.data.data(), m_spec.recipe.tileN);
    if (m_spec.problem.softcap > 0) {
        for (float &s : m_state.scores.data)
            s = m_softmax.cap(s);
    }
}

void CpuExecutor::applyMask(const PlannedStep &step)
{
    const int firstKey = step.nBlock * m_spec.recipe.tileN;
    for (int r = 0; r < rows(); ++r) {
        const KeyRange added = m_schedule->addedKeys(m_state.tile.batch, m_state.tile.rowBegin + r, step.nBlock);
        float *row = m_state.scores.row(r);
        for (int j = 0; j < m_state.scores.cols; ++j) {
            if (firstKey + j < added.begin || firstKey + j >= added.end)
                row[j] = -kInfinity;
        }
    }
}

Matrix CpuExecutor::tileMax() const
{
    Matrix max(rows(), 1, -kInfinity);
    for (int r = 0; r < rows(); ++r) {
        const float *row = m_state.scores.row(r);
        float best = -kInfinity;
        // Scaling is monotonic, so the largest raw score gives the largest scaled one (for a positive scale). NaN is
        // passed over, as by the hardware's max.
        for (int j = 0; j < m_state.scores.cols; ++j) {
            const float x = m_softmax.maxUnit(row[j]);
            best = x > best ? x : best;
        }
        max.at(r, 0) = best;
    }
    return max;
}

void CpuExecutor::rowMax(const PlannedStep &)
{
    const Matrix tile = tileMax();
    const bool sketch = m_spec.recipe.form == Form::Sketch;
    for (int r = 0; r < rows(); ++r) {
        const std::size_t i = static_cast<std::size_t>(r);
        m_state.oldMax[i] = m_state.rowMax[i];
        const float own = tile.at(r, 0);
        m_state.rowMax[i] = sketch ? own : m_softmax.nextMax(m_state.rowMax[i], own);
    }
    std::fill(m_state.alpha.begin(), m_state.alpha.end(), 0.0f);
}

void CpuExecutor::rescaleOutput()
{
    const bool apart = m_spec.recipe.pvSum == PvSum::Apart; // the factor waits for the tile's product
    if (apart)
        m_state.unscaled = m_state.accO;
    for (int r = 0; r < rows(); ++r) {
        const std::size_t i = static_cast<std::size_t>(r);
        m_state.alpha[i] = m_softmax.alpha(m_state.oldMax[i], m_state.rowMax[i]);
        float *row = m_state.accO.row(r);
        for (int c = 0; c < m_state.accO.cols && !apart; ++c)
            row[c] *= m_state.alpha[i];
        for (Matrix &warp : m_state.warpO)
            std::transform(warp.row(r), warp.row(r) + warp.cols, warp.row(r),
                           [&](float o) { return o * m_state.alpha[i]; });
    }
    if (!m_state.warpO.empty())
        m_state.accO = sumOverWarps(m_state.warpO, plus);
}

void CpuExecutor::exponentiate(const PlannedStep &step)
{
    m_state.probs = Matrix(rows(), m_spec.recipe.tileN);
    const bool partial =
        m_spec.recipe.argument == Argument::FusedFullBlocks && m_schedule->inPartialBlock(m_state.tile, step.nBlock);
    for (int r = 0; r < rows(); ++r)
        m_softmax.probs(m_state.scores.row(r), m_state.scores.cols, m_state.rowMax[static_cast<std::size_t>(r)],
                        partial, m_state.probs.row(r));
}

void CpuExecutor::rowSum(const PlannedStep &step)
{
    const bool first = step.ordinal == 0 || m_spec.recipe.form == Form::Sketch;
    for (int r = 0; r < rows(); ++r)
        m_softmax.addTile(m_state.probs.row(r), m_state.alpha[static_cast<std::size_t>(r)], first,
                          m_state.lanes.row(r));
}

Matrix CpuExecutor::castProbs(const Matrix &probs) const
{
    Matrix cast = probs;
    if (m_spec.recipe.pCast == PCast::None)
        return cast;
    const DType type = m_spec.recipe.pCast == PCast::Bf16 ? DType::BF16 : DType::F16;
    roundTo(type, cast.data.data(), cast.data.size());
    return cast;
}

/// P as the second product takes it.
Matrix CpuExecutor::multipliedProbs() const
{
    if (!m_spec.recipe.dividesProbs())
        return castProbs(m_state.probs);
    Matrix p = m_state.probs;
    for (int r = 0; r < p.rows; ++r) {
        const float sum = m_softmax.joinLanes(m_state.lanes.row(r));
        std::transform(p.row(r), p.row(r) + p.cols, p.row(r),
                       [&](float x) { return row::multipliedProb(m_spec.recipe.finalScale, x, sum); });
    }
    return castProbs(p);
}

void CpuExecutor::outputGemm(const PlannedStep &step)
{
    ensureKv(step.nBlock);
    const Matrix p = multipliedProbs();
    if (!m_state.warpO.empty()) {
        m_state.accO = multiplyByWarps(p, m_state.warpO);
        return;
    }
    MmaOperand operand;
    operand.assign(m_spec.pv.operands, p.data.data(), p.rows, p.cols, p.cols);
    if (m_spec.recipe.form == Form::Sketch) {
        SketchTile tile;
        tile.out = Matrix(rows(), m_spec.problem.headDimV);
        matmul(m_spec.pv, m_spec.recipe.instrK, operand, m_kv->v, tile.out.data.data(), tile.out.cols);
        tile.max = m_state.rowMax;
        for (int r = 0; r < rows(); ++r)
            tile.sum.push_back(m_softmax.joinLanes(m_state.lanes.row(r)));
        m_state.accO = tile.out;
        m_state.sketch.resize(static_cast<std::size_t>(step.ordinal));
        m_state.sketch.push_back(std::move(tile));
        return;
    }
    if (m_spec.recipe.pvSum == PvSum::Apart) {
        m_state.product = Matrix(rows(), m_spec.problem.headDimV);
        matmul(m_spec.pv, m_spec.recipe.instrK, operand, m_kv->v, m_state.product.data.data(), m_state.product.cols);
        for (int r = 0; r < rows(); ++r) {
            for (int c = 0; c < m_state.accO.cols; ++c)
                m_state.accO.at(r, c) = step.ordinal == 0 ? m_state.product.at(r, c)
                                                          : std::fma(m_state.alpha[static_cast<std::size_t>(r)],
                                                                     m_state.accO.at(r, c), m_state.product.at(r, c));
        }
        return;
    }
    matmul(m_spec.pv, m_spec.recipe.instrK, operand, m_kv->v, m_state.accO.data.data(), m_state.accO.cols);
    if (m_spec.recipe.oStore == OStore::Bf16)
        roundTo(DType::BF16, m_state.accO.data.data(), m_state.accO.data.size());
}

Matrix CpuExecutor::multiplyByWarps(const Matrix &p, std::vector<Matrix> &warps) const
{
    const int width = p.cols / static_cast<int>(warps.size());
    for (int w = 0, begin = 0; w < static_cast<int>(warps.size()); ++w, begin += width) {
        MmaOperand operand;
        operand.assign(m_spec.pv.operands, p.data.data() + begin, p.rows, width, p.cols);
        Matrix &own = warps[static_cast<std::size_t>(w)];
        matmul(m_spec.pv, m_spec.recipe.instrK, operand, m_kv->v.rows(begin, begin + width), own.data.data(), own.cols);
    }
    return sumOverWarps(warps, plus);
}

void CpuExecutor::normalize()
{
    m_state.output = m_state.accO;
    m_state.lse.assign(static_cast<std::size_t>(rows()), 0.0f);
    for (int r = 0; r < rows(); ++r) {
        const float sum = m_softmax.joinLanes(m_state.lanes.row(r));
        m_state.lse[static_cast<std::size_t>(r)] =
            m_softmax.lse(m_state.rowMax[static_cast<std::size_t>(r)], sum, isSplit());
        float *row = m_state.output.row(r);
        const bool empty = m_softmax.isEmpty(sum);
        const float factor = empty ? 1.0f : m_softmax.finalFactor(sum);
        for (int c = 0; c < m_state.output.cols; ++c) {
            float o = m_softmax.normalised(row[c], empty, factor);
            if (!m_state.unscaled.empty() && !empty)
                o = std::fma(factor, m_state.product.at(r, c),
                             factor * m_state.alpha[static_cast<std::size_t>(r)] * m_state.unscaled.at(r, c));
            row[c] = isSplit() ? o : roundOutput(o);
        }
    }
    if (isSplit())
        m_state.splits[static_cast<std::size_t>(m_state.tile.split)] = {m_state.output, m_state.lse};
}

Matrix CpuExecutor::column(const std::vector<float> &values) const
{
    Matrix m(static_cast<int>(values.size()), 1);
    m.data = values;
    return m;
}

/// Exponentials of the current key tile relative to its own max: what the article's sketch calls the tile's own.
Matrix CpuExecutor::tileProbs() const
{
    const Matrix max = tileMax();
    Matrix p(rows(), m_spec.recipe.tileN);
    const bool partial = m_spec.recipe.argument == Argument::FusedFullBlocks &&
                         m_schedule->inPartialBlock(m_state.tile, m_state.scoredBlock);
    for (int r = 0; r < rows(); ++r)
        m_softmax.probs(m_state.scores.row(r), m_state.scores.cols, max.at(r, 0), partial, p.row(r));
    return p;
}

Matrix CpuExecutor::outputOf(const Matrix &probs) const
{
    const Matrix p = castProbs(probs);
    Matrix out(rows(), m_spec.problem.headDimV);
    if (!m_state.warpO.empty()) {
        std::vector<Matrix> warps(m_state.warpO.size(), out);
        return multiplyByWarps(p, warps);
    }
    MmaOperand operand;
    operand.assign(m_spec.pv.operands, p.data.data(), p.rows, p.cols, p.cols);
    matmul(m_spec.pv, m_spec.recipe.instrK, operand, m_kv->v, out.data.data(), out.cols);
    return out;
}

Result<Matrix> CpuExecutor::read(Quantity quantity) const
{
    const auto absent = [&](const char *after) {
        return Status(StatusCode::NotFound,
                      phrase("%1 does not exist yet: it is formed by %2", quantityName(quantity), after));
    };
    switch (quantity) {
    case Quantity::Scores: return m_state.scores.empty() ? Result<Matrix>(absent("ScoreGemm")) : m_state.scores;
    case Quantity::Probs: return m_state.probs.empty() ? Result<Matrix>(absent("Exp2")) : m_state.probs;
    case Quantity::RowMax: return column(m_state.rowMax);
    case Quantity::LaneSums: return m_state.lanes;
    case Quantity::RowSum: {
        Matrix sum(m_state.lanes.rows, 1);
        for (int r = 0; r < sum.rows; ++r)
            sum.at(r, 0) = m_softmax.joinLanes(m_state.lanes.row(r));
        return sum;
    }
    case Quantity::Alpha: return column(m_state.alpha);
    case Quantity::OutputAcc: return m_state.accO;
    case Quantity::Lse:
        return m_state.lse.empty() ? Result<Matrix>(absent("Normalize or Combine")) : column(m_state.lse);
    case Quantity::Output:
        return m_state.output.empty() ? Result<Matrix>(absent("Normalize or Combine")) : m_state.output;
    case Quantity::TileMax: return m_state.scores.empty() ? Result<Matrix>(absent("ScoreGemm")) : tileMax();
    case Quantity::TileSum: {
        if (m_state.scores.empty())
            return absent("ScoreGemm");
        const Matrix p = tileProbs();
        Matrix sum(rows(), 1);
        for (int r = 0; r < rows(); ++r)
            sum.at(r, 0) = m_softmax.tileSum(p.row(r));
        return sum;
    }
    case Quantity::TileOut:
        if (m_state.scores.empty())
            return absent("ScoreGemm");
        ensureKv(m_state.scoredBlock);
        return outputOf(tileProbs());
    }
    return absent("no step");
}

} // namespace ulpscope
