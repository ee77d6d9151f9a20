// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/problem.h"

#include <stop_token>
#include <vector>

namespace ulpscope {

/// Attention of one (batch, head) in float64, by a plain two-pass softmax over whole rows: no tiles, no running values,
/// nothing shared with the kernels' code.
struct Reference {
    int rows = 0;
    int cols = 0;                    ///< headDimV
    std::vector<double> output;      ///< [rows x cols]; rows that see no key are 0
    std::vector<double> outputBound; ///< bound on |output - exact|, first order in 2^-53, same shape
    std::vector<double> termSums;    ///< sum over keys of weight * |v|, same shape: the scale of what cancels
    std::vector<double> lse;         ///< natural log; -inf for rows that see no key
};

/// Rows [rowBegin, rowEnd) of the reference. Memory O(seqlenK) a row. Cancelled between rows.
Result<Reference> referenceAttention(const Problem &problem, const Inputs &inputs, int batch, int head, int rowBegin,
                                     int rowEnd, std::stop_token stop = {});

/// Reference scores q.k (unscaled, masked ones -inf) of one row, in float64.
std::vector<double> referenceScores(const Problem &problem, const Inputs &inputs, int batch, int head, int row);
/// Softmax weights of one row in float64.
std::vector<double> referenceWeights(const Problem &problem, const Inputs &inputs, int batch, int head, int row);

} // namespace ulpscope
