// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/arrival_study.h"
#include "engine/session/arrival_file.h"
#include "engine/session/session.h"

#include <cstdint>
#include <memory>

namespace ulpscope::ui {

/// Which sum of A's run the GPU is to launch, and how often each way.
struct LaunchQuestion {
    ArrivalSum sum = ArrivalSum::Dq;
    std::uint64_t launches = 0;
};

/// Launches them, with a replay. Takes long, and needs a GPU.
Result<ArrivalReport> answerLaunches(const LaunchQuestion &question, const RunSpec &spec, const LoadedInputs &loaded,
                                     const SessionDocument &document, ArrivalOptions options);

} // namespace ulpscope::ui
