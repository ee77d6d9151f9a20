// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reduction/merge_tree.h"
#include "engine/schedule/run_spec.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace ulpscope {

/// What one step does.
enum class StepKind : std::uint8_t {
    LoadQ,
    LoadKv,
    ScoreGemm,
    ApplyMask,
    RowMax,
    RescaleOutput,
    Exp2,
    RowSum,
    OutputGemm,
    Normalize,
    Combine,
};
std::string_view stepKindName(StepKind kind);

/// One unit of independent work: a query tile of one head (and one split of its keys), or the combine of all splits.
struct WorkTile {
    int index = 0;
    int batch = 0;
    int head = 0;
    int mBlock = 0;
    int split = 0;
    bool isCombine = false;
    int rowBegin = 0, rowEnd = 0; ///< query rows
};

/// One planned step: what, where. Pure data, the same on every backend.
struct PlannedStep {
    std::uint64_t index = 0;
    StepKind kind = StepKind::LoadQ;
    int workTile = 0;
    int ordinal = -1; ///< position of the key tile in visiting order; -1 outside key tiles
    int nBlock = -1;  ///< index of the key tile; -1 outside key tiles
    bool operator==(const PlannedStep &) const = default;
};

/// A RunSpec's work tiles and steps, in plan order: batch, head, query tile, split; the combine follows the splits of
/// its query tile. A pure function of the RunSpec. Immutable, cheap to share.
class Schedule {
public:
    static Result<Schedule> build(const RunSpec &spec);

    int workTileCount() const { return static_cast<int>(m_firstStep.size()) - 1; }
    WorkTile workTile(int index) const;
    /// Key tiles of a work tile in visiting order (empty for a combine, or where no row sees a key).
    std::vector<int> keyTiles(const WorkTile &tile) const;
    int keyTileCount(const WorkTile &tile) const { return visitedTiles(tile).end - visitedTiles(tile).begin; }
    /// Whether some, but not all, of the tile's (row, key) pairs are masked or beyond the sequence.
    bool needsMask(const WorkTile &tile, int nBlock) const;
    /// FlexAttention's partial block: the mask block (Recipe::maskBlock both ways) that holds the tile's first pair is
    /// not fully visible. Without a mask there are none.
    bool inPartialBlock(const WorkTile &tile, int nBlock) const;
    /// Keys of a key tile that exist (nBlock * tileN up to at most tileN more).
    KeyRange keysOf(const WorkTile &tile, int nBlock) const;
    /// Keys of a key tile that a query row adds to its sums. Without a fault those that it sees; keys beyond the last
    /// one are added, as zeros, by Fault::UnmaskedTail.
    KeyRange addedKeys(int batch, int row, int nBlock) const;
    /// End of the keys that no length hides: the number of keys, rounded up to a key tile by Fault::UnmaskedTail.
    int keyLimit(int batch) const;
    /// The key tile whose K (V) a key tile is multiplied with: itself, or by Fault::StaleK (StaleV) the one visited
    /// before it, with zeros where that one has no key.
    int kTileRead(const WorkTile &tile, int nBlock) const { return tileRead(Fault::StaleK, tile, nBlock); }
    int vTileRead(const WorkTile &tile, int nBlock) const { return tileRead(Fault::StaleV, tile, nBlock); }
    /// Whether the recipe's fault changes what any row adds.
    bool faultReaches() const;

    std::uint64_t stepCount() const { return m_firstStep.back(); }
    PlannedStep step(std::uint64_t index) const;
    std::uint64_t firstStep(int workTile) const { return m_firstStep[static_cast<std::size_t>(workTile)]; }
    /// All steps of one work tile, in order.
    std::vector<PlannedStep> steps(const WorkTile &tile) const;

    int mBlocks() const { return m_mBlocks; }
    int nBlocks() const { return m_nBlocks; }
    int splits() const { return m_splits; }
    const Problem &problem() const { return m_problem; }
    const Recipe &recipe() const { return m_recipe; }
    /// Merge tree over the key tiles of a sketch work tile with `tiles` tiles.
    Result<MergeTree> sketchTree(int tiles) const { return crossTileTree(m_recipe, tiles, m_deviceParts); }

private:
    std::uint64_t countSteps(const WorkTile &tile) const;
    WorkTile locate(int index) const;
    KeyRange splitTiles(const WorkTile &tile, KeyRange visible) const;
    KeyRange visitedTiles(const WorkTile &tile) const;
    bool allVisible(const WorkTile &tile, KeyRange rows, KeyRange keys) const;
    int existingKeys(int batch) const;
    int tileRead(Fault stale, const WorkTile &tile, int nBlock) const;

    Problem m_problem;
    Recipe m_recipe;
    int m_mBlocks = 0, m_nBlocks = 0, m_splits = 1, m_deviceParts = 1;
    int m_tilesPerSplit = 0;    ///< RunSpec::splitTiles
    int m_tilesPerRowBlock = 1; ///< splits, plus the combine when there are several
    std::vector<std::uint64_t> m_firstStep;
};

} // namespace ulpscope
