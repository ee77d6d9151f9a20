// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/analysis/error_metric.h"
#include "engine/backend/tile_executor.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

/// One output element that two runs disagree about.
struct OutputMismatch {
    int batch = 0, head = 0, row = 0, col = 0;
    float a = 0, b = 0;
};

/// Two outputs [batch, heads, seqlenQ, headDimV] of one problem, bit by bit.
struct OutputComparison {
    std::vector<BitDifference> perHead; ///< [batch * heads + head]
    std::int64_t elements = 0, mismatches = 0;
    std::int64_t nanMismatches = 0;              ///< of the mismatches, NaN against a number
    std::int64_t maxUlp = 0;                     ///< kInfiniteUlpDistance with a NaN against a number
    double maxAbs = 0;                           ///< over pairs without NaN
    std::optional<OutputMismatch> firstMismatch; ///< in row-major order
};

/// Compares outputs, such as a run's (a) with one read from a file (b). Errors: a size that is not the problem's.
Result<OutputComparison> compareOutputs(const Problem &problem, const std::vector<float> &a,
                                        const std::vector<float> &b);

/// Where the bits of two runs part first, in A's plan order.
struct Divergence {
    PlannedStep step; ///< of A
    Quantity quantity = Quantity::Scores;
    int batch = 0, head = 0, row = 0; ///< row of the query sequence
    int col = 0;        ///< key for Scores and Probs, column of the output for OutputAcc and Output, 0 for row values
    float a = 0, b = 0; ///< the quantity in A and in B
    Phrase node;        ///< the tree node: "product group of head-dim columns 16..31 of key 291", ...
    Phrase reason;      ///< in words, from the recipes: "Q.K and P.V: A (h200) adds 16 products at once ...; B ..."
    /// The plans part: this step of A has no counterpart in B (another key tile, split or merge). `row` is then the
    /// first row whose output or LSE differs, and quantity, a and b are its first running value that can be compared
    /// (after the same keys) and differs, or its output.
    bool structural = false;
};

/// Two runs on the same problem and inputs.
struct Comparison : OutputComparison {
    std::vector<std::string> recipeDifferences; ///< "tileN: 128 | 64", fields that have an effect only
    std::int64_t lseMismatches = 0;             ///< of batch * heads * seqlenQ
    std::optional<Divergence> first;            ///< none when all compared values are equal
};

/// Compares the outputs and finds the first divergence. Where both plans visit the same key tiles in the same order,
/// the state is compared after every step; the number of query rows in a tile does not matter, since rows share no
/// value. Otherwise raw scores are compared, which do not depend on tiles, and then the plans. Scores that the mask
/// hides reach nothing and are passed over, as are row maxima kept in different units. Memory: one work tile of each
/// run beside the outputs. Cancelled between steps. Errors: different problems, and those of the runs.
Result<Comparison> compareRuns(const Backend &backend, const RunSpec &a, const RunSpec &b,
                               const std::shared_ptr<const Inputs> &inputs, std::stop_token stop = {});

/// What differs between two recipes, in words for a person, the fields that move most bits first. Empty when the runs
/// do the same arithmetic in the same order.
std::vector<std::string> describeDifferences(const RunSpec &a, const RunSpec &b);

} // namespace ulpscope
