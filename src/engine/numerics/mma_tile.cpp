// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The T-FDPA over a whole tile, vectorised over the columns of c: one lane is one element of c, so a chain of groups
// needs no communication between lanes. In a lane:
//   - the product of two operands of at most 11 significant bits is exact in fp32;
//   - times 2^(F - emax), a power of two, and converted to int32 toward zero, it is the aligned term;
//   - the int32 sum, cut to 24 bits and scaled back, is the result.
// This holds while emax is in [F - 125, 120]: a product that fp32 cannot hold exactly is then below the grid, and
// neither the factors nor the result leave the normal range. Lanes outside (NaN and infinities too), and those whose
// sum leaves int32, are done again by tfdpaGroup.
#include "engine/numerics/mma_tile_kernel.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/numerics/mma_tile.cpp"
#include <hwy/foreach_target.h>

#include <hwy/aligned_allocator.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ulpscope {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Ints = hn::RebindToSigned<Floats>;
using VF = hn::Vec<Floats>;
using VI = hn::Vec<Ints>;

constexpr int kMaxGroup = 16;
constexpr int kVectors = 2; ///< vectors of columns in a block of c
constexpr int kRows = 4;    ///< rows in a block of c
constexpr int kHighestExponent = 120;
constexpr std::int32_t kMaxInt = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kSignBit = std::numeric_limits<std::int32_t>::min();

/// Toward zero. Lanes out of range are undefined: Highway 1.0's ConvertTo spends three instructions on saturating them.
HWY_INLINE VI truncate(VF x)
{
#if HWY_TARGET == HWY_AVX2
    return VI{_mm256_cvttps_epi32(x.raw)};
#elif HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
    return VI{_mm512_cvttps_epi32(x.raw)};
#elif HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_SSSE3 || HWY_TARGET == HWY_SSE2
    return VI{_mm_cvttps_epi32(x.raw)};
#elif HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
    // Here it is C++'s conversion, which may do anything with them.
    const auto inRange = hn::Lt(hn::Abs(x), hn::Set(Floats(), 0x1p31f));
    return hn::IfThenElse(hn::RebindMask(Ints(), inRange), hn::ConvertTo(Ints(), hn::IfThenElseZero(inRange, x)),
                          hn::Set(Ints(), kMaxInt));
#else
    return hn::ConvertTo(Ints(), x);
#endif
}

/// 2^exponent, for exponents of normal numbers.
HWY_INLINE VF powerOfTwo(VI exponent)
{
    return hn::BitCast(Floats(), hn::ShiftLeft<23>(hn::Add(exponent, hn::Set(Ints(), 127))));
}

/// The sum as fp32, rounded toward zero. Not for kMaxInt.
HWY_INLINE VF toFloatTowardZero(VI sum)
{
    const VI magnitude = hn::Abs(sum);
    const VF nearest = hn::ConvertTo(Floats(), magnitude);
    // Negative where the conversion rounded up: one word back. Where `nearest` is 2^31, truncation gives one end or the
    // other of the int32 range, and the wrapped difference is negative with both.
    const VI excess = hn::Sub(magnitude, truncate(nearest));
    const VI word = hn::Add(hn::BitCast(Ints(), nearest), hn::ShiftRight<31>(excess));
    return hn::BitCast(Floats(), hn::Or(word, hn::And(sum, hn::Set(Ints(), kSignBit))));
}

/// Columns [firstColumn, firstColumn + kVectors * lanes) of b, packed: for each k first the values, then the exponents.
struct Panel {
    const float *data;
    int firstColumn;
};

/// Where a group stands.
struct Group {
    int row; ///< first row of the block
    int k;
    int count; ///< products
};

