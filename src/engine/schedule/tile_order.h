// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/phrase.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ulpscope {

/// How an index that a block has, or is handed, becomes a tile. Timing only: it decides when and where a tile is
/// computed, never what.
enum class TileScheduler {
    Fa2,        ///< one block a tile, grid (query tile, batch, head), with splits (query tile, split, batch and head)
    SingleTile, ///< one block a tile, grid (query tile, head and split, batch)
    Fa3Static,  ///< a block on each SM takes every gridDim-th tile: query tile, then head and split, then batch
    Fa3Dynamic, ///< a block on each SM takes the next number of a counter: heads in sections, longest tiles first
    Fa4Static,  ///< as Fa3Static, without splits
    Fa4Lpt,     ///< one block a tile: sections as Fa3Dynamic, of another size; a split after the other
};
std::string_view tileSchedulerName(TileScheduler scheduler);
std::optional<TileScheduler> parseTileScheduler(std::string_view name);

/// The tiles of a launch.
struct TileGrid {
    int mBlocks = 1, heads = 1, batch = 1, splits = 1;
    int headsPerKvHead = 1;       ///< query heads among `heads` that share K and V; 1 where they are packed into rows
    std::int64_t kvHeadBytes = 1; ///< K and V of one head: how many heads make a section

    std::int64_t tiles() const { return std::int64_t{mBlocks} * heads * batch * splits; }
};

struct TileCoordinate {
    int mBlock = 0, head = 0, batch = 0, split = 0;
    auto operator<=>(const TileCoordinate &) const = default;
};

/// Heads of a section of Fa3Dynamic and Fa4Lpt: a power of two of those whose K and V fit into the L2 that they assume
/// (32 and 50 MiB). 1 for the others.
std::int64_t sectionHeads(TileScheduler scheduler, const TileGrid &grid);

/// The tile of the `index`-th number handed out, for 0 <= index < grid.tiles().
TileCoordinate tileAt(TileScheduler scheduler, const TileGrid &grid, std::int64_t index);

} // namespace ulpscope
