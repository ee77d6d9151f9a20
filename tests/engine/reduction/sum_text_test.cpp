// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/sum_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

WrittenSum read(const char *text, DType type = DType::F32)
{
    Result<WrittenSum> sum = parseSum(type, text);
    EXPECT_TRUE(sum.ok()) << text << ": " << (sum.ok() ? "" : sum.status().message());
    return sum.ok() ? sum.value() : WrittenSum{};
}
std::string refusal(const char *text, DType type = DType::F32)
{
    const Result<WrittenSum> sum = parseSum(type, text);
    return sum.ok() ? "no refusal" : sum.status().message();
}
double number(const char *text, DType type = DType::F32)
{
    const WrittenSum sum = read(text, type);
    return sum.terms.size() == 1 ? sum.terms[0].value : 12345;
}
using List = std::vector<double>;

TEST(SumText, Numbers)
{
    EXPECT_EQ(number("1e8"), 1e8);
    EXPECT_EQ(number("-0.1"), static_cast<double>(-0.1f));
    EXPECT_EQ(number("-0.1", DType::F64), -0.1);
    EXPECT_EQ(number("0x1p26"), 0x1p26);
    EXPECT_EQ(number("0x4c800000"), 0x1p26); // the bits of fp32
    EXPECT_EQ(number("0x3c00", DType::F16), 1);
    EXPECT_EQ(number("0x3ff8000000000000", DType::F64), 1.5);
    EXPECT_EQ(number("2^26"), 0x1p26);
    EXPECT_EQ(number("2^-3"), 0.125);
    EXPECT_EQ(number("-10^8"), -1e8);
    EXPECT_EQ(number("inf"), std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(number("nan")));
    EXPECT_TRUE(std::signbit(number("-0")));
    EXPECT_EQ(number("\u22121e8"), -1e8); // U+2212, the minus of web pages
    EXPECT_EQ(number("1e400"), std::numeric_limits<double>::infinity());
    EXPECT_EQ(number("1000", DType::E4M3), 448);
    EXPECT_EQ(number("inf", DType::E4M3), 448);
    EXPECT_TRUE(read("0.5").terms[0].exact);
    EXPECT_FALSE(read("0.1").terms[0].exact);
    EXPECT_FALSE(read("0.1", DType::F64).terms[0].exact);
}

TEST(SumText, DoublesAreReadToTheLastBit)
{
    EXPECT_EQ(number("0x1.fffffffffffffp0", DType::F64), 0x1.fffffffffffffp0);
    EXPECT_TRUE(read("0x1.fffffffffffffp0", DType::F64).terms[0].exact);
    EXPECT_EQ(number("0x1.ffffffffffffe8p0", DType::F64), 0x1.ffffffffffffep0); // a tie, to even
    EXPECT_EQ(number("0x1.ffffffffffffe80000000000000001p0", DType::F64), 0x1.fffffffffffffp0);
    EXPECT_FALSE(read("0x1.ffffffffffffe8p0", DType::F64).terms[0].exact);
    EXPECT_EQ(number("0x1p-1074", DType::F64), 0x1p-1074);
    EXPECT_EQ(number("0x1p-1075", DType::F64), 0);
    EXPECT_EQ(number("0x1.8p-1075", DType::F64), 0x1p-1074);
    EXPECT_EQ(number("0x1.8p-1074", DType::F64), 0x1p-1073); // a tie between 1 and 2 of the smallest
    EXPECT_EQ(number("0x1p1024", DType::F64), std::numeric_limits<double>::infinity());
    EXPECT_EQ(number("0x1p99999999999", DType::F64), std::numeric_limits<double>::infinity());
    EXPECT_EQ(number("2.2250738585072014e-308", DType::F64), 0x1p-1022);
    EXPECT_EQ(number("9007199254740993", DType::F64), 0x1p53); // a tie
}

TEST(SumText, Lists)
{
    const MergeTree chain = MergeTree::sequential(4);
    for (const char *text : {"2^26, 1, -2^26, 1", "2^26 1 -2^26 1", "[2^26, 1, -2^26, 1]", "2^26;1;-2^26;1",
                             "[2^26 1 -2^26 1]", "2^26\uFF0C1\uFF0C-2^26\uFF0C1", "  2^26\n1\t-2^26,  1 "}) {
        const WrittenSum sum = read(text);
        EXPECT_EQ(sum.values(), (List{0x1p26, 1, -0x1p26, 1})) << text;
        EXPECT_EQ(sum.tree, chain) << text;
    }
    EXPECT_EQ(read("3 -2").values(), (List{3, -2})); // either way of reading it gives this
    EXPECT_EQ(read("7").tree, MergeTree::sequential(1));
    EXPECT_EQ(read("-2^26 1").terms[0].text, "-2^26");
}

