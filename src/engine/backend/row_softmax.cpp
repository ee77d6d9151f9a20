// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/row_softmax.h"

#include <cmath>

namespace ulpscope {
namespace {

constexpr int kMaxLanes = 64;

} // namespace

RowArithmetic rowArithmetic(const Problem &problem, const Recipe &recipe)
{
    RowArithmetic r{};
    r.scale = recipe.scoreScale == ScoreScale::Operands ? 1.0f : problem.scale;
    r.scaleLog2 = recipe.scoreScale == ScoreScale::FoldedFp32
                      ? problem.scale * row::log2eFloat()
                      : static_cast<float>(static_cast<double>(problem.scale) * 1.4426950408889634);
    r.softcap = problem.softcap;
    r.maxOnScaled = recipe.maxOf == MaxOf::Scaled;
    r.ftz = recipe.ftz;
    r.scoreScale = recipe.scoreScale;
    r.argument = recipe.argument;
    r.alpha = recipe.alpha;
    r.exp = recipe.exp;
    r.finalScale = recipe.finalScale;
    r.emptyRow = recipe.emptyRow;
    r.lseLog = recipe.lseLog;
    r.rescaleThreshold = recipe.rescaleThreshold;
    for (int column : recipe.expColumns)
        r.polyColumns[column / 32] |= 1u << column % 32;
    return r;
}

RowSoftmax::RowSoftmax(const RunSpec &spec, std::shared_ptr<const ApproxTables> tables)
    : m_spec(spec), m_tables(std::move(tables)), m_row(rowArithmetic(spec.problem, spec.recipe)), m_layout(spec.recipe)
{}

void RowSoftmax::probs(const float *scores, int count, float max, bool partialBlock, float *p) const
{
    const float base = row::argumentBase(m_row, max);
    const bool looksUp =
        (m_row.exp == ExpMethod::Ex2 || m_row.exp == ExpMethod::Fa4Poly3) && m_row.argument != Argument::Natural;
    for (int j = 0; j < count; ++j) { // arguments first: their table entries are on the way meanwhile
        p[j] = row::expArgument(m_row, scores[j], base, partialBlock);
        if (looksUp)
            m_tables->prefetchEx2(p[j]);
    }
    for (int j = 0; j < count; ++j)
        p[j] = scores[j] == -floatInfinity() ? 0.0f : row::probability(m_row, *this, p[j], j);
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
    switch (m_spec.recipe.quadOrder) {
    case QuadOrder::Xor21:
        for (int offset = n / 2; offset >= 1; offset /= 2) {
            for (int i = 0; i < offset; ++i)
                values[i] += values[i + offset];
        }
        break;
    case QuadOrder::Xor12:
        for (int offset = 1; offset < n; offset *= 2) {
            for (int i = 0; i < n; i += 2 * offset)
                values[i] += values[i + offset];
        }
        break;
    case QuadOrder::Xor241: return sumXor241(values, [](float a, float b) { return a + b; });
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
    case Join::FirstLaneMulAdd: {
        float sums[kMaxLanes];
        for (int lane = 0; lane < m_layout.lanes; ++lane) {
            const std::vector<int> &columns = m_layout.of(0, lane);
            float l = columns.empty() ? 0.0f : p[columns.front()];
            if (lane == 0 && !first)
                l += lanes[0] * alphaFactor;
            for (std::size_t i = 1; i < columns.size(); ++i)
                l += p[columns[i]];
            sums[lane] = l;
        }
        lanes[0] = butterfly(sums);
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

float RowSoftmax::combineExp(float x) const
{
    if (m_spec.recipe.combineMath == CombineMath::Ieee)
        return cudaExpf(*m_tables, x);
    return m_tables->ex2(x * row::log2eFloat(), true);
}

float RowSoftmax::combineTotal(float sum, float max) const
{
    if (sum == 0.0f || sum != sum)
        return floatInfinity();
    if (m_spec.recipe.combineMath == CombineMath::Ieee)
        return cudaLogf(sum) + max;
    return std::fma(m_tables->lg2(sum), row::ln2Float(), max);
}

float RowSoftmax::tileSum(const float *p) const
{
    float lanes[kMaxLanes] = {};
    addTile(p, 0.0f, true, lanes);
    return joinLanes(lanes);
}

} // namespace ulpscope
