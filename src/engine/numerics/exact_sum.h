// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/formats.h"

#include <array>
#include <cstdint>

namespace ulpscope {

/// Exact accumulator: adds doubles and products of two floats without any rounding, in any order, and rounds once at
/// the end. A fixed-point number that spans the whole double range with headroom for 2^63 additions.
class ExactSum {
public:
    void add(double x);
    void addProduct(float a, float b) { add(static_cast<double>(a) * static_cast<double>(b)); } // exact in double
    void add(const ExactSum &other);
    void negate();

    /// The sum rounded once, to nearest even. NaN and infinities follow IEEE addition; an exact zero is +0.
    double toDouble() const { return rounded(DType::F64); }
    /// The sum rounded once to `type` (nearest even, tf32 too), carried as fp32. F64 gives toDouble() rounded to fp32.
    float roundTo(DType type) const { return static_cast<float>(rounded(type)); }
    bool isZero() const;

private:
    static constexpr int kLimbs = 70; ///< 32 payload bits each; bit 0 of limb 0 is 2^-1088
    using Limbs = std::array<std::int64_t, kLimbs>;

    static void propagateCarries(Limbs &limbs);
    double rounded(DType type) const;

    Limbs m_limbs{};             ///< signed: the value is the sum of limb[i] * 2^(32 i - 1088)
    std::uint32_t m_pending = 0; ///< additions since the carries were last propagated
    bool m_nan = false, m_posInf = false, m_negInf = false;
};

} // namespace ulpscope
