// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/json_syntax.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ulpscope::test {
namespace {

struct Fault {
    const char *text;
    const char *message; ///< after the file's name
};

/// Places counted by hand.
constexpr Fault kFaults[] = {
    {"", "line 1, column 1: the text ends, expected a value"},
    {"{", "line 1, column 2: the text ends, expected a key in double quotes"},
    {"{\n  \"a\": 1\n", "line 3, column 1: the text ends, expected ',' or '}'"},
    {"{\"a\":}", "line 1, column 6: unexpected '}', expected a value"},
    {"{\"a\":1,}", "line 1, column 8: unexpected '}', expected a key in double quotes"},
    {"{\n  \"a\": 1\n  \"b\": 2\n}", "line 3, column 3: unexpected '\"b\"', expected ',' or '}'"},
    {"{\"a\" 1}", "line 1, column 6: unexpected '1', expected ':'"},
    {"{\"a\":[1,2}", "line 1, column 10: unexpected '}', expected ',' or ']'"},
    {"{\r\n\"a\": nul}", "line 2, column 6: unexpected 'nul', expected a value"},
    {"{a:1}", "line 1, column 2: unexpected 'a', expected a key in double quotes"},
    {"{\"a\":1} x", "line 1, column 9: unexpected 'x', expected end of input"},
    {"{\"a\":1e999}", "line 1, column 6: the number '1e999' is too large, expected one that a double holds"},
    {"{\"a\":-}", "line 1, column 7: invalid number; expected digit after '-'"},
    {"[1]", "line 1, column 1: found '[1]', expected an object in braces: {...}"},
    {"\n null", "line 2, column 2: found 'null', expected an object in braces: {...}"},
    {"\xEF\xBB\xBF 3", "line 1, column 5: found '3', expected an object in braces: {...}"},
};

TEST(JsonSyntax, TheFirstFaultIsToldWithLineColumnAndWhatWasExpected)
{
    for (const Fault &fault : kFaults) {
        const Status status = checkJsonObject(fault.text, "'f'");
        ASSERT_FALSE(status.ok()) << fault.text;
        EXPECT_EQ(status.message(), std::string("'f': ") + fault.message);
    }
}

TEST(JsonSyntax, ObjectsPass)
{
    for (const char *text : {"{}", " {\"a\": [1, {\"b\": null}]}\n", "\xEF\xBB\xBF{}"})
        EXPECT_TRUE(checkJsonObject(text, "'f'").ok()) << text;
}

TEST(JsonSyntax, AgreesWithTheParserOnEveryDamagedText)
{
    const std::string good = R"({"a": [1, -2.5e3, true, null, "x\n\u00e9"], "b": {"c": {}}})";
    const std::string damage = std::string("\0{}[],:\"\\ \n\xff", 12) + "n1e-";
    int refused = 0;
    for (std::size_t at = 0; at <= good.size(); ++at) {
        for (const char c : damage) {
            for (const bool insert : {false, true}) {
                std::string text = good;
                if (insert)
                    text.insert(at, 1, c);
                else if (at < text.size())
                    text[at] = c;
                const Status status = checkJsonObject(text, "'f'");
                const bool parses = nlohmann::json::parse(text, nullptr, false).is_object();
                EXPECT_EQ(status.ok(), parses) << text;
                refused += !status.ok();
                EXPECT_EQ(status.message().find('\n'), std::string::npos);
            }
        }
    }
    EXPECT_GT(refused, 1000);
}

TEST(JsonSyntax, DepthCostsNoStack)
{
    EXPECT_NE(checkJsonObject(std::string(1'000'000, '['), "'f'").message().find("column 1000001"), std::string::npos);
}

} // namespace
} // namespace ulpscope::test
