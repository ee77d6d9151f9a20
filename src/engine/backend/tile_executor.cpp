// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/tile_executor.h"

namespace ulpscope {

std::string_view quantityName(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Scores: return "Scores";
    case Quantity::Probs: return "Probs";
    case Quantity::RowMax: return "RowMax";
    case Quantity::LaneSums: return "LaneSums";
    case Quantity::RowSum: return "RowSum";
    case Quantity::Alpha: return "Alpha";
    case Quantity::OutputAcc: return "OutputAcc";
    case Quantity::Lse: return "Lse";
    case Quantity::Output: return "Output";
    case Quantity::TileMax: return "TileMax";
    case Quantity::TileSum: return "TileSum";
    case Quantity::TileOut: return "TileOut";
    }
    return "?";
}

} // namespace ulpscope
