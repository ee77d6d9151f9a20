// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/whole_run.h"

#include <memory>
#include <vector>

namespace ulpscope {

/// Per-row values of one work tile after each of its key tiles. Matrices are rows x key tiles, in visiting order.
struct WorkTileTrace {
    WorkTile tile;
    std::vector<int> nBlocks; ///< key tiles in visiting order
    Matrix runMax, runSum, alpha;
    Matrix tileMax, tileSum;         ///< the key tile alone (derived where the kernel never forms it)
    std::vector<StepKind> stepKinds; ///< all steps of the tile, from Schedule::firstStep(tile.index) on
};

/// All that the views show of one (batch, head): S and P whole, running values per key tile, output. Immutable once
/// made.
struct HeadTrace {
    RunSpec spec;
    std::shared_ptr<const Schedule> schedule;
    int batch = 0, head = 0;
    Matrix scores; ///< seqlenQ x seqlenK raw scores, -inf where masked; empty above HeadTraceOptions::maxCells
    Matrix probs;  ///< seqlenQ x seqlenK, fp32 as the kernel forms them; 0 where masked; empty likewise
    std::vector<WorkTileTrace> tiles; ///< plan order, combines included (without key tiles)
    Matrix output;                    ///< seqlenQ x headDimV
    Matrix lse;                       ///< seqlenQ x 1

    /// Index in `tiles` of the (mBlock, split) tile.
    int tileIndex(int mBlock, int split) const;
    /// The (split, ordinal) at which key tile nBlock is visited by query tile mBlock; {-1, -1}: never.
    std::pair<int, int> visit(int mBlock, int nBlock) const;
};

struct HeadTraceOptions : WholeRunOptions {
    std::size_t maxCells = 4096u * 4096u; ///< keep S and P only for heads up to this many (row, key) cells
};

Result<std::shared_ptr<const HeadTrace>> traceHead(const Backend &backend, const RunSpec &spec,
                                                   std::shared_ptr<const Inputs> inputs, int batch, int head,
                                                   const HeadTraceOptions &options = {});

} // namespace ulpscope
