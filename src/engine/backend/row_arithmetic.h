// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The softmax arithmetic of one value under a recipe, for CPU and GPU: every operation is one fp32 rounding that a
// kernel performs. C++17. `Units` brings ex2(x, flush), rcp, lg2, log2f, expf, exp2Poly6, fa4Poly3, exactExp2, exactLog
// and exactTanh.
#pragma once

#include "engine/attention/recipe_enums.h"
#include "engine/numerics/host_device.h"

#include <cmath>
#include <cstdint>

namespace ulpscope {

struct RowArithmetic {
    float scale, scaleLog2; ///< what makes a raw score natural, 1 where the operands were scaled; times log2(e) as the
                            ///< kernel forms it
    float softcap;          ///< 0: off
    bool maxOnScaled, ftz, unused[2];
    ScoreScale scoreScale;
    Argument argument;
    Alpha alpha;
    ExpMethod exp;
    FinalScale finalScale;
    EmptyRow emptyRow;
    LseLog lseLog;
    float rescaleThreshold;       ///< 0: the running max always follows
    std::uint32_t polyColumns[4]; ///< ExpMethod::Fa4Poly3: a bit for each of a tile's first 128 columns that takes it
};

namespace row {

ULPSCOPE_SHARED float log2eFloat() { return floatFromBits(0x3FB8AA3Bu); }
ULPSCOPE_SHARED float ln2Float() { return floatFromBits(0x3F317218u); }

/// softcap * tanh(scaled score / softcap), tanh correctly rounded. The cap is on the scaled score in natural units; raw
/// scores are kept, so the scale is undone around it.
template <typename Units>
ULPSCOPE_SHARED float cap(const RowArithmetic &r, const Units &units, float score)
{
    if (r.softcap == 0.0f)
        return score;
    const double natural = static_cast<double>(score) * static_cast<double>(r.scale);
    const double capped = static_cast<double>(r.softcap) * units.exactTanh(natural / static_cast<double>(r.softcap));
    return static_cast<float>(capped / static_cast<double>(r.scale));
}

/// The scaled score, in the units of the exponential's argument.
ULPSCOPE_SHARED float scaled(const RowArithmetic &r, float score)
{
    switch (r.scoreScale) {
    case ScoreScale::Folded:
    case ScoreScale::FoldedFp32: return score * r.scaleLog2;
    case ScoreScale::TwoStep: return score * r.scale * log2eFloat();
    case ScoreScale::Natural:
    case ScoreScale::Operands: return score * r.scale;
    }
    return score;
}

/// The value whose running max is kept: the raw or the scaled score.
ULPSCOPE_SHARED float maxUnit(const RowArithmetic &r, float score) { return r.maxOnScaled ? scaled(r, score) : score; }

template <typename Units>
ULPSCOPE_SHARED float exponential(const RowArithmetic &r, const Units &units, float x)
{
    if (r.exp == ExpMethod::Expf)
        return units.expf(x);
    if (r.argument == Argument::Natural)
        x = x * log2eFloat();
    switch (r.exp) {
    case ExpMethod::Ex2:
    case ExpMethod::Fa4Poly3: return units.ex2(x, r.ftz);
    case ExpMethod::Exp2Poly6: return units.exp2Poly6(x);
    case ExpMethod::Exact:
    case ExpMethod::Expf: break;
    }
    const float exact = units.exactExp2(x);
    return r.ftz && exact < 0x1p-126f ? 0.0f : exact;
}

/// The exponential of a score's argument; `column`: of the score's tile.
template <typename Units>
ULPSCOPE_SHARED float probability(const RowArithmetic &r, const Units &units, float x, int column)
{
    if (r.exp == ExpMethod::Fa4Poly3 && column < 128 && (r.polyColumns[column / 32] >> column % 32 & 1u) != 0)
        return units.fa4Poly3(x);
    return exponential(r, units, x);
}

/// The running max as the arguments of a row are measured from it.
ULPSCOPE_SHARED float argumentBase(const RowArithmetic &r, float max)
{
    const float base = max == -floatInfinity() ? 0.0f : max;
    return r.maxOnScaled ? base : scaled(r, base);
}

/// Argument of a score's exponential. `base` is argumentBase's.
ULPSCOPE_SHARED float expArgument(const RowArithmetic &r, float score, float base, bool partialBlock)
{
    const bool fused = r.argument == Argument::Fused || (r.argument == Argument::FusedFullBlocks && !partialBlock);
    if (!fused)
        return scaled(r, score) - base;
    if (r.scoreScale != ScoreScale::TwoStep)
        return std::fma(score, r.scaleLog2, -base);
    return std::fma(score * r.scale, log2eFloat(), -base);
}

/// How far the max has fallen from `oldMax` to `newMax`, in the units of the exponential: not above 0.
ULPSCOPE_SHARED float maxDifference(const RowArithmetic &r, float oldMax, float newMax)
{
    const float base = newMax == -floatInfinity() ? 0.0f : newMax;
    if (r.alpha == Alpha::DifferenceOfScaled)
        return scaled(r, oldMax) - scaled(r, base);
    const float x = oldMax - base;
    return r.alpha == Alpha::ScaledDifference ? scaled(r, x) : x;
}

/// The running max after a tile whose own max is `tileMax`: with a threshold it stays where it was while it is little
/// too small, so that exponentials may exceed 1 and nothing has to be rescaled.
ULPSCOPE_SHARED float nextMax(const RowArithmetic &r, float oldMax, float tileMax)
{
    const float larger = tileMax > oldMax ? tileMax : oldMax;
    const bool keeps = r.rescaleThreshold > 0.0f && oldMax != -floatInfinity() &&
                       maxDifference(r, oldMax, larger) >= -r.rescaleThreshold;
    return keeps ? oldMax : larger;
}

/// Factor for what was accumulated under `oldMax`; 0 when there was nothing (oldMax = -inf).
template <typename Units>
ULPSCOPE_SHARED float alpha(const RowArithmetic &r, const Units &units, float oldMax, float newMax)
{
    if (oldMax == -floatInfinity())
        return 0.0f;
    return exponential(r, units, maxDifference(r, oldMax, newMax));
}

/// What the output accumulator is multiplied by (or divided by, FinalScale::Divide) at the end.
template <typename Units>
ULPSCOPE_SHARED float finalFactor(const RowArithmetic &r, const Units &units, float rowSum)
{
    switch (r.finalScale) {
    case FinalScale::IeeeReciprocal: return 1.0f / rowSum;
    case FinalScale::Rcp: return units.rcp(rowSum);
    case FinalScale::Divide: break;
    case FinalScale::DivideProbs: return 1.0f; // P was divided
    }
    return rowSum;
}

/// An element of P as the second product takes it, before it is cast.
ULPSCOPE_SHARED float multipliedProb(FinalScale finalScale, float p, float rowSum)
{
    return finalScale == FinalScale::DivideProbs && rowSum != 0.0f ? p / rowSum : p;
}

/// Whether a row sum marks a row that saw no key.
ULPSCOPE_SHARED bool isEmpty(const RowArithmetic &r, float rowSum)
{
    return rowSum == 0.0f || (r.emptyRow == EmptyRow::FactorOne && rowSum != rowSum);
}

/// One output element: what `accumulated` becomes under the row's sum, before rounding to the output format.
ULPSCOPE_SHARED float normalised(const RowArithmetic &r, float accumulated, bool empty, float factor)
{
    if (empty && r.emptyRow != EmptyRow::FactorOne)
        return r.emptyRow == EmptyRow::Zero ? 0.0f : gpuNan();
    return r.finalScale == FinalScale::Divide && !empty ? accumulated / factor : accumulated * factor;
}

/// Natural-log LSE of a row; `ofSplit`: an empty row gives -inf instead of FlashAttention-2's +inf.
template <typename Units>
ULPSCOPE_SHARED float lse(const RowArithmetic &r, const Units &units, float max, float rowSum, bool ofSplit)
{
    if (isEmpty(r, rowSum))
        return r.emptyRow == EmptyRow::FactorOne && !ofSplit ? floatInfinity() : -floatInfinity();
    if (r.exp == ExpMethod::Ex2 || r.exp == ExpMethod::Fa4Poly3) {
        const float log2Sum = r.lseLog == LseLog::Log2f ? units.log2f(rowSum) : units.lg2(rowSum);
        return r.maxOnScaled ? (max + log2Sum) * ln2Float() : std::fma(max, r.scale, log2Sum * ln2Float());
    }
    double natural = static_cast<double>(max);
    if (!r.maxOnScaled)
        natural *= static_cast<double>(r.scale);
    else if (r.argument != Argument::Natural)
        natural *= 0.69314718055994530942;
    return static_cast<float>(natural + units.exactLog(static_cast<double>(rowSum)));
}

} // namespace row
} // namespace ulpscope