/// One vector of results of which some lanes are not valid.
HWY_NOINLINE void redo(const MmaTileArgs &args, int row, int column, const Group &group, hn::Mask<Ints> lanes,
                       VI productExponent, VF before, VF &result)
{
    // All products exactly zero: common (masked keys, padding) and without an alignment. c + 0 makes -0 a +0, as the
    // hardware's integer sum does; an infinite or NaN c is not decided here.
    const auto finite = hn::Lt(hn::Abs(before), hn::Set(Floats(), std::numeric_limits<float>::infinity()));
    const auto noProducts = hn::Lt(productExponent, hn::Set(Ints(), kZeroOperandExponent / 2));
    const auto keep = hn::And(hn::RebindMask(Ints(), finite), noProducts);
    result = hn::IfThenElse(hn::RebindMask(Floats(), keep), hn::Add(before, hn::Zero(Floats())), result);
    lanes = hn::AndNot(keep, lanes);
    if (hn::AllFalse(Ints(), lanes))
        return;

    HWY_ALIGN float oldValues[hn::MaxLanes(Floats())];
    HWY_ALIGN float newValues[hn::MaxLanes(Floats())];
    HWY_ALIGN std::int32_t invalid[hn::MaxLanes(Ints())];
    hn::Store(before, Floats(), oldValues);
    hn::Store(result, Floats(), newValues);
    hn::Store(hn::VecFromMask(Ints(), lanes), Ints(), invalid);
    const int columns = std::min(static_cast<int>(hn::Lanes(Floats())), args.n - column);
    float b[kMaxGroup];
    for (int lane = 0; lane < columns; ++lane) {
        if (!invalid[lane])
            continue;
        for (int i = 0; i < group.count; ++i)
            b[i] = args.bValue[static_cast<std::ptrdiff_t>(group.k + i) * args.n + column + lane];
        const float *const a = args.aValue + static_cast<std::ptrdiff_t>(row) * args.k + group.k;
        newValues[lane] = tfdpaGroup(args.spec, args.type, a, b, group.count, oldValues[lane]);
    }
    result = hn::Load(Floats(), newValues);
}

