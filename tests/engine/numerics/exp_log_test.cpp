// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/approx.h"
#include "engine/numerics/ulp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace ulpscope::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr std::uint32_t kGpuNan = 0x7FFFFFFFu;

/// Calls `visit` with every 101st float of [low, high].
void visitFloats(float low, float high, const std::function<void(float)> &visit)
{
    for (std::uint64_t bits = 0; bits <= 0xFFFFFFFFu; bits += 101) {
        const float x = floatFromBits(static_cast<std::uint32_t>(bits));
        if (x >= low && x <= high)
            visit(x);
    }
}

double errorIn(float got, double reference) { return std::abs(ulpError(DType::F32, got, reference)); }

TEST(Exp2Poly6, ErrorBound)
{
    double worst = 0;
    long correct = 0, count = 0;
    visitFloats(-126.0f, 127.99999f, [&](float x) {
        const double reference = std::exp2(static_cast<double>(x));
        const float got = exp2Poly6(x);
        worst = std::max(worst, errorIn(got, reference));
        if (x <= -0.25f) {
            correct += got == static_cast<float>(reference);
            ++count;
        }
    });
    EXPECT_LE(worst, 0.80);
    EXPECT_GT(worst, 0.75);
    EXPECT_GT(static_cast<double>(correct) / static_cast<double>(count), 0.94);
}

// The polynomial with every operation rounded by hand: a fused multiply-add is exact in long double up to its one
// rounding unless the two terms lie far apart, which those of this polynomial do not.
TEST(Exp2Poly6, UsesOneRoundingPerStep)
{
    static_assert(std::numeric_limits<long double>::digits >= 64);
    visitFloats(-125.0f, -0x1p-10f, [](float x) {
        const float n = std::nearbyint(x);
        const float f = x - n;
        float p = kExp2Poly6Coefficients[6];
        for (int i = 5; i >= 0; --i)
            p = static_cast<float>(static_cast<long double>(p) * f + kExp2Poly6Coefficients[i]);
        ASSERT_EQ(exp2Poly6(x), std::ldexp(p, static_cast<int>(n))) << x;
    });
}

TEST(Exp2Poly6, ExactPlacesAndEnds)
{
    for (int i = -126; i < 128; ++i)
        EXPECT_EQ(exp2Poly6(static_cast<float>(i)), std::ldexp(1.0f, i));
    EXPECT_EQ(exp2Poly6(-0.0f), 1.0f);
    EXPECT_EQ(exp2Poly6(0x1p-149f), 1.0f);
    EXPECT_EQ(exp2Poly6(std::nextafter(-126.0f, -kInf)), 0.0f);
    EXPECT_EQ(floatBits(exp2Poly6(-kInf)), 0u);
    EXPECT_EQ(exp2Poly6(128.0f), kInf);
    EXPECT_LT(exp2Poly6(std::nextafter(128.0f, 0.0f)), kInf);
    EXPECT_EQ(exp2Poly6(kInf), kInf);
    EXPECT_EQ(floatBits(exp2Poly6(-std::nanf(""))), kGpuNan);
}

class CudaExp : public testing::Test {
protected:
    void SetUp() override
    {
        auto loaded = ApproxTables::load(ULPSCOPE_SOURCE_DIR "/resources/tables", "h200");
        ASSERT_TRUE(loaded.ok()) << loaded.status().message();
        tables = loaded.value();
    }
    std::shared_ptr<const ApproxTables> tables;
};

// CUDA Programming Guide, standard functions: expf has a maximum error of 2 ulp.
TEST_F(CudaExp, WithinTheDocumentedBound)
{
    double normal = 0, subnormal = 0;
    visitFloats(-103.9f, 88.72f, [&](float x) {
        const double reference = std::exp(static_cast<double>(x));
        double &worst = reference < 0x1p-126 ? subnormal : normal;
        worst = std::max(worst, errorIn(cudaExpf(*tables, x), reference));
    });
    EXPECT_LE(normal, 2.0);
    EXPECT_LE(subnormal, 2.0);
    EXPECT_GT(normal, 1.0) << "better than the hardware's ex2 can be";
}