TEST(SumText, Expressions)
{
    using Merges = std::vector<MergeTree::Merge>;
    EXPECT_EQ(read("1 + 2 + 3").tree, MergeTree::sequential(3));
    EXPECT_EQ(read("(1e8 + -1e8) + 1").tree.merges, (Merges{{0, 1}, {3, 2}}));
    EXPECT_EQ(read("1e8 + (-1e8 + 1)").tree.merges, (Merges{{1, 2}, {0, 3}}));
    EXPECT_EQ(read("(1+2)+(3+4)").tree.merges, MergeTree::pairwise(4).merges);
    EXPECT_EQ(read("1e-3-1e-5").values(), (List{static_cast<double>(1e-3f), static_cast<double>(-1e-5f)}));
    EXPECT_EQ(read("1-0x40000000").values(), (List{1, -2}));
    EXPECT_EQ(read("0x1p+3-1").values(), (List{8, -1}));
    EXPECT_EQ(read("--1 - -(2)").values(), (List{1, 2}));
    const WrittenSum minus = read("5 - (2 - 3) - 1");
    EXPECT_EQ(minus.values(), (List{5, -2, 3, -1}));
    EXPECT_EQ(minus.tree.merges, (Merges{{1, 2}, {0, 4}, {5, 3}}));
    EXPECT_EQ(minus.mirrored, (std::vector<bool>{true, false, false}));
}

TEST(SumText, SaysWhereItStopsUnderstanding)
{
    EXPECT_EQ(refusal(""), "expected numbers or an expression such as (1e8 + -1e8) + 1, found no text");
    EXPECT_EQ(refusal("  "), refusal(""));
    EXPECT_EQ(refusal("(1 + 2"), "position 7: expected +, - or ), found the end of the text");
    EXPECT_EQ(refusal("1 + 2)"), "position 6: expected +, - or the end of the text, found ')'");
    EXPECT_EQ(refusal("1 + "), "position 5: expected a number, found the end of the text");
    EXPECT_EQ(refusal("1 + * 2"), "position 5: expected a number, found '*'");
    EXPECT_EQ(refusal("(1)(2)"), "position 4: expected +, - or the end of the text, found '('");
    EXPECT_EQ(refusal("1,,2"), "position 3: expected a number, found ','");
    EXPECT_EQ(refusal("1, 2,"), "position 6: expected a number, found the end of the text");
    EXPECT_EQ(refusal("[1, 2"), "position 6: expected ], found the end of the text");
    EXPECT_EQ(refusal("1, (2)"), "position 4: expected a number, found '('");
    const std::string kinds = ": expected a decimal (-0.5), a power (2^26), a hexadecimal float (0x1p-3) or the bits "
                              "of fp32 (0x and at most 8 digits), "
                              "found ";
    EXPECT_EQ(refusal("1 one"), "position 3" + kinds + "'one'");
    EXPECT_EQ(refusal("1.5.2"), "position 1" + kinds + "'1.5.2'");
    EXPECT_EQ(refusal("0x123456789"), "position 1" + kinds + "'0x123456789'");
    EXPECT_EQ(refusal("3^2"), "position 1" + kinds + "'3^2'");
    EXPECT_EQ(refusal("2^"), "position 1" + kinds + "'2^'");
    EXPECT_EQ(refusal("\u6570 1"), "position 1" + kinds + "'\u6570'"); // counted in characters, not in bytes
    EXPECT_EQ(refusal("1 \u00D7 2"), "position 3" + kinds + "'\u00D7'");
    std::string many;
    for (int i = 0; i < kMaxTerms + 1; ++i)
        many += "1 ";
    EXPECT_EQ(refusal(many.c_str()), "position 129: expected at most 64 numbers");
    EXPECT_EQ(refusal((std::string(100'000, '(') + "1").c_str()),
              "position 65: expected at most 64 parentheses within each other");
}

TEST(SumText, Shapes)
{
    EXPECT_EQ(treeOfShape("sequential", 5).value(), MergeTree::sequential(5));
    EXPECT_EQ(treeOfShape("pairwise", 5).value(), MergeTree::pairwise(5));
    EXPECT_EQ(treeOfShape("butterfly", 5).value(), MergeTree::butterfly(5));
    EXPECT_EQ(treeOfShape("strided:2", 5).value(), MergeTree::strided(5, 2));
    EXPECT_EQ(treeOfShape("reverse", 3).value().merges, (std::vector<MergeTree::Merge>{{2, 1}, {3, 0}}));
    for (const char *shape : {"sequential", "reverse", "pairwise", "butterfly", "strided:4"})
        EXPECT_TRUE(treeOfShape(shape, 1).value().merges.empty()) << shape;
    for (const char *shape : {"", "strided", "strided:0", "strided:x", "Pairwise"})
        EXPECT_FALSE(treeOfShape(shape, 4).ok()) << shape;
}

} // namespace
} // namespace ulpscope
