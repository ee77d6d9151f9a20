// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/recipe.h"

#include <vector>

namespace ulpscope {

/// Which lane adds which columns of a key tile.
struct LaneLayout {
    int lanes = 1;                         ///< lanes that share a row, a power of two
    int parts = 1;                         ///< parts of a tile that are summed on their own (warpColumns)
    std::vector<std::vector<int>> columns; ///< [part * lanes + lane]: columns of the tile, ascending

    explicit LaneLayout(const Recipe &recipe);
    const std::vector<int> &of(int part, int lane) const
    {
        return columns[static_cast<std::size_t>(part * lanes + lane)];
    }
};

} // namespace ulpscope
