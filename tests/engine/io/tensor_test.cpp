// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/tensor.h"

#include <gtest/gtest.h>

#include <limits>

namespace ulpscope::test {
namespace {

/// All 65,536 patterns: up to fp32 and down again changes no bit of a number, and keeps a NaN a NaN.
TEST(Tensor, SixteenBitPatternsSurviveTheWayToFloatsAndBack)
{
    for (const DType type : {DType::F16, DType::BF16}) {
        Tensor tensor{"x", type == DType::F16 ? ElementType::F16 : ElementType::BF16, "", {1 << 16}, {}};
        for (int bits = 0; bits < 1 << 16; ++bits) {
            tensor.data.push_back(static_cast<std::byte>(bits & 255));
            tensor.data.push_back(static_cast<std::byte>(bits >> 8));
        }
        const Result<std::vector<float>> values = toFloats(tensor);
        ASSERT_TRUE(values.ok());
        const Tensor back = tensorFromFloats("x", type, {1 << 16}, values->data());
        EXPECT_EQ(back.type, tensor.type);
        const std::vector<float> again = toFloats(back).value();
        int nans = 0;
        for (std::size_t i = 0; i < again.size(); ++i) {
            if (again[i] != again[i]) {
                ++nans;
                EXPECT_TRUE(values.value()[i] != values.value()[i]);
                continue;
            }
            ASSERT_EQ(back.data[2 * i], tensor.data[2 * i]) << i;
            ASSERT_EQ(back.data[2 * i + 1], tensor.data[2 * i + 1]) << i;
        }
        EXPECT_EQ(nans, type == DType::F16 ? 2 * 1023 : 2 * 127);
    }
}

TEST(Tensor, WhatAttentionDoesNotTakeIsRefusedWithAWayOut)
{
    const std::pair<Tensor, const char *> cases[] = {
        {{"q", ElementType::F64, "F64", {1}, std::vector<std::byte>(8)},
         "tensor 'q' holds 'F64', but attention takes fp16, bf16 or fp32; round it"},
        {{"q", ElementType::I64, "I64", {1}, std::vector<std::byte>(8)},
         "tensor 'q' holds 'I64', but attention takes fp16, bf16 or fp32"},
        {{"q", ElementType::Bool, "BOOL", {1}, std::vector<std::byte>(1)}, "tensor 'q' holds 'BOOL'"},
        {{"q", ElementType::Other, "F8_E4M3", {1}, std::vector<std::byte>(1)}, "tensor 'q' holds 'F8_E4M3'"},
        {{"q", ElementType::U16, "<u2", {1}, std::vector<std::byte>(2)}, "choose to read it as bf16"},
    };
    for (const auto &[tensor, expected] : cases) {
        for (const Status &status : {toDType(tensor).status(), toFloats(tensor).status()}) {
            EXPECT_FALSE(status.ok());
            EXPECT_NE(status.message().find(expected), std::string::npos) << status.message();
        }
    }
}

TEST(Tensor, OnlySixteenBitContainersBecomeBfloat16)
{
    Tensor tensor{"q", ElementType::I16, "<i2", {1}, {std::byte{0xC0}, std::byte{0x3F}}};
    const Result<Tensor> bfloat = reinterpretAsBfloat16(tensor);
    ASSERT_TRUE(bfloat.ok());
    EXPECT_EQ(toFloats(bfloat.value()).value(), std::vector<float>{1.5f});
    for (const ElementType type : {ElementType::F16, ElementType::F32, ElementType::U8, ElementType::I32}) {
        tensor.type = type;
        EXPECT_FALSE(reinterpretAsBfloat16(tensor).ok());
    }
    tensor.type = ElementType::Other;
    tensor.typeName = "|V4";
    EXPECT_FALSE(reinterpretAsBfloat16(tensor).ok());
}

TEST(Tensor, ElementSizes)
{
    EXPECT_EQ(elementBytes(ElementType::Bool), 1u);
    EXPECT_EQ(elementBytes(ElementType::BF16), 2u);
    EXPECT_EQ(elementBytes(ElementType::F32), 4u);
    EXPECT_EQ(elementBytes(ElementType::I64), 8u);
    EXPECT_EQ(elementBytes(ElementType::Other), 0u);
    EXPECT_EQ((Tensor{"", ElementType::F32, "", {}, {}}.elementCount()), 1);
    EXPECT_EQ((Tensor{"", ElementType::F32, "", {2, 0, 3}, {}}.elementCount()), 0);
}

} // namespace
} // namespace ulpscope::test
