// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reduction/ensemble.h"
#include "engine/trace/row_trace.h"

namespace ulpscope {

/// What the combine adds to one element of a row's output, before it is rounded to the output format: a weight and a
/// partial output for each split, as terms of s = fma(weight, partial, s). In the recipe's own order they give the
/// run's bits. The trace is of a run with this spec; `column` is an output column. InvalidArgument: the run has one
/// split.
Result<EnsembleSpec> combineTerms(const RunSpec &spec, const RowTrace &row, int column);

} // namespace ulpscope
