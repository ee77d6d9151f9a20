// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Published probes that tell tensor-core generations apart, and the rules for special values.
#include "engine/numerics/tensor_core_specs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace ulpscope::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

/// c plus 16 products given as {index, value}, the rest zero, as one instruction with k = 16.
float sixteen(Generation generation, float c, const std::map<int, float> &products)
{
    std::vector<float> a(16, 0.0f);
    const std::vector<float> b(16, 1.0f);
    for (const auto &[i, value] : products)
        a[static_cast<std::size_t>(i)] = value;
    return tfdpaChain(specOf(generation, DType::BF16), DType::BF16, 16, a.data(), b.data(), 16, c);
}

std::map<int, float> everywhere(float value)
{
    std::map<int, float> products;
    for (int i = 0; i < 16; ++i)
        products[i] = value;
    return products;
}

// Xie et al., Eq. 10 and Table 8: the exact result is -0.875.
TEST(TensorCore, FiveTermProbeTellsGenerationsApart)
{
    const float a[] = {-8192.0f, -0.5f, -0.25f, -0.125f};
    const float b[] = {1024.0f, 1.0f, 1.0f, 1.0f};
    const auto probe = [&](Generation generation, DType type) {
        return tfdpaChain(specOf(generation, type), type, 16, a, b, 4, 8388608.0f);
    };
    for (const DType type : {DType::F16, DType::BF16, DType::TF32}) {
        EXPECT_EQ(probe(Generation::Turing, type), -0.5f);
        EXPECT_EQ(probe(Generation::Ampere, type), -0.5f);
        EXPECT_EQ(probe(Generation::Hopper, type), -0.75f);
    }
    EXPECT_EQ(probe(Generation::Volta, DType::F16), 0.0f);
}

// Fasi, Higham, Mikaitis and Pranesh, PeerJ CS 7:e330: a larger input gives a smaller sum.
TEST(TensorCore, VoltaIsNotMonotonic)
{
    const std::map<int, float> four = {{0, 0x1p-24f}, {1, 0x1p-24f}, {2, 0x1p-24f}, {3, 0x1p-24f}};
    EXPECT_EQ(sixteen(Generation::Volta, 1.0f - 0x1p-24f, four), 1.0f + 0x1p-23f);
    EXPECT_EQ(sixteen(Generation::Volta, 1.0f, four), 1.0f);
    for (const Generation generation : {Generation::Ampere, Generation::Hopper}) {
        EXPECT_EQ(sixteen(generation, 1.0f - 0x1p-24f, four), 1.0f + 0x1p-23f);
        EXPECT_EQ(sixteen(generation, 1.0f, four), 1.0f + 0x1p-22f);
    }
}

TEST(TensorCore, FingerprintVectors)
{
    struct Vector {
        const char *what;
        float c;
        std::map<int, float> products;
        float volta, turing, ampere, hopper;
    };
    const Vector vectors[] = {
        {"sixteen 2^-25 onto 1", 1.0f, everywhere(0x1p-25f), 1.0f, 1.0f, 1.0f, 1.0f + 0x1p-21f},
        {"2^30 - 2^30, then 1 at product 8", 0.0f, {{0, 0x1p30f}, {1, -0x1p30f}, {8, 1.0f}}, 1.0f, 1.0f, 1.0f, 0.0f},
        {"2^30 - 2^30, then 1 at product 4", 0.0f, {{0, 0x1p30f}, {1, -0x1p30f}, {4, 1.0f}}, 1.0f, 0.0f, 0.0f, 0.0f},
        {"sixteen 2^-24 onto 1", 1.0f, everywhere(0x1p-24f), 1.0f, 1.0f + 0x1p-20f, 1.0f + 0x1p-20f, 1.0f + 0x1p-20f},
        {"-1.5 * 2^-24 onto 1", 1.0f, {{0, -0x1.8p-24f}}, 1.0f, 1.0f - 0x1p-24f, 1.0f - 0x1p-24f, 1.0f - 0x1p-23f},
    };
    for (const Vector &v : vectors) {
        EXPECT_EQ(sixteen(Generation::Volta, v.c, v.products), v.volta) << v.what;
        EXPECT_EQ(sixteen(Generation::Turing, v.c, v.products), v.turing) << v.what;
        EXPECT_EQ(sixteen(Generation::Ampere, v.c, v.products), v.ampere) << v.what;
        EXPECT_EQ(sixteen(Generation::Hopper, v.c, v.products), v.hopper) << v.what;
    }
}

