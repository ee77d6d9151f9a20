// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ulpscope {

/// Sources of error in the order in which they are made exact. Together they are every rounding and approximation
/// between the inputs and the output:
///   ScoreDot       q.k, truncation of the operands to tf32 included
///   ScaleArgument  softcap, scaling by a rounded constant, subtraction of the max (which moves every p of a tile)
///   Exp            the exponential of P, with the multiplication by log2(e) that belongs to it
///   Alpha          the rescale factor between tiles with its own argument; in a sketch, the merge weights
///   RowSum         additions, joins and lanes of the row sum; in a sketch, of one tile
///   PCast          rounding of P to the operand format of the second product
///   Pv             P.V with the rescaling of the accumulator and its format between tiles
///   Combine        LSE, weights and sums over splits; in a sketch, the products and additions of the merge
///   Final          the division by the row sum
///   OutputRounding rounding to the output format
enum class ErrorSource { ScoreDot, ScaleArgument, Exp, Alpha, RowSum, PCast, Pv, Combine, Final, OutputRounding };

inline constexpr std::array kErrorSources = {
    ErrorSource::ScoreDot, ErrorSource::ScaleArgument, ErrorSource::Exp, ErrorSource::Alpha,
    ErrorSource::RowSum,   ErrorSource::PCast,         ErrorSource::Pv,  ErrorSource::Combine,
    ErrorSource::Final,    ErrorSource::OutputRounding};
std::string_view errorSourceName(ErrorSource source);

/// Sources that are exact in a run.
class SourceSet {
public:
    constexpr bool has(ErrorSource source) const { return (m_bits & bit(source)) != 0; }
    constexpr SourceSet with(ErrorSource source) const
    {
        SourceSet set = *this;
        set.m_bits |= bit(source);
        return set;
    }

private:
    static constexpr std::uint32_t bit(ErrorSource source) { return std::uint32_t{1} << static_cast<int>(source); }
    std::uint32_t m_bits = 0;
};

} // namespace ulpscope
