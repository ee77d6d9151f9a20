// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/matrix.h"
#include "engine/numerics/tensor_core.h"
#include "engine/schedule/run_spec.h"

namespace ulpscope {

/// The right-hand operand of a product (k x n), decoded once and used for many rows.
class MatmulOperand {
public:
    /// k x n from row-major source with row stride `stride`; zero rows are appended up to `paddedK`.
    void assign(const ResolvedMma &mma, const float *source, int k, int n, std::ptrdiff_t stride);
    /// The transpose of an n x k source.
    void assignTransposed(const ResolvedMma &mma, const float *source, int k, int n, std::ptrdiff_t stride);
    int k() const { return m_operand.rows; }
    int n() const { return m_operand.cols; }

private:
    friend void matmul(const ResolvedMma &, int, const MmaOperand &, const MatmulOperand &, float *, std::ptrdiff_t);
    MmaOperand m_operand;
};

/// c[m x n] = c + a * b by the chosen unit: T-FDPA chain, sequential fp32 fma ascending in k, or one rounding per
/// element.
void matmul(const ResolvedMma &mma, int instrK, const MmaOperand &a, const MatmulOperand &b, float *c,
            std::ptrdiff_t strideC);

} // namespace ulpscope
