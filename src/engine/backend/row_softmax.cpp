// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/row_softmax.h"

#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const float kLog2e = floatFromBits(0x3FB8AA3B);
const float kLn2 = floatFromBits(0x3F317218);
constexpr int kMaxLanes = 64;

} // namespace

RowSoftmax::RowSoftmax(const RunSpec &spec, std::shared_ptr<const ApproxTables> tables)
    : m_spec(spec), m_tables(std::move(tables)), m_layout(spec.recipe)
{
    const Recipe &r = m_spec.recipe;
    m_scale = m_spec.problem.scale;
    m_scaleLog2 = static_cast<float>(static_cast<double>(m_scale) * 1.4426950408889634);
    m_maxOnScaled = r.maxOf == MaxOf::Scaled;
}

float RowSoftmax::cap(float score) const
{
    const float softcap = m_spec.problem.softcap;
    if (softcap == 0.0f)
        return score;
    // The cap is on the scaled score in natural units; raw scores are kept, so undo the scale around it.
    const double natural = static_cast<double>(score) * static_cast<double>(m_scale);
    const double capped = static_cast<double>(softcap) * std::tanh(natural / static_cast<double>(softcap));
    return static_cast<float>(capped / static_cast<double>(m_scale));
}

float RowSoftmax::scaled(float score) const
{
    switch (m_spec.recipe.scoreScale) {
    case ScoreScale::Folded: return score * m_scaleLog2;
    case ScoreScale::TwoStep: return score * m_scale * kLog2e;
    case ScoreScale::Natural: return score * m_scale;
    }
    return score;
}

float RowSoftmax::exponential(float x) const
{
    const Recipe &r = m_spec.recipe;
    if (r.argument == Argument::Natural)
        x = x * kLog2e;
    switch (r.exp) {
    case ExpMethod::Ex2: return m_tables->ex2(x, r.ftz);
    case ExpMethod::Exp2Poly6: return exp2Poly6(x);
    case ExpMethod::Exact: break;
    }
    const float exact = static_cast<float>(std::exp2(static_cast<double>(x)));
    return r.ftz && exact < std::numeric_limits<float>::min() ? 0.0f : exact;
}

void RowSoftmax::probs(const float *scores, int count, float max, bool partialBlock, float *p) const
{
    const Recipe &r = m_spec.recipe;
    const float base = max == -kInfinity ? 0.0f : max;
    const bool fused = r.argument == Argument::Fused || (r.argument == Argument::FusedFullBlocks && !partialBlock);
    const float scaledBase = m_maxOnScaled ? base : scaled(base);
    const bool looksUp = r.exp == ExpMethod::Ex2 && r.argument != Argument::Natural;
    for (int j = 0; j < count; ++j) { // arguments first: their table entries are on the way meanwhile
        if (!fused)
            p[j] = scaled(scores[j]) - scaledBase;
        else if (r.scoreScale == ScoreScale::Folded)
            p[j] = std::fma(scores[j], m_scaleLog2, -scaledBase);
        else
            p[j] = std::fma(scores[j] * m_scale, kLog2e, -scaledBase);
        if (looksUp)
            m_tables->prefetchEx2(p[j]);
    }
    for (int j = 0; j < count; ++j)
        p[j] = scores[j] == -kInfinity ? 0.0f : exponential(p[j]);
}

float RowSoftmax::alpha(float oldMax, float newMax) const
{
    const float base = newMax == -kInfinity ? 0.0f : newMax;
    if (oldMax == -kInfinity)
        return 0.0f;
    switch (m_spec.recipe.alpha) {
    case Alpha::ScaledDifference: return exponential(scaled(oldMax - base));
    case Alpha::DifferenceOfScaled: return exponential(scaled(oldMax) - scaled(base));
    case Alpha::Log2Difference:
    case Alpha::Natural: return exponential(oldMax - base);
    }
    return 0.0f;
}

float RowSoftmax::laneTotal(const float *p, const std::vector<int> &columns) const
{
    if (columns.empty())
        return 0.0f;
    if (m_spec.recipe.laneSum == LaneSum::Ascending) {
        float total = p[columns.front()];
        for (std::size_t i = 1; i < columns.size(); ++i)
            total += p[columns[i]];
        return total;
    }
    std::vector<float> level(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i)
        level[i] = p[columns[i]];
    while (level.size() > 1) {
        const std::size_t half = level.size() / 2;
        for (std::size_t i = 0; i < half; ++i)
            level[i] = level[2 * i] + level[2 * i + 1];
        if (level.size() % 2 != 0)
            level[half] = level.back();
        level.resize(half + level.size() % 2);
    }
    return level.front();
}

