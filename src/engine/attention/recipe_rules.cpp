// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Which recipes make sense: ranges of fields, relations between them, and which of them have an effect.
#include "engine/attention/recipe.h"

#include <algorithm>
#include <set>

namespace ulpscope {

Status validate(const Recipe &r)
{
    const auto range = [](const char *name, int value, int low, int high) -> Status {
        if (value >= low && value <= high)
            return {};
        return Status::invalid(phrase("recipe field %1: %2, expected %3..%4", name, value, low, high));
    };
    if (Status s = range("tileM", r.tileM, 1, 1024); !s.ok())
        return s;
    if (Status s = range("tileN", r.tileN, 1, 4096); !s.ok())
        return s;
    if (Status s = range("maskBlock", r.maskBlock, 0, 4096); !s.ok())
        return s;
    if (Status s = range("instrK", r.instrK, 1, 64); !s.ok())
        return s;
    if (Status s = range("combineLanes", r.combineLanes, 1, 64); !s.ok())
        return s;
    if (Status s = range("warpColumns", r.warpColumns, 0, r.tileN); !s.ok())
        return s;
    if (r.warpColumns > 0 && r.tileN % r.warpColumns != 0)
        return Status::invalid(
            phrase("recipe field warpColumns: %1, expected a divisor of tileN %2", r.warpColumns, r.tileN));
    if (r.keyWarps != 1 && r.keyWarps != 2 && r.keyWarps != 4 && r.keyWarps != 8)
        return Status::invalid(phrase("recipe field keyWarps: %1, expected 1, 2, 4 or 8", r.keyWarps));
    if (r.tileN % r.keyWarps != 0)
        return Status::invalid(
            phrase("recipe field keyWarps: %1, expected a divisor of tileN %2", r.keyWarps, r.tileN));
    const auto needs = [&](bool condition, const char *field, const char *other, const Phrase &value) -> Status {
        if (condition)
            return {};
        return Status::invalid(phrase("recipe field %1: %2 needs %3=%4, found %5", field, fieldValue(r, field), other,
                                      value, fieldValue(r, other)));
    };
    const bool rowJoin = r.join == Join::RowFma || r.join == Join::RowMulAdd || r.join == Join::FirstLaneMulAdd;
    const bool log2Units = r.exp != ExpMethod::Fa4Poly3 || r.argument != Argument::Natural;
    const bool natural = r.inNaturalUnits();
    const Status relations[] = {
        needs(!rowJoin || r.quadWhen == QuadWhen::EveryTile, "join", "quadWhen", "everyTile"),
        needs(rowJoin || r.quadWhen == QuadWhen::End, "join", "quadWhen", "end"),
        needs(r.warpColumns == 0 || r.join == Join::RowMulAdd, "warpColumns", "join", "rowMulAdd"),
        needs(r.laneSum == LaneSum::Ascending || rowJoin || r.join == Join::LaneLocalFma, "laneSum", "join",
              phrase("laneLocalFma, rowFma or rowMulAdd")),
        needs(natural == (r.argument == Argument::Natural), natural ? "scoreScale" : "argument",
              natural ? "argument" : "scoreScale", natural ? Phrase("natural") : phrase("natural or operands")),
        needs(natural == (r.alpha == Alpha::Natural), natural ? "scoreScale" : "alpha",
              natural ? "alpha" : "scoreScale", natural ? Phrase("natural") : phrase("natural or operands")),
        needs(r.exp != ExpMethod::Expf || r.argument == Argument::Natural, "exp", "argument", "natural"),
        needs(r.scoreScale != ScoreScale::Operands || r.mmaQk.kind != MmaUnit::Kind::TensorCore, "scoreScale", "mmaQk",
              phrase("fp32-fma or exact")),
        needs(!natural || r.maxOf == MaxOf::Scaled, "scoreScale", "maxOf", "log2"),
        needs(r.alpha != Alpha::Log2Difference || r.maxOf == MaxOf::Scaled, "alpha", "maxOf", "log2"),
        needs(r.maxOf == MaxOf::Raw || natural || r.alpha == Alpha::Log2Difference, "maxOf", "alpha", "log2Difference"),
        needs(r.quadOrder != QuadOrder::Xor241 || (r.lanes == Lanes::Strided && r.lanesK == 8), "quadOrder", "lanes",
              "strided:8"),
        needs(log2Units, "exp", "argument", phrase("unfused, fused or fusedFullBlocks")),
        needs(r.rescale == Rescale::Always || !natural, "rescale", "scoreScale",
              phrase("folded, foldedFp32 or twoStep")),
        needs(r.pvSum == PvSum::InAccumulator || r.finalScale == FinalScale::IeeeReciprocal ||
                  r.finalScale == FinalScale::Rcp,
              "pvSum", "final", phrase("ieeeReciprocal or rcp")),
        needs(!r.dividesProbs() || r.form == Form::Online, "final", "form", "online"),
        needs(!r.dividesProbs() || r.split == SplitRule::None || (r.split == SplitRule::Count && r.splitValue == 1),
              "final", "split", "none"),
        needs(r.pvSum == PvSum::InAccumulator || r.oStore == OStore::Fp32, "pvSum", "oStore", "fp32"),
        needs(r.keyWarps == 1 || r.form == Form::Online, "keyWarps", "form", "online"),
        needs(r.keyWarps == 1 || r.quadWhen == QuadWhen::End, "keyWarps", "quadWhen", "end"),
        needs(r.keyWarps == 1 || r.lanes == Lanes::Quad, "keyWarps", "lanes", "quad"),
        needs(r.keyWarps == 1 || r.quadOrder == QuadOrder::Xor12, "keyWarps", "quadOrder", "xor12"),
        needs(r.keyWarps == 1 || r.pvSum == PvSum::InAccumulator, "keyWarps", "pvSum", "inAccumulator"),
        needs(r.keyWarps == 1 || r.oStore == OStore::Fp32, "keyWarps", "oStore", "fp32"),
        needs(r.form == Form::Online || r.join != Join::FirstLaneMulAdd, "form", "join", "rowMulAdd"),
        needs(r.form == Form::Online || (rowJoin && r.keyOrder == KeyOrder::Ascending), "form",
              rowJoin ? "keyOrder" : "join", rowJoin ? "ascending" : "rowMulAdd"),
    };
    for (const Status &relation : relations) {
        if (!relation.ok())
            return relation;
    }
    if (r.form == Form::Sketch && r.split != SplitRule::None)
        return Status::invalid(
            phrase("recipe field split: the sketch has no splits (none); its crossTile orders the tiles"));
    if ((r.fault == Fault::StaleK || r.fault == Fault::StaleV) && r.faultOrdinal < 1)
        return Status::invalid(
            phrase("recipe field fault: %1, expected 1 or more behind the colon: the key tile that is "
                   "visited first (0) has none before it whose data could be left",
                   fieldValue(r, "fault")));
    for (int column : r.expColumns) {
        if (column >= std::min(r.tileN, 128))
            return Status::invalid(
                phrase("recipe field exp: column %1, expected 0..%2: a tile has %3 columns, of which "
                       "the first 128 can be listed",
                       column, std::min(r.tileN, 128) - 1, r.tileN));
    }
    for (const auto &[name, list] : {std::pair{"keyOrder", &r.keyOrderList}, std::pair{"exp", &r.expColumns},
                                     std::pair{"combine", &r.combineList}, std::pair{"crossTile", &r.crossTileList}}) {
        std::set<int> seen;
        for (int i : *list) {
            if (i < 0 || !seen.insert(i).second)
                return Status::invalid(
                    phrase("recipe field %1: index %2 in the list is negative or repeated", name, i));
        }
    }
    return {};
}

bool fieldMatters(const Recipe &r, std::string_view name)
{
    if (r.form == Form::Sketch) {
        for (std::string_view unused : {"keyOrder", "join", "quadWhen", "oStore", "split", "combine", "combineLanes",
                                        "combineMath", "rescale", "pvSum", "keyWarps"}) {
            if (name == unused)
                return false;
        }
    }
    if (name == "crossTile")
        return r.form == Form::Sketch;
    if (name == "combine" || name == "combineMath")
        return r.split != SplitRule::None;
    if (name == "maskBlock")
        return r.keyOrder == KeyOrder::PartialFirst || r.argument == Argument::FusedFullBlocks;
    if (name == "combineLanes")
        return r.split != SplitRule::None && r.combine == CombineOrder::ButterflyFma;
    if (name == "ftz") // expf is a sequence of its own, which flushes
        return r.exp != ExpMethod::Expf;
    if (name == "quadOrder")
        return r.lanes != Lanes::Contiguous;
    return true;
}

} // namespace ulpscope
