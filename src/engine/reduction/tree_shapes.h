// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/mask.h"
#include "engine/attention/recipe.h"
#include "engine/reduction/merge_tree.h"
#include "engine/reduction/reduction_tree.h"

#include <span>
#include <vector>

namespace ulpscope {

/// A key tile as one query row meets it.
struct RowKeyTile {
    int nBlock = 0;
    KeyRange visible; ///< keys of the tile that the row sees; empty: none
    std::vector<int>
        harmful; ///< hidden keys that are a summand all the same, ascending: 0 * v is NaN where v is not finite

    bool adds(int key) const;
    bool addsNothing() const { return visible.empty() && harmful.empty(); }
};

/// The products that one step of a unit adds: a tensor core takes groups of min(instrK, groupL) in each instruction of
/// instrK, the other units take a whole row of products.
struct DotUnit {
    MmaUnit::Kind kind = MmaUnit::Kind::Fp32Fma;
    int instrK = 1; ///< TensorCore only
    int groupL = 1; ///< TensorCore only
};

/// What the leaves of a sketch's tree are.
enum class SketchLeaves { Keys, KeyTiles };

/// Trees over key tiles, in visiting order. Nodes with a factor belong to a key tile: the factor is the rescale factor
/// of the tile (the tile's weight in a sketch). All are empty when the row sees no key.

/// The row sum of the online form.
ReductionTree rowSumTree(const Recipe &recipe, std::span<const RowKeyTile> tiles);
/// One element of the output accumulator of the online form, before normalisation.
ReductionTree outputTree(const Recipe &recipe, const DotUnit &unit, std::span<const RowKeyTile> tiles);

/// How a sketch's tiles are merged: `tree` is over all tiles, made of `parts` runs of neighbours (1: of no parts),
/// whose own additions are in a split and the others in the grid.
struct SketchMerge {
    MergeTree tree;
    int parts = 1;
};
/// The sketch's row sum, and an element of its output.
ReductionTree sketchSumTree(const Recipe &recipe, const SketchMerge &merge, std::span<const RowKeyTile> tiles,
                            SketchLeaves leaves);
ReductionTree sketchOutputTree(const Recipe &recipe, const DotUnit &unit, const SketchMerge &merge,
                               std::span<const RowKeyTile> tiles, SketchLeaves leaves);

/// A score: products over the head dimension, leaves are dimensions.
ReductionTree scoreTree(const DotUnit &unit, int headDim);
/// One element of dQ in a backward pass whose key tiles add their contributions to accumulators: tile n to number n mod
/// `buffers`. `tiles` are in the order in which they arrive, those of one accumulator together; leaves are keys. The
/// last node multiplies by the softmax scale.
ReductionTree contributionTree(const DotUnit &unit, int tileN, int buffers, std::span<const RowKeyTile> tiles);
/// The sum of the splits' weights; leaves are splits, also those that saw no key (weight 0).
ReductionTree combineWeightsTree(const MergeTree &merge);
/// An element of the combined output: fma over splits in `order`.
ReductionTree combineOutputTree(std::span<const int> order);

} // namespace ulpscope
