// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/lane_layout.h"

namespace ulpscope {

LaneLayout::LaneLayout(const Recipe &recipe)
{
    const int ofWarp = recipe.lanes == Lanes::Quad ? 4 : recipe.lanes == Lanes::Strided ? recipe.lanesK : 1;
    const int warpWidth = recipe.tileN / recipe.keyWarps;
    lanes = ofWarp * recipe.keyWarps;
    const int partWidth = recipe.warpColumns > 0 ? recipe.warpColumns : recipe.tileN;
    parts = recipe.tileN / partWidth;
    columns.resize(static_cast<std::size_t>(parts) * static_cast<std::size_t>(lanes));
    for (int j = 0; j < recipe.tileN; ++j) {
        const int inPart = j % partWidth;
        // A quad's lane t holds columns 8i + 2t and 8i + 2t + 1: the accumulator layout of mma m16n8.
        const int inWarp = inPart % warpWidth;
        const int lane = inPart / warpWidth * ofWarp + (recipe.lanes == Lanes::Quad ? inWarp % 8 / 2 : inWarp % ofWarp);
        columns[static_cast<std::size_t>(j / partWidth * lanes + lane)].push_back(j);
    }
}

} // namespace ulpscope
