// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/matrix.h"
#include "engine/numerics/tensor_core.h"
#include "engine/schedule/run_spec.h"

#include <vector>

namespace ulpscope {

/// The right-hand operand of a product (k x n), decoded once and used for many rows.
class MatmulOperand {
public:
    /// k x n from row-major source with row stride `stride`; zero rows are appended up to `paddedK`.
    void assign(const ResolvedMma &mma, const float *source, int k, int n, std::ptrdiff_t stride);
    /// The transpose of an n x k source.
    void assignTransposed(const ResolvedMma &mma, const float *source, int k, int n, std::ptrdiff_t stride);
    /// Rows [begin, end) alone.
    MatmulOperand rows(int begin, int end) const;
    int k() const { return m_operand.rows; }
    int n() const { return m_operand.cols; }

private:
    friend void matmul(const ResolvedMma &, int, const MmaOperand &, const MatmulOperand &, float *, std::ptrdiff_t);
    MmaOperand m_operand;
};

/// The sum of what warps that share a tile's keys hold, element by element: for four ((0+2) + (1+3)). Not empty.
template <typename Value, typename Add>
Value sumOverWarps(std::vector<Value> parts, Add add)
{
    for (std::size_t offset = parts.size() / 2; offset >= 1; offset /= 2) {
        for (std::size_t i = 0; i < offset; ++i)
            parts[i] = add(parts[i], parts[i + offset]);
    }
    return parts.front();
}

/// c[m x n] = c + a * b by the chosen unit: T-FDPA chain, sequential fp32 fma ascending in k, or one rounding per
/// element.
void matmul(const ResolvedMma &mma, int instrK, const MmaOperand &a, const MatmulOperand &b, float *c,
            std::ptrdiff_t strideC);

} // namespace ulpscope
