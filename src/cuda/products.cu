// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Q K^T and P V: on this GPU's tensor cores, on the T-FDPA model in integers, by sequential fma, or exactly.
#include "cuda/check.h"
#include "cuda/kernels.h"
#include "cuda/mma.cuh"
#include "engine/numerics/product_sum.h"

namespace ulpscope::cuda {
namespace {

__device__ std::uint32_t tf32Bits(float x) { return floatBits(x) & 0xFFFFE000u; }

/// Two neighbours of 16 bits, the first in the low half; those beyond `count` are zeros.
__device__ std::uint32_t loadPair(const std::uint16_t *p, int count, bool aligned)
{
    if (count >= 2)
        return aligned ? *reinterpret_cast<const std::uint32_t *>(p)
                       : static_cast<std::uint32_t>(p[0]) | static_cast<std::uint32_t>(p[1]) << 16;
    return count == 1 ? p[0] : 0u;
}

/// scores = cap(Q K^T), rows x tileN over the head dimension. Keys that do not exist enter as zeros.
struct ScoreSide {
    const View &view;
    int rows, cols, depth, keys;
    const char *q, *k;
    float *scores;

    __device__ ScoreSide(const View &v, const Item &item, Source source) : view(v)
    {
        const Plan &p = v.plan;
        rows = item.rows;
        cols = p.tileN;
        depth = p.headDim;
        keys = item.existing;
        const std::size_t bytes = p.element == Element::F32 ? 4 : 2;
        const std::size_t rowQ =
            (static_cast<std::size_t>(item.batch) * p.heads + item.head) * p.seqlenQ + item.rowBegin;
        const std::size_t rowK =
            (static_cast<std::size_t>(item.batch) * p.kvHeads + item.kvHead) * p.seqlenK + item.firstKey;
        q = static_cast<const char *>(v.q) + rowQ * depth * bytes;
        k = static_cast<const char *>(v.k) + rowK * depth * bytes;
        scores = Rows(v, item, source).scores;
    }
    const __device__ Product &product() const { return view.plan.qk; }
    __device__ float a(int r, int i) const
    {
        return r < rows && i < depth ? load(view.plan.element, q, static_cast<std::size_t>(r) * depth + i) : 0.0f;
    }
    __device__ float b(int i, int c) const
    {
        return c < keys && i < depth ? load(view.plan.element, k, static_cast<std::size_t>(c) * depth + i) : 0.0f;
    }
    __device__ std::uint32_t aPair(int r, int i) const { return pair(q, r, rows, i); }
    __device__ std::uint32_t bPair(int i, int c) const { return pair(k, c, keys, i); }
    __device__ float begin(int, int) const { return 0.0f; }
    __device__ void end(int r, int c, float value) const
    {
        if (r < rows && c < cols)
            scores[static_cast<std::size_t>(r) * cols + c] = row::cap(view.plan.row, view.units, value);
    }

private:
    __device__ std::uint32_t pair(const char *base, int r, int count, int i) const
    {
        const std::uint16_t *const p =
            reinterpret_cast<const std::uint16_t *>(base) + static_cast<std::size_t>(r) * depth + i;
        return r < count ? loadPair(p, depth - i, depth % 2 == 0) : 0u;
    }
};

/// The accumulator plus P V, rows x headDimV over the keys of the tile; a tile on its own starts at 0.
struct OutputSide {
    const View &view;
    int rows, cols, depth, keys;
    bool accumulates, keeps;
    const char *v;
    const float *probs;
    const float *rowMax, *rowSum;
    float *accumulator;
    TailUnit unit; ///< of a sketch's key tile

