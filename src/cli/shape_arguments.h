// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/catalog.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ulpscope::cli {

/// A problem of which only the shape matters.
struct ShapeArguments {
    std::vector<int> shape; ///< batch, heads, KV heads, queries, keys, head dim
    std::string causal = "none";
    std::optional<std::string> dtype;

    void addTo(CLI::App &app);
    void addShapeTo(CLI::App &app); ///< --shape and --dtype only: the mask is said elsewhere
    /// Without --dtype the format is bf16, if the kernel takes it.
    Result<Problem> problem(const Catalog &catalog, const std::string &kernel) const;
};

/// "1..64", "8", "1,2,4": ascending, of 1 to 1,000,000.
Result<std::vector<int>> parseBatches(const std::string &text);

} // namespace ulpscope::cli
