// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The operations of the error budget's evaluator where their operands are not what a kernel can have.
#include "engine/analysis/relaxed_matmul.h"
#include "engine/analysis/relaxed_softmax.h"
#include "support/golden.h"

#include <cmath>
#include <random>

namespace ulpscope::test {
namespace {

struct Unit {
    const char *device;
    DType type;
};

void PrintTo(const Unit &u, std::ostream *os) { *os << u.device << " " << formatInfo(u.type).name; }

class UnroundedTensorCore : public testing::TestWithParam<Unit> {
protected:
    ResolvedMma mma() const
    {
        const auto [device, type] = GetParam();
        return {MmaUnit::Kind::TensorCore, catalog().device(device).value()->mmaFor(type)->spec, type};
    }
};

// Operands that the format has need no relaxation: the result must be the hardware's.
TEST_P(UnroundedTensorCore, IsTheTensorCoreForOperandsOfItsFormat)
{
    const DType type = GetParam().type;
    std::mt19937 random(7);
    std::uniform_int_distribution<int> exponent(-12, 12);
    std::normal_distribution<float> normal;
    const auto draw = [&] { return roundTo(type, std::ldexp(normal(random), exponent(random))); };
    for (int repeat = 0; repeat < 3000; ++repeat) {
        const int k = 1 + repeat % 70;
        std::vector<float> p(static_cast<std::size_t>(k)), v(p.size());
        std::vector<double> wide(p.size());
        for (std::size_t i = 0; i < p.size(); ++i) {
            p[i] = random() % 8 == 0 ? 0.0f : draw();
            if (std::abs(p[i]) < 0x1p-14f) // below fp16's normal range an unrounded p keeps its own exponent
                p[i] = 0.0f;
            wide[i] = static_cast<double>(p[i]);
            v[i] = random() % 16 == 0 ? roundTo(type, 0x3p-20f) : draw(); // subnormal in fp16
        }
        const float c = normal(random);
        double acc = static_cast<double>(c);
        matmulUnrounded(mma(), 16, wide.data(), k, v.data(), 1, 1, &acc);
        ASSERT_EQ(acc, static_cast<double>(tfdpaChain(mma().spec, type, 16, p.data(), v.data(), k, c))) << "k " << k;
    }
}

TEST_P(UnroundedTensorCore, CutsProductsToTheGridOfTheirGroup)
{
    // The largest product has exponent 0, so a group keeps multiples of 2^-F; the result has 24 bits.
    const int f = mma().spec.fractionBits;
    const double grid = std::ldexp(1.0, -f);
    const double p[] = {1.0, 1.75 * grid, 3.5 * grid, -1.0};
    const float v[] = {1.0f, 1.0f, 1.0f, 1.0f};
    double acc = 0.0;
    matmulUnrounded(mma(), 16, p, 4, v, 1, 1, &acc);
    EXPECT_EQ(acc, 4 * grid) << "1 + 3 of the grid: 1.75 and 3.5 are cut, not rounded";
}

INSTANTIATE_TEST_SUITE_P(Units, UnroundedTensorCore,
                         testing::Values(Unit{"h200", DType::F16}, Unit{"h200", DType::BF16}, Unit{"h200", DType::TF32},
                                         Unit{"a100", DType::F16}, Unit{"a100", DType::BF16}, Unit{"v100", DType::F16}),
                         [](const auto &test) {
                             return std::string(test.param.device) + "_" +
                                    std::string(formatInfo(test.param.type).name);
                         });

TEST(UnroundedMatmul, OtherUnits)
{
    const double third = 1.0 / 3;
    const double p[] = {third, third};
    const float v[] = {1.0f, 1.0f};
    double fma = 0.0, exact = 0.0;
    matmulUnrounded({MmaUnit::Kind::Fp32Fma, {}, DType::F32}, 1, p, 2, v, 1, 1, &fma);
    EXPECT_EQ(fma, fp32Unless(false, fp32Unless(false, third) + third));
    matmulUnrounded({MmaUnit::Kind::Exact, {}, DType::F32}, 1, p, 2, v, 1, 1, &exact);
    EXPECT_EQ(exact, fp32Unless(false, 2 * third));
    const float infinite[] = {1.0f, INFINITY};
    double special = 0.0;
    matmulUnrounded({MmaUnit::Kind::TensorCore, {}, DType::F16}, 16, p, 2, infinite, 1, 1, &special);
    EXPECT_EQ(special, INFINITY);
}

TEST(FmaToFp32, RoundsOnce)
{
    // 1 + 2^-23 + 2^-24 - 2^-70: in double the last term is lost and leaves a tie, which would go to even, up.
    EXPECT_EQ(fmaToFp32(0x1p-24 * (1 + 0x1p-23), 1 - 0x1p-23, 1 + 0x1p-23), 1 + 0x1p-23);
    EXPECT_EQ(fp32Unless(false, std::fma(0x1p-24 * (1 + 0x1p-23), 1 - 0x1p-23, 1 + 0x1p-23)), 1 + 0x1p-22);
    EXPECT_EQ(fmaToFp32(1.0 / 3, 1.0, 0.0), static_cast<double>(1.0f / 3.0f)) << "an unrounded operand";
}

TEST(RelaxedSoftmax, ArgumentRoundingIsNotChargedToTheExponential)
{
    Problem p;
    p.seqlenQ = p.seqlenK = 1;
    p.headDim = p.headDimV = 64;
    p.dtype = DType::F16;
    p.scale = 0.125f;
    const RunSpec spec = resolveOrFail(p, {});
    const auto tables = ApproxTables::load(spec.tableDirectory, spec.approxTable);
    ASSERT_TRUE(tables.ok());
    const RelaxedSoftmax softmax(spec, tables.value());
    const SourceSet argument = SourceSet().with(ErrorSource::ScaleArgument);
    const SourceSet both = argument.with(ErrorSource::Exp);
    for (int i = 1; i < 400; ++i) {
        const double score = -1.37 * i;
        const double kernel = softmax.prob(score, 0.0, false, 0, argument),
                     exact = softmax.prob(score, 0.0, false, 0, both);
        // ex2.approx is within 2 ulp; an argument near -100 rounded to fp32 alone would move the result by 20.
        EXPECT_NEAR(kernel / exact, 1.0, 0x1p-22) << score;
    }
}

} // namespace
} // namespace ulpscope::test
