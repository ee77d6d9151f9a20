// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/product_groups.h"
#include "support/golden.h"

namespace ulpscope::test {
namespace {

TensorCoreSpec tensorCore(const char *device, DType type)
{
    return catalog().device(device).value()->mmaFor(type)->spec;
}

TEST(ProductGroups, EndsFollowInstructionAndUnit)
{
    ProductUnit h200{{MmaUnit::Kind::TensorCore, tensorCore("h200", DType::F16), DType::F16}, 16};
    ProductUnit a100{{MmaUnit::Kind::TensorCore, tensorCore("a100", DType::F16), DType::F16}, 16};
    EXPECT_EQ(groupEnds(h200, 40), (std::vector<int>{16, 32, 40}));
    EXPECT_EQ(groupEnds(a100, 40), (std::vector<int>{8, 16, 24, 32, 40}));
    h200.instrK = 24;
    EXPECT_EQ(groupEnds(h200, 64), (std::vector<int>{16, 24, 40, 48, 64}));
    EXPECT_EQ(groupEnds({{MmaUnit::Kind::Fp32Fma, {}, DType::F16}, 16}, 3), (std::vector<int>{1, 2, 3}));
    EXPECT_EQ(groupEnds({{MmaUnit::Kind::Exact, {}, DType::F16}, 16}, 30), std::vector<int>{30});
    EXPECT_FALSE(sameProducts(h200, a100, 64));
    ProductUnit shallow = h200;
    shallow.instrK = 16;
    EXPECT_FALSE(sameProducts(h200, shallow, 64));
    EXPECT_TRUE(sameProducts(h200, shallow, 16)) << "one group either way";
}

TEST(ProductGroups, NamesTheGroupThatLosesABit)
{
    // 2^13 and 2^-11: 25 bits below the largest exponent keep the small product, 23 bits do not.
    std::vector<float> x(48, 0.0f), y(48, 1.0f);
    x[16] = 8192.0f;
    x[20] = 0x1p-11f;
    x[21] = -8192.0f;
    const ProductUnit h200{{MmaUnit::Kind::TensorCore, tensorCore("h200", DType::F16), DType::F16}, 16};
    const ProductUnit v100{{MmaUnit::Kind::TensorCore, tensorCore("v100", DType::F16), DType::F16}, 16};
    const auto group = firstDifferingGroup(h200, v100, x.data(), y.data(), 48, 0.0f);
    ASSERT_TRUE(group);
    EXPECT_EQ(group->begin, 16);
    EXPECT_EQ(group->end, 32);
    EXPECT_EQ(group->a, 0x1p-11f);
    EXPECT_EQ(group->b, 0.0f);
    x[20] = 0.0f;
    EXPECT_FALSE(firstDifferingGroup(h200, v100, x.data(), y.data(), 48, 0.0f));
}

} // namespace
} // namespace ulpscope::test
