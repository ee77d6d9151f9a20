// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/problem.h"

namespace ulpscope {

/// Whether a problem has the head of the batch entry, counted from 0. InvalidArgument: names the number that is wrong
/// and what was expected: "head 2 is outside the problem, expected 0..1".
Status checkHead(const Problem &problem, int batch, int head);
/// The same of a query row of the head.
Status checkRow(const Problem &problem, int batch, int head, int row);

} // namespace ulpscope
