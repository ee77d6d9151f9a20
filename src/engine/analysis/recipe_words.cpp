// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/recipe_words.h"

#include "engine/analysis/product_groups.h"
#include "engine/attention/field_text.h"

#include <algorithm>

namespace ulpscope {
namespace {

/// "16 products at once", "8 and 8 products": the groups of one instruction.
Phrase groupWords(const ProductUnit &unit)
{
    const std::vector<int> ends = groupEnds(unit, unit.instrK);
    if (ends.size() == 1)
        return phrase("%1 products at once", ends[0]);
    Phrase sizes = ends[0];
    for (std::size_t i = 1; i < ends.size(); ++i) {
        const int size = ends[i] - ends[i - 1];
        sizes = i + 1 == ends.size() ? phrase("%1 and %2", sizes, size) : phrase("%1, %2", sizes, size);
    }
    return phrase("%1 products", sizes);
}

Phrase unitWords(const ProductUnit &unit, const MmaUnit &named)
{
    switch (unit.mma.kind) {
    case MmaUnit::Kind::TensorCore:
        return phrase("(%1) adds %2 and keeps %3 bits", named.device, groupWords(unit), unit.mma.spec.fractionBits);
    case MmaUnit::Kind::Fp32Fma: return phrase("adds one product at a time by fp32 fma");
    case MmaUnit::Kind::Exact: return phrase("rounds every dot product once");
    }
    return {};
}

Phrase keyOrderWords(const Recipe &r)
{
    switch (r.keyOrder) {
    case KeyOrder::Ascending: return phrase("visits key tiles from first to last");
    case KeyOrder::Descending: return phrase("visits key tiles from last to first");
    case KeyOrder::PartialFirst: return phrase("visits partly masked blocks first, then full ones");
    case KeyOrder::List: return phrase("visits key tiles in the order %1", fieldValue(r, "keyOrder").substr(5));
    }
    return {};
}

Phrase scoreScaleWords(const Recipe &r)
{
    switch (r.scoreScale) {
    case ScoreScale::Folded: return phrase("scales a score by one factor, scale * log2(e)");
    case ScoreScale::FoldedFp32: return phrase("scales a score by one factor, scale * log2(e) rounded from fp32");
    case ScoreScale::TwoStep: return phrase("scales a score by scale, rounds, then by log2(e)");
    case ScoreScale::Natural: return phrase("scales a score by scale only, the exponential brings log2(e)");
    case ScoreScale::Operands: return phrase("multiplies q and k by sqrt(scale) each before their product");
    }
    return {};
}

Phrase argumentWords(const Recipe &r)
{
    switch (r.argument) {
    case Argument::Unfused: return phrase("rounds the scaled score before it subtracts the max");
    case Argument::Fused: return phrase("scales a score and subtracts the max in one fma");
    case Argument::FusedFullBlocks:
        return phrase("uses one fma in fully visible blocks and rounds before it subtracts in others");
    case Argument::Natural: return phrase("subtracts the max in natural-log units");
    }
    return {};
}

Phrase alphaWords(const Recipe &r)
{
    switch (r.alpha) {
    case Alpha::ScaledDifference: return phrase("scales the difference of the maxima for alpha");
    case Alpha::DifferenceOfScaled: return phrase("subtracts scaled maxima for alpha");
    case Alpha::Log2Difference: return phrase("subtracts maxima in log2 units for alpha");
    case Alpha::Natural: return phrase("subtracts maxima in natural-log units for alpha");
    }
    return {};
}

Phrase expWords(const Recipe &r)
{
    switch (r.exp) {
    case ExpMethod::Ex2: return phrase("takes the hardware's ex2");
    case ExpMethod::Exp2Poly6: return phrase("takes a polynomial of degree 6 for 2^x");
    case ExpMethod::Fa4Poly3:
        return phrase("takes a polynomial of degree 3 for 2^x in %1 columns of a tile, ex2 in the others",
                      r.expColumns.size());
    case ExpMethod::Exact: return phrase("rounds 2^x correctly");
    case ExpMethod::Expf: return phrase("takes CUDA's expf");
    }
    return {};
}

Phrase lanesWords(const Recipe &r)
{
    switch (r.lanes) {
    case Lanes::Quad: return phrase("sums a row in the 4 lanes of a quad");
    case Lanes::Contiguous: return phrase("sums a row in one lane");
    case Lanes::Strided: return phrase("sums a row in %1 lanes, every lane each %2th column", r.lanesK, r.lanesK);
    }
    return {};
}

Phrase joinWords(const Recipe &r)
{
    switch (r.join) {
    case Join::LaneFma:
        return phrase("joins a lane's first p to the rescaled running sum by fma, then adds the others");
    case Join::LaneMulAdd: return phrase("rescales a lane's running sum, rounds, then adds the p");
    case Join::LaneLocalFma: return phrase("sums a lane's p of a tile first, then joins the running sum by fma");
    case Join::RowFma: return phrase("sums a row's p of a tile first, then joins the running sum by fma");
    case Join::RowMulAdd: return phrase("rescales a row's running sum, rounds, then adds the tile's parts");
    case Join::FirstLaneMulAdd:
        return phrase("rescales a row's running sum, rounds, and goes on from it in the first lane");
    }
    return {};
}

Phrase quadOrderWords(const Recipe &r)
{
    switch (r.quadOrder) {
    case QuadOrder::Xor21: return phrase("adds lanes with the high offset first, (l0+l2)+(l1+l3)");
    case QuadOrder::Xor12: return phrase("adds lanes with the low offset first, (l0+l1)+(l2+l3)");
    case QuadOrder::Xor241: return phrase("adds eight lanes as ((l0+l2)+(l4+l6))+((l1+l3)+(l5+l7))");
    }
    return {};
}

Phrase finalWords(const Recipe &r)
{
    switch (r.finalScale) {
    case FinalScale::IeeeReciprocal: return phrase("multiplies the output by the rounded 1/l");
    case FinalScale::Rcp: return phrase("multiplies the output by the hardware's rcp(l)");
    case FinalScale::Divide: return phrase("divides the output by l");
    case FinalScale::DivideProbs: return phrase("divides P by l before the product with V");
    }
    return {};
}

Phrase emptyRowWords(const Recipe &r)
{
    switch (r.emptyRow) {
    case EmptyRow::Zero: return phrase("writes 0 for a row that sees no key");
    case EmptyRow::Nan: return phrase("writes NaN for a row that sees no key");
    case EmptyRow::FactorOne: return phrase("leaves the accumulator of a row that sees no key as it is");
    }
    return {};
}

Phrase faultWords(const Recipe &r)
{
    switch (r.fault) {
    case Fault::None: return phrase("has none");
    case Fault::StaleK:
        return phrase("multiplies Q in key tile %1 of the visiting order with the K of the tile before",
                      r.faultOrdinal);
    case Fault::StaleV:
        return phrase("multiplies P in key tile %1 of the visiting order with the V of the tile before",
                      r.faultOrdinal);
    case Fault::UnmaskedTail: return phrase("does not mask the keys beyond the last one, they count with score 0");
    }
    return {};
}

/// What a run does in a field, as a predicate.
struct FieldWords {
    std::string_view field;
    Phrase (*predicate)(const RunSpec &);
};

// By how many output bits they move in the controls of tests/engine/attention/golden_test.cpp, and by their nature
// where they are not among those. A fault comes before all of them.
constexpr FieldWords kFields[] = {
    {"fault", [](const RunSpec &s) { return faultWords(s.recipe); }},
    {"form",
     [](const RunSpec &s) {
         return s.recipe.form == Form::Online ? phrase("keeps a running max and sum over the key tiles")
                                              : phrase("works on every key tile alone and merges them at the end");
     }},
    {"splits",
     [](const RunSpec &s) {
         return s.numSplits == 1 ? phrase("does not split the keys") : phrase("splits the keys in %1", s.numSplits);
     }},
    {"keyOrder", [](const RunSpec &s) { return keyOrderWords(s.recipe); }},
    {"tileN", [](const RunSpec &s) { return phrase("takes key tiles of %1 keys", s.recipe.tileN); }},
    {"crossTile",
     [](const RunSpec &s) {
         if (s.recipe.crossTile == CrossTile::Arrival)
             return phrase("merges tiles in the order in which they arrived, %1", listText(s.recipe.crossTileList));
         const std::string order = fieldValue(s.recipe, "crossTile");
         return s.recipe.crossTile == CrossTile::Device ? phrase("merges tiles by %1, %2 parts", order, s.numSplits)
                                                        : phrase("merges tiles by %1", order);
     }},
    {"pCast",
     [](const RunSpec &s) {
         return s.recipe.pCast == PCast::None ? phrase("leaves P in fp32")
                                              : phrase("rounds P to %1", fieldValue(s.recipe, "pCast"));
     }},
    {"oStore",
     [](const RunSpec &s) {
         return phrase("keeps the accumulator in %1 between tiles", fieldValue(s.recipe, "oStore"));
     }},
    {"pvSum",
     [](const RunSpec &s) {
         return s.recipe.pvSum == PvSum::InAccumulator ? phrase("sums a tile's P.V onto the output accumulator")
                                                       : phrase("sums a tile's P.V apart, then adds it to the output");
     }},
    {"keyWarps",
     [](const RunSpec &s) {
         return s.recipe.keyWarps == 1 ? phrase("sums P.V of all keys of a tile in one accumulator")
                                       : phrase("shares the keys of a tile out to %1 warps", s.recipe.keyWarps);
     }},
    {"rescale",
     [](const RunSpec &s) {
         return s.recipe.rescale == Rescale::Always
                    ? phrase("rescales whenever the max grows")
                    : phrase("keeps the max while it grows by no more than %1 in log2 units",
                             fieldValue(s.recipe, "rescale").substr(10));
     }},
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
     [](const RunSpec &s) {
         return s.recipe.maxOf == MaxOf::Raw ? phrase("keeps the max of raw scores")
                                             : phrase("keeps the max of scaled scores");
     }},
    {"alpha", [](const RunSpec &s) { return alphaWords(s.recipe); }},
    {"tables", [](const RunSpec &s) { return phrase("reads the tables of %1", s.approxTable); }},
    {"lanes", [](const RunSpec &s) { return lanesWords(s.recipe); }},
    {"warpColumns",
     [](const RunSpec &s) {
         return s.recipe.warpColumns == 0
                    ? phrase("sums a whole key tile together")
                    : phrase("sums every %1 columns of a tile on their own", s.recipe.warpColumns);
     }},
    {"laneSum",
     [](const RunSpec &s) {
         return s.recipe.laneSum == LaneSum::Ascending ? phrase("adds inside a lane one after another")
                                                       : phrase("adds inside a lane pair by pair");
     }},
    {"join", [](const RunSpec &s) { return joinWords(s.recipe); }},
    {"quadWhen",
     [](const RunSpec &s) {
         return s.recipe.quadWhen == QuadWhen::End ? phrase("adds the lanes once at the end")
                                                   : phrase("adds the lanes after every key tile");
     }},
    {"quadOrder", [](const RunSpec &s) { return quadOrderWords(s.recipe); }},
    {"final", [](const RunSpec &s) { return finalWords(s.recipe); }},
    {"combine",
     [](const RunSpec &s) {
         return s.recipe.combine == CombineOrder::Arrival
                    ? phrase("adds the splits in the order in which they arrived, %1", listText(s.recipe.combineList))
                    : phrase("adds the splits' weights by %1", fieldValue(s.recipe, "combine"));
     }},
    {"combineMath",
     [](const RunSpec &s) {
         return s.recipe.combineMath == CombineMath::Ieee
                    ? phrase("combines splits with CUDA's expf and logf")
                    : phrase("combines splits with the expf and logf of fast math");
     }},
    {"ftz",
     [](const RunSpec &s) {
         return s.recipe.ftz ? phrase("flushes subnormal exponentials to 0") : phrase("keeps subnormal exponentials");
     }},
    {"lseLog",
     [](const RunSpec &s) {
         return s.recipe.lseLog == LseLog::Lg2 ? phrase("takes the hardware's lg2 for the log-sum-exp")
                                               : phrase("takes CUDA's log2f for the log-sum-exp");
     }},
    {"maskBlock",
     [](const RunSpec &s) {
         return phrase("tells full from partial in mask blocks of %1",
                       s.recipe.maskBlock > 0 ? s.recipe.maskBlock : s.recipe.tileM);
     }},
    {"emptyRow", [](const RunSpec &s) { return emptyRowWords(s.recipe); }},
    {"tileM", [](const RunSpec &s) { return phrase("takes query tiles of %1 rows", s.recipe.tileM); }},
};

bool matters(std::string_view field, const RunSpec &spec)
{
    if (field == "combine" || field == "combineMath")
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
    // A chosen order and an equal one in which parts arrived add the same numbers in the same way.
    if (field == "combine" && ra.combinesByList() && rb.combinesByList())
        return ra.combineList != rb.combineList;
    if (field == "crossTile" && ra.mergesByList() && rb.mergesByList())
        return ra.crossTileList != rb.crossTileList;
    return fieldValue(ra, field) != fieldValue(rb, field);
}

} // namespace

