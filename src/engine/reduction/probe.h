// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The tree of a sum, found from outside: summands are chosen, results are looked at, nothing else is known.
#pragma once

#include "engine/reduction/sum_shape.h"
#include "engine/status.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace ulpscope {

/// Summand `plus` is a large number, `minus` its negative, all others are units so small beside it that they are lost
/// until both have met. Positions in the list of leaves.
struct MaskPair {
    int plus = 0, minus = 0;
};
/// How many units the result is, for each pair (a real number: 3 units are 3.0).
using MaskProbe = std::function<Result<std::vector<double>>(std::span<const MaskPair>)>;

/// Summand `one` is 1, `a` and `b` are about three quarters of half an ulp of 1 each, all others are 0. Rounding to
/// nearest loses each of the small ones beside the 1, and both together make one ulp.
struct Triplet {
    int one = 0, a = 0, b = 0;
};
/// How many ulps of 1 the result is above 1, for each triplet: 1 where a and b are added before either meets the 1,
/// else 0.
using TripletProbe = std::function<Result<std::vector<double>>(std::span<const Triplet>)>;

/// A shape found by probes.
struct ProbedShape {
    SumShape shape;
    std::int64_t probes = 0;
    int rounds = 0; ///< calls of the probe: all that can be asked without an answer is asked at once
};

/// For sums of signed summands: FPRev (Xie, Gao, Wang and Wang, arXiv 2411.00442) with nodes of any number of summands.
/// A probe tells how many leaves there are under the lowest sum that holds both. Differs from the paper in the order of
/// questions: pivots are drawn, so that a chain in either direction takes about 2 n probes in log n rounds. A node of k
/// leaves takes k (k - 1) / 2.
/// `leaves` names them, each once. A count may be off a whole number by `tolerance`. Errors: none of these is a tree's
/// answer (a count that is not whole, counts that contradict each other), or the probe's own.
Result<ProbedShape> probeByMasks(std::span<const int> leaves, const MaskProbe &probe, double tolerance = 0.0);

/// For sums of positive summands rounded to nearest, two at a time: of every three leaves, which two meet first.
/// 3 (n - 2) probes for each of about 2 log n rounds. Errors: as above; among them a sum that adds three numbers at
/// once.
Result<ProbedShape> probeByTriplets(std::span<const int> leaves, const TripletProbe &probe, double tolerance = 0.0);

} // namespace ulpscope
