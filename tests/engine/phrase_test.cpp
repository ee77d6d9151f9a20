// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/status.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace ulpscope {
namespace {

TEST(Phrase, WhatIsGivenIsSaidAsItIs)
{
    EXPECT_EQ(Phrase().english(), "");
    EXPECT_TRUE(Phrase().empty());
    EXPECT_EQ(Phrase("100 %1").english(), "100 %1");
    EXPECT_EQ(Phrase(std::string("a\0b", 3)).english(), std::string("a\0b", 3));
    EXPECT_EQ(Phrase(std::string_view("word")).kind(), Phrase::Kind::Verbatim);
    EXPECT_EQ(Phrase(std::numeric_limits<std::uint64_t>::max()).english(), "18446744073709551615");
    EXPECT_EQ(Phrase(-1).english(), "-1");
}

TEST(Phrase, ArgumentsGoWhereTheTemplateWantsThem)
{
    const Phrase p = phrase("%2 before %1, and %2 again", "a", 7);
    EXPECT_EQ(p.english(), "7 before a, and 7 again");
    EXPECT_EQ(p.kind(), Phrase::Kind::Template);
    EXPECT_EQ(p.text(), "%2 before %1, and %2 again");
    ASSERT_EQ(p.arguments().size(), 2u);
    EXPECT_EQ(p.arguments()[0].kind(), Phrase::Kind::Verbatim);
}

TEST(Phrase, AnArgumentIsNoTemplate)
{
    EXPECT_EQ(phrase("%1: %2", "'%2.npy'", "100 %1").english(), "'%2.npy': 100 %1");
}

TEST(Phrase, PhrasesNest)
{
    const Phrase inner = phrase("%1 bytes", 3), outer = phrase("%1: holds %2", "'f'", inner);
    EXPECT_EQ(phrase("%1. %2", outer, outer).english(), "'f': holds 3 bytes. 'f': holds 3 bytes");
    EXPECT_EQ(outer.arguments()[1].text(), "%1 bytes");
}

TEST(Phrase, EveryPartThatIsNotVerbatimIsLookedUp)
{
    const Phrase p = phrase("%1 holds %2", "'%1'", phrase("%1 bytes", 3));
    const auto loud = [](const Phrase &part) {
        return part.kind() == Phrase::Kind::Verbatim    ? part.text()
               : part.text() == std::string("%1 bytes") ? std::string("BYTES: %1")
                                                        : std::string("in %2 lies %1");
    };
    EXPECT_EQ(p.inWords(loud), "in BYTES: 3 lies '%1'");
    EXPECT_EQ(Phrase::resource("measured").inWords([](const Phrase &) { return std::string("gemessen"); }), "gemessen");
}

TEST(Phrase, EqualAreThoseThatSayTheSame)
{
    EXPECT_EQ(phrase("%1 bytes", 3), Phrase("3 bytes"));
    EXPECT_NE(phrase("%1 bytes", 3), phrase("%1 bytes", 4));
}

TEST(Status, CarriesThePhraseBehindItsMessage)
{
    const Status status(StatusCode::IoError, phrase("%1: cannot be read", "'f'"));
    EXPECT_EQ(status.message(), "'f': cannot be read");
    EXPECT_EQ(status.phrase().text(), "%1: cannot be read");
    EXPECT_EQ(Status::invalid("as it is").phrase().kind(), Phrase::Kind::Verbatim);
    EXPECT_EQ(Status::cancelled().message(), "cancelled");
}

} // namespace
} // namespace ulpscope
