// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The softmax arithmetic of one value under a recipe, for CPU and GPU: every operation is one fp32 rounding that a
// kernel performs. C++17. `Units` brings ex2(x, flush), rcp, lg2, exp2Poly6, exactExp2, exactLog and exactTanh.
#pragma once

#include "engine/attention/recipe_enums.h"
#include "engine/numerics/host_device.h"

#include <cmath>

namespace ulpscope {

struct RowArithmetic {
    float scale, scaleLog2; ///< softmax scale; scale * log2(e), rounded once
    float softcap;          ///< 0: off
    bool maxOnScaled, ftz, unused[2];
    ScoreScale scoreScale;
    Argument argument;
    Alpha alpha;
    ExpMethod exp;
    FinalScale finalScale;
    EmptyRow emptyRow;
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
    case ScoreScale::Folded: return score * r.scaleLog2;
    case ScoreScale::TwoStep: return score * r.scale * log2eFloat();
    case ScoreScale::Natural: return score * r.scale;
    }
    return score;
}

/// The value whose running max is kept: the raw or the scaled score.
ULPSCOPE_SHARED float maxUnit(const RowArithmetic &r, float score) { return r.maxOnScaled ? scaled(r, score) : score; }

template <typename Units>
ULPSCOPE_SHARED float exponential(const RowArithmetic &r, const Units &units, float x)
{
    if (r.argument == Argument::Natural)
        x = x * log2eFloat();
    switch (r.exp) {
    case ExpMethod::Ex2: return units.ex2(x, r.ftz);
    case ExpMethod::Exp2Poly6: return units.exp2Poly6(x);
    case ExpMethod::Exact: break;
    }
    const float exact = units.exactExp2(x);
    return r.ftz && exact < 0x1p-126f ? 0.0f : exact;
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
    if (r.scoreScale == ScoreScale::Folded)
        return std::fma(score, r.scaleLog2, -base);
    return std::fma(score * r.scale, log2eFloat(), -base);
}

/// Factor for what was accumulated under `oldMax`; 0 when there was nothing (oldMax = -inf).
template <typename Units>
ULPSCOPE_SHARED float alpha(const RowArithmetic &r, const Units &units, float oldMax, float newMax)
{
    const float base = newMax == -floatInfinity() ? 0.0f : newMax;
    if (oldMax == -floatInfinity())
        return 0.0f;
    float x = oldMax - base;
    if (r.alpha == Alpha::ScaledDifference)
        x = scaled(r, x);
    else if (r.alpha == Alpha::DifferenceOfScaled)
        x = scaled(r, oldMax) - scaled(r, base);
    return exponential(r, units, x);
}

/// What the output accumulator is multiplied by (or divided by, FinalScale::Divide) at the end.
template <typename Units>
ULPSCOPE_SHARED float finalFactor(const RowArithmetic &r, const Units &units, float rowSum)
{
    switch (r.finalScale) {
    case FinalScale::IeeeReciprocal: return 1.0f / rowSum;
    case FinalScale::Rcp: return units.rcp(rowSum);
    case FinalScale::Divide: break;
    }
    return rowSum;
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
    if (r.exp == ExpMethod::Ex2) {
        const float log2Sum = units.lg2(rowSum);
        return r.maxOnScaled ? (max + log2Sum) * ln2Float() : std::fma(max, r.scale, log2Sum * ln2Float());
    }
    double natural = static_cast<double>(max);
    if (!r.maxOnScaled)
        natural *= static_cast<double>(r.scale);
    else if (r.scoreScale != ScoreScale::Natural)
        natural *= 0.69314718055994530942;
    return static_cast<float>(natural + units.exactLog(static_cast<double>(rowSum)));
}

} // namespace row
} // namespace ulpscope
