// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What several subcommands say about a run, as JSON and as text.
#pragma once

#include "cli/arguments.h"
#include "cli/output.h"
#include "engine/schedule/run_spec.h"
#include "engine/session/session.h"

namespace ulpscope::cli {

nlohmann::json evidenceJson(const Evidence &evidence);
/// The fields that have an effect in this recipe, by name.
nlohmann::json recipeJson(const Recipe &recipe);
/// "name", "device" and "asked": what --backend said.
nlohmann::json backendJson(const BackendChoice &choice, const std::string &asked);
nlohmann::json problemJson(const Problem &problem);
/// "kernel", "device", "splits", "recipe" and "known": what made the bits.
nlohmann::json specJson(const RunSpec &spec);

/// "batch 1, heads 2, queries 384, keys 384, head dim 128, fp16"
std::string problemText(const Problem &problem);
/// "fa2-pytorch on h200, 3 splits"; for a sketch, the parts of its merge tree where the device names it.
std::string kernelText(const RunSpec &spec);
/// Rows "known", and "note" for each thing that weakens it.
void addKnown(Table &table, const RunSpec &spec);

/// "batch 0, head 1, row 12"
std::string rowText(int batch, int head, int row);
/// "batch 0, head 1, row 12, column 3"
std::string placeText(int batch, int head, int row, int col);
/// 3 -> "3"; the distance of a NaN to a number -> "infinite (NaN against a number)".
std::string ulpText(std::int64_t ulps);

} // namespace ulpscope::cli
