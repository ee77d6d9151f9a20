// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/recipe_enums.h"
#include "engine/status.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// What multiplies: a tensor core (by the id of the device it belongs to), sequential fp32 fma, or one rounding.
struct MmaUnit {
    enum class Kind { TensorCore, Fp32Fma, Exact };
    Kind kind = Kind::Fp32Fma;
    std::string device; ///< TensorCore only
    bool operator==(const MmaUnit &) const = default;
};

/// Every choice of an implementation that can change a bit of the result. docs/numerics.md gives each value's
/// arithmetic.
struct Recipe {
    Form form = Form::Online; ///< online: running max and sum; sketch: every tile on its own, then one merge
    int tileM = 64;
    int tileN = 64;
    KeyOrder keyOrder = KeyOrder::Ascending;
    std::vector<int> keyOrderList; ///< List: key tile indices in visiting order
    int maskBlock = 128;           ///< partialFirst, fusedFullBlocks: rows and keys of a mask block; 0: tileM of both
    MmaUnit mmaQk, mmaPv;
    int instrK = 16;
    ScoreScale scoreScale = ScoreScale::Folded;
    MaxOf maxOf = MaxOf::Raw;
    Argument argument = Argument::Unfused;
    Alpha alpha = Alpha::ScaledDifference;
    ExpMethod exp = ExpMethod::Exp2Poly6;
    std::vector<int> expColumns; ///< Fa4Poly3: columns of a tile that take the polynomial; the others take ex2
    bool ftz = true;             ///< results of exp below 2^-126 become 0
    Rescale rescale = Rescale::Always;
    float rescaleThreshold = 0; ///< Threshold: the max stays old while it is at most this much (log2) too small
    Lanes lanes = Lanes::Contiguous;
    int lanesK = 1;      ///< strided:k, a power of two
    int warpColumns = 0; ///< columns of a tile that are summed on their own; 0: the whole tile
    int keyWarps = 1;    ///< warps that share a tile's keys, a power of two: each sums its part on its own to the end
    LaneSum laneSum = LaneSum::Ascending;
    Join join = Join::RowMulAdd;
    QuadOrder quadOrder = QuadOrder::Xor21;
    QuadWhen quadWhen = QuadWhen::End;
    PCast pCast = PCast::None;
    PvSum pvSum = PvSum::InAccumulator;
    OStore oStore = OStore::Fp32;
    FinalScale finalScale = FinalScale::Divide; ///< recipe field "final"
    EmptyRow emptyRow = EmptyRow::Zero;
    LseLog lseLog = LseLog::Lg2;
    SplitRule split = SplitRule::None;
    int splitValue = 1; ///< count:n or size:n (keys)
    CombineOrder combine = CombineOrder::ButterflyFma;
    std::vector<int> combineList; ///< List, Arrival: splits, each once; as they are added
    int combineLanes = 32; ///< butterflyFma: lanes that hold the splits' weights; each adds every combineLanes-th first
    CombineMath combineMath = CombineMath::Ieee;
    CrossTile crossTile = CrossTile::Sequential;
    int crossTileK = 1;
    std::vector<int> crossTileList; ///< List, Arrival: tiles, each once; as they are added
    Fault fault = Fault::None;
    int faultOrdinal =
        0; ///< StaleK, StaleV: the visited key tile, from 1, that is multiplied with the data of the one before

    /// Whether combineList is the order of the splits, be it chosen or one in which they arrived.
    bool combinesByList() const { return combine == CombineOrder::List || combine == CombineOrder::Arrival; }
    /// Whether scores, their max and the exponential's argument are in natural-log units.
    bool inNaturalUnits() const { return scoreScale == ScoreScale::Natural || scoreScale == ScoreScale::Operands; }
    /// Whether the second product multiplies P / l, so that its sums are the output.
    bool dividesProbs() const { return finalScale == FinalScale::DivideProbs; }
    bool mergesByList() const { return crossTile == CrossTile::List || crossTile == CrossTile::Arrival; }

    bool operator==(const Recipe &) const = default;
};

/// One recipe field as the user sees it.
struct RecipeField {
    std::string_view name;   ///< as in --set name=value
    std::string_view values; ///< accepted values, separated by '|'; <n> is an integer, <list> a comma list
    std::string_view doc;    ///< one line, English
};
/// All fields in display order. "mma" is not among them: it is accepted by setField as a shorthand for both.
std::span<const RecipeField> recipeFields();

/// The field's value as text: what setField accepts.
std::string fieldValue(const Recipe &recipe, std::string_view name);
/// Sets a field from text; the message lists what is accepted. Device ids in mma fields are checked later, on
/// resolution.
Status setField(Recipe &recipe, std::string_view name, std::string_view value);
/// Relations between fields (tile sizes positive and sensible, tile a multiple of the warp part, ...).
Status validate(const Recipe &recipe);

/// Whether a field has any effect in this recipe (the sketch has no running sum, the online form no cross-tile tree).
bool fieldMatters(const Recipe &recipe, std::string_view name);

/// Fields in which two recipes differ, in display order.
std::vector<std::string> differingFields(const Recipe &a, const Recipe &b);

} // namespace ulpscope
