// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/mask_text.h"

#include "engine/session/count_text.h"

#include <gtest/gtest.h>

namespace ulpscope::test {
namespace {

const Mask kMasks[] = {
    {},
    {Mask::Kind::None, -1, -1, {3, 5}},
    {Mask::Kind::CausalTopLeft, -1, -1, {}},
    {Mask::Kind::CausalBottomRight, -1, -1, {0, 7, 7}},
    {Mask::Kind::Window, 128, 0, {}},
    {Mask::Kind::Window, -1, 4, {9}},
};

TEST(MaskText, NamesKeyLengths)
{
    EXPECT_EQ(maskText(kMasks[0]).english(), "none");
    EXPECT_EQ(maskText(kMasks[1]).english(), "none, key lengths [3, 5]");
    EXPECT_EQ(maskText(kMasks[4]).english(), "window:128,0");
    Mask many;
    for (int i = 0; i < 1200; ++i)
        many.keyLengths.push_back(100 + i % 50);
    EXPECT_EQ(maskText(many).english(), "none, 1,200 key lengths from 100 to 149");
}

TEST(MaskMetadata, ReadBackAsTheSameMask)
{
    for (const Mask &mask : kMasks) {
        TensorFile file;
        file.metadata = maskMetadata(mask);
        const Result<AttentionMetadata> metadata = readAttentionMetadata(file);
        ASSERT_TRUE(metadata.ok()) << metadata.status().message();
        EXPECT_TRUE(maskFromMetadata(metadata.value()).value() == mask) << maskText(mask).english();
    }
    EXPECT_EQ(maskMetadata(kMasks[2]).at("causal"), "True");
    EXPECT_EQ(maskMetadata(kMasks[0]).at("causal"), "False");
}

TEST(MaskMetadata, AWindowThatIsNoneIsNone)
{
    AttentionMetadata metadata;
    metadata.windowSize = {-1, -1};
    metadata.causal = true;
    EXPECT_EQ(maskFromMetadata(metadata)->kind, Mask::Kind::CausalTopLeft);
    metadata.windowSize = {64, 0};
    const Result<Mask> both = maskFromMetadata(metadata);
    ASSERT_FALSE(both.ok());
    EXPECT_NE(both.status().message().find("(64, 0)"), std::string::npos);
}

TEST(CountText, GroupsThousands)
{
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(-999), "-999");
    EXPECT_EQ(grouped(-1000), "-1,000");
    EXPECT_EQ(grouped(549755813632), "549,755,813,632");
    EXPECT_EQ(grouped(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

} // namespace
} // namespace ulpscope::test
