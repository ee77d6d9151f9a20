// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/matmul.h"

#include "engine/numerics/exact_sum.h"
#include "engine/numerics/fma_tile.h"

#include <algorithm>

namespace ulpscope {

void MatmulOperand::assign(const ResolvedMma &mma, const float *source, int k, int n, std::ptrdiff_t stride)
{
    m_operand.assign(mma.operands, source, k, n, stride);
}

void MatmulOperand::assignTransposed(const ResolvedMma &mma, const float *source, int k, int n, std::ptrdiff_t stride)
{
    m_operand.assignTransposed(mma.operands, source, k, n, stride);
}

MatmulOperand MatmulOperand::rows(int begin, int end) const
{
    MatmulOperand part;
    part.m_operand.type = m_operand.type;
    part.m_operand.resize(end - begin, m_operand.cols);
    const std::ptrdiff_t from = std::ptrdiff_t{begin} * m_operand.cols, to = std::ptrdiff_t{end} * m_operand.cols;
    std::copy(m_operand.value.begin() + from, m_operand.value.begin() + to, part.m_operand.value.begin());
    std::copy(m_operand.exponent.begin() + from, m_operand.exponent.begin() + to, part.m_operand.exponent.begin());
    return part;
}

namespace {

void exactMatmul(const MmaOperand &a, const MmaOperand &b, float *c, std::ptrdiff_t strideC)
{
    const std::size_t depth = static_cast<std::size_t>(a.cols);
    const std::size_t width = static_cast<std::size_t>(b.cols);
    for (int i = 0; i < a.rows; ++i) {
        for (int j = 0; j < b.cols; ++j) {
            ExactSum sum;
            sum.add(c[i * strideC + j]);
            for (std::size_t k = 0; k < depth; ++k)
                sum.addProduct(a.value[static_cast<std::size_t>(i) * depth + k],
                               b.value[k * width + static_cast<std::size_t>(j)]);
            c[i * strideC + j] = sum.roundTo(DType::F32);
        }
    }
}

} // namespace

void matmul(const ResolvedMma &mma, int instrK, const MmaOperand &a, const MatmulOperand &b, float *c,
            std::ptrdiff_t strideC)
{
    switch (mma.kind) {
    case MmaUnit::Kind::TensorCore: mmaTile(mma.spec, instrK, a, b.m_operand, c, strideC); break;
    case MmaUnit::Kind::Fp32Fma: fmaTile(a, b.m_operand, c, strideC); break;
    case MmaUnit::Kind::Exact: exactMatmul(a, b.m_operand, c, strideC); break;
    }
}

} // namespace ulpscope
