// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Attention in float64 by a plain two-pass softmax, as engine/attention/reference.cpp has it: nothing shared with the
// step kernels. Scores are formed twice instead of kept.
#include "cuda/check.h"
#include "cuda/kernels.h"

#include <cmath>

namespace ulpscope::cuda {
namespace {

constexpr int kThreads = 128, kKeys = 64, kMaxRows = 8;
constexpr std::size_t kSharedBytes = 46 * 1024; ///< of 48, which every GPU gives without asking
constexpr double kUnit = 0x1p-53;

std::size_t bytesPerRow(const ReferenceRequest &r)
{
    return sizeof(double) * (static_cast<std::size_t>(r.headDim) + 2 * static_cast<std::size_t>(r.headDimV) + kKeys);
}

/// One score and the square of the key's norm.
struct Dot {
    double score, square;
};

__device__ Dot dot(const ReferenceView &view, const double *q, std::size_t keyRow)
{
    const int d = view.request.headDim;
    Dot result{0.0, 0.0};
    for (int i = 0; i < d; ++i) {
        const double k = load(view.request.element, view.k, keyRow * d + i);
        result.score = fma(q[i], k, result.score);
        result.square = fma(k, k, result.square);
    }
    result.score *= static_cast<double>(view.request.scale);
    if (view.request.softcap > 0.0f) {
        const double cap = view.request.softcap;
        result.score = ::tanh(result.score / cap) * cap;
    }
    return result;
}

__global__ void __launch_bounds__(kThreads)
    referenceKernel(const __grid_constant__ ReferenceView view, int rowsPerBlock)
{
    extern __shared__ double shared[];
    __shared__ double rowMax[kMaxRows], rowSum[kMaxRows], keyNorm[kMaxRows], queryNorm[kMaxRows];
    __shared__ int2 ranges[kMaxRows];
    const ReferenceRequest &p = view.request;
    const int d = p.headDim, dv = p.headDimV;
    double *const q = shared, *const weights = q + rowsPerBlock * d, *const sums = weights + rowsPerBlock * kKeys,
                  *const terms = sums + rowsPerBlock * dv;
    const int first = blockIdx.x * rowsPerBlock, rows = min(rowsPerBlock, p.rows - first);
    const std::size_t queryRow =
        (static_cast<std::size_t>(p.batchIndex) * p.heads + p.head) * p.seqlenQ + p.rowBegin + first;
    const std::size_t keyRow = (static_cast<std::size_t>(p.batchIndex) * p.kvHeads + p.kvHead) * p.seqlenK;

    for (int i = threadIdx.x; i < rows * d; i += kThreads)
        q[i] = load(p.element, view.q, queryRow * d + i);
    for (int i = threadIdx.x; i < rows * dv; i += kThreads)
        sums[i] = terms[i] = 0.0;
    if (threadIdx.x < rows)
        ranges[threadIdx.x] =
            view.ranges[static_cast<std::size_t>(p.batchIndex) * p.seqlenQ + p.rowBegin + first + threadIdx.x];
    __syncthreads();
    int begin = p.seqlenK, end = 0;
    for (int r = 0; r < rows; ++r) {
        if (ranges[r].x < ranges[r].y) {
            begin = min(begin, ranges[r].x);
            end = max(end, ranges[r].y);
        }
    }

    // First pass: the max of each row, the largest norm of its keys. A warp takes a row.
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int r = warp; r < rows; r += kThreads / 32) {
        double max = -INFINITY, square = 0.0, own = 0.0;
        for (int key = ranges[r].x + lane; key < ranges[r].y; key += 32) {
            const Dot s = dot(view, q + r * d, keyRow + key);
            max = s.score > max || s.score != s.score ? s.score : max;
            square = fmax(square, s.square);
        }
        for (int i = lane; i < d; i += 32)
            own = fma(q[r * d + i], q[r * d + i], own);
        for (int offset = 16; offset > 0; offset /= 2) {
            const double other = __shfl_xor_sync(0xFFFFFFFFu, max, offset);
            max = other > max || other != other ? other : max;
            square = fmax(square, __shfl_xor_sync(0xFFFFFFFFu, square, offset));
            own += __shfl_xor_sync(0xFFFFFFFFu, own, offset);
        }
        if (lane == 0) {
            rowMax[r] = max;
            rowSum[r] = 0.0;
            keyNorm[r] = sqrt(square);
            queryNorm[r] = sqrt(own);
        }
    }
    __syncthreads();

