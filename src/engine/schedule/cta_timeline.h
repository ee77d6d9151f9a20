// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// When and where the tiles of a launch would run: a model, for looking at. NVIDIA leaves the order of blocks open
// (forums.developer.nvidia.com/t/284666) and the costs are units, not times. Nothing here feeds the arithmetic.
#pragma once

#include <cstdint>
#include <vector>

namespace ulpscope {

/// Who takes which tile next.
enum class DispatchPolicy {
    Linear,           ///< blocks in rising index, each to the slot that frees first
    Lpt,              ///< as Linear, the most expensive tiles first
    StaticPersistent, ///< a block on every slot takes every slots-th tile
    DynamicCounter,   ///< a block on every slot takes the next number when it is done
};

struct TimelineTile {
    int tile = 0; ///< index into the costs
    int sm = 0;
    int slot = 0; ///< of the SM
    std::int64_t begin = 0, end = 0;
    bool operator==(const TimelineTile &) const = default;
};

struct CtaTimeline {
    std::vector<TimelineTile> tiles; ///< in launch order
    int smCount = 1, blocksPerSm = 1;
    double waves = 0;               ///< tiles over slots
    double efficiency = 0;          ///< waves over whole waves
    std::int64_t makespan = 0;      ///< end of the last tile
    std::int64_t tail = 0;          ///< from when the first slot had nothing left to do
    std::vector<std::int64_t> busy; ///< of each SM: the sum over its slots

    /// Launch indices by end, ties by launch index.
    std::vector<int> finishOrder() const;
};

/// Simulates a launch on smCount * blocksPerSm slots. Deterministic: of slots that free at the same time the one with
/// the lower slot number takes the tile, then the one on the lower SM, so that the first tiles spread over the SMs.
CtaTimeline simulateLaunch(const std::vector<std::int64_t> &costs, int smCount, int blocksPerSm, DispatchPolicy policy);

/// What a warp does with a key tile.
enum class TilePhase { LoadQ, Load, Scores, Softmax, Output, Store };

/// How the phases of a tile overlap: `None` one after another; `ProducerConsumer` loads ahead, as far as there are
/// buffers; `PingPong` moreover has two groups of warps, of which one multiplies while the other is at its softmax.
enum class PhaseOverlap { None, ProducerConsumer, PingPong };

/// Costs of the phases in units; even, since ping-pong halves them. All equal, for want of a measurement.
struct PhaseCosts {
    std::int64_t loadQ = 2, load = 2, scores = 2, softmax = 2, output = 2, store = 2;
    int buffers = 2; ///< key tiles that can be loaded ahead
};

struct PhaseSpan {
    TilePhase phase = TilePhase::Load;
    int group = 0;                   ///< warps that do it: 0 the producer, or everyone without one; 1, 2 the consumers
    int keyTile = -1;                ///< position in visiting order; -1 for LoadQ and Store
    std::int64_t begin = 0, end = 0; ///< from the tile's begin
    bool operator==(const PhaseSpan &) const = default;
};

/// The phases of one tile with this many key tiles, by begin.
std::vector<PhaseSpan> tilePhases(int keyTiles, const PhaseCosts &costs, PhaseOverlap overlap);
/// End of the last of them.
std::int64_t tileCost(int keyTiles, const PhaseCosts &costs, PhaseOverlap overlap);

} // namespace ulpscope
