// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The tensor-core operation T-FDPA (truncated fused dot-product-add) of Xie et al., arXiv 2511.10909, Algorithm 7,
// as confirmed against the hardware vectors of Khattak and Mikaitis, arXiv 2512.07004.
#pragma once

#include "engine/numerics/formats.h"

#include <cstddef>
#include <vector>

namespace ulpscope {

/// How the aligned sum becomes the result.
enum class MmaResult {
    TruncateF32,    ///< RZ to 24 significant bits, subnormals kept, overflow to infinity
    NearestEvenF16, ///< RNE to fp16
    TruncateE8M13   ///< an fp32 word of which 13 fraction bits are kept, RZ otherwise as TruncateF32
};

/// One row of the arithmetic table: products per group, alignment width, final conversion.
struct TensorCoreSpec {
    static constexpr int kMaxGroupL = 64;

    int groupL = 16;         ///< products added together with the accumulator in one step: 1 to kMaxGroupL
    int fractionBits = 25;   ///< F: bits kept below the largest exponent of a group
    int zeroExponent = -133; ///< exponent with which exact zeros take part
    MmaResult result = MmaResult::TruncateF32;
    /// The FP8 mma.sync of GPUs whose tensor cores have no such instruction (sm_90, sm_100): of every 32 products those
    /// with k mod 4 in {0, 1} and then those in {2, 3} make a 16-bit chain that starts at 0, which an ordinary rounded
    /// addition adds to the accumulator.
    bool emulatedFp8 = false;

    /// Deliberately wrong variants, used as controls by the tests and the labs; all off in every device profile.
    struct Faults {
        bool roundToNearest = false;      ///< RNE where the hardware truncates (final conversion)
        bool normaliseProducts = false;   ///< align by the exponent of the normalised product
        bool accumulatorSeparate = false; ///< add c after the products, in a rounded fp32 addition
    } faults;

    bool hasFaults() const { return faults.roundToNearest || faults.normaliseProducts || faults.accumulatorSeparate; }
};

/// One group: c + sum a[i]*b[i], i < n <= groupL. Operands are values of `type` carried as fp32 (tf32: truncated here).
float tfdpaGroup(const TensorCoreSpec &spec, DType type, const float *a, const float *b, int n, float c);

/// Products of an instruction of FP8 operands: what an emulated one works through.
inline constexpr int kEmulatedFp8K = 32;

/// k products as a chain of groups of min(instrK, groupL), ascending; the result of one group is the next one's c.
float tfdpaChain(const TensorCoreSpec &spec, DType type, int instrK, const float *a, const float *b, int k, float c);

/// A matrix whose elements are decoded for the T-FDPA once: value and exponent (subnormals keep the format's smallest
/// exponent, zeros get kZeroOperandExponent, NaN and infinities kSpecialOperandExponent). Row-major.
struct MmaOperand {
    DType type = DType::BF16;
    int rows = 0;
    int cols = 0;
    std::vector<float> value;
    std::vector<std::int32_t> exponent;

    void resize(int newRows, int newCols);
    /// Decodes `rows` x `cols` values with row stride `stride` (in elements) into this operand, which is resized.
    void assign(DType type, const float *source, int newRows, int newCols, std::ptrdiff_t stride);
    /// The same for the transpose of the source (source is newCols x newRows).
    void assignTransposed(DType type, const float *source, int newRows, int newCols, std::ptrdiff_t stride);
};
inline constexpr std::int32_t kZeroOperandExponent = -4096;
inline constexpr std::int32_t kSpecialOperandExponent = 16384; ///< stays out of range with a zero as its partner

/// c[m x n] = chain of T-FDPA groups over the K columns of a (m x K) and K rows of b (K x n), c read as the
/// accumulator. SIMD by run-time dispatch; bit-equal to tfdpaChain for every input. K is cut in groups of
/// min(instrK, groupL) inside each instruction of instrK.
void mmaTile(const TensorCoreSpec &spec, int instrK, const MmaOperand &a, const MmaOperand &b, float *c,
             std::ptrdiff_t strideC);

/// Name of the instruction set that mmaTile dispatches to on this machine ("AVX3", "AVX2", ...).
const char *mmaTileTarget();

} // namespace ulpscope
