// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/fma_tile.h"

#include "engine/numerics/fma_dispatch.h"

#include <cmath>

namespace ulpscope {
namespace {

// The inner loop runs over independent elements of c, so it can be vectorised without touching the order over k.
ULPSCOPE_ALWAYS_INLINE void fmaTileBody(const MmaOperand &a, const MmaOperand &b, float *c, std::ptrdiff_t strideC)
{
    const int width = b.cols;
    for (int i = 0; i < a.rows; ++i) {
        float *row = c + i * strideC;
        for (int k = 0; k < a.cols; ++k) {
            const float x =
                a.value[static_cast<std::size_t>(i) * static_cast<std::size_t>(a.cols) + static_cast<std::size_t>(k)];
            const float *y = b.value.data() + static_cast<std::size_t>(k) * static_cast<std::size_t>(width);
            for (int j = 0; j < width; ++j)
                row[j] = std::fma(x, y[j], row[j]);
        }
    }
}

} // namespace

ULPSCOPE_FMA_DISPATCH(void, fmaTile, (const MmaOperand &a, const MmaOperand &b, float *c, std::ptrdiff_t strideC),
                      (a, b, c, strideC))

} // namespace ulpscope
