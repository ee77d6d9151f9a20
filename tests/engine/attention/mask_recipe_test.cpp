// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/attention/mask.h"
#include "engine/attention/recipe.h"

#include <gtest/gtest.h>

namespace ulpscope {
namespace {

/// Visibility as its definition says, pair by pair.
bool sees(const Mask &m, int row, int key, int tq, int tk)
{
    const int aligned = row + tk - tq;
    if (!m.keyLengths.empty() && key >= m.keyLengths[0])
        return false;
    switch (m.kind) {
    case Mask::Kind::None: return true;
    case Mask::Kind::CausalTopLeft: return key <= row;
    case Mask::Kind::CausalBottomRight: return key <= aligned;
    case Mask::Kind::Window:
        return (m.windowLeft < 0 || key >= aligned - m.windowLeft) &&
               (m.windowRight < 0 || key <= aligned + m.windowRight);
    }
    return false;
}

TEST(Mask, RangesAgreeWithThePairwiseDefinition)
{
    for (const char *text :
         {"none", "causal-top-left", "causal-bottom-right", "window:2,0", "window:-1,3", "window:1,-1", "window:0,0"}) {
        for (int length : {-1, 0, 3}) {
            for (int tq = 1; tq <= 7; ++tq) {
                for (int tk = 3; tk <= 7; ++tk) {
                    Mask mask = Mask::parse(text).value();
                    if (length >= 0)
                        mask.keyLengths = {length};
                    int first = tk, last = -1;
                    for (int row = 0; row < tq; ++row) {
                        const KeyRange range = mask.visibleKeys(0, row, tq, tk);
                        for (int key = 0; key < tk; ++key) {
                            const bool visible = sees(mask, row, key, tq, tk);
                            EXPECT_EQ(visible, key >= range.begin && key < range.end)
                                << text << " " << tq << "x" << tk << " row " << row << " key " << key;
                            if (visible) {
                                first = std::min(first, key);
                                last = std::max(last, key);
                            }
                        }
                    }
                    const KeyRange hull = mask.visibleKeysOfRows(0, 0, tq, tq, tk);
                    EXPECT_EQ(hull, last < 0 ? (KeyRange{0, 0}) : (KeyRange{first, last + 1}))
                        << text << " " << tq << "x" << tk;
                }
            }
        }
    }
}

TEST(Mask, TheWidestWindowHidesNothing)
{
    const Mask mask = Mask::parse("window:2147483647,2147483647").value();
    for (int row = 0; row < 9; ++row)
        EXPECT_EQ(mask.visibleKeys(0, row, 9, 4), (KeyRange{0, 4})) << row;
}

TEST(Mask, TextRoundTripsAndBadTextIsNamed)
{
    for (const char *text : {"none", "causal-top-left", "causal-bottom-right", "window:4,-1"})
        EXPECT_EQ(Mask::parse(text).value().toString(), text);
    for (const char *text : {"", "window:", "window:1", "window:1,", "window:a,b", "causal-left"}) {
        const Result<Mask> mask = Mask::parse(text);
        ASSERT_FALSE(mask.ok()) << text;
        EXPECT_NE(mask.status().message().find("expected"), std::string::npos);
    }
}

TEST(Recipe, EveryNamedValueOfEveryFieldRoundTrips)
{
    for (const RecipeField &field : recipeFields()) {
        std::string values(field.values);
        for (std::size_t begin = 0; begin < values.size();) {
            std::size_t end = values.find('|', begin);
            if (end == std::string::npos)
                end = values.size();
            std::string value = values.substr(begin, end - begin);
            begin = end + 1;
            for (const auto &[placeholder, example] :
                 {std::pair{"<n>", "4"}, {"<list>", "2,0,1"}, {"<device>", "h200"}}) {
                if (const std::size_t at = value.find(placeholder); at != std::string::npos)
                    value.replace(at, std::string(placeholder).size(), example);
            }
            Recipe recipe;
            const Status status = setField(recipe, field.name, value);
            ASSERT_TRUE(status.ok()) << status.message();
            EXPECT_EQ(fieldValue(recipe, field.name), value) << field.name;
        }
    }
}

TEST(Recipe, UnknownFieldsAndValuesAreRefusedWithWhatIsAccepted)
{
    Recipe recipe;
    EXPECT_NE(setField(recipe, "tilen", "4").message().find("tileN"), std::string::npos);
    EXPECT_NE(setField(recipe, "quadOrder", "xor3").message().find("xor21|xor12"), std::string::npos);
    EXPECT_FALSE(setField(recipe, "tileN", "12x").ok());
    EXPECT_FALSE(setField(recipe, "keyOrder", "list:1,,2").ok());
    EXPECT_FALSE(setField(recipe, "lanes", "strided:3").ok());
    for (const char *field : {"combine", "crossTile"}) {
        EXPECT_FALSE(setField(recipe, field, "arrival").ok());
        EXPECT_FALSE(setField(recipe, field, "arrival:").ok());
        EXPECT_FALSE(setField(recipe, field, "arrival:1,,2").ok());
        EXPECT_NE(setField(recipe, field, "arrival:x").message().find("list:<list>|arrival:<list>"), std::string::npos);
    }
    EXPECT_EQ(recipe, Recipe{});
}

TEST(Recipe, AnOrderOfArrivalIsNotAChosenOne)
{
    for (const char *field : {"combine", "crossTile"}) {
        Recipe arrived, chosen;
        ASSERT_TRUE(setField(arrived, field, "arrival:2,0,1").ok());
        ASSERT_TRUE(setField(chosen, field, "list:2,0,1").ok());
        EXPECT_EQ(fieldValue(arrived, field), "arrival:2,0,1");
        EXPECT_EQ(differingFields(arrived, chosen), std::vector<std::string>{field});
        ASSERT_TRUE(setField(arrived, field, "list:2,0,1").ok());
        EXPECT_EQ(arrived, chosen);
        ASSERT_TRUE(setField(arrived, field, "sequential").ok());
        EXPECT_EQ(fieldValue(arrived, field), "sequential");
        EXPECT_TRUE(arrived.combineList.empty() && arrived.crossTileList.empty());
    }
}

TEST(Recipe, FieldsThatContradictEachOtherAreRefused)
{
    const auto refused = [](std::initializer_list<std::pair<const char *, const char *>> fields) {
        Recipe recipe;
        recipe.join = Join::LaneFma;
        for (const auto &[name, value] : fields)
            EXPECT_TRUE(setField(recipe, name, value).ok());
        return !validate(recipe).ok();
    };
    EXPECT_FALSE(refused({}));
    EXPECT_TRUE(refused({{"join", "rowFma"}}));
    EXPECT_TRUE(refused({{"quadWhen", "everyTile"}}));
    EXPECT_TRUE(refused({{"warpColumns", "32"}}));
    EXPECT_TRUE(refused({{"keyWarps", "3"}, {"quadOrder", "xor12"}}));
    EXPECT_TRUE(refused({{"keyWarps", "4"}})) << "lanes are contiguous";
    EXPECT_FALSE(refused({{"keyWarps", "4"}, {"lanes", "quad"}, {"quadOrder", "xor12"}}));
    EXPECT_TRUE(refused({{"keyWarps", "4"}, {"lanes", "quad"}, {"quadOrder", "xor12"}, {"pvSum", "apart"}}));
    EXPECT_TRUE(refused({{"keyWarps", "8"}, {"lanes", "quad"}, {"quadOrder", "xor12"}, {"tileN", "20"}}));
    EXPECT_TRUE(refused({{"alpha", "log2Difference"}}));
    EXPECT_TRUE(refused({{"scoreScale", "natural"}}));
    EXPECT_TRUE(refused({{"tileN", "0"}}));
    EXPECT_TRUE(refused({{"form", "sketch"}}));
    EXPECT_TRUE(refused({{"keyOrder", "list:0,0"}}));
    EXPECT_TRUE(refused({{"combine", "arrival:0,0"}}));
    EXPECT_TRUE(refused({{"crossTile", "arrival:1,-1"}}));
}

} // namespace
} // namespace ulpscope
