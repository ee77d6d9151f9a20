// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/tile_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace ulpscope {
namespace {

constexpr std::array kNames = {
    std::pair(TileScheduler::Fa2, std::string_view("fa2")),
    std::pair(TileScheduler::SingleTile, std::string_view("singleTile")),
    std::pair(TileScheduler::Fa3Static, std::string_view("fa3Static")),
    std::pair(TileScheduler::Fa3Dynamic, std::string_view("fa3Dynamic")),
    std::pair(TileScheduler::Fa4Static, std::string_view("fa4Static")),
    std::pair(TileScheduler::Fa4Lpt, std::string_view("fa4Lpt")),
};

/// Takes the lowest digit, of this size, off a mixed-radix number.
int digit(std::int64_t &number, int size)
{
    const std::int64_t value = number % size;
    number /= size;
    return static_cast<int>(value);
}

/// Sections of heads: inside one, all heads of the last query tile come first. The last section may be smaller.
TileCoordinate inSections(const TileGrid &g, std::int64_t index, std::int64_t section, int blocksPerHead)
{
    const std::int64_t all = std::int64_t{g.heads} * g.batch;
    const std::int64_t number = index / (section * blocksPerHead), rest = index % (section * blocksPerHead);
    const std::int64_t width = std::min(section, all - number * section);
    std::int64_t head = number * section + rest % width, block = rest / width;
    TileCoordinate tile;
    tile.mBlock = g.mBlocks - 1 - digit(block, g.mBlocks);
    tile.split = static_cast<int>(block);
    tile.head = digit(head, g.heads);
    tile.batch = static_cast<int>(head);
    return tile;
}

} // namespace

std::string_view tileSchedulerName(TileScheduler scheduler)
{
    for (const auto &[value, name] : kNames) {
        if (value == scheduler)
            return name;
    }
    return "?";
}

std::optional<TileScheduler> parseTileScheduler(std::string_view text)
{
    for (const auto &[value, name] : kNames) {
        if (name == text)
            return value;
    }
    return std::nullopt;
}

std::int64_t sectionHeads(TileScheduler scheduler, const TileGrid &g)
{
    const auto fitting = [&](std::int64_t bytes) {
        const std::int64_t heads = std::max<std::int64_t>(bytes / std::max<std::int64_t>(g.kvHeadBytes, 1), 1);
        return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(heads)));
    };
    if (scheduler == TileScheduler::Fa3Dynamic)
        return fitting(32 << 20) * g.headsPerKvHead;
    return scheduler == TileScheduler::Fa4Lpt ? fitting(50 << 20) : 1;
}

TileCoordinate tileAt(TileScheduler scheduler, const TileGrid &g, std::int64_t index)
{
    TileCoordinate tile;
    switch (scheduler) {
    case TileScheduler::Fa2:
        tile.mBlock = digit(index, g.mBlocks);
        if (g.splits == 1) {
            tile.batch = digit(index, g.batch);
            tile.head = static_cast<int>(index);
        } else {
            tile.split = digit(index, g.splits);
            tile.head = digit(index, g.heads);
            tile.batch = static_cast<int>(index);
        }
        return tile;
    case TileScheduler::SingleTile:
    case TileScheduler::Fa3Static:
    case TileScheduler::Fa4Static:
        tile.mBlock = digit(index, g.mBlocks);
        tile.split = digit(index, g.splits);
        tile.head = digit(index, g.heads);
        tile.batch = static_cast<int>(index);
        return tile;
    case TileScheduler::Fa3Dynamic: return inSections(g, index, sectionHeads(scheduler, g), g.mBlocks * g.splits);
    case TileScheduler::Fa4Lpt: {
        const std::int64_t perSplit = g.tiles() / g.splits;
        tile = inSections(g, index % perSplit, sectionHeads(scheduler, g), g.mBlocks);
        tile.split = static_cast<int>(index / perSplit);
        return tile;
    }
    }
    return tile;
}

} // namespace ulpscope
