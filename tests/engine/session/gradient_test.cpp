// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/gradient.h"

#include "engine/io/io_test_support.h"
#include "engine/session/tensor_layout.h"

#include <algorithm>

namespace ulpscope::test {
namespace {

Tensor counting(const std::string &name, DType type, std::vector<std::int64_t> shape)
{
    std::int64_t count = 1;
    for (const std::int64_t size : shape)
        count *= size;
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.push_back(static_cast<float>(i % 100));
    return tensorFromFloats(name, type, std::move(shape), values.data());
}

class Gradient : public testing::Test {
protected:
    /// A problem of 2 heads, 3 queries, 5 keys and head dim 4, with these tensors beside q, k and v.
    void open(std::vector<Tensor> tensors, Layout layout = Layout::BHND)
    {
        const bool rowsFirst = layout == Layout::BNHD;
        const auto shape = [&](std::int64_t rows) {
            return rowsFirst ? std::vector<std::int64_t>{1, rows, 2, 4} : std::vector<std::int64_t>{1, 2, rows, 4};
        };
        for (const auto &[name, rows] : {std::pair<const char *, int>{"q", 3}, {"k", 5}, {"v", 5}})
            tensors.push_back(counting(name, DType::F16, shape(rows)));
        std::sort(tensors.begin(), tensors.end(), [](const auto &a, const auto &b) { return a.name < b.name; });
        const std::string path = scratch.file("f.safetensors");
        ASSERT_TRUE(writeSafetensors(path, {path, {}, std::move(tensors)}).ok());
        session = sessionForFile(path).value();
        session.input.layout = layout;
        loaded = loadInputs(session, "").value();
    }

    ScratchDir scratch;
    SessionDocument session;
    LoadedInputs loaded;
};

TEST_F(Gradient, IsTheFilesTensorInEitherLayout)
{
    open({counting("do", DType::F16, {1, 2, 3, 4})});
    EXPECT_TRUE(hasGradient(loaded));
    EXPECT_EQ(gradientText(loaded, 7).english(), "tensor 'do' of the file");
    EXPECT_EQ(gradientRow(loaded, session, 0, 1, 2).value(), (std::vector<float>{20, 21, 22, 23}));
    EXPECT_EQ(outputGradient(loaded, session).value()[20], 20.0f);
    open({counting("do", DType::F16, {1, 3, 2, 4})}, Layout::BNHD);
    EXPECT_EQ(gradientRow(loaded, session, 0, 1, 0).value(), (std::vector<float>{4, 5, 6, 7}));
    EXPECT_EQ(outputGradient(loaded, session).value()[12], 4.0f); // head 1, row 0
}

TEST_F(Gradient, IsGeneratedFromASeedWhereTheFileHasNone)
{
    open({});
    EXPECT_FALSE(hasGradient(loaded));
    EXPECT_EQ(gradientText(loaded, 7).english(), "generated: standard normal, seed 7");
    const std::vector<float> whole = outputGradient(loaded, session, 7).value();
    ASSERT_EQ(whole.size(), 24u);
    const std::vector<float> row = gradientRow(loaded, session, 0, 1, 2, 7).value();
    EXPECT_TRUE(std::equal(row.begin(), row.end(), whole.begin() + 20, whole.end()));
    EXPECT_NE(outputGradient(loaded, session, 8).value(), whole);
    EXPECT_NE(whole[0], whole[1]);
    for (const float x : whole)
        EXPECT_EQ(roundTo(DType::F16, x), x);
    // An odd number of columns: pairs of the generator are cut anywhere.
    const std::vector<float> long7 = generatedGradient(7, DType::F32, 0, 21);
    const std::vector<float> part = generatedGradient(7, DType::F32, 7, 7);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), long7.begin() + 7));
}

TEST_F(Gradient, OfAnotherShapeOrFormatIsRefused)
{
    open({counting("do", DType::F16, {1, 2, 3, 8})});
    EXPECT_NE(gradientRow(loaded, session, 0, 0, 0)
                  .status()
                  .message()
                  .find("tensor 'do': shape [1, 2, 3, 8], expected [1, 2, 3, 4]"),
              std::string::npos)
        << gradientRow(loaded, session, 0, 0, 0).status().message();
    open({counting("do", DType::BF16, {1, 2, 3, 4})});
    EXPECT_NE(gradientRow(loaded, session, 0, 0, 0).status().message().find("holds bf16, expected fp16"),
              std::string::npos);
    EXPECT_FALSE(outputGradient(loaded, session).ok());
    EXPECT_EQ(gradientRow(loaded, session, 0, 2, 0).status().message(), "head 2 is outside the problem, expected 0..1");
}

} // namespace
} // namespace ulpscope::test