// A zero takes part with an exponent of its own: here it pushes the smallest term off the grid and leaves a tie.
TEST(TensorCore, ZeroTermTakesPartInAlignment)
{
    const float a[] = {0x1p-14f, 0x1p-24f, 0.0f};
    const float b[] = {0x1p-11f, 0x1p-24f, 1.0f};
    TensorCoreSpec spec = specOf(Generation::Ampere, DType::F16, MmaResult::NearestEvenF16);
    EXPECT_EQ(spec.zeroExponent, -21);
    EXPECT_EQ(tfdpaGroup(spec, DType::F16, a, b, 3, 0.0f), 0.0f);
    spec.zeroExponent = -1000;
    EXPECT_EQ(tfdpaGroup(spec, DType::F16, a, b, 3, 0.0f), 0x1p-24f);
}

// Recorded on an H200 (calibrate, mma.sync m16n8k8, fp16 to fp16): a sum below zero that rounds to it.
TEST(TensorCore, ANegativeSumThatRoundsToZeroIsPlusZero)
{
    const std::uint16_t aWords[] = {0, 0, 0, 0, 0, 0, 0x898C, 0x8339};
    const std::uint16_t bWords[] = {0x1862, 0x8CDC, 0x0727, 0x1E7A, 0x416F, 0xB9AF, 0x8D72, 0x16DF};
    float a[8], b[8];
    for (int i = 0; i < 8; ++i)
        a[i] = halfToFloat(aWords[i]), b[i] = halfToFloat(bWords[i]);
    TensorCoreSpec spec = specOf(Generation::Hopper, DType::F16, MmaResult::NearestEvenF16);
    spec.zeroExponent = -21;
    EXPECT_EQ(floatBits(tfdpaGroup(spec, DType::F16, a, b, 8, 0.0f)), 0u);
}

TEST(TensorCore, ChainIsItsGroupsInOrder)
{
    const float a[] = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f, 8.0f, 9.0f, 10.0f};
    const float b[] = {0x1p-3f, 3.0f, 0x1p-9f, 5.0f, 7.0f, 0x1p-20f, 1.0f, 1.0f, 3.0f, 0x1p-14f};
    TensorCoreSpec spec = specOf(Generation::Volta);
    // Instructions of 6 products with groups of 4: 4 + 2, then 4 of the remaining 4.
    float expected = tfdpaGroup(spec, DType::F16, a, b, 4, 0.5f);
    expected = tfdpaGroup(spec, DType::F16, a + 4, b + 4, 2, expected);
    expected = tfdpaGroup(spec, DType::F16, a + 6, b + 6, 4, expected);
    EXPECT_EQ(tfdpaChain(spec, DType::F16, 6, a, b, 10, 0.5f), expected);
}

