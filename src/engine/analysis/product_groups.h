// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/run_spec.h"

#include <optional>
#include <vector>

namespace ulpscope {

/// A matrix unit as a run uses it: the unit, and k of one instruction.
struct ProductUnit {
    ResolvedMma mma;
    int instrK = 16;
};

/// Ends of the groups of products after each of which there is an accumulator: k elements in ascending order.
std::vector<int> groupEnds(const ProductUnit &unit, int k);

/// Whether two units give equal bits for every dot product of k elements.
bool sameProducts(const ProductUnit &a, const ProductUnit &b, int k);

/// Products [begin, end) of a dot product, and the accumulators of two units after them.
struct DifferingGroup {
    int begin = 0, end = 0;
    float a = 0, b = 0;
};

/// Replays c + x . y (k elements) under both units and returns the first group after which they differ; where one
/// unit's group is several of the other's, the smallest range that is whole groups of both.
std::optional<DifferingGroup> firstDifferingGroup(const ProductUnit &a, const ProductUnit &b, const float *x,
                                                  const float *y, int k, float c);

} // namespace ulpscope
