// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/matrix_data.h"

#include <bit>
#include <cstdint>

namespace ulpscope::ui {

/// A cell as 32 bits: the float's bits, every NaN made the same one, and two NaN patterns reserved for cells without a
/// value. Being one word per cell lets the pyramid and the painter treat classes and values alike, without branches.
using CellCode = std::uint32_t;
inline constexpr CellCode kCodeNan = 0x7fc00000;
inline constexpr CellCode kCodeMasked = 0x7ffffffe;
inline constexpr CellCode kCodeNotComputed = 0x7fffffff;
inline constexpr CellCode kCodeInfinity = 0x7f800000;

inline CellCode encodeValue(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits & 0x7fffffff) > kCodeInfinity ? kCodeNan : bits;
}

inline CellCode encodeCell(const Matrix &matrix, std::size_t index)
{
    const CellClass cellClass = matrix.classes.empty() ? CellClass::Value : matrix.classes[index];
    if (cellClass == CellClass::Value)
        return encodeValue(matrix.values[index]);
    return cellClass == CellClass::Masked ? kCodeMasked : kCodeNotComputed;
}

/// Codes of cells [first, last) of one row of the matrix.
inline void encodeRow(const Matrix &matrix, int row, int first, int last, CellCode *out)
{
    const std::size_t begin = matrix.index(row, first), count = static_cast<std::size_t>(last - first);
    if (matrix.classes.empty()) {
        const float *values = matrix.values.data() + begin; // looked up once, or the loop is no vector code
        for (std::size_t i = 0; i < count; ++i)
            out[i] = encodeValue(values[i]);
    } else {
        for (std::size_t i = 0; i < count; ++i)
            out[i] = encodeCell(matrix, begin + i);
    }
}

/// Ascending with the value, -0 just below +0. Without a branch, which random signs would mispredict half of the time.
inline std::uint32_t orderedBits(CellCode code)
{
    return code ^ (static_cast<std::uint32_t>(static_cast<std::int32_t>(code) >> 31) | 0x80000000u);
}

/// Which of several cells speaks for all of them when they share a pixel, ascending: masked, not computed, then by
/// magnitude, then infinities, then NaN. A single bad element must stay visible.
inline std::uint32_t prominence(CellCode code) { return ((code & 0x7fffffff) + 2) & 0x7fffffff; }

inline CellCode moreProminent(CellCode a, CellCode b) { return prominence(b) > prominence(a) ? b : a; }

} // namespace ulpscope::ui