TEST(TensorCore, SpecialValues)
{
    struct Case {
        const char *what;
        float a0, b0, a1, b1, c;
        std::uint32_t bits;
    };
    const Case cases[] = {
        {"NaN operand", kNan, 1, 1, 1, 0, 0x7FFFFFFF},
        {"NaN accumulator", 1, 1, 1, 1, kNan, 0x7FFFFFFF},
        {"infinity times zero", kInf, 0, 1, 1, 0, 0x7FFFFFFF},
        {"infinities of both signs", kInf, 1, kInf, -1, 0, 0x7FFFFFFF},
        {"infinity against the accumulator", kInf, 1, 1, 1, -kInf, 0x7FFFFFFF},
        {"infinity", kInf, 2, 1, 1, 5, 0x7F800000},
        {"negative infinity", kInf, -2, 1, 1, 5, 0xFF800000},
        {"infinite accumulator", 1, 1, 1, 1, -kInf, 0xFF800000},
        {"infinity and zero elsewhere", kInf, 1, 0, 1, 0, 0x7F800000},
        {"products beyond fp32 that cancel", 0x1p100f, 0x1p100f, -0x1p100f, 0x1p100f, 1, 0x00000000},
        {"overflow despite truncation", 0x1p100f, 0x1p100f, 1, 1, 0, 0x7F800000},
        {"negative overflow", 0x1p100f, -0x1p100f, 1, 1, 0, 0xFF800000},
        {"largest finite", 0x1p127f, 1, 0x1p127f, 0x1.FEp-1f, 0, 0x7F7F8000},
        {"zeros", 0, -1, -0.0f, 1, -0.0f, 0x00000000},
        {"subnormal kept", 0x1p-126f, 0x1p-7f, 0, 0, 0, 0x00010000},
        {"truncated, not rounded", 1, 1, 0x1.FEp-25f, 1, 0, 0x3F800000},
    };
    for (const Generation generation : kGenerations) {
        for (const Case &t : cases) {
            const float a[] = {t.a0, t.a1};
            const float b[] = {t.b0, t.b1};
            const TensorCoreSpec spec = specOf(generation, DType::BF16);
            EXPECT_EQ(floatBits(tfdpaGroup(spec, DType::BF16, a, b, 2, t.c)), t.bits) << t.what;
        }
    }
    const TensorCoreSpec half = specOf(Generation::Hopper, DType::F16, MmaResult::NearestEvenF16);
    const float big[] = {65504.0f, 65504.0f};
    const float one[] = {1.0f, 1.0f};
    EXPECT_EQ(tfdpaGroup(half, DType::F16, big, one, 2, 0.0f), kInf);
    EXPECT_EQ(floatToHalf(tfdpaGroup(half, DType::F16, big, one, 2, kNan)), 0x7FFF);
}

TEST(TensorCore, Tf32OperandsAreTruncated)
{
    const float a = floatFromBits(0x3F801FFFu);
    const float one = 1.0f;
    EXPECT_EQ(tfdpaGroup(specOf(Generation::Ampere, DType::TF32), DType::TF32, &a, &one, 1, 0.0f), 1.0f);
}

// The low 13 bits are gone before anything is judged: what is left of such an operand is a zero, and Inf * 0 is NaN.
TEST(TensorCore, Tf32OperandsAreTruncatedBeforeTheyAreSpecial)
{
    const TensorCoreSpec spec = specOf(Generation::Hopper, DType::TF32);
    for (const std::uint32_t cut : {0x00001FFFu, 0x80000001u}) {
        const float tiny = floatFromBits(cut), smallest = floatFromBits((cut & 0x80000000u) | 0x00002000u);
        EXPECT_EQ(floatBits(tfdpaGroup(spec, DType::TF32, &tiny, &kInf, 1, 0.0f)), 0x7FFFFFFFu) << cut;
        EXPECT_EQ(floatBits(tfdpaGroup(spec, DType::TF32, &kInf, &tiny, 1, 0.0f)), 0x7FFFFFFFu) << cut;
        EXPECT_TRUE(std::isinf(tfdpaGroup(spec, DType::TF32, &smallest, &kInf, 1, 0.0f))) << cut;
        MmaOperand a, b;
        a.assign(DType::TF32, &tiny, 1, 1, 1);
        b.assign(DType::TF32, &kInf, 1, 1, 1);
        float c = 0.0f;
        mmaTile(spec, 8, a, b, &c, 1);
        EXPECT_EQ(floatBits(c), 0x7FFFFFFFu) << "the tile and the group are one operation";
    }
}

} // namespace
} // namespace ulpscope::test
