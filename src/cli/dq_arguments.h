// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What several subcommands are told about dQ, the gradient of q.
#pragma once

#include "cli/arguments.h"
#include "engine/analysis/dq_row.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope::cli {

struct DqArguments {
    std::string arrival; ///< --order
    bool deterministic = false;
    std::optional<std::uint64_t> said; ///< --gradient-seed

    void addOrderTo(CLI::App &app);
    void addSeedTo(CLI::App &app);
    std::uint64_t seed() const { return said.value_or(0); }
    /// Nothing of this was said: of sums that are not dQ. Names what was.
    Status checkUnused() const;
    /// A seed is of a generated gradient alone, which `loaded` has where its file brings none.
    Status checkSeed(const LoadedInputs &loaded) const;
    /// The order that was asked for; nothing said: key tiles ascending, one accumulator. Errors: as checkBackward; both
    /// options at once; what is no list of key tiles.
    Result<DqOrder> order(const RunSpec &spec) const;
};

/// "tile_m", "tile_n", "deterministic_buffers" and "known".
nlohmann::json backwardJson(const BackwardPlan &plan);
/// "buffers" and "arrival" (null: ascending).
nlohmann::json dqOrderJson(const DqOrder &order);
/// "key tiles of 128, arriving 2 0 1", "key tiles of 128, ascending, 66 accumulators".
std::string dqOrderText(const BackwardPlan &plan, const DqOrder &order);
/// How dQ in this order is known; the plan's evidence is of the deterministic mode.
std::string dqKnownText(const BackwardPlan &plan, const DqOrder &order, const DqOrder &deterministic);

} // namespace ulpscope::cli