    __device__ OutputSide(const View &view_, const Item &item, Source source)
        : view(view_), unit(view_, item, item.ordinal)
    {
        const Plan &p = view.plan;
        rows = item.rows;
        cols = p.headDimV;
        depth = p.tileN;
        keys = item.existing;
        accumulates = source == Source::State && !p.isSketch;
        keeps = source == Source::State && p.isSketch;
        const std::size_t bytes = p.element == Element::F32 ? 4 : 2;
        const std::size_t rowV =
            (static_cast<std::size_t>(item.batch) * p.kvHeads + item.kvHead) * p.seqlenK + item.firstKey;
        v = static_cast<const char *>(view.v) + rowV * cols * bytes;
        const Rows arrays(view, item, source);
        probs = arrays.probs;
        accumulator = arrays.accumulator;
        rowMax = arrays.rowMax;
        rowSum = arrays.lanes;
    }
    const __device__ Product &product() const { return view.plan.pv; }
    __device__ float a(int r, int i) const
    {
        if (r >= rows || i >= depth)
            return 0.0f;
        const float p = probs[static_cast<std::size_t>(r) * depth + i];
        return view.plan.pCast == PCast::Bf16   ? roundToBfloat16(p)
               : view.plan.pCast == PCast::Fp16 ? roundToHalf(p)
                                                : p;
    }
    __device__ float b(int i, int c) const
    {
        return i < keys && c < cols ? load(view.plan.element, v, static_cast<std::size_t>(i) * cols + c) : 0.0f;
    }
    __device__ std::uint32_t aPair(int r, int i) const { return aBits(r, i) | aBits(r, i + 1) << 16; }
    __device__ std::uint32_t bPair(int i, int c) const { return bBits(i, c) | bBits(i + 1, c) << 16; }
    __device__ float begin(int r, int c) const
    {
        return accumulates && r < rows && c < cols ? accumulator[static_cast<std::size_t>(r) * cols + c] : 0.0f;
    }
    __device__ void end(int r, int c, float value) const
    {
        if (r >= rows || c >= cols)
            return;
        if (accumulates && view.plan.oStore == OStore::Bf16)
            value = roundToBfloat16(value);
        const std::size_t i = static_cast<std::size_t>(r) * cols + c;
        accumulator[i] = value;
        if (!keeps)
            return;
        unit.out[i] = value;
        if (c == 0) {
            unit.max[r] = rowMax[r];
            unit.sum[r] = rowSum[r]; // a sketch joins its lanes every tile
        }
    }

private:
    __device__ std::uint32_t aBits(int r, int i) const
    {
        if (r >= rows || i >= depth)
            return 0;
        const float p = probs[static_cast<std::size_t>(r) * depth + i];
        return view.plan.pCast == PCast::Fp16 ? __half_as_ushort(__float2half_rn(p))
                                              : __bfloat16_as_ushort(__float2bfloat16_rn(p));
    }
    __device__ std::uint32_t bBits(int i, int c) const
    {
        return i < keys && c < cols ? reinterpret_cast<const std::uint16_t *>(v)[static_cast<std::size_t>(i) * cols + c]
                                    : 0u;
    }
};

// ------------------------------------------------------------------------------------------- this GPU's tensor cores
constexpr int kWarps = 4, kColumnTiles = 8;
constexpr int kNativeRows = 16 * kWarps, kNativeCols = 8 * kColumnTiles;

__device__ int blocksOf(int size, int block) { return (size + block - 1) / block; }

/// A block of 64 x 64 results; a warp has 16 rows of it. The chain over k is the instruction's, ascending.
template <typename Side, typename Instruction>
__global__ void __launch_bounds__(32 * kWarps)
    nativeProduct(const __grid_constant__ View view, const Item *items, int blocksPerItem, Source source)
{
    const Item item = items[blockIdx.x / blocksPerItem];
    const Side side(view, item, source);
    const int block = blockIdx.x % blocksPerItem, columnBlocks = blocksOf(side.cols, kNativeCols);
    const int warp = threadIdx.x / 32, quad = threadIdx.x % 32 / 4, inQuad = threadIdx.x % 4;
    const int row = block / columnBlocks * kNativeRows + 16 * warp, col = block % columnBlocks * kNativeCols;
    if (row >= side.rows) // whole warps leave
        return;

    float c[kColumnTiles][4];
    for (int t = 0; t < kColumnTiles; ++t)
        for (int i = 0; i < 4; ++i)
            c[t][i] = side.begin(row + quad + i / 2 * 8, col + 8 * t + 2 * inQuad + i % 2);
    for (int k = 0; k < side.depth; k += Instruction::kDepth) {
        std::uint32_t a[2 * Instruction::kWords];
        for (int i = 0; i < 2 * Instruction::kWords; ++i) {
            const int r = row + quad + i % 2 * 8;
            a[i] = Instruction::kPairs ? side.aPair(r, k + 2 * inQuad + i / 2 * 8)
                                       : tf32Bits(side.a(r, k + inQuad + i / 2 * 4));
        }
        for (int t = 0; t < kColumnTiles; ++t) {
            std::uint32_t b[Instruction::kWords];
            for (int i = 0; i < Instruction::kWords; ++i) {
                const int n = col + 8 * t + quad;
                b[i] = Instruction::kPairs ? side.bPair(k + 2 * inQuad + i * 8, n)
                                           : tf32Bits(side.b(k + inQuad + i * 4, n));
            }
            Instruction::run(c[t], a, b);
        }
    }
    for (int t = 0; t < kColumnTiles; ++t)
        for (int i = 0; i < 4; ++i)
            side.end(row + quad + i / 2 * 8, col + 8 * t + 2 * inQuad + i % 2, c[t][i]);
}

// ------------------------------------------------------------------------------------------- one thread a result
constexpr int kSide = 16, kChunk = 64;

struct FmaUnit {
    using Operand = float;
    float c;
    __device__ FmaUnit(const Product &, float start) : c(start) {}
    static __device__ Operand operand(const Product &, float x) { return x; }
    __device__ void add(const Operand *a, const Operand *b, int count)
    {
        for (int k = 0; k < count; ++k)
            c = std::fma(a[k], b[k], c);
    }
    __device__ float result() { return c; }
};

struct ExactUnit {
    using Operand = float;
    ProductSum sum;
    __device__ ExactUnit(const Product &, float start) { sum.add(start); }
    static __device__ Operand operand(const Product &, float x) { return x; }
    __device__ void add(const Operand *a, const Operand *b, int count)
    {
        for (int k = 0; k < count; ++k)
            sum.addProduct(a[k], b[k]);
    }
    __device__ float result() { return sum.toFloat(); }
};

struct ModelUnit {
    using Operand = tfdpa::Operand;
    const Product &product;
    float c;
    __device__ ModelUnit(const Product &p, float start) : product(p), c(start) {}
    static __device__ Operand operand(const Product &p, float x) { return tfdpa::decode(p.format, x); }
    __device__ void add(const Operand *a, const Operand *b, int count)
    {
        for (int begin = 0; begin < count; begin += product.instrK) {
            const int end = min(begin + product.instrK, count);
            for (int k = begin; k < end; k += product.spec.groupL)
                c = tfdpa::group(product.spec, product.format.fractionBits, a + k, 1, b + k, 1,
                                 min(product.spec.groupL, end - k), c);
        }
    }
    __device__ float result() { return c; }
};

/// A block of 16 x 16 results. Operands come to shared memory in chunks of whole instructions.
template <typename Side, typename UnitType>
__global__ void __launch_bounds__(kSide *kSide)
    scalarProduct(const __grid_constant__ View view, const Item *items, int blocksPerItem, int chunk, Source source)
{
    __shared__ typename UnitType::Operand a[kSide][kChunk + 1], b[kSide][kChunk + 1];
    const Item item = items[blockIdx.x / blocksPerItem];
    const Side side(view, item, source);
    const int block = blockIdx.x % blocksPerItem, columnBlocks = blocksOf(side.cols, kSide);
    const int row = block / columnBlocks * kSide, col = block % columnBlocks * kSide;
    if (row >= side.rows) // the whole block
        return;
    const int y = threadIdx.x / kSide, x = threadIdx.x % kSide;
    UnitType unit(side.product(), side.begin(row + y, col + x));
    for (int k = 0; k < side.depth; k += chunk) {
        const int count = min(chunk, side.depth - k);
        for (int i = threadIdx.x; i < kSide * count; i += kSide * kSide) {
            const int line = i / count, inLine = i % count;
            a[line][inLine] = UnitType::operand(side.product(), side.a(row + line, k + inLine));
            b[line][inLine] = UnitType::operand(side.product(), side.b(k + inLine, col + line));
        }
        __syncthreads();
        unit.add(a[y], b[x], count);
        __syncthreads();
    }
    side.end(row + y, col + x, unit.result());
}

int blocksFor(int size, int block) { return (size + block - 1) / block; }

template <typename Side, typename Instruction>
void launchNative(const Batch &batch, int cols, Source source)
{
    const int perItem = blocksFor(batch.view.plan.tileM, kNativeRows) * blocksFor(cols, kNativeCols);
    nativeProduct<Side, Instruction>
        <<<batch.count * perItem, 32 * kWarps, 0, batch.stream>>>(batch.view, batch.items, perItem, source);
}

template <typename Side, typename UnitType>
void launchScalar(const Batch &batch, int cols, int instrK, Source source)
{
    const int perItem = blocksFor(batch.view.plan.tileM, kSide) * blocksFor(cols, kSide);
    const int chunk = kChunk / instrK * instrK;
    scalarProduct<Side, UnitType>
        <<<batch.count * perItem, kSide * kSide, 0, batch.stream>>>(batch.view, batch.items, perItem, chunk, source);
}

template <typename Side>
void launchProduct(const Batch &batch, const Product &product, int cols, Source source)
{
    switch (product.unit) {
    case Unit::Fma: launchScalar<Side, FmaUnit>(batch, cols, 1, source); break;
    case Unit::Exact: launchScalar<Side, ExactUnit>(batch, cols, 1, source); break;
    case Unit::Model: launchScalar<Side, ModelUnit>(batch, cols, product.instrK, source); break;
    case Unit::Native:
        if (product.isTf32)
            product.instrK == 8 ? launchNative<Side, Tf32K8>(batch, cols, source)
                                : launchNative<Side, Tf32K4>(batch, cols, source);
        else if (batch.view.plan.element == Element::F16)
            product.instrK == 16 ? launchNative<Side, Fp16K16>(batch, cols, source)
                                 : launchNative<Side, Fp16K8>(batch, cols, source);
        else
            product.instrK == 16 ? launchNative<Side, Bf16K16>(batch, cols, source)
                                 : launchNative<Side, Bf16K8>(batch, cols, source);
        break;
    }
    ULPSCOPE_CUDA(cudaGetLastError());
}

} // namespace

void scoreProduct(const Batch &batch)
{
    launchProduct<ScoreSide>(batch, batch.view.plan.qk, batch.view.plan.tileN, Source::State);
}

void outputProduct(const Batch &batch, Source source)
{
    launchProduct<OutputSide>(batch, batch.view.plan.pv, batch.view.plan.headDimV, source);
}

} // namespace ulpscope::cuda