/// One group for a block of c. kCount is the number of products where it is known at compile time, else 0.
template <int kCount, int kBlockRows>
HWY_INLINE void addGroup(const MmaTileArgs &args, const Panel &panel, const Group &group, VF (&c)[kBlockRows][kVectors])
{
    const int lanes = static_cast<int>(hn::Lanes(Floats()));
    const std::ptrdiff_t panelStride = 2 * kVectors * lanes;
    const float *HWY_RESTRICT const b = panel.data + group.k * panelStride;
    const std::ptrdiff_t offsetA = static_cast<std::ptrdiff_t>(group.row) * args.k + group.k;
    const float *HWY_RESTRICT const a = args.aValue + offsetA;
    const std::int32_t *HWY_RESTRICT const aExponent = args.aExponent + offsetA;
    const int count = kCount ? kCount : group.count;

    VI productExponent[kBlockRows][kVectors];
    for (int r = 0; r < kBlockRows; ++r)
        for (int v = 0; v < kVectors; ++v)
            productExponent[r][v] = hn::Set(Ints(), 2 * kZeroOperandExponent);
    for (int i = 0; i < count; ++i) {
        VI eb[kVectors];
        for (int v = 0; v < kVectors; ++v)
            eb[v] = hn::BitCast(Ints(), hn::Load(Floats(), b + i * panelStride + (kVectors + v) * lanes));
        for (int r = 0; r < kBlockRows; ++r) {
            const VI ea = hn::Set(Ints(), aExponent[static_cast<std::ptrdiff_t>(r) * args.k + i]);
            for (int v = 0; v < kVectors; ++v)
                productExponent[r][v] = hn::Max(productExponent[r][v], hn::Add(ea, eb[v]));
        }
    }

    const VI fractionBits = hn::Set(Ints(), args.spec.fractionBits);
    VI exponent[kBlockRows][kVectors];
    VF scale[kBlockRows][kVectors];
    VI sum[kBlockRows][kVectors];
    for (int r = 0; r < kBlockRows; ++r) {
        for (int v = 0; v < kVectors; ++v) {
            const VI field = hn::And(hn::ShiftRight<23>(hn::BitCast(Ints(), c[r][v])), hn::Set(Ints(), 0xFF));
            exponent[r][v] = hn::Max(productExponent[r][v], hn::Sub(field, hn::Set(Ints(), 127)));
            scale[r][v] = powerOfTwo(hn::Sub(fractionBits, exponent[r][v]));
            sum[r][v] = hn::Zero(Ints());
        }
    }
    for (int i = 0; i < count; ++i) {
        VF vb[kVectors];
        for (int v = 0; v < kVectors; ++v)
            vb[v] = hn::Load(Floats(), b + i * panelStride + v * lanes);
        for (int r = 0; r < kBlockRows; ++r) {
            const VF va = hn::Set(Floats(), a[static_cast<std::ptrdiff_t>(r) * args.k + i]);
            for (int v = 0; v < kVectors; ++v)
                sum[r][v] = hn::Add(sum[r][v], truncate(hn::Mul(hn::Mul(va, vb[v]), scale[r][v])));
        }
    }

    const VI lowest = hn::Set(Ints(), args.spec.fractionBits - 125);
    const VI highest = hn::Set(Ints(), kHighestExponent);
    for (int r = 0; r < kBlockRows; ++r) {
        for (int v = 0; v < kVectors; ++v) {
            const VI accumulator = truncate(hn::Mul(c[r][v], scale[r][v]));
            const VI total = hn::Add(sum[r][v], accumulator);
            // The products alone fit: 16 * 4 * 2^25 is 2^31. With c the sum can wrap: then its sign is neither's.
            const VI wrapped = hn::And(hn::Xor(sum[r][v], total), hn::Xor(accumulator, total));
            const VI outside = hn::Or(hn::Sub(exponent[r][v], lowest), hn::Sub(highest, exponent[r][v]));
            const auto invalid = hn::Or(hn::MaskFromVec(hn::BroadcastSignBit(hn::Or(wrapped, outside))),
                                        hn::Eq(hn::Abs(total), hn::Set(Ints(), kMaxInt)));
            VF result = hn::Mul(toFloatTowardZero(total), powerOfTwo(hn::Sub(exponent[r][v], fractionBits)));
            if (HWY_UNLIKELY(!hn::AllFalse(Ints(), invalid)))
                redo(args, group.row + r, panel.firstColumn + v * lanes, group, invalid, productExponent[r][v], c[r][v],
                     result);
            c[r][v] = result;
        }
    }
}

/// Rows [row, row + kBlockRows) of c times one panel: the block of c stays in registers over the whole of k.
template <int kGroup, int kBlockRows>
HWY_INLINE void addBlock(const MmaTileArgs &args, const Panel &panel, int row)
{
    const int lanes = static_cast<int>(hn::Lanes(Floats()));
    const int columns = std::min(kVectors * lanes, args.n - panel.firstColumn);
    float *const out = args.c + row * args.strideC + panel.firstColumn;
    HWY_ALIGN float rowBuffer[kVectors * hn::MaxLanes(Floats())] = {};
    VF c[kBlockRows][kVectors];
    for (int r = 0; r < kBlockRows; ++r) {
        std::memcpy(rowBuffer, out + r * args.strideC, static_cast<std::size_t>(columns) * sizeof(float));
        for (int v = 0; v < kVectors; ++v)
            c[r][v] = hn::Load(Floats(), rowBuffer + v * lanes);
    }

    for (int instruction = 0; instruction < args.k; instruction += args.instrK) {
        const int end = std::min(instruction + args.instrK, args.k);
        Group group{row, instruction, 0};
        for (; group.k < end; group.k += group.count) {
            group.count = std::min(args.spec.groupL, end - group.k);
            if (kGroup && group.count == kGroup)
                addGroup<kGroup>(args, panel, group, c);
            else
                addGroup<0>(args, panel, group, c);
        }
    }

    for (int r = 0; r < kBlockRows; ++r) {
        for (int v = 0; v < kVectors; ++v)
            hn::Store(c[r][v], Floats(), rowBuffer + v * lanes);
        std::memcpy(out + r * args.strideC, rowBuffer, static_cast<std::size_t>(columns) * sizeof(float));
    }
}

