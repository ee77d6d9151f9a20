// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/recipe.h"

#include <vector>

namespace ulpscope {

/// Which lane adds which columns of a key tile.
struct LaneLayout {
    int lanes = 1; ///< lanes that share a row, a power of two; of warp 0 (keyWarps), of warp 1, ...
    int parts = 1; ///< parts of a tile that are summed on their own (warpColumns)
    std::vector<std::vector<int>> columns; ///< [part * lanes + lane]: columns of the tile, ascending

    explicit LaneLayout(const Recipe &recipe);
    const std::vector<int> &of(int part, int lane) const
    {
        return columns[static_cast<std::size_t>(part * lanes + lane)];
    }
};

/// The sum of eight lanes as QuadOrder::Xor241 adds them: ((0+2) + (4+6)) + ((1+3) + (5+7)).
template <typename Value, typename Add>
Value sumXor241(const Value *lanes, Add add)
{
    return add(add(add(lanes[0], lanes[2]), add(lanes[4], lanes[6])),
               add(add(lanes[1], lanes[3]), add(lanes[5], lanes[7])));
}

} // namespace ulpscope
