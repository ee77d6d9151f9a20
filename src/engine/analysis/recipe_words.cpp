// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/recipe_words.h"

#include "engine/analysis/product_groups.h"

#include <algorithm>

namespace ulpscope {
namespace {

std::string number(int n) { return std::to_string(n); }

/// "16 products at once", "8 and 8 products": the groups of one instruction.
std::string groupWords(const ProductUnit &unit)
{
    const std::vector<int> ends = groupEnds(unit, unit.instrK);
    std::string text;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (i > 0)
            text += i + 1 == ends.size() ? " and " : ", ";
        text += number(i == 0 ? ends[i] : ends[i] - ends[i - 1]);
    }
    return text + (ends.size() == 1 ? " products at once" : " products");
}

std::string unitWords(const ProductUnit &unit, const MmaUnit &named)
{
    switch (unit.mma.kind) {
    case MmaUnit::Kind::TensorCore:
        return "(" + named.device + ") adds " + groupWords(unit) + " and keeps " + number(unit.mma.spec.fractionBits) +
               " bits";
    case MmaUnit::Kind::Fp32Fma: return "adds one product at a time by fp32 fma";
    case MmaUnit::Kind::Exact: return "rounds every dot product once";
    }
    return {};
}

std::string keyOrderWords(const Recipe &r)
{
    switch (r.keyOrder) {
    case KeyOrder::Ascending: return "visits key tiles from first to last";
    case KeyOrder::Descending: return "visits key tiles from last to first";
    case KeyOrder::PartialFirst: return "visits partly masked blocks first, then full ones";
    case KeyOrder::List: return "visits key tiles in the order " + fieldValue(r, "keyOrder").substr(5);
    }
    return {};
}

std::string scoreScaleWords(const Recipe &r)
{
    switch (r.scoreScale) {
    case ScoreScale::Folded: return "scales a score by one factor, scale * log2(e)";
    case ScoreScale::TwoStep: return "scales a score by scale, rounds, then by log2(e)";
    case ScoreScale::Natural: return "scales a score by scale only, the exponential brings log2(e)";
    }
    return {};
}

std::string argumentWords(const Recipe &r)
{
    switch (r.argument) {
    case Argument::Unfused: return "rounds the scaled score before it subtracts the max";
    case Argument::Fused: return "scales a score and subtracts the max in one fma";
    case Argument::FusedFullBlocks:
        return "uses one fma in fully visible blocks and rounds before it subtracts in others";
    case Argument::Natural: return "subtracts the max in natural-log units";
    }
    return {};
}

std::string alphaWords(const Recipe &r)
{
    switch (r.alpha) {
    case Alpha::ScaledDifference: return "scales the difference of the maxima for alpha";
    case Alpha::DifferenceOfScaled: return "subtracts scaled maxima for alpha";
    case Alpha::Log2Difference: return "subtracts maxima in log2 units for alpha";
    case Alpha::Natural: return "subtracts maxima in natural-log units for alpha";
    }
    return {};
}

std::string expWords(const Recipe &r)
{
    switch (r.exp) {
    case ExpMethod::Ex2: return "takes the hardware's ex2";
    case ExpMethod::Exp2Poly6: return "takes a polynomial of degree 6 for 2^x";
    case ExpMethod::Exact: return "rounds 2^x correctly";
    }
    return {};
}

std::string lanesWords(const Recipe &r)
{
    switch (r.lanes) {
    case Lanes::Quad: return "sums a row in the 4 lanes of a quad";
    case Lanes::Contiguous: return "sums a row in one lane";
    case Lanes::Strided:
        return "sums a row in " + number(r.lanesK) + " lanes, every lane each " + number(r.lanesK) + "th column";
    }
    return {};
}

std::string joinWords(const Recipe &r)
{
    switch (r.join) {
    case Join::LaneFma: return "joins a lane's first p to the rescaled running sum by fma, then adds the others";
    case Join::LaneMulAdd: return "rescales a lane's running sum, rounds, then adds the p";
    case Join::LaneLocalFma: return "sums a lane's p of a tile first, then joins the running sum by fma";
    case Join::RowFma: return "sums a row's p of a tile first, then joins the running sum by fma";
    case Join::RowMulAdd: return "rescales a row's running sum, rounds, then adds the tile's parts";
    }
    return {};
}

std::string finalWords(const Recipe &r)
{
    switch (r.finalScale) {
    case FinalScale::IeeeReciprocal: return "multiplies the output by the rounded 1/l";
    case FinalScale::Rcp: return "multiplies the output by the hardware's rcp(l)";
    case FinalScale::Divide: return "divides the output by l";
    }
    return {};
}

std::string emptyRowWords(const Recipe &r)
{
    switch (r.emptyRow) {
    case EmptyRow::Zero: return "writes 0 for a row that sees no key";
    case EmptyRow::Nan: return "writes NaN for a row that sees no key";
    case EmptyRow::FactorOne: return "leaves the accumulator of a row that sees no key as it is";
    }
    return {};
}

/// What a run does in a field, as a predicate.
struct FieldWords {
    std::string_view field;
    std::string (*predicate)(const RunSpec &);
};

// By how many output bits they move in the controls of tests/engine/attention/golden_test.cpp, and by their nature
// where they are not among those.
constexpr FieldWords kFields[] = {
    {"form",
     [](const RunSpec &s) -> std::string {
         return s.recipe.form == Form::Online ? "keeps a running max and sum over the key tiles"
                                              : "works on every key tile alone and merges them at the end";
     }},
    {"splits",
     [](const RunSpec &s) -> std::string {
         return s.numSplits == 1 ? "does not split the keys" : "splits the keys in " + number(s.numSplits);
     }},
    {"keyOrder", [](const RunSpec &s) { return keyOrderWords(s.recipe); }},
    {"tileN", [](const RunSpec &s) { return "takes key tiles of " + number(s.recipe.tileN) + " keys"; }},
    {"crossTile",
     [](const RunSpec &s) {
         return "merges tiles by " + fieldValue(s.recipe, "crossTile") +
                (s.recipe.crossTile == CrossTile::Device ? ", " + number(s.numSplits) + " parts" : "");
     }},
    {"pCast",
     [](const RunSpec &s) -> std::string {
         return s.recipe.pCast == PCast::None ? "leaves P in fp32" : "rounds P to " + fieldValue(s.recipe, "pCast");
     }},
    {"oStore",
     [](const RunSpec &s) { return "keeps the accumulator in " + fieldValue(s.recipe, "oStore") + " between tiles"; }},
    {"mmaQk",
     [](const RunSpec &s) {
         return unitWords({s.qk, s.recipe.instrK}, s.recipe.mmaQk);
     }},
    {"mmaPv",
     [](const RunSpec &s) {
         return unitWords({s.pv, s.recipe.instrK}, s.recipe.mmaPv);
     }},
    {"exp", [](const RunSpec &s) { return expWords(s.recipe); }},
    {"scoreScale", [](const RunSpec &s) { return scoreScaleWords(s.recipe); }},
    {"argument", [](const RunSpec &s) { return argumentWords(s.recipe); }},
    {"maxOf",
     [](const RunSpec &s) -> std::string {
         return s.recipe.maxOf == MaxOf::Raw ? "keeps the max of raw scores" : "keeps the max of scaled scores";
     }},
    {"alpha", [](const RunSpec &s) { return alphaWords(s.recipe); }},
    {"tables", [](const RunSpec &s) { return "reads the tables of " + s.approxTable; }},
    {"lanes", [](const RunSpec &s) { return lanesWords(s.recipe); }},
    {"warpColumns",
     [](const RunSpec &s) -> std::string {
         return s.recipe.warpColumns == 0
                    ? "sums a whole key tile together"
                    : "sums every " + number(s.recipe.warpColumns) + " columns of a tile on their own";
     }},
    {"laneSum",
     [](const RunSpec &s) -> std::string {
         return s.recipe.laneSum == LaneSum::Ascending ? "adds inside a lane one after another"
                                                       : "adds inside a lane pair by pair";
     }},
    {"join", [](const RunSpec &s) { return joinWords(s.recipe); }},
    {"quadWhen",
     [](const RunSpec &s) -> std::string {
         return s.recipe.quadWhen == QuadWhen::End ? "adds the lanes once at the end"
                                                   : "adds the lanes after every key tile";
     }},
    {"quadOrder",
     [](const RunSpec &s) -> std::string {
         return s.recipe.quadOrder == QuadOrder::Xor21 ? "adds lanes with the high offset first, (l0+l2)+(l1+l3)"
                                                       : "adds lanes with the low offset first, (l0+l1)+(l2+l3)";
     }},
    {"final", [](const RunSpec &s) { return finalWords(s.recipe); }},
    {"combine", [](const RunSpec &s) { return "adds the splits' weights by " + fieldValue(s.recipe, "combine"); }},
    {"ftz",
     [](const RunSpec &s) -> std::string {
         return s.recipe.ftz ? "flushes subnormal exponentials to 0" : "keeps subnormal exponentials";
     }},
    {"emptyRow", [](const RunSpec &s) { return emptyRowWords(s.recipe); }},
    {"tileM", [](const RunSpec &s) { return "takes query tiles of " + number(s.recipe.tileM) + " rows"; }},
};

bool matters(std::string_view field, const RunSpec &spec)
{
    if (field == "combine")
        return spec.recipe.form == Form::Online && spec.numSplits > 1;
    return field == "tables" || field == "splits" || fieldMatters(spec.recipe, field);
}

bool differs(std::string_view field, const RunSpec &a, const RunSpec &b)
{
    const Recipe &ra = a.recipe, &rb = b.recipe;
    if (field == "splits") // the sketch has none: there numSplits are the parts of its merge tree
        return (ra.form == Form::Online ? a.numSplits : 1) != (rb.form == Form::Online ? b.numSplits : 1);
    if (field == "tables")
        return a.approxTable != b.approxTable && !a.approxTable.empty() && !b.approxTable.empty();
    if (field == "mmaQk")
        return !sameProducts({a.qk, ra.instrK}, {b.qk, rb.instrK}, a.problem.headDim);
    if (field == "mmaPv")
        return !sameProducts({a.pv, ra.instrK}, {b.pv, rb.instrK}, ra.tileN);
    if (field == "crossTile" && ra.crossTile == CrossTile::Device && rb.crossTile == CrossTile::Device)
        return a.numSplits != b.numSplits;
    return fieldValue(ra, field) != fieldValue(rb, field);
}

} // namespace