std::vector<RecipeDifference> recipeDifferences(const RunSpec &a, const RunSpec &b)
{
    std::vector<RecipeDifference> list;
    for (const auto &[field, predicate] : kFields) {
        if (!differs(field, a, b) || !(matters(field, a) || matters(field, b)))
            continue;
        const Phrase words = phrase("A %1; B %2", predicate(a), predicate(b));
        if (field == "mmaPv" && !list.empty() && list.back().words == phrase("Q.K: %1", words)) {
            // One statement about both products, found under either field.
            list.back().words = phrase("Q.K and P.V: %1", words);
            list.push_back({field, list.back().words});
            continue;
        }
        list.push_back({field, field == "fault"   ? phrase("A fault, not rounding: %1", words)
                               : field == "mmaQk" ? phrase("Q.K: %1", words)
                               : field == "mmaPv" ? phrase("P.V: %1", words)
                                                  : words});
    }
    return list;
}

Phrase wordsFor(const std::vector<RecipeDifference> &differences, std::initializer_list<std::string_view> fields)
{
    std::vector<Phrase> chosen;
    const auto choose = [&](auto wanted) {
        for (const RecipeDifference &d : differences) {
            if (wanted(d.field) && std::find(chosen.begin(), chosen.end(), d.words) == chosen.end())
                chosen.push_back(d.words);
        }
    };
    choose([&](std::string_view field) { return std::find(fields.begin(), fields.end(), field) != fields.end(); });
    if (chosen.empty())
        choose([](std::string_view) { return true; });
    Phrase text;
    for (const Phrase &words : chosen)
        text = text.empty() ? words : phrase("%1. %2", text, words);
    return text;
}

} // namespace ulpscope
