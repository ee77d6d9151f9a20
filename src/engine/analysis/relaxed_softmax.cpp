// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/relaxed_softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ulpscope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLog2e = std::numbers::log2e;
constexpr double kLn2 = std::numbers::ln2;
const double kLog2eFp32 = static_cast<double>(floatFromBits(0x3FB8AA3B));
const double kLn2Fp32 = static_cast<double>(floatFromBits(0x3F317218));

bool isFp32(double x) { return static_cast<double>(static_cast<float>(x)) == x; }

/// `function` at an argument that need not be fp32: see the class. `move(value, x, nearest)` is the exact function's
/// way from the nearest fp32 argument to x.
template <typename Function, typename Move>
double approximated(double x, Function function, Move move)
{
    const float nearest = static_cast<float>(x);
    const double value = static_cast<double>(function(nearest));
    const double at = static_cast<double>(nearest);
    if (at == x || nearest == 0.0f || !std::isfinite(nearest))
        return value;
    return fp32Unless(false, move(value, x, at));
}

double moveExp2(double value, double x, double at) { return value * std::exp2(x - at); }
double moveExp(double value, double x, double at) { return value * std::exp(x - at); }

} // namespace

double fmaToFp32(double a, double b, double c)
{
    if (isFp32(a) && isFp32(b) && isFp32(c))
        return static_cast<double>(std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
    return fp32Unless(false, std::fma(a, b, c));
}

RelaxedSoftmax::RelaxedSoftmax(const RunSpec &spec, std::shared_ptr<const ApproxTables> tables)
    : m_spec(spec), m_tables(std::move(tables)), m_lanes(spec.recipe)
{
    m_scale = spec.recipe.scoreScale == ScoreScale::Operands ? 1.0 : static_cast<double>(spec.problem.scale);
    m_scaleLog2 = fp32Unless(false, m_scale * (spec.recipe.scoreScale == ScoreScale::FoldedFp32 ? kLog2eFp32 : kLog2e));
    m_maxOnScaled = spec.recipe.maxOf == MaxOf::Scaled;
}

double RelaxedSoftmax::cap(double score, SourceSet exact) const
{
    const double softcap = static_cast<double>(m_spec.problem.softcap);
    if (softcap == 0.0)
        return score;
    return fp32Unless(exact.has(ErrorSource::ScaleArgument), softcap * std::tanh(score * m_scale / softcap) / m_scale);
}

/// The scaled score in the units of the exponential's argument.
double RelaxedSoftmax::scaled(double score, bool exact) const
{
    switch (m_spec.recipe.scoreScale) {
    case ScoreScale::Folded:
    case ScoreScale::FoldedFp32: return exact ? score * m_scale * kLog2e : fp32Unless(false, score * m_scaleLog2);
    case ScoreScale::TwoStep:
        return exact ? score * m_scale * kLog2e : fp32Unless(false, fp32Unless(false, score * m_scale) * kLog2eFp32);
    case ScoreScale::Natural:
    case ScoreScale::Operands: return fp32Unless(exact, score * m_scale);
    }
    return score;
}

double RelaxedSoftmax::maxUnit(double score, SourceSet exact) const
{
    return m_maxOnScaled ? scaled(score, exact.has(ErrorSource::ScaleArgument)) : score;
}

double RelaxedSoftmax::exponential(double x, bool exact) const
{
    const Recipe &r = m_spec.recipe;
    if (exact)
        return r.argument == Argument::Natural ? std::exp(x) : std::exp2(x);
    if (r.exp == ExpMethod::Expf)
        return approximated(
            x, [&](float at) { return cudaExpf(*m_tables, at); }, moveExp);
    if (r.argument == Argument::Natural)
        x = fp32Unless(false, x * kLog2eFp32);
    switch (r.exp) {
    case ExpMethod::Ex2:
    case ExpMethod::Fa4Poly3:
        return approximated(
            x, [&](float at) { return m_tables->ex2(at, r.ftz); }, moveExp2);
    case ExpMethod::Exp2Poly6: return approximated(x, exp2Poly6, moveExp2);
    case ExpMethod::Exact:
    case ExpMethod::Expf: break;
    }
    const double rounded = fp32Unless(false, std::exp2(x));
    return r.ftz && rounded < static_cast<double>(std::numeric_limits<float>::min()) ? 0.0 : rounded;
}

double RelaxedSoftmax::prob(double score, double max, bool partialBlock, int column, SourceSet exact) const
{
    if (score == -kInfinity)
        return 0.0;
    const Recipe &r = m_spec.recipe;
    const double base = max == -kInfinity ? 0.0 : max;
    const bool exactArgument = exact.has(ErrorSource::ScaleArgument);
    double argument;
    if (exactArgument) {
        argument = m_maxOnScaled ? scaled(score, true) - base : scaled(score - base, true);
    } else {
        const bool fused = r.argument == Argument::Fused || (r.argument == Argument::FusedFullBlocks && !partialBlock);
        const double scaledBase = m_maxOnScaled ? base : scaled(base, false);
        if (!fused)
            argument = fp32Unless(false, scaled(score, false) - scaledBase);
        else if (r.scoreScale != ScoreScale::TwoStep)
            argument = fmaToFp32(score, m_scaleLog2, -scaledBase);
        else
            argument = fmaToFp32(fp32Unless(false, score * m_scale), kLog2eFp32, -scaledBase);
    }
    const bool exactExp = exact.has(ErrorSource::Exp);
    const std::vector<int> &listed = r.expColumns;
    if (!exactExp && r.exp == ExpMethod::Fa4Poly3 && std::find(listed.begin(), listed.end(), column) != listed.end())
        return approximated(argument, fa4Poly3, moveExp2);
    return exponential(argument, exactExp);
}

/// How far the max has fallen, in the units of the exponential.
double RelaxedSoftmax::maxDifference(double oldMax, double newMax, bool exact) const
{
    const double base = newMax == -kInfinity ? 0.0 : newMax;
    if (exact)
        return m_maxOnScaled ? oldMax - base : scaled(oldMax - base, true);
    switch (m_spec.recipe.alpha) {
    case Alpha::ScaledDifference: return scaled(fp32Unless(false, oldMax - base), false);
    case Alpha::DifferenceOfScaled: return fp32Unless(false, scaled(oldMax, false) - scaled(base, false));
    case Alpha::Log2Difference:
    case Alpha::Natural: break;
    }
    return fp32Unless(false, oldMax - base);
}

double RelaxedSoftmax::nextMax(double oldMax, double tileMax) const
{
    const double larger = tileMax > oldMax ? tileMax : oldMax;
    const double threshold = static_cast<double>(m_spec.recipe.rescaleThreshold);
    const bool keeps = threshold > 0.0 && oldMax != -kInfinity && maxDifference(oldMax, larger, false) >= -threshold;
    return keeps ? oldMax : larger;
}

double RelaxedSoftmax::alpha(double oldMax, double newMax, SourceSet exact) const
{
    if (oldMax == -kInfinity)
        return 0.0;
    const bool exactAlpha = exact.has(ErrorSource::Alpha);
    return exponential(maxDifference(oldMax, newMax, exactAlpha), exactAlpha);
}

double RelaxedSoftmax::laneTotal(const double *p, const std::vector<int> &columns, bool exact) const
{
    if (columns.empty())
        return 0.0;
    std::vector<double> level(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i)
        level[i] = p[columns[i]];
    if (m_spec.recipe.laneSum == LaneSum::Ascending) {
        for (std::size_t i = 1; i < level.size(); ++i)
            level[0] = fp32Unless(exact, level[0] + level[i]);
        return level[0];
    }
    while (level.size() > 1) {
        const std::size_t half = level.size() / 2;
        for (std::size_t i = 0; i < half; ++i)
            level[i] = fp32Unless(exact, level[2 * i] + level[2 * i + 1]);
        if (level.size() % 2 != 0)
            level[half] = level.back();
        level.resize(half + level.size() % 2);
    }
    return level.front();
}

double RelaxedSoftmax::butterfly(double *values, bool exact) const
{
    const int n = laneCount();
    if (m_spec.recipe.quadOrder == QuadOrder::Xor241)
        return sumXor241(values, [&](double a, double b) { return fp32Unless(exact, a + b); });
    const bool highFirst = m_spec.recipe.quadOrder == QuadOrder::Xor21;
    for (int width = 1; width < n; width *= 2) {
        // High offset first: what is left lies side by side; low first: it lies 2 * offset apart.
        const int offset = highFirst ? n / (2 * width) : width;
        const int stride = highFirst ? 1 : 2 * offset;
        for (int i = 0; i < (highFirst ? offset : n); i += stride)
            values[i] = fp32Unless(exact, values[i] + values[i + offset]);
    }
    return values[0];
}

double RelaxedSoftmax::partTotal(const double *p, int part, bool exact) const
{
    std::vector<double> lanes(static_cast<std::size_t>(laneCount()));
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        lanes[lane] = laneTotal(p, m_lanes.of(part, static_cast<int>(lane)), exact);
    return butterfly(lanes.data(), exact);
}

void RelaxedSoftmax::addTile(const double *p, double alpha, bool first, SourceSet sources, double *lanes) const
{
    const bool exact = sources.has(ErrorSource::RowSum);
    const auto joined = [&](double running, double addend) {
        if (first)
            return addend;
        return exact ? running * alpha + addend : fmaToFp32(running, alpha, addend);
    };
    switch (m_spec.recipe.join) {
    case Join::LaneFma:
    case Join::LaneMulAdd:
        for (int lane = 0; lane < laneCount(); ++lane) {
            const std::vector<int> &columns = m_lanes.of(0, lane);
            if (columns.empty())
                continue;
            double l = p[columns.front()];
            if (m_spec.recipe.join == Join::LaneFma || first)
                l = joined(lanes[lane], l);
            else
                l = fp32Unless(exact, fp32Unless(exact, lanes[lane] * alpha) + l);
            for (std::size_t i = 1; i < columns.size(); ++i)
                l = fp32Unless(exact, l + p[columns[i]]);
            lanes[lane] = l;
        }
        break;
    case Join::LaneLocalFma:
        for (int lane = 0; lane < laneCount(); ++lane)
            lanes[lane] = joined(lanes[lane], laneTotal(p, m_lanes.of(0, lane), exact));
        break;
    case Join::RowFma: lanes[0] = joined(lanes[0], partTotal(p, 0, exact)); break;
    case Join::RowMulAdd: {
        double l = first ? 0.0 : fp32Unless(exact, lanes[0] * alpha);
        for (int part = 0; part < m_lanes.parts; ++part)
            l = fp32Unless(exact, l + partTotal(p, part, exact));
        lanes[0] = l;
        break;
    }
    case Join::FirstLaneMulAdd: {
        std::vector<double> sums(static_cast<std::size_t>(laneCount()));
        for (int lane = 0; lane < laneCount(); ++lane) {
            const std::vector<int> &columns = m_lanes.of(0, lane);
            double l = columns.empty() ? 0.0 : p[columns.front()];
            if (lane == 0 && !first)
                l = fp32Unless(exact, fp32Unless(exact, lanes[0] * alpha) + l);
            for (std::size_t i = 1; i < columns.size(); ++i)
                l = fp32Unless(exact, l + p[columns[i]]);
            sums[static_cast<std::size_t>(lane)] = l;
        }
        lanes[0] = butterfly(sums.data(), exact);
        break;
    }
    }
}

double RelaxedSoftmax::joinLanes(const double *lanes, SourceSet exact) const
{
    if (m_spec.recipe.quadWhen == QuadWhen::EveryTile)
        return lanes[0];
    std::vector<double> copy(lanes, lanes + laneCount());
    return butterfly(copy.data(), exact.has(ErrorSource::RowSum));
}

bool RelaxedSoftmax::isEmpty(double rowSum) const
{
    return rowSum == 0.0 || (m_spec.recipe.emptyRow == EmptyRow::FactorOne && std::isnan(rowSum));
}

void RelaxedSoftmax::divideProbs(std::vector<double> &p, double rowSum, SourceSet sources) const
{
    if (rowSum == 0.0)
        return;
    for (double &x : p)
        x = fp32Unless(sources.has(ErrorSource::Final), x / rowSum);
}

double RelaxedSoftmax::normalised(double output, double rowSum, SourceSet sources) const
{
    if (isEmpty(rowSum)) {
        switch (m_spec.recipe.emptyRow) {
        case EmptyRow::Zero: return 0.0;
        case EmptyRow::Nan: return std::numeric_limits<double>::quiet_NaN();
        case EmptyRow::FactorOne: return output;
        }
    }
    if (m_spec.recipe.dividesProbs())
        return output;
    if (sources.has(ErrorSource::Final))
        return output / rowSum;
    if (m_spec.recipe.finalScale == FinalScale::Divide)
        return fp32Unless(false, output / rowSum);
    return fp32Unless(false, output * finalFactor(rowSum));
}

double RelaxedSoftmax::finalFactor(double rowSum) const
{
    if (m_spec.recipe.finalScale == FinalScale::IeeeReciprocal)
        return fp32Unless(false, 1.0 / rowSum);
    return approximated(
        rowSum, [&](float at) { return m_tables->rcp(at); },
        [](double value, double x, double at) { return value * at / x; });
}

double RelaxedSoftmax::joined(double unscaled, double alpha, double product, double rowSum) const
{
    const double factor = finalFactor(rowSum);
    return fmaToFp32(factor, product, fp32Unless(false, fp32Unless(false, factor * alpha) * unscaled));
}

/// The hardware's lg2.
double RelaxedSoftmax::lg2(double x) const
{
    return approximated(
        x, [&](float at) { return m_tables->lg2(at); },
        [](double value, double wanted, double at) { return value + std::log2(wanted / at); });
}

double RelaxedSoftmax::splitLse(double max, double rowSum, SourceSet sources) const
{
    if (isEmpty(rowSum))
        return -kInfinity;
    const bool exact = sources.has(ErrorSource::Combine);
    const Recipe &r = m_spec.recipe;
    if (!exact && (r.exp == ExpMethod::Ex2 || r.exp == ExpMethod::Fa4Poly3)) {
        const double log2Sum = r.lseLog == LseLog::Lg2
                                   ? lg2(rowSum)
                                   : approximated(rowSum, cudaLog2f, [](double value, double x, double at) {
                                         return value + std::log2(x / at);
                                     });
        if (m_maxOnScaled)
            return fp32Unless(false, fp32Unless(false, max + log2Sum) * kLn2Fp32);
        return fmaToFp32(max, m_scale, fp32Unless(false, log2Sum * kLn2Fp32));
    }
    double natural = max;
    if (!m_maxOnScaled)
        natural *= m_scale;
    else if (r.argument != Argument::Natural)
        natural *= kLn2;
    return fp32Unless(exact, natural + std::log(rowSum));
}

double RelaxedSoftmax::combineExp(double x, SourceSet exact) const
{
    if (exact.has(ErrorSource::Combine))
        return std::exp(x);
    if (m_spec.recipe.combineMath == CombineMath::Fast)
        return approximated(
            fp32Unless(false, x * kLog2eFp32), [&](float at) { return m_tables->ex2(at, true); }, moveExp2);
    return approximated(
        x, [&](float at) { return cudaExpf(*m_tables, at); }, moveExp);
}

double RelaxedSoftmax::combineTotal(double sum, double max, SourceSet exact) const
{
    if (sum == 0.0 || std::isnan(sum))
        return kInfinity;
    if (exact.has(ErrorSource::Combine))
        return std::log(sum) + max;
    if (m_spec.recipe.combineMath == CombineMath::Fast)
        return fmaToFp32(lg2(sum), kLn2Fp32, max);
    const double log = approximated(
        sum, cudaLogf, [](double value, double at, double nearest) { return value + std::log(at / nearest); });
    return fp32Unless(false, log + max);
}

} // namespace ulpscope
