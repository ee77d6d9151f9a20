// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/tensor_core.h"

#include <algorithm>

namespace ulpscope {
namespace {

/// Written without branches, so that the loops below become vector code: decoding must stay cheap beside the products.
struct Decoder {
    explicit Decoder(DType type)
        : mask(type == DType::TF32 ? 0xFFFFE000u : 0xFFFFFFFFu), minExponent(formatInfo(type).minExponent)
    {}

    void operator()(float x, float &value, std::int32_t &exponent) const
    {
        const std::uint32_t bits = floatBits(x);
        const std::int32_t field = static_cast<std::int32_t>(bits >> 23 & 0xFFu);
        const std::uint32_t kept = bits & mask;
        std::int32_t e = std::max(field - 127, minExponent);
        e = (kept & 0x7FFFFFFFu) == 0 ? kZeroOperandExponent : e;
        exponent = field == 0xFF ? kSpecialOperandExponent : e;
        value = floatFromBits(kept);
    }

    std::uint32_t mask; ///< bits of an operand that the format has
    std::int32_t minExponent;
};

} // namespace

void MmaOperand::resize(int newRows, int newCols)
{
    rows = newRows;
    cols = newCols;
    value.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
    exponent.resize(value.size());
}

void MmaOperand::assign(DType operandType, const float *source, int newRows, int newCols, std::ptrdiff_t stride)
{
    type = operandType;
    resize(newRows, newCols);
    const Decoder decode(type);
    for (std::ptrdiff_t r = 0; r < rows; ++r) {
        const float *const in = source + r * stride;
        float *const valueOut = value.data() + r * cols;
        std::int32_t *const exponentOut = exponent.data() + r * cols;
        for (int c = 0; c < cols; ++c)
            decode(in[c], valueOut[c], exponentOut[c]);
    }
}

void MmaOperand::assignTransposed(DType operandType, const float *source, int newRows, int newCols,
                                  std::ptrdiff_t stride)
{
    type = operandType;
    resize(newRows, newCols);
    const Decoder decode(type);
    // Squares of 16 x 16: a cache line of the source and one of each result serve 16 elements.
    constexpr int kSquare = 16;
    for (int row = 0; row < rows; row += kSquare) {
        for (int col = 0; col < cols; col += kSquare) {
            const int rowEnd = std::min(row + kSquare, rows);
            const int colEnd = std::min(col + kSquare, cols);
            for (std::ptrdiff_t r = row; r < rowEnd; ++r)
                for (std::ptrdiff_t c = col; c < colEnd; ++c)
                    decode(source[c * stride + r], value[static_cast<std::size_t>(r * cols + c)],
                           exponent[static_cast<std::size_t>(r * cols + c)]);
        }
    }
}

} // namespace ulpscope
