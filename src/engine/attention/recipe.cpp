// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/attention/recipe.h"

#include "engine/attention/field_text.h"

#include <array>
#include <charconv>
#include <initializer_list>
#include <utility>

namespace ulpscope {
namespace {

template <typename E>
struct Choice {
    std::string_view name;
    E value;
};

/// A field whose values are plain words.
template <auto Member, typename E = std::remove_reference_t<decltype(std::declval<Recipe &>().*Member)>>
struct EnumField {
    static bool set(Recipe &r, std::string_view text, std::initializer_list<Choice<E>> choices)
    {
        for (const Choice<E> &c : choices) {
            if (c.name == text) {
                r.*Member = c.value;
                return true;
            }
        }
        return false;
    }
    static std::string get(const Recipe &r, std::initializer_list<Choice<E>> choices)
    {
        for (const Choice<E> &c : choices) {
            if (c.value == r.*Member)
                return std::string(c.name);
        }
        return {};
    }
};

struct FieldAccess {
    RecipeField info;
    std::string (*get)(const Recipe &);
    bool (*set)(Recipe &, std::string_view);
};

#define ULPSCOPE_ENUM_ACCESS(member, ...)                                                                              \
    [](const Recipe &r) { return EnumField<&Recipe::member>::get(r, {__VA_ARGS__}); },                                 \
        [](Recipe &r, std::string_view v) { return EnumField<&Recipe::member>::set(r, v, {__VA_ARGS__}); }

template <int Recipe::*Member>
std::string getInt(const Recipe &r)
{
    return std::to_string(r.*Member);
}
template <int Recipe::*Member>
bool setInt(Recipe &r, std::string_view text)
{
    return parseInt(text, r.*Member);
}

template <MmaUnit Recipe::*Member>
std::string getMma(const Recipe &r)
{
    switch ((r.*Member).kind) {
    case MmaUnit::Kind::Fp32Fma: return "fp32-fma";
    case MmaUnit::Kind::Exact: return "exact";
    case MmaUnit::Kind::TensorCore: return (r.*Member).device;
    }
    return {};
}
template <MmaUnit Recipe::*Member>
bool setMma(Recipe &r, std::string_view text)
{
    if (text.empty())
        return false;
    if (text == "fp32-fma")
        r.*Member = {MmaUnit::Kind::Fp32Fma, {}};
    else if (text == "exact")
        r.*Member = {MmaUnit::Kind::Exact, {}};
    else
        r.*Member = {MmaUnit::Kind::TensorCore, std::string(text)};
    return true;
}

std::string getKeyOrder(const Recipe &r)
{
    switch (r.keyOrder) {
    case KeyOrder::Ascending: return "ascending";
    case KeyOrder::Descending: return "descending";
    case KeyOrder::PartialFirst: return "partialFirst";
    case KeyOrder::List: return "list:" + listText(r.keyOrderList);
    }
    return {};
}
bool setKeyOrder(Recipe &r, std::string_view text)
{
    if (const auto list = argumentOf(text, "list")) {
        if (!parseList(*list, r.keyOrderList))
            return false;
        r.keyOrder = KeyOrder::List;
        return true;
    }
    if (!EnumField<&Recipe::keyOrder>::set(r, text,
                                           {{"ascending", KeyOrder::Ascending},
                                            {"descending", KeyOrder::Descending},
                                            {"partialFirst", KeyOrder::PartialFirst}}))
        return false;
    r.keyOrderList.clear();
    return true;
}

std::string getExp(const Recipe &r)
{
    switch (r.exp) {
    case ExpMethod::Ex2: return "ex2";
    case ExpMethod::Exp2Poly6: return "exp2Poly6";
    case ExpMethod::Fa4Poly3: return "fa4Poly3:" + listText(r.expColumns);
    case ExpMethod::Exact: return "exact";
    case ExpMethod::Expf: return "expf";
    }
    return {};
}
bool setExp(Recipe &r, std::string_view text)
{
    if (const auto list = argumentOf(text, "fa4Poly3")) {
        if (!parseList(*list, r.expColumns))
            return false;
        r.exp = ExpMethod::Fa4Poly3;
        return true;
    }
    if (!EnumField<&Recipe::exp>::set(r, text,
                                      {{"ex2", ExpMethod::Ex2},
                                       {"expf", ExpMethod::Expf},
                                       {"exp2Poly6", ExpMethod::Exp2Poly6},
                                       {"exact", ExpMethod::Exact}}))
        return false;
    r.expColumns.clear();
    return true;
}

std::string getRescale(const Recipe &r)
{
    if (r.rescale == Rescale::Always)
        return "always";
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, r.rescaleThreshold).ptr;
    return "threshold:" + std::string(text, end);
}
bool setRescale(Recipe &r, std::string_view text)
{
    if (text == "always") {
        r.rescale = Rescale::Always;
        r.rescaleThreshold = 0;
        return true;
    }
    const auto number = argumentOf(text, "threshold");
    float value = 0;
    if (!number)
        return false;
    const auto [end, error] = std::from_chars(number->data(), number->data() + number->size(), value);
    if (error != std::errc() || end != number->data() + number->size() || !(value >= 0.0f && value <= 126.0f))
        return false;
    r.rescale = Rescale::Threshold;
    r.rescaleThreshold = value;
    return true;
}

std::string getLanes(const Recipe &r)
{
    switch (r.lanes) {
    case Lanes::Quad: return "quad";
    case Lanes::Contiguous: return "contiguous";
    case Lanes::Strided: return "strided:" + std::to_string(r.lanesK);
    }
    return {};
}
bool setLanes(Recipe &r, std::string_view text)
{
    int k = 1;
    Lanes lanes{};
    if (text == "quad")
        lanes = Lanes::Quad;
    else if (text == "contiguous")
        lanes = Lanes::Contiguous;
    else if (const auto stride = argumentOf(text, "strided"); stride && parseInt(*stride, k))
        lanes = Lanes::Strided;
    else
        return false;
    if (k < 1 || k > 64 || (k & (k - 1)) != 0)
        return false;
    r.lanes = lanes;
    r.lanesK = k;
    return true;
}

/// In the order of SplitRule.
constexpr NumberedChoice kSplits[] = {{"none"}, {"count", true}, {"size", true}, {"fa2"},
                                      {"fa3"},  {"fa4"},         {"flashinfer"}, {"flex"}};

std::string getSplit(const Recipe &r) { return numberedText(kSplits[static_cast<std::size_t>(r.split)], r.splitValue); }
bool setSplit(Recipe &r, std::string_view text)
{
    int value = 0;
    const auto index = findNumbered(text, kSplits, 1, value);
    if (!index)
        return false;
    r.split = static_cast<SplitRule>(*index);
    r.splitValue = kSplits[*index].hasNumber ? value : 1;
    return true;
}

/// In the order of Fault.
constexpr NumberedChoice kFaults[] = {{"none"}, {"staleK", true}, {"staleV", true}, {"unmaskedTail"}};

std::string getFault(const Recipe &r)
{
    return numberedText(kFaults[static_cast<std::size_t>(r.fault)], r.faultOrdinal);
}
bool setFault(Recipe &r, std::string_view text)
{
    const auto index = findNumbered(text, kFaults, 0, r.faultOrdinal);
    if (index)
        r.fault = static_cast<Fault>(*index);
    return index.has_value();
}

std::string getCombine(const Recipe &r)
{
    switch (r.combine) {
    case CombineOrder::ButterflyFma: return "butterflyFma";
    case CombineOrder::Sequential: return "sequential";
    case CombineOrder::Pairwise: return "pairwise";
    case CombineOrder::List: return "list:" + listText(r.combineList);
    case CombineOrder::Arrival: return "arrival:" + listText(r.combineList);
    }
    return {};
}
bool setCombine(Recipe &r, std::string_view text)
{
    for (const auto &[name, order] :
         {std::pair{"list", CombineOrder::List}, std::pair{"arrival", CombineOrder::Arrival}}) {
        if (const auto list = argumentOf(text, name)) {
            if (!parseList(*list, r.combineList))
                return false;
            r.combine = order;
            return true;
        }
    }
    if (!EnumField<&Recipe::combine>::set(r, text,
                                          {{"butterflyFma", CombineOrder::ButterflyFma},
                                           {"sequential", CombineOrder::Sequential},
                                           {"pairwise", CombineOrder::Pairwise}}))
        return false;
    r.combineList.clear();
    return true;
}

std::string getCrossTile(const Recipe &r)
{
    switch (r.crossTile) {
    case CrossTile::Sequential: return "sequential";
    case CrossTile::Pairwise: return "pairwise";
    case CrossTile::Device: return "device";
    case CrossTile::Strided: return "strided:" + std::to_string(r.crossTileK);
    case CrossTile::Splits: return "splits:" + std::to_string(r.crossTileK);
    case CrossTile::List: return "list:" + listText(r.crossTileList);
    case CrossTile::Arrival: return "arrival:" + listText(r.crossTileList);
    }
    return {};
}
bool setCrossTile(Recipe &r, std::string_view text)
{
    int k = 1;
    for (const auto &[name, order] : {std::pair{"list", CrossTile::List}, std::pair{"arrival", CrossTile::Arrival}}) {
        if (const auto list = argumentOf(text, name)) {
            if (!parseList(*list, r.crossTileList))
                return false;
            r.crossTile = order;
            return true;
        }
    }
    if (text == "sequential")
        r.crossTile = CrossTile::Sequential;
    else if (text == "pairwise")
        r.crossTile = CrossTile::Pairwise;
    else if (text == "device")
        r.crossTile = CrossTile::Device;
    else if (const auto stride = argumentOf(text, "strided"); stride && parseInt(*stride, k) && k >= 1)
        r.crossTile = CrossTile::Strided;
    else if (const auto splits = argumentOf(text, "splits"); splits && parseInt(*splits, k) && k >= 1)
        r.crossTile = CrossTile::Splits;
    else
        return false;
    r.crossTileK = k;
    r.crossTileList.clear();
    return true;
}

// The order here is the order of display.
constexpr std::array kFields = {
    FieldAccess{{"form", "online|sketch", "running max and sum, or every tile on its own and one merge"},
                ULPSCOPE_ENUM_ACCESS(form, {"online", Form::Online}, {"sketch", Form::Sketch})},
    FieldAccess{{"tileM", "<n>", "query rows of a tile"}, getInt<&Recipe::tileM>, setInt<&Recipe::tileM>},
    FieldAccess{{"tileN", "<n>", "keys of a tile"}, getInt<&Recipe::tileN>, setInt<&Recipe::tileN>},
    FieldAccess{{"keyOrder", "ascending|descending|partialFirst|list:<list>", "order in which key tiles are visited"},
                getKeyOrder,
                setKeyOrder},
    FieldAccess{{"maskBlock", "<n>", "rows and keys of a mask block, which is full or partial; 0: tileM"},
                getInt<&Recipe::maskBlock>,
                setInt<&Recipe::maskBlock>},
    FieldAccess{{"mmaQk", "<device>|fp32-fma|exact", "what multiplies Q and K"},
                getMma<&Recipe::mmaQk>,
                setMma<&Recipe::mmaQk>},
    FieldAccess{{"mmaPv", "<device>|fp32-fma|exact", "what multiplies P and V"},
                getMma<&Recipe::mmaPv>,
                setMma<&Recipe::mmaPv>},
    FieldAccess{{"instrK", "<n>", "k of one matrix instruction"}, getInt<&Recipe::instrK>, setInt<&Recipe::instrK>},
    FieldAccess{
        {"scoreScale", "folded|foldedFp32|twoStep|natural|operands",
         "rounding of the scaled score: s*c (c from double, or from fp32), (s*scale)*log2e, s*scale, or q and k "
         "each times sqrt(scale) first"},
        ULPSCOPE_ENUM_ACCESS(scoreScale, {"folded", ScoreScale::Folded}, {"foldedFp32", ScoreScale::FoldedFp32},
                             {"twoStep", ScoreScale::TwoStep}, {"natural", ScoreScale::Natural},
                             {"operands", ScoreScale::Operands})},
    FieldAccess{{"maxOf", "raw|log2", "whether the max is kept on raw or on scaled scores"},
                ULPSCOPE_ENUM_ACCESS(maxOf, {"raw", MaxOf::Raw}, {"log2", MaxOf::Scaled})},
    FieldAccess{{"argument", "unfused|fused|fusedFullBlocks|natural", "rounding of the exponent's argument"},
                ULPSCOPE_ENUM_ACCESS(argument, {"unfused", Argument::Unfused}, {"fused", Argument::Fused},
                                     {"fusedFullBlocks", Argument::FusedFullBlocks}, {"natural", Argument::Natural})},
    FieldAccess{
        {"alpha", "scaledDifference|differenceOfScaled|log2Difference|natural", "argument of the rescale factor"},
        ULPSCOPE_ENUM_ACCESS(alpha, {"scaledDifference", Alpha::ScaledDifference},
                             {"differenceOfScaled", Alpha::DifferenceOfScaled},
                             {"log2Difference", Alpha::Log2Difference}, {"natural", Alpha::Natural})},
    FieldAccess{{"exp", "ex2|expf|exp2Poly6|fa4Poly3:<list>|exact", "the exponential; of the columns listed only"},
                getExp,
                setExp},
    FieldAccess{{"ftz", "on|off", "subnormal results of the exponential become 0"},
                ULPSCOPE_ENUM_ACCESS(ftz, {"on", true}, {"off", false})},
    FieldAccess{{"rescale", "always|threshold:<n>", "whether a max that grew by less than n (log2) stays as it is"},
                getRescale,
                setRescale},
    FieldAccess{{"lanes", "quad|contiguous|strided:<n>", "which lane sums which columns"}, getLanes, setLanes},
    FieldAccess{{"warpColumns", "<n>", "columns of a tile summed on their own; 0: the whole tile"},
                getInt<&Recipe::warpColumns>,
                setInt<&Recipe::warpColumns>},
    FieldAccess{{"keyWarps", "<n>", "warps that share a tile's keys, each with row sums and an output of its own"},
                getInt<&Recipe::keyWarps>,
                setInt<&Recipe::keyWarps>},
    FieldAccess{{"laneSum", "ascending|balanced", "order of additions inside a lane"},
                ULPSCOPE_ENUM_ACCESS(laneSum, {"ascending", LaneSum::Ascending}, {"balanced", LaneSum::Balanced})},
    FieldAccess{{"join", "laneFma|laneMulAdd|laneLocalFma|rowFma|rowMulAdd|firstLaneMulAdd",
                 "how a tile's sum joins the running sum"},
                ULPSCOPE_ENUM_ACCESS(join, {"laneFma", Join::LaneFma}, {"laneMulAdd", Join::LaneMulAdd},
                                     {"laneLocalFma", Join::LaneLocalFma}, {"rowFma", Join::RowFma},
                                     {"rowMulAdd", Join::RowMulAdd}, {"firstLaneMulAdd", Join::FirstLaneMulAdd})},
    FieldAccess{{"quadOrder", "xor21|xor12|xor241", "butterfly across lanes: high offset first, low first, or 2, 4, 1"},
                ULPSCOPE_ENUM_ACCESS(quadOrder, {"xor21", QuadOrder::Xor21}, {"xor12", QuadOrder::Xor12},
                                     {"xor241", QuadOrder::Xor241})},
    FieldAccess{{"quadWhen", "end|everyTile", "when lanes are added"},
                ULPSCOPE_ENUM_ACCESS(quadWhen, {"end", QuadWhen::End}, {"everyTile", QuadWhen::EveryTile})},
    FieldAccess{{"pCast", "bf16|fp16|none", "format of P in the second product"},
                ULPSCOPE_ENUM_ACCESS(pCast, {"none", PCast::None}, {"bf16", PCast::Bf16}, {"fp16", PCast::Fp16})},
    FieldAccess{{"pvSum", "inAccumulator|apart", "whether P V is summed onto the output, or apart and then added"},
                ULPSCOPE_ENUM_ACCESS(pvSum, {"inAccumulator", PvSum::InAccumulator}, {"apart", PvSum::Apart})},
    FieldAccess{{"oStore", "fp32|bf16", "format of the output accumulator between tiles"},
                ULPSCOPE_ENUM_ACCESS(oStore, {"fp32", OStore::Fp32}, {"bf16", OStore::Bf16})},
    FieldAccess{{"final", "ieeeReciprocal|rcp|divide|divideProbs",
                 "how the output is divided by the row sum; or P is, before it is multiplied by V"},
                ULPSCOPE_ENUM_ACCESS(finalScale, {"ieeeReciprocal", FinalScale::IeeeReciprocal},
                                     {"rcp", FinalScale::Rcp}, {"divide", FinalScale::Divide},
                                     {"divideProbs", FinalScale::DivideProbs})},
    FieldAccess{{"emptyRow", "zero|nan|factorOne", "a row that sees no key"},
                ULPSCOPE_ENUM_ACCESS(emptyRow, {"zero", EmptyRow::Zero}, {"nan", EmptyRow::Nan},
                                     {"factorOne", EmptyRow::FactorOne})},
    FieldAccess{{"lseLog", "lg2|log2f", "logarithm of the row sum in the log-sum-exp: the hardware's, or CUDA's log2f"},
                ULPSCOPE_ENUM_ACCESS(lseLog, {"lg2", LseLog::Lg2}, {"log2f", LseLog::Log2f})},
    FieldAccess{{"split", "none|count:<n>|size:<n>|fa2|fa3|fa4|flashinfer|flex", "how keys are split over blocks"},
                getSplit,
                setSplit},
    FieldAccess{{"combine", "butterflyFma|sequential|pairwise|list:<list>|arrival:<list>",
                 "how splits are combined; arrival: one by one as they came in, a recorded or supposed event"},
                getCombine,
                setCombine},
    FieldAccess{{"combineLanes", "<n>", "butterflyFma: lanes over which the splits' weights are spread"},
                getInt<&Recipe::combineLanes>,
                setInt<&Recipe::combineLanes>},
    FieldAccess{{"combineMath", "ieee|fast", "the combine's expf and logf: CUDA's own, or those of --use_fast_math"},
                ULPSCOPE_ENUM_ACCESS(combineMath, {"ieee", CombineMath::Ieee}, {"fast", CombineMath::Fast})},
    FieldAccess{{"crossTile", "sequential|pairwise|strided:<n>|splits:<n>|list:<list>|arrival:<list>|device",
                 "merge tree over the tiles of the sketch; arrival: one by one as they came in"},
                getCrossTile,
                setCrossTile},
    FieldAccess{
        {"fault", "none|staleK:<n>|staleV:<n>|unmaskedTail",
         "a mistake on purpose, not an order: K or V of the key tile before in visited tile n, or an unmasked end"},
        getFault,
        setFault},
};
#undef ULPSCOPE_ENUM_ACCESS

const FieldAccess *findField(std::string_view name)
{
    for (const FieldAccess &field : kFields) {
        if (field.info.name == name)
            return &field;
    }
    return nullptr;
}

} // namespace