/// Padding columns are zeros: they are computed and never stored.
void packPanel(const MmaTileArgs &args, int firstColumn, float *HWY_RESTRICT out)
{
    const int width = kVectors * static_cast<int>(hn::Lanes(Floats()));
    const std::size_t columns = static_cast<std::size_t>(std::min(width, args.n - firstColumn));
    for (int k = 0; k < args.k; ++k, out += 2 * width) {
        const std::ptrdiff_t in = static_cast<std::ptrdiff_t>(k) * args.n + firstColumn;
        std::memcpy(out, args.bValue + in, columns * sizeof(float));
        std::memcpy(out + width, args.bExponent + in, columns * sizeof(float));
    }
}

template <int kGroup>
void tile(const MmaTileArgs &args)
{
    const int width = kVectors * static_cast<int>(hn::Lanes(Floats()));
    const std::size_t panelSize = static_cast<std::size_t>(args.k) * 2 * static_cast<std::size_t>(width);
    const auto packed = hwy::AllocateAligned<float>(panelSize);
    std::fill_n(packed.get(), panelSize, 0.0f);
    for (int column = 0; column < args.n; column += width) {
        packPanel(args, column, packed.get());
        const Panel panel{packed.get(), column};
        int row = 0;
        for (; row + kRows <= args.m; row += kRows)
            addBlock<kGroup, kRows>(args, panel, row);
        for (; row < args.m; ++row)
            addBlock<kGroup, 1>(args, panel, row);
    }
}

} // namespace

void mmaTileKernel(const MmaTileArgs &args)
{
    switch (std::min(args.instrK, args.spec.groupL)) {
    case 4: return tile<4>(args);
    case 8: return tile<8>(args);
    case 16: return tile<16>(args);
    default: return tile<0>(args);
    }
}

} // namespace HWY_NAMESPACE
} // namespace ulpscope
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ulpscope {
namespace {

HWY_EXPORT(mmaTileKernel);

/// Specifications for which the proof at the top of this file holds.
bool isVectorisable(const TensorCoreSpec &spec, int instrK, DType type)
{
    const bool exactProducts = type == DType::F16 || type == DType::BF16 || type == DType::TF32;
    const bool zerosNeverLargest = spec.zeroExponent < spec.fractionBits - 125;
    return exactProducts && zerosNeverLargest && spec.result == MmaResult::TruncateF32 && !spec.hasFaults() &&
           !spec.emulatedFp8 && spec.fractionBits >= 23 && spec.fractionBits <= 25 &&
           std::min(instrK, spec.groupL) <= 16;
}

void scalarTile(const MmaTileArgs &args)
{
    std::vector<float> column(static_cast<std::size_t>(args.k));
    for (int j = 0; j < args.n; ++j) {
        for (std::ptrdiff_t i = 0; i < args.k; ++i)
            column[static_cast<std::size_t>(i)] = args.bValue[i * args.n + j];
        for (std::ptrdiff_t i = 0; i < args.m; ++i) {
            float &element = args.c[i * args.strideC + j];
            element =
                tfdpaChain(args.spec, args.type, args.instrK, args.aValue + i * args.k, column.data(), args.k, element);
        }
    }
}

} // namespace

void mmaTile(const TensorCoreSpec &spec, int instrK, const MmaOperand &a, const MmaOperand &b, float *c,
             std::ptrdiff_t strideC)
{
    const MmaTileArgs args{
        spec,   a.type, instrK, a.value.data(), a.exponent.data(), b.value.data(), b.exponent.data(), a.rows,
        b.cols, a.cols, c,      strideC};
    if (args.m == 0 || args.n == 0 || args.k == 0)
        return;
    if (isVectorisable(spec, instrK, a.type))
        HWY_DYNAMIC_DISPATCH(mmaTileKernel)(args);
    else
        scalarTile(args);
}

const char *mmaTileTarget()
{
    const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
    return hwy::TargetName(targets & -targets); // the lowest bit is the best target
}

} // namespace ulpscope
#endif // HWY_ONCE
