// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/tensor_core.h"

namespace ulpscope {

/// c[m x n] += a * b by sequential fp32 fma, ascending in k: c = fma(a[k], b[k], c) for each element.
void fmaTile(const MmaOperand &a, const MmaOperand &b, float *c, std::ptrdiff_t strideC);

} // namespace ulpscope
