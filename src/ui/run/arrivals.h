// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backend/order_ensemble.h"

#include <cstdint>
#include <string>

namespace ulpscope::ui {

/// Partial results, and in how many orders they are to be added.
struct ArrivalQuestion {
    EnsembleSpec terms;       ///< no values: there is no question
    bool allOrders = false;   ///< else random ones
    std::uint64_t orders = 0; ///< random orders
    std::uint64_t seed = 0;   ///< of random orders
    bool operator==(const ArrivalQuestion &) const = default;
};

/// What came out, and who added. The same for each of them.
struct ArrivalAnswer {
    ArrivalQuestion question;
    EnsembleResult result;
    bool isGpu = false;
    std::string device; ///< name of the GPU
};

/// All orders are always found on the CPU.
Result<ArrivalAnswer> answerArrivals(BackendKind kind, const ArrivalQuestion &question, const EnsembleOptions &options);

} // namespace ulpscope::ui
