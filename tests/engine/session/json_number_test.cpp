// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/json_number.h"

#include "engine/numerics/formats.h"

#include <gtest/gtest.h>

#include <limits>

namespace ulpscope {
namespace {

TEST(JsonNumber, WidenedFloatsReadBackAsTheVeryValue)
{
    for (const float value : {0.1f, 1.10009765625f, 0x1p-149f, 3.4028234e38f})
        EXPECT_EQ(nlohmann::json::parse(jsonNumber(value).dump()).get<double>(), static_cast<double>(value));
}

TEST(JsonNumber, FloatsHaveTheFewestDigitsThatReadBack)
{
    EXPECT_EQ(shortJsonNumber(0.1f).dump(), "0.1");
    EXPECT_EQ(shortJsonNumber(static_cast<float>(0.08838834764831843)).dump(), "0.088388346");
    EXPECT_EQ(shortJsonNumber(1.0f).dump(), "1.0");
    EXPECT_EQ(shortJsonNumber(-0.0f).dump(), "-0.0");
}

TEST(JsonNumber, EveryFloatReadsBackAsItself)
{
    // A stride that is coprime to 2^32 meets all exponents and all kinds of significands.
    for (std::uint64_t step = 0; step < 100'000; ++step) {
        const auto bits = static_cast<std::uint32_t>(step * 2'654'435'761u);
        const float value = floatFromBits(bits);
        if (value != value || value - value != 0)
            continue;
        const auto read = static_cast<float>(nlohmann::json::parse(shortJsonNumber(value).dump()).get<double>());
        ASSERT_EQ(floatBits(read), bits);
    }
}

TEST(JsonNumber, WhatJsonHasNoNumberForIsText)
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(jsonNumber(kInfinity), "inf");
    EXPECT_EQ(shortJsonNumber(-kInfinity), "-inf");
    EXPECT_EQ(jsonNumber(-static_cast<double>(kInfinity)), "-inf");
    EXPECT_EQ(jsonNumber(std::numeric_limits<float>::quiet_NaN()), "nan");
    EXPECT_EQ(jsonNumber(std::numeric_limits<double>::quiet_NaN()), "nan");
}

TEST(JsonText, IsSortedIndentedAndEndsWithANewline)
{
    EXPECT_EQ(jsonText({{"b", 1}, {"a", "x"}}), "{\n  \"a\": \"x\",\n  \"b\": 1\n}\n");
    EXPECT_EQ(jsonText("caf\xC3\xA9"), "\"caf\xC3\xA9\"\n");
    EXPECT_EQ(jsonText("a\xFFz"), "\"a\xEF\xBF\xBDz\"\n");
}

} // namespace
} // namespace ulpscope
