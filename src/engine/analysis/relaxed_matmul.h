// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/run_spec.h"

#include <cstddef>

namespace ulpscope {

/// acc[n] += p[k] * v[k x n] with p unrounded: what the matrix unit would give if it could read p without a cast.
/// Tensor core: the T-FDPA with products in double, each cut to its group's grid; an unrounded p brings its own
/// exponent. fp32-fma: fma with p in double, rounded to fp32 once. exact: one rounding. `acc` holds fp32 values. NaN
/// and infinities give those of the sum in double.
void matmulUnrounded(const ResolvedMma &mma, int instrK, const double *p, int k, const float *v, std::ptrdiff_t strideV,
                     int n, double *acc);

} // namespace ulpscope
