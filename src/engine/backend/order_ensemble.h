// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/backend_choice.h"
#include "engine/reduction/ensemble.h"

namespace ulpscope {

/// An ensemble and who summed it.
struct ExecutedEnsemble {
    EnsembleResult result;
    const Backend *backend = nullptr;
    Phrase why; ///< what Auto went by; empty when the backend was named
};

/// Random orders on the backend that `kind` names, with the same result on each. Auto takes the GPU where there is one
/// with room for the terms, and so many orders that starting its worker is worth it. Errors: as runEnsemble(), and Cuda
/// was named and is absent or has no room.
Result<ExecutedEnsemble> runEnsembleOn(BackendKind kind, const EnsembleSpec &spec, std::uint64_t orders,
                                       const EnsembleOptions &options = {});

} // namespace ulpscope
