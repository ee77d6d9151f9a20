// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What every step kernel is given: the plan, and where things lie on the GPU.
#pragma once

#include "engine/backend/worker_protocol.h"
#include "engine/numerics/exact_math.h"
#include "engine/numerics/scalar_functions.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace ulpscope::cuda {

using namespace worker;

/// ex2, rcp and lg2 of this GPU or of tables, and the functions that need neither.
struct Units {
    Approximation approximation;
    const std::uint32_t *ex2Words, *rcpWords, *lg2Low, *lg2High;

    __device__ float ex2(float x, bool flushSubnormals) const
    {
        if (approximation != Approximation::Hardware)
            return scalar::ex2(ex2Words, x, flushSubnormals);
        float y;
        if (flushSubnormals)
            asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
        else
            asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
        return y;
    }
    __device__ float rcp(float x) const
    {
        if (approximation != Approximation::Hardware)
            return scalar::rcp(rcpWords, x);
        float y;
        asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
        return y;
    }
    /// As ApproxTables::lg2: below 1 the correctly rounded logarithm, whatever the hardware would give.
    __device__ float lg2(float x) const
    {
        if (x != x || x <= -0x1p-126f)
            return gpuNan();
        if (x < 0x1p-126f)
            return -floatInfinity();
        if (x < 1.0f || x == floatInfinity())
            return x < 1.0f ? exact::log2(x) : x;
        if (approximation != Approximation::Hardware)
            return scalar::lg2FromOne(lg2Low, lg2High, x);
        float y;
        asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
        return y;
    }
    __device__ float log2f(float x) const { return scalar::cudaLog2f(x); }
    __device__ float exp2Poly6(float x) const { return scalar::exp2Poly6(x); }
    __device__ float exactExp2(float x) const { return exact::exp2(x); }
    __device__ double exactLog(double x) const { return exact::log(x); }
    __device__ double exactTanh(double x) const { return exact::tanh(x); }

    /// CUDA's expf on top of this ex2.
    __device__ float expf(float x) const
    {
        const scalar::ExpSplit split = scalar::splitExp(x);
        return ex2(split.exponent, true) * split.scale;
    }
};

/// Passed to kernels by value.
struct View {
    Plan plan;
    SlotLayout slot;
    std::size_t unitFloats, groupFloats;
    float *slots, *groups, *scratch;
    const void *q, *k, *v;
    const int2 *ranges; ///< [batch, query row]: keys that it sees
    const std::int32_t *program;
    Units units;
    float *output, *lse, *tileMax, *tileSum;
    BlockRecord *blocks;
};

/// Whose values a kernel works on: the run's state, or the key tile on its own, for reading.
enum class Source { State, Tile };

/// The arrays of a work tile.
struct Rows {
    float *scores, *probs, *rowMax, *oldMax, *alpha, *lse, *lanes, *accumulator, *output;
    float *sums; ///< scratch: one value a row

    __device__ Rows(const View &v, const Item &item, Source source)
    {
        float *const base = v.slots + static_cast<std::size_t>(item.slot) * v.slot.total;
        scores = base + v.slot.scores;
        probs = base + v.slot.probs;
        rowMax = base + v.slot.rowMax;
        oldMax = base + v.slot.oldMax;
        alpha = base + v.slot.alpha;
        lse = base + v.slot.lse;
        lanes = base + v.slot.lanes;
        accumulator = base + v.slot.accumulator;
        output = base + v.slot.output;
        const std::size_t m = v.plan.tileM;
        sums = v.scratch;
        if (source == Source::Tile) {
            rowMax = v.scratch + m;
            lanes = v.scratch + 2 * m;
            accumulator = lanes + m * v.plan.lanes.width;
            probs = accumulator + m * v.plan.headDimV;
        }
    }
};

/// Unit `index` of a group's tail: max and sum of each row (a split: LSE), then the output.
struct TailUnit {
    float *max, *sum, *lse, *out;

    __device__ TailUnit(const View &v, const Item &item, int index)
    {
        max = v.groups + static_cast<std::size_t>(item.group) * v.groupFloats + index * v.unitFloats;
        lse = max;
        sum = max + v.plan.tileM;
        out = sum + v.plan.tileM;
    }
};
/// Merge weights of a sketch: [row, key tile].
inline __device__ float *mergeWeights(const View &v, const Item &item)
{
    return v.groups + static_cast<std::size_t>(item.group) * v.groupFloats + v.plan.tailUnits * v.unitFloats;
}

inline __device__ float roundToHalf(float x) { return __half2float(__float2half_rn(x)); }
inline __device__ float roundToBfloat16(float x) { return __bfloat162float(__float2bfloat16_rn(x)); }
inline __device__ float roundTo(Element element, float x)
{
    return element == Element::F16 ? roundToHalf(x) : element == Element::BF16 ? roundToBfloat16(x) : x;
}
/// An element of q, k or v.
inline __device__ float load(Element element, const void *data, std::size_t index)
{
    if (element == Element::F16)
        return __half2float(static_cast<const __half *>(data)[index]);
    if (element == Element::BF16)
        return __bfloat162float(static_cast<const __nv_bfloat16 *>(data)[index]);
    return static_cast<const float *>(data)[index];
}

} // namespace ulpscope::cuda
