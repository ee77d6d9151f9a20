// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/tile_executor.h"

#include <vector>

namespace ulpscope {

/// One quantity of the current work tile before and after a step. An empty `before` means that it did not exist.
struct StateChange {
    Quantity quantity = Quantity::Scores;
    Matrix before, after;
};

/// What a reader of the timeline wants to stop at; counts are query rows (NaN: elements) of the step.
struct StepEvents {
    int maxChanged = 0; ///< rows whose running max grew after the first key tile
    int rescaled = 0;   ///< rows multiplied by an alpha other than 1 (and not empty before)
    int ties = 0;       ///< rows in which several keys of the tile share the running max
    int nan = 0;        ///< NaN elements among the values written
    bool any() const { return maxChanged > 0 || rescaled > 0 || ties > 0 || nan > 0; }
};

/// A planned step and what it did: enough to walk a state forwards and backwards.
struct Step {
    PlannedStep planned;
    std::vector<StateChange> changes;
    StepEvents events;
};

/// The quantities that a step of this kind can change.
std::vector<Quantity> changedBy(StepKind kind);
/// Events of a step from its changes and the state after it.
StepEvents eventsOf(const Step &step, const TileExecutor &executor);

} // namespace ulpscope
