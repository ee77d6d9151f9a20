// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/metadata.h"

#include <gtest/gtest.h>

namespace ulpscope::test {
namespace {

TEST(PythonBool, OnlyPythonsOwnSpelling)
{
    EXPECT_TRUE(parsePythonBool("True").value());
    EXPECT_FALSE(parsePythonBool("False").value());
    for (const char *text : {"", "true", "TRUE", "1", "0", " True", "True ", "None"})
        EXPECT_FALSE(parsePythonBool(text).ok()) << text;
}

TEST(PythonFloat, DecimalTextToTheNearestDouble)
{
    EXPECT_EQ(parsePythonFloat("0.125").value(), 0.125);
    EXPECT_EQ(parsePythonFloat("0.08838834764831843").value(),
              0x1.6a09e667f3bccp-4); // 1/sqrt(128), as Python prints it
    EXPECT_EQ(parsePythonFloat("-1e-3").value(), -0.001);
    EXPECT_EQ(parsePythonFloat("1").value(), 1.0);
    EXPECT_EQ(parsePythonFloat("5e-324").value(), 0x1p-1074);
    for (const char *text : {"", " 1", "1 ", "+1", "1,5", "0x1p3", "inf", "nan", "1e999", "1.0f", "one", "1e", "--1"})
        EXPECT_FALSE(parsePythonFloat(text).ok()) << text;
}

TEST(PythonDict, OptionsOfAKernel)
{
    const std::map<std::string, int> flex = {{"BLOCK_M", 128}, {"BLOCK_N", 64}, {"num_stages", 3}, {"num_warps", 4}};
    EXPECT_EQ(parsePythonIntDict("{'BLOCK_M': 128, 'BLOCK_N': 64, 'num_warps': 4, 'num_stages': 3}").value(), flex);
    EXPECT_TRUE(parsePythonIntDict("{}").value().empty());
    const std::map<std::string, int> mixed = {{"a", 1}, {"b", 0}, {"c'd", -5}};
    EXPECT_EQ(parsePythonIntDict(" { \"a\" : True , 'b' : False , \"c'd\" : -5 , } ").value(), mixed);
    EXPECT_EQ(parsePythonIntDict("{'c\\'d': 2147483647}").value().at("c'd"), 2147483647);
}

TEST(PythonDict, EverythingElseIsRefused)
{
    for (const char *text : {"",
                             "{",
                             "}",
                             "{'a'}",
                             "{'a':}",
                             "{'a': 1",
                             "{'a': 1}}",
                             "{'a': 1 'b': 2}",
                             "{,}",
                             "{'a': 1,,}",
                             "{a: 1}",
                             "{1: 1}",
                             "['a', 1]",
                             "{'a: 1}",
                             "{'a': 1.5}",
                             "{'a': '1'}",
                             "{'a': None}",
                             "{'a': 0x10}",
                             "{'a': 1e3}",
                             "{'a': {}}",
                             "{'a': Truely}",
                             "{'a': 1_000}",
                             "{'a': --1}",
                             "{'a': +-1}",
                             "{'a': 2147483648}",
                             "{'a': -2147483649}",
                             "{'a': 99999999999999999999}",
                             "{'a': 1, 'a': 2}",
                             "{'a\\n': 1}",
                             "{'a': 1} # options",
                             "dict(a=1)",
                             "__import__('os')"})
        EXPECT_FALSE(parsePythonIntDict(text).ok()) << text;
    EXPECT_NE(parsePythonIntDict("{'a': 1.5}").status().message().find("the value of 'a'"), std::string::npos);
}

TEST(PythonList, IntegersInBracketsOrParentheses)
{
    EXPECT_EQ(parsePythonIntList("[3, 5]").value(), (std::vector{3, 5}));
    EXPECT_EQ(parsePythonIntList("(128, 0)").value(), (std::vector{128, 0}));
    EXPECT_EQ(parsePythonIntList(" ( -1 , +2147483647, ) ").value(), (std::vector{-1, 2147483647}));
    EXPECT_TRUE(parsePythonIntList("[]").value().empty());
    for (const char *text : {"", "[", "]", "[1)", "(1]", "[1", "1, 2", "[1 2]", "[,]", "[1,,2]", "[1.5]", "['1']",
                             "[True]", "[2147483648]", "[-2147483649]", "[1] + [2]", "range(3)"})
        EXPECT_FALSE(parsePythonIntList(text).ok()) << text;
}

TEST(AttentionMetadata, StatesOnlyWhatTheFileSays)
{
    TensorFile file;
    const Result<AttentionMetadata> nothing = readAttentionMetadata(file);
    ASSERT_TRUE(nothing.ok());
    EXPECT_FALSE(nothing->scale || nothing->causal || nothing->causalAlignment || !nothing->kernelOptions.empty());
    EXPECT_FALSE(nothing->windowSize || nothing->softcap || !nothing->keyLengths.empty());

    file.metadata = {{"scale", "0.5"},
                     {"causal", "True"},
                     {"causal_alignment", "bottom-right"},
                     {"window_size", "(128, -1)"},
                     {"key_lengths", "[7, 9]"},
                     {"softcap", "20.0"},
                     {"kernel_options", "{'BLOCK_M': 64}"},
                     {"torch", "2.11"}};
    const Result<AttentionMetadata> all = readAttentionMetadata(file);
    ASSERT_TRUE(all.ok()) << all.status().message();
    EXPECT_EQ(all->scale, 0.5);
    EXPECT_EQ(all->causal, true);
    EXPECT_EQ(all->causalAlignment, CausalAlignment::BottomRight);
    EXPECT_EQ(all->windowSize, (std::pair{128, -1}));
    EXPECT_EQ(all->keyLengths, (std::vector{7, 9}));
    EXPECT_EQ(all->softcap, 20.0);
    EXPECT_EQ(all->kernelOptions.at("BLOCK_M"), 64);

    file.metadata = {{"scale", "None"}};
    EXPECT_FALSE(readAttentionMetadata(file)->scale.has_value());
}

TEST(AttentionMetadata, ABadValueNamesFileAndKey)
{
    const std::pair<const char *, const char *> bad[] = {
        {"scale", "0,125"},      {"causal", "yes"},  {"causal_alignment", "left"},    {"window_size", "(128,)"},
        {"key_lengths", "3, 5"}, {"softcap", "off"}, {"kernel_options", "BLOCK_M=64"}};
    for (const auto &[key, value] : bad) {
        TensorFile file;
        file.path = "f.safetensors";
        file.metadata = {{key, value}};
        const Result<AttentionMetadata> metadata = readAttentionMetadata(file);
        ASSERT_FALSE(metadata.ok()) << key;
        EXPECT_NE(metadata.status().message().find(std::string("'f.safetensors': metadata '") + key + "'"),
                  std::string::npos)
            << metadata.status().message();
        EXPECT_NE(metadata.status().message().find(value), std::string::npos);
    }
}

} // namespace
} // namespace ulpscope::test
