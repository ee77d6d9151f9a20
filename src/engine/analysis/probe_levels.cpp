// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/probe_levels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <string>

namespace ulpscope {
namespace {

constexpr double kLog2e = 1.4426950408889634;
constexpr double kNearLog2 = -24.4;     ///< 2^-24.4 is 0.758 * 2^-24
constexpr double kFarLog2 = -240.0;     ///< 0 in fp32, even beside 2^-24.4
constexpr double kLeastFarLog2 = -48.0; ///< under a softcap: up to 2^17 keys are still little beside a near one
constexpr double kMostThreshold = 16.0; ///< a max kept within it would make the largest exponential other than 1

std::string decimal(float x)
{
    std::array<char, 32> buffer;
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr};
}

} // namespace

MaskLevels maskLevels(DType type)
{
    if (type == DType::F16)
        return {0x1p15f, 0x1p-24f, (1 << 14) - 1};
    return {0x1p100f, 1.0f, 1 << 22};
}

Result<MaskLevels> combineMaskLevels(DType type, int splits)
{
    if (type != DType::F16)
        return maskLevels(type);
    // u S <= 2^-10 is lost beside 2^15 in fp32; u / S >= 2^-22 is four of fp16's smallest numbers.
    constexpr int kMostSplits = 64;
    if (splits > kMostSplits)
        return Status(StatusCode::Unsupported, phrase("a combined fp16 output holds the counts of at most %1 splits, "
                                                      "the run has %2; bf16 holds those of all",
                                                      kMostSplits, splits));
    const auto power = static_cast<int>(std::bit_ceil(static_cast<unsigned>(splits)));
    return MaskLevels{0x1p15f, 0x1p-10f / static_cast<float>(power), kMostSplits};
}

Result<ScoreLevels> scoreLevels(const Problem &problem, const Recipe &recipe)
{
    const double scale = static_cast<double>(problem.scale);
    if (!(scale > 0.0) || std::isinf(scale))
        return Status(StatusCode::Unsupported,
                      phrase("a row sum is probed with scores of different size, which the scale %1 does not make; "
                             "expected a positive one",
                             decimal(problem.scale)));
    if (recipe.rescale == Rescale::Threshold && static_cast<double>(recipe.rescaleThreshold) > kMostThreshold)
        return Status(StatusCode::Unsupported,
                      phrase("a row sum is probed with exponentials of at most 1, which rescale=%1 does not keep to; "
                             "expected a threshold of at most %2",
                             fieldValue(recipe, "rescale"), decimal(static_cast<float>(kMostThreshold))));
    double farNatural = kFarLog2 / kLog2e;
    const double cap = static_cast<double>(problem.softcap);
    if (cap > 0.0) {
        farNatural = std::max(farNatural, -0.99 * cap);
        if (farNatural > kLeastFarLog2 / kLog2e)
            return Status(StatusCode::Unsupported,
                          phrase("softcap %1 holds the scores too close together for a probe of the row sum, expected "
                                 "at least 34",
                                 decimal(problem.softcap)));
    }
    const auto rawScore = [&](double natural) {
        return (cap > 0.0 ? cap * std::atanh(natural / cap) : natural) / scale;
    };
    const double nearScore = rawScore(kNearLog2 / kLog2e), farScore = rawScore(farNatural);
    // q takes what would leave k's format: k of far is about 2^7.
    const FormatInfo format = formatInfo(problem.dtype);
    const int exponent = std::clamp(std::ilogb(farScore) - 7, format.minExponent, format.maxExponent);
    const auto k = [&](double score) {
        return roundTo(problem.dtype, static_cast<float>(std::ldexp(score, -exponent)));
    };
    const ScoreLevels levels{std::ldexp(1.0f, exponent), k(nearScore), k(farScore)};
    const double reached = std::ldexp(static_cast<double>(levels.near), exponent) / nearScore;
    if (!(std::fabs(reached - 1.0) < 1.0 / 128) || !std::isfinite(levels.far) || !std::isfinite(levels.far * levels.q))
        return Status(StatusCode::Unsupported, phrase("with the scale %1 the scores that a probe of the row sum needs "
                                                      "are out of range",
                                                      decimal(problem.scale)));
    return levels;
}

} // namespace ulpscope