/// Adds one value per lane (a power of two) as a butterfly shuffle does; every lane ends with the same sum.
float RowSoftmax::butterfly(float *values) const
{
    const int n = m_layout.lanes;
    if (m_spec.recipe.quadOrder == QuadOrder::Xor21) {
        for (int offset = n / 2; offset >= 1; offset /= 2) {
            for (int i = 0; i < offset; ++i)
                values[i] += values[i + offset];
        }
    } else {
        for (int offset = 1; offset < n; offset *= 2) {
            for (int i = 0; i < n; i += 2 * offset)
                values[i] += values[i + offset];
        }
    }
    return values[0];
}

float RowSoftmax::partTotal(const float *p, int part) const
{
    float lanes[kMaxLanes];
    for (int lane = 0; lane < m_layout.lanes; ++lane)
        lanes[lane] = laneTotal(p, m_layout.of(part, lane));
    return butterfly(lanes);
}

void RowSoftmax::addTile(const float *p, float alphaFactor, bool first, float *lanes) const
{
    switch (m_spec.recipe.join) {
    case Join::LaneFma:
    case Join::LaneMulAdd:
        for (int lane = 0; lane < m_layout.lanes; ++lane) {
            const std::vector<int> &columns = m_layout.of(0, lane);
            if (columns.empty())
                continue;
            const float p0 = p[columns.front()];
            float l = p0;
            if (!first)
                l = m_spec.recipe.join == Join::LaneFma ? std::fma(lanes[lane], alphaFactor, p0)
                                                        : lanes[lane] * alphaFactor + p0;
            for (std::size_t i = 1; i < columns.size(); ++i)
                l += p[columns[i]];
            lanes[lane] = l;
        }
        break;
    case Join::LaneLocalFma:
        for (int lane = 0; lane < m_layout.lanes; ++lane) {
            const float local = laneTotal(p, m_layout.of(0, lane));
            lanes[lane] = first ? local : std::fma(lanes[lane], alphaFactor, local);
        }
        break;
    case Join::RowFma: lanes[0] = first ? partTotal(p, 0) : std::fma(lanes[0], alphaFactor, partTotal(p, 0)); break;
    case Join::RowMulAdd: {
        float l = first ? 0.0f : lanes[0] * alphaFactor;
        for (int part = 0; part < m_layout.parts; ++part)
            l += partTotal(p, part);
        lanes[0] = l;
        break;
    }
    }
}

float RowSoftmax::joinLanes(const float *lanes) const
{
    if (m_spec.recipe.quadWhen == QuadWhen::EveryTile)
        return lanes[0];
    float copy[kMaxLanes];
    for (int lane = 0; lane < m_layout.lanes; ++lane)
        copy[lane] = lanes[lane];
    return butterfly(copy);
}

float RowSoftmax::tileSum(const float *p) const
{
    float lanes[kMaxLanes] = {};
    addTile(p, 0.0f, true, lanes);
    return joinLanes(lanes);
}

float RowSoftmax::finalFactor(float rowSum) const
{
    switch (m_spec.recipe.finalScale) {
    case FinalScale::IeeeReciprocal: return 1.0f / rowSum;
    case FinalScale::Rcp: return m_tables->rcp(rowSum);
    case FinalScale::Divide: return rowSum;
    }
    return rowSum;
}

float RowSoftmax::lse(float max, float rowSum, bool ofSplit) const
{
    const Recipe &r = m_spec.recipe;
    if (isEmpty(rowSum))
        return r.emptyRow == EmptyRow::FactorOne && !ofSplit ? kInfinity : -kInfinity;
    if (r.exp == ExpMethod::Ex2) {
        const float logSum = m_tables->lg2(rowSum) * kLn2;
        return m_maxOnScaled ? (max + m_tables->lg2(rowSum)) * kLn2 : std::fma(max, m_scale, logSum);
    }
    double natural = static_cast<double>(max);
    if (!m_maxOnScaled)
        natural *= static_cast<double>(m_scale);
    else if (r.scoreScale != ScoreScale::Natural)
        natural *= 0.69314718055994530942;
    return static_cast<float>(natural + std::log(static_cast<double>(rowSum)));
}

} // namespace ulpscope