TEST_F(CudaExp, SpecialValues)
{
    EXPECT_EQ(cudaExpf(*tables, 0.0f), 1.0f);
    EXPECT_EQ(cudaExpf(*tables, -0.0f), 1.0f);
    EXPECT_EQ(cudaExpf(*tables, 0x1p-149f), 1.0f);
    EXPECT_EQ(floatBits(cudaExpf(*tables, -kInf)), 0u);
    EXPECT_EQ(floatBits(cudaExpf(*tables, -1e30f)), 0u);
    EXPECT_EQ(cudaExpf(*tables, -105.0f), 0.0f);
    EXPECT_EQ(cudaExpf(*tables, kInf), kInf);
    EXPECT_EQ(cudaExpf(*tables, 89.0f), kInf);
    EXPECT_EQ(cudaExpf(*tables, 1e30f), kInf);
    EXPECT_LT(cudaExpf(*tables, 88.7228f), kInf);
    EXPECT_EQ(floatBits(cudaExpf(*tables, std::nanf(""))), kGpuNan);
}

// CUDA Programming Guide, standard functions: logf has a maximum error of 1 ulp.
TEST(CudaLog, WithinTheDocumentedBound)
{
    double worst = 0;
    visitFloats(0x1p-149f, std::numeric_limits<float>::max(), [&](float x) {
        const double reference = std::log(static_cast<double>(x));
        if (reference != 0.0)
            worst = std::max(worst, errorIn(cudaLogf(x), reference));
    });
    EXPECT_LE(worst, 1.0);
    EXPECT_GT(worst, 0.5);
}

TEST(CudaLog, SpecialValues)
{
    EXPECT_EQ(floatBits(cudaLogf(1.0f)), 0u);
    EXPECT_EQ(cudaLogf(0.0f), -kInf);
    EXPECT_EQ(cudaLogf(-0.0f), -kInf);
    EXPECT_EQ(cudaLogf(kInf), kInf);
    EXPECT_EQ(floatBits(cudaLogf(-1.0f)), kGpuNan);
    EXPECT_EQ(floatBits(cudaLogf(-0x1p-149f)), kGpuNan);
    EXPECT_EQ(floatBits(cudaLogf(-kInf)), kGpuNan);
    EXPECT_EQ(floatBits(cudaLogf(std::nanf(""))), kGpuNan);
    // The split leaves 1.0 for a power of two, so only k * ln 2 is rounded.
    for (int i = -149; i < 128; ++i)
        EXPECT_EQ(cudaLogf(std::ldexp(1.0f, i)), std::fma(static_cast<float>(i), 0x1.62e430p-1f, 0.0f)) << i;
}

// CUDA Programming Guide, standard functions: log2f has a maximum error of 1 ulp.
TEST(CudaLog2, WithinTheDocumentedBound)
{
    double worst = 0;
    visitFloats(0x1p-149f, std::numeric_limits<float>::max(), [&](float x) {
        const double reference = std::log2(static_cast<double>(x));
        if (reference != 0.0)
            worst = std::max(worst, errorIn(cudaLog2f(x), reference));
    });
    EXPECT_LE(worst, 1.0);
    EXPECT_GT(worst, 0.5);
}

TEST(CudaLog2, SpecialValues)
{
    EXPECT_EQ(cudaLog2f(0.0f), -kInf);
    EXPECT_EQ(cudaLog2f(-0.0f), -kInf);
    EXPECT_EQ(cudaLog2f(kInf), kInf);
    EXPECT_EQ(floatBits(cudaLog2f(-1.0f)), kGpuNan);
    EXPECT_EQ(floatBits(cudaLog2f(std::nanf(""))), kGpuNan);
    for (int i = -149; i < 128; ++i)
        EXPECT_EQ(cudaLog2f(std::ldexp(1.0f, i)), static_cast<float>(i)) << i;
}

TEST(Fa4Poly3, ErrorAndEnds)
{
    double worst = 0;
    visitFloats(-126.0f, 9.0f, [&](float x) {
        const double reference = std::exp2(static_cast<double>(x));
        worst = std::max(worst, std::abs(static_cast<double>(fa4Poly3(x)) - reference) / reference);
    });
    EXPECT_LE(worst, 9e-5);
    EXPECT_GT(worst, 8e-5) << "better than a cubic can be";
    for (int i = -126; i < 10; ++i)
        EXPECT_EQ(fa4Poly3(static_cast<float>(i)), std::ldexp(1.0f, i)) << i;
    EXPECT_EQ(floatBits(fa4Poly3(-127.0f)), 0u);
    EXPECT_EQ(floatBits(fa4Poly3(-kInf)), 0u);
    // Half-way, by hand: three fused steps of the published coefficients.
    float p = std::fma(0.077119089663028717041015625f, 0.5f, 0.227564394474029541015625f);
    p = std::fma(p, 0.5f, 0.695146143436431884765625f);
    p = std::fma(p, 0.5f, 1.0f);
    EXPECT_EQ(fa4Poly3(-2.5f), p / 8);
}

} // namespace
} // namespace ulpscope::test
