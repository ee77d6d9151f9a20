// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Functions that are sequences of IEEE operations: the same operations on a GPU give the same bits.
#include "engine/numerics/approx.h"
#include "engine/numerics/exact_math.h"
#include "engine/numerics/fma_dispatch.h"

namespace ulpscope {
namespace {

ULPSCOPE_ALWAYS_INLINE scalar::ExpSplit splitExpBody(float x) { return scalar::splitExp(x); }
ULPSCOPE_ALWAYS_INLINE float exp2Poly6Body(float x) { return scalar::exp2Poly6(x); }
ULPSCOPE_ALWAYS_INLINE float cudaLog2fBody(float x) { return scalar::cudaLog2f(x); }
ULPSCOPE_ALWAYS_INLINE float fa4Poly3Body(float x) { return scalar::fa4Poly3(x); }
ULPSCOPE_ALWAYS_INLINE float cudaLogfBody(float x) { return scalar::cudaLogf(x); }
ULPSCOPE_ALWAYS_INLINE float exactExp2Body(float x) { return exact::exp2(x); }
ULPSCOPE_ALWAYS_INLINE double exactLogBody(double x) { return exact::log(x); }
ULPSCOPE_ALWAYS_INLINE double exactTanhBody(double x) { return exact::tanh(x); }

ULPSCOPE_FMA_DISPATCH(scalar::ExpSplit, splitExp, (float x), (x))

} // namespace

ULPSCOPE_FMA_DISPATCH(float, exp2Poly6, (float x), (x))
ULPSCOPE_FMA_DISPATCH(float, cudaLog2f, (float x), (x))
ULPSCOPE_FMA_DISPATCH(float, fa4Poly3, (float x), (x))
ULPSCOPE_FMA_DISPATCH(float, cudaLogf, (float x), (x))
ULPSCOPE_FMA_DISPATCH(float, exactExp2, (float x), (x))
ULPSCOPE_FMA_DISPATCH(double, exactLog, (double x), (x))
ULPSCOPE_FMA_DISPATCH(double, exactTanh, (double x), (x))

float cudaExpf(const ApproxTables &tables, float x)
{
    const scalar::ExpSplit split = splitExp(x);
    return tables.ex2(split.exponent, true) * split.scale;
}

} // namespace ulpscope
