// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// mmaTile, on every instruction set of this machine, against the scalar chain: equal bits for any input.
#include "engine/numerics/tensor_core_specs.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace ulpscope::test {
namespace {

using Random = std::mt19937_64;
using Generator = std::function<float(Random &)>;

/// A value of the format from random bits of sign and significand and an exponent field in [low, high].
float withExponent(DType type, Random &random, int low, int high)
{
    const FormatInfo format = formatInfo(type);
    const int exponent = std::uniform_int_distribution<int>(low, high)(random);
    const std::uint64_t bits = random();
    const std::uint32_t sign = bits & 1 ? 0x80000000u : 0u;
    std::uint32_t fraction = static_cast<std::uint32_t>(bits >> 1) & ((1u << format.fractionBits) - 1);
    if ((bits >> 60) == 0) // runs of ones carry, and make the largest sums
        fraction = (1u << format.fractionBits) - 1;
    const int clamped = std::clamp(exponent, format.minExponent, format.maxExponent);
    float value =
        floatFromBits(static_cast<std::uint32_t>(clamped + 127) << 23 | fraction << (23 - format.fractionBits));
    if (exponent < format.minExponent) // subnormal: take the hidden bit away
        value -= floatFromBits(static_cast<std::uint32_t>(clamped + 127) << 23);
    return floatFromBits(floatBits(value) | sign);
}

struct Distribution {
    std::string name;
    Generator element;     ///< of a and b
    Generator accumulator; ///< any fp32
};

std::vector<Distribution> distributions(DType type)
{
    const auto elements = [type](int low, int high) {
        return [=](Random &random) { return withExponent(type, random, low, high); };
    };
    const auto accumulators = [](int low, int high) {
        return [=](Random &random) { return withExponent(DType::F32, random, low, high); };
    };
    const auto sometimes = [](Generator rare, int oneIn, Generator common) {
        return [=](Random &random) {
            return random() % static_cast<unsigned>(oneIn) == 0 ? rare(random) : common(random);
        };
    };
    const auto zero = [](Random &random) { return random() & 1 ? 0.0f : -0.0f; };
    const auto special = [](Random &random) {
        constexpr std::uint32_t kWords[] = {0x7F800000u, 0xFF800000u, 0x7FC00000u, 0xFFC00001u};
        return floatFromBits(kWords[random() % 4]);
    };
    const auto anyBits = [](Random &random) { return floatFromBits(static_cast<std::uint32_t>(random())); };
    const FormatInfo format = formatInfo(type);
    return {
        {"near one", elements(-3, 1), accumulators(-4, 4)},
        {"equal exponents: largest sums", elements(0, 0), accumulators(0, 1)},
        {"one sign: sums beyond int32",
         [=](Random &random) { return roundTo(type, 1.5f + std::abs(withExponent(type, random, 0, 0)) / 4); },
         [](Random &random) { return std::abs(withExponent(DType::F32, random, 0, 3)); }},
        {"wide", elements(-20, 10), accumulators(-40, 20)},
        {"accumulator far above", elements(-8, -4), accumulators(10, 30)},
        {"accumulator far below", elements(0, 8), accumulators(-40, -20)},
        {"all exponents", elements(format.minExponent - 1, format.maxExponent), accumulators(-127, 127)},
        {"lower edge of the fast range", elements(-52, -48), accumulators(-127, -95)},
        {"upper edge of the fast range", elements(58, 62), accumulators(115, 127)},
        {"tiny", elements(format.minExponent - 1, format.minExponent), accumulators(-127, -126)},
        {"huge", elements(format.maxExponent - 1, format.maxExponent), accumulators(126, 127)},
        {"subnormals between numbers",
         sometimes(elements(format.minExponent - 1, format.minExponent - 1), 2, elements(-2, 2)),
         sometimes(zero, 3, accumulators(-30, 2))},
        {"many zeros", sometimes(elements(-2, 2), 8, zero), sometimes(accumulators(-127, 2), 2, zero)},
        {"zeros", zero, sometimes(accumulators(-127, 127), 2, zero)},
        {"zeros under a special accumulator", zero, sometimes(special, 2, accumulators(-3, 3))},
        {"a few specials", sometimes(special, 100, elements(-3, 3)), sometimes(special, 50, accumulators(-3, 3))},
        {"specials and zeros", sometimes(special, 8, zero), sometimes(special, 8, zero)},
        {"any accumulator", elements(-3, 3), anyBits},
    };
}

Distribution distribution(DType type, const std::string &name)
{
    const std::vector<Distribution> all = distributions(type);
    return *std::find_if(all.begin(), all.end(), [&](const Distribution &d) { return d.name == name; });
}

/// Compares one tile element by element; returns the number of groups compared.
long compareTile(const TensorCoreSpec &spec, DType type, int instrK, int m, int n, int k, const Distribution &values,
                 Random &random)
{
    const std::ptrdiff_t strideC = n + 3;
    std::vector<float> a(static_cast<std::size_t>(m * k)), b(static_cast<std::size_t>(k * n));
    std::vector<float> c(static_cast<std::size_t>(m * strideC));
    std::generate(a.begin(), a.end(), [&] { return values.element(random); });
    std::generate(b.begin(), b.end(), [&] { return values.element(random); });
    std::generate(c.begin(), c.end(), [&] { return values.accumulator(random); });
    const std::vector<float> before = c;

    MmaOperand operandA, operandB;
    operandA.assign(type, a.data(), m, k, k);
    operandB.assign(type, b.data(), k, n, n);
    mmaTile(spec, instrK, operandA, operandB, c.data(), strideC);

    std::vector<float> column(static_cast<std::size_t>(k));
    int failures = 0;
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < k; ++i)
            column[static_cast<std::size_t>(i)] = b[static_cast<std::size_t>(i * n + j)];
        for (int i = 0; i < m && failures < 5; ++i) {
            const std::size_t at = static_cast<std::size_t>(i * strideC + j);
            const float expected = tfdpaChain(spec, type, instrK, a.data() + i * k, column.data(), k, before[at]);
            if (floatBits(expected) != floatBits(c[at])) {
                ++failures;
                ADD_FAILURE() << mmaTileTarget() << ", " << values.name << ", " << formatInfo(type).name << " L "
                              << spec.groupL << " F " << spec.fractionBits << " k " << k << ": element " << i << ", "
                              << j << " is " << std::hex << floatBits(c[at]) << ", not " << floatBits(expected);
            }
        }
    }
    for (int i = 0; i < m; ++i)
        for (std::ptrdiff_t j = n; j < strideC; ++j)
            EXPECT_EQ(floatBits(c[static_cast<std::size_t>(i * strideC + j)]),
                      floatBits(before[static_cast<std::size_t>(i * strideC + j)]))
                << "written beyond the tile";
    const int group = std::min(instrK, spec.groupL);
    return static_cast<long>(m) * n * ((k + group - 1) / group);
}