    // Second pass: weights of kKeys keys at a time, and their products with V.
    for (int base = begin; base < end; base += kKeys) {
        for (int i = threadIdx.x; i < rows * kKeys; i += kThreads) {
            const int r = i / kKeys, key = base + i % kKeys;
            const bool visible = key >= ranges[r].x && key < ranges[r].y;
            weights[i] = visible ? ::exp(dot(view, q + r * d, keyRow + key).score - rowMax[r]) : 0.0;
        }
        __syncthreads();
        const int keys = min(kKeys, end - base);
        for (int i = threadIdx.x; i < rows * dv; i += kThreads) {
            const int r = i / dv, c = i % dv;
            double sum = sums[i], magnitude = terms[i];
            for (int j = max(0, ranges[r].x - base); j < min(keys, ranges[r].y - base); ++j) {
                const double v = load(p.element, view.v, (keyRow + base + j) * dv + c);
                sum = fma(weights[r * kKeys + j], v, sum);
                magnitude = fma(weights[r * kKeys + j], fabs(v), magnitude);
            }
            sums[i] = sum;
            terms[i] = magnitude;
        }
        if (threadIdx.x < rows) {
            double sum = rowSum[threadIdx.x];
            for (int j = 0; j < keys; ++j)
                sum += weights[threadIdx.x * kKeys + j];
            rowSum[threadIdx.x] = sum;
        }
        __syncthreads();
    }

    for (int i = threadIdx.x; i < rows * dv; i += kThreads) {
        const int r = i / dv, count = ranges[r].y - ranges[r].x;
        const std::size_t at = static_cast<std::size_t>(first) * dv + i;
        const double scoreError =
            ((d + 1) * queryNorm[r] * keyNorm[r] * fabs(static_cast<double>(p.scale)) + 2 * fabs(rowMax[r]) + 4) *
            kUnit;
        const double relative = 2 * scoreError + (2.0 * count + 3) * kUnit;
        const bool sees = count > 0;
        view.output[at] = sees ? sums[i] / rowSum[r] : 0.0;
        view.terms[at] = sees ? terms[i] / rowSum[r] : 0.0;
        view.bound[at] = sees ? relative * (terms[i] / rowSum[r]) : 0.0;
    }
    if (threadIdx.x < rows)
        view.lse[first + threadIdx.x] = ranges[threadIdx.x].x < ranges[threadIdx.x].y
                                            ? rowMax[threadIdx.x] + ::log(rowSum[threadIdx.x])
                                            : -INFINITY;
}

} // namespace

void reference(const ReferenceView &view, cudaStream_t stream)
{
    int rowsPerBlock = kMaxRows;
    while (rowsPerBlock > 1 && rowsPerBlock * bytesPerRow(view.request) > kSharedBytes)
        rowsPerBlock /= 2;
    const std::size_t bytes = rowsPerBlock * bytesPerRow(view.request);
    if (bytes > kSharedBytes)
        throw std::runtime_error("the head dimension is too large for the float64 reference on a GPU");
    const int blocks = (view.request.rows + rowsPerBlock - 1) / rowsPerBlock;
    referenceKernel<<<blocks, kThreads, bytes, stream>>>(view, rowsPerBlock);
    ULPSCOPE_CUDA(cudaGetLastError());
}

} // namespace ulpscope::cuda