std::vector<RecipeDifference> recipeDifferences(const RunSpec &a, const RunSpec &b)
{
    std::vector<RecipeDifference> list;
    for (const auto &[field, predicate] : kFields) {
        if (!differs(field, a, b) || !(matters(field, a) || matters(field, b)))
            continue;
        const std::string words = "A " + predicate(a) + "; B " + predicate(b);
        if (field == "mmaPv" && !list.empty() && list.back().field == "mmaQk" && list.back().words == "Q.K: " + words) {
            // One statement about both products, found under either field.
            list.back().words = "Q.K and P.V: " + words;
            list.push_back({field, list.back().words});
            continue;
        }
        const std::string_view product = field == "mmaQk" ? "Q.K: " : field == "mmaPv" ? "P.V: " : "";
        list.push_back({field, std::string(product) + words});
    }
    return list;
}

std::string wordsFor(const std::vector<RecipeDifference> &differences, std::initializer_list<std::string_view> fields)
{
    std::vector<std::string> chosen;
    const auto choose = [&](auto wanted) {
        for (const RecipeDifference &d : differences) {
            if (wanted(d.field) && std::find(chosen.begin(), chosen.end(), d.words) == chosen.end())
                chosen.push_back(d.words);
        }
    };
    choose([&](std::string_view field) { return std::find(fields.begin(), fields.end(), field) != fields.end(); });
    if (chosen.empty())
        choose([](std::string_view) { return true; });
    std::string text;
    for (const std::string &words : chosen)
        text += (text.empty() ? "" : ". ") + words;
    return text;
}

} // namespace ulpscope