class MmaTile : public testing::TestWithParam<std::int64_t> {
protected:
    void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
    void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(MmaTile, RunsOnTheChosenInstructionSet) { EXPECT_STREQ(mmaTileTarget(), hwy::TargetName(GetParam())); }

TEST_P(MmaTile, EqualsTheScalarChainForEverySpecification)
{
    Random random(20260101);
    long groups = 0;
    for (const DType type : {DType::F16, DType::BF16, DType::TF32}) {
        for (const Generation generation : kGenerations) {
            const TensorCoreSpec spec = specOf(generation, type);
            for (const Distribution &values : distributions(type))
                for (const int instrK : {16, 8})
                    groups += compareTile(spec, type, instrK, 7, 67, 64, values, random);
        }
    }
    EXPECT_GT(groups, 1000000);
}

// Sixteen equal products of the largest significand, and accumulators that take the integer sum through the end of
// int32.
TEST_P(MmaTile, SumsAtTheEndOfInt32)
{
    constexpr int kK = 16;
    constexpr int kColumns = 64;
    const float largest = 2.0f - 0x1p-10f;
    const std::int64_t products = 16 * static_cast<std::int64_t>(largest * largest * 0x1p25f);
    ASSERT_LT(products, std::int64_t{1} << 31);
    const TensorCoreSpec spec = specOf(Generation::Hopper);
    for (const float sign : {1.0f, -1.0f}) {
        const std::vector<float> a(kK, sign * largest);
        const std::vector<float> b(kK * kColumns, largest);
        std::vector<float> c(kColumns);
        for (int j = 0; j < kColumns; ++j) {
            const std::int64_t sum = (std::int64_t{1} << 31) + (j < 40 ? j - 20 : (j - 52) * 64);
            c[static_cast<std::size_t>(j)] = sign * static_cast<float>(sum - products) * 0x1p-25f;
        }
        std::vector<float> expected;
        for (const float accumulator : c)
            expected.push_back(
                tfdpaChain(spec, DType::F16, kK, a.data(), std::vector<float>(kK, largest).data(), kK, accumulator));
        MmaOperand operandA, operandB;
        operandA.assign(DType::F16, a.data(), 1, kK, kK);
        operandB.assign(DType::F16, b.data(), kK, kColumns, kColumns);
        mmaTile(spec, kK, operandA, operandB, c.data(), kColumns);
        for (std::size_t j = 0; j < c.size(); ++j)
            EXPECT_EQ(floatBits(c[j]), floatBits(expected[j])) << j;
    }
}

TEST_P(MmaTile, AnyShape)
{
    Random random(7);
    const Distribution values = distribution(DType::BF16, "wide");
    for (const Generation generation : kGenerations) {
        for (int trial = 0; trial < 60; ++trial) {
            const int m = 1 + static_cast<int>(random() % 9);
            const int n = 1 + static_cast<int>(random() % 70);
            const int k = static_cast<int>(random() % 50);
            const int instrK = 1 + static_cast<int>(random() % 20);
            compareTile(specOf(generation, DType::BF16), DType::BF16, instrK, m, n, k, values, random);
        }
    }
}

// Results and faults that the vector code does not do take the scalar chain.
TEST_P(MmaTile, OtherSpecifications)
{
    Random random(11);
    const Distribution values = distribution(DType::F16, "wide");
    const auto compare = [&](const TensorCoreSpec &spec) {
        compareTile(spec, DType::F16, 16, 4, 9, 32, values, random);
    };
    for (const Generation generation : kGenerations) {
        compare(specOf(generation, DType::F16, MmaResult::NearestEvenF16));
        TensorCoreSpec spec = specOf(generation);
        spec.faults.roundToNearest = true;
        compare(spec);
        spec.faults = {};
        spec.faults.normaliseProducts = true;
        compare(spec);
        spec.faults = {};
        spec.faults.accumulatorSeparate = true;
        compare(spec);
        spec = specOf(generation);
        spec.fractionBits = 13;
        compare(spec);
        spec.fractionBits = 35;
        compare(spec);
        spec = specOf(generation);
        spec.groupL = 32;
        compare(spec);
        spec = specOf(generation);
        spec.zeroExponent = -2;
        compare(spec);
    }
}

INSTANTIATE_TEST_SUITE_P(Targets, MmaTile, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto &target) { return std::string(hwy::TargetName(target.param)); });

