// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/tensor_layout.h"

#include <gtest/gtest.h>

#include <numeric>

namespace ulpscope {
namespace {

using Shape = std::vector<std::int64_t>;

Tensor shaped(const char *name, Shape shape) { return {name, ElementType::F16, "F16", std::move(shape), {}}; }

Result<LaidOutShapes> layOutShapes(const Shape &q, const Shape &k, const Shape &v, Layout layout = Layout::Auto)
{
    return layOut("f.npz", shaped("q", q), shaped("k", k), shaped("v", v), layout);
}

TEST(TensorLayout, SizesOfBothLayouts)
{
    const auto bhnd = layOutShapes({2, 8, 5, 64}, {2, 4, 7, 64}, {2, 4, 7, 32});
    ASSERT_TRUE(bhnd.ok()) << bhnd.status().message();
    EXPECT_EQ(bhnd->layout, Layout::BHND);
    const Problem &p = bhnd->problem;
    EXPECT_EQ((std::vector{p.batch, p.heads, p.kvHeads, p.seqlenQ, p.seqlenK, p.headDim, p.headDimV}),
              (std::vector{2, 8, 4, 5, 7, 64, 32}));
    const auto bnhd = layOutShapes({2, 5, 8, 64}, {2, 7, 4, 64}, {2, 7, 4, 32}, Layout::BNHD);
    ASSERT_TRUE(bnhd.ok()) << bnhd.status().message();
    EXPECT_TRUE(bnhd->problem == p);
}

TEST(TensorLayout, AutoTakesWhatFitsAndSaysWhenItGuessed)
{
    // 50 queries and 70 keys: read as heads they would not divide.
    const auto only = layOutShapes({1, 50, 8, 64}, {1, 70, 4, 64}, {1, 70, 4, 64});
    ASSERT_TRUE(only.ok());
    EXPECT_EQ(only->layout, Layout::BNHD);
    EXPECT_NE(only->note.english().find("the only one"), std::string::npos);
    const auto both = layOutShapes({1, 8, 16, 64}, {1, 8, 16, 64}, {1, 8, 16, 64});
    ASSERT_TRUE(both.ok());
    EXPECT_EQ(both->layout, Layout::BHND);
    EXPECT_NE(both->note.english().find("guessed"), std::string::npos);
    EXPECT_EQ(layOutShapes({1, 8, 16, 64}, {1, 8, 16, 64}, {1, 8, 16, 64}, Layout::BNHD)->problem.heads, 16);
}

TEST(TensorLayout, AutoDoesNotTakeWrongHeadsForFewKeys)
{
    for (const auto &[q, k] : {std::pair(Shape{1, 8, 128, 64}, Shape{1, 3, 128, 64}),
                               std::pair(Shape{1, 3, 128, 64}, Shape{1, 4, 128, 64})}) {
        const auto result = layOutShapes(q, k, k);
        ASSERT_FALSE(result.ok());
        EXPECT_NE(result.status().message().find("expected a divisor"), std::string::npos) << result.status().message();
        EXPECT_NE(result.status().message().find("choose the layout BNHD"), std::string::npos);
        EXPECT_TRUE(layOutShapes(q, k, k, Layout::BNHD).ok());
    }
    const auto decode = layOutShapes({1, 1, 8, 64}, {1, 512, 8, 64}, {1, 512, 8, 64});
    ASSERT_TRUE(decode.ok()) << decode.status().message();
    EXPECT_EQ(decode->problem.heads, 8);
}

TEST(TensorLayout, NamesTheTensorThatDoesNotFit)
{
    const auto message = [](const Shape &q, const Shape &k, const Shape &v) {
        const auto result = layOutShapes(q, k, v, Layout::BHND);
        return result.ok() ? "accepted" : result.status().message();
    };
    EXPECT_EQ(message({1, 8, 4, 64}, {1, 3, 4, 64}, {1, 3, 4, 64}),
              "'f.npz': tensor 'k': has 3 heads, 'q' has 8, expected a divisor (shapes read as [batch, heads, "
              "sequence, head dim])");
    EXPECT_NE(message({1, 8, 4, 64}, {2, 8, 4, 64}, {1, 8, 4, 64}).find("tensor 'k': has batch 2, 'q' has 1"),
              std::string::npos);
    EXPECT_NE(message({1, 8, 4, 64}, {1, 8, 4, 64}, {3, 8, 4, 64}).find("tensor 'v': has batch 3, 'q' has 1"),
              std::string::npos);
    EXPECT_NE(message({1, 8, 4, 64}, {1, 4, 4, 64}, {1, 8, 4, 64}).find("tensor 'v': has heads 8, 'k' has 4"),
              std::string::npos);
    EXPECT_NE(message({1, 8, 4, 64}, {1, 8, 4, 32}, {1, 8, 4, 64}).find("tensor 'k': has head dim 32, 'q' has 64"),
              std::string::npos);
    EXPECT_NE(message({1, 8, 4, 64}, {1, 8, 9, 64}, {1, 8, 8, 64}).find("tensor 'v': has sequence length 8, 'k' has 9"),
              std::string::npos);
    EXPECT_NE(
        message({8, 4, 64}, {1, 8, 4, 64}, {1, 8, 4, 64}).find("tensor 'q': shape [8, 4, 64], expected four sizes"),
        std::string::npos);
    EXPECT_NE(message({1, 8, 4, 64}, {1, 0, 4, 64}, {1, 0, 4, 64}).find("tensor 'k': shape [1, 0, 4, 64]"),
              std::string::npos);
    EXPECT_NE(message({1, 8, 4, 64}, {1, 1, std::int64_t{1} << 31, 64}, {1, 1, 1, 64}).find("below 2^31"),
              std::string::npos);
}

TEST(TensorLayout, ValuesMoveFromBnhdToBhnd)
{
    const Shape shape{2, 3, 2, 2}; // batch, sequence, heads, dim
    std::vector<float> values(24);
    std::iota(values.begin(), values.end(), 0.0f);
    EXPECT_EQ(toBhnd(values, shape, Layout::BHND), values);
    const std::vector<float> moved = toBhnd(values, shape, Layout::BNHD);
    EXPECT_EQ((std::vector(moved.begin(), moved.begin() + 12)),
              (std::vector<float>{0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11}));
}

} // namespace
} // namespace ulpscope