namespace {

/// What <n> stands for in the values of a field.
Phrase numberWords(std::string_view field)
{
    if (field == "lanes")
        return phrase("a power of two from 1 to 64");
    if (field == "rescale")
        return phrase("a number from 0 to 126");
    if (field == "split" || field == "crossTile")
        return phrase("a whole number of at least 1");
    return phrase("a whole number");
}

} // namespace

std::span<const RecipeField> recipeFields()
{
    static const auto infos = [] {
        std::array<RecipeField, kFields.size()> list{};
        for (std::size_t i = 0; i < list.size(); ++i)
            list[i] = kFields[i].info;
        return list;
    }();
    return infos;
}

std::string fieldValue(const Recipe &recipe, std::string_view name)
{
    const FieldAccess *field = findField(name);
    return field ? field->get(recipe) : std::string();
}

Status setField(Recipe &recipe, std::string_view name, std::string_view value)
{
    if (name == "mma") {
        if (Status s = setField(recipe, "mmaQk", value); !s.ok())
            return s;
        return setField(recipe, "mmaPv", value);
    }
    const FieldAccess *field = findField(name);
    if (!field) {
        std::string known = "mma";
        for (const FieldAccess &f : kFields)
            known += ", " + std::string(f.info.name);
        return Status::invalid(phrase("recipe has no field '%1', expected one of %2", name, known));
    }
    if (field->set(recipe, value))
        return {};
    const std::string_view values = field->info.values;
    if (values.find("<n>") == std::string_view::npos)
        return Status::invalid(phrase("recipe field %1: '%2', expected %3", name, value, values));
    return Status::invalid(
        phrase("recipe field %1: '%2', expected %3, where <n> is %4", name, value, values, numberWords(name)));
}

std::vector<std::string> differingFields(const Recipe &a, const Recipe &b)
{
    std::vector<std::string> names;
    for (const FieldAccess &field : kFields) {
        if (field.get(a) != field.get(b))
            names.emplace_back(field.info.name);
    }
    return names;
}

} // namespace ulpscope