TEST(MmaOperand, DecodesValuesAndExponents)
{
    const float inf = std::numeric_limits<float>::infinity();
    const float source[] = {1.0f,     -6.0f,     0.0f, -0.0f, inf, std::numeric_limits<float>::quiet_NaN(),
                            0x1p-24f, 0x1.8p-14f};
    MmaOperand operand;
    operand.assign(DType::F16, source, 2, 4, 4);
    EXPECT_EQ(operand.exponent,
              (std::vector<std::int32_t>{0, 2, kZeroOperandExponent, kZeroOperandExponent, kSpecialOperandExponent,
                                         kSpecialOperandExponent, -14, -14}));
    operand.assignTransposed(DType::F16, source, 4, 2, 4);
    EXPECT_EQ(operand.rows, 4);
    EXPECT_EQ(operand.cols, 2);
    EXPECT_EQ(operand.exponent, (std::vector<std::int32_t>{0, kSpecialOperandExponent, 2, kSpecialOperandExponent,
                                                           kZeroOperandExponent, -14, kZeroOperandExponent, -14}));
    EXPECT_EQ(operand.value[2], -6.0f);

    const float tf32[] = {floatFromBits(0x3F801FFFu), floatFromBits(0x00001FFFu), floatFromBits(0x00002000u),
                          floatFromBits(0x7F800001u)};
    operand.assign(DType::TF32, tf32, 1, 4, 4);
    EXPECT_EQ(operand.value[0], 1.0f);
    EXPECT_EQ(operand.exponent, (std::vector<std::int32_t>{0, kZeroOperandExponent, -126, kSpecialOperandExponent}));
    EXPECT_EQ(floatBits(operand.value[3]), 0x7F800000u) << "as on an H200: the payload was in dropped bits alone";
}

TEST(MmaOperand, TransposesLargeMatricesWithAStride)
{
    const int rows = 45, cols = 37, stride = 50;
    std::vector<float> source(static_cast<std::size_t>(cols * stride));
    for (std::size_t i = 0; i < source.size(); ++i)
        source[i] = static_cast<float>(i);
    MmaOperand operand;
    operand.assignTransposed(DType::BF16, source.data(), rows, cols, stride);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c)
            ASSERT_EQ(operand.value[static_cast<std::size_t>(r * cols + c)], static_cast<float>(c * stride + r));
}

} // namespace
} // namespace ulpscope::test
