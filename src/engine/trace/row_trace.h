// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/schedule.h"

#include <memory>
#include <vector>

namespace ulpscope {

/// Everything that happens to one query row in one key tile. Vectors of length tileN, lanes, headDimV.
struct RowTileTrace {
    int nBlock = 0;
    KeyRange keys;                           ///< keys that exist; columns beyond are masked
    std::uint64_t firstStep = 0;             ///< plan index of the tile's LoadKv
    std::vector<float> scores;               ///< raw, masked -inf
    std::vector<float> probs;                ///< fp32, relative to the running max (own max in a sketch)
    float tileMax = 0, tileSum = 0;          ///< the tile alone; tileMax in the recipe's max units
    std::vector<float> tileOut;              ///< the tile alone, not normalised
    float runMax = 0, runSum = 0, alpha = 0; ///< after the tile; alpha 0 in the first
    std::vector<float> lanes;                ///< lane sums after the tile
    std::vector<float> accO;                 ///< after the tile
};

/// One split (or the whole row when there is one split).
struct RowSplitTrace {
    int split = 0;
    int workTile = 0;
    std::vector<RowTileTrace> tiles; ///< in visiting order
    std::vector<float> accO;         ///< before normalisation (after the merge in a sketch)
    std::vector<float> output;       ///< fp32 for a split, output format otherwise
    float rowMax = 0, rowSum = 0, lse = 0;
};

/// The whole way of one query row to its output: the same bits as the run, for one row's cost.
struct RowTrace {
    int batch = 0, head = 0, row = 0;
    std::vector<RowSplitTrace> splits;
    std::vector<float> output; ///< final, output format
    float lse = 0;
};

Result<RowTrace> traceRow(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                          const std::shared_ptr<const Schedule> &schedule, int batch, int head, int row);

} // namespace ulpscope
