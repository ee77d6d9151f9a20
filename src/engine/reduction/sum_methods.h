// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Classic ways to add the same numbers, each in any format, beside the exact sum and what theory promises.
#pragma once

#include "engine/numerics/formats.h"
#include "engine/reduction/merge_tree.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ulpscope {

struct SumMethod {
    enum class Kind {
        Sequential, ///< from the first to the last
        Reverse,    ///< from the last to the first
        Pairwise,   ///< neighbours, then neighbours of results
        Strided,    ///< `width` running sums over every width-th, then a butterfly
        Butterfly,  ///< halves: i and i + n / 2 first, as if padded with zeros to a power of two
        Blocked,    ///< runs of `width` neighbours, then their sums, sequentially both
        Kahan,      ///< one compensation, subtracted from the next term (Kahan 1965)
        Neumaier,   ///< the rests are summed apart and added at the end (Neumaier 1974)
        Exact,      ///< one rounding
    };
    Kind kind = Kind::Sequential;
    int width = 0; ///< Strided and Blocked: at least 1

    bool operator==(const SumMethod &) const = default;
};

/// "sequential", "reverse", "pairwise", "strided:4", "butterfly", "blocked:8", "kahan", "neumaier", "exact"
std::string sumMethodName(SumMethod method);
std::optional<SumMethod> parseSumMethod(std::string_view name);
/// The tree of a shape that is one: all but Kahan, Neumaier and Exact. `leaves` is at least 1.
std::optional<MergeTree> sumMethodTree(SumMethod method, int leaves);

/// Bounds on |result - exact|, where nothing overflows; infinite where there is none. u is half the spacing of the
/// format at 1. Higham, Accuracy and Stability of Numerical Algorithms (2002), chapter 4; Rump, BIT 52 (2012);
/// Ogita, Rump, Oishi, SIAM J. Sci. Comput. 26 (2005); Higham and Mary, SIAM J. Sci. Comput. 41 (2019).
struct SumBounds {
    double worstCase = 0;
    /// Of the worst case: terms of the size n u^2 sum|x| are left out (Kahan).
    bool isFirstOrder = false;
    /// With rounding errors that are independent and of mean zero, |error| stays below this with probability at least
    /// `probability`. Trees only, and only for rounding to nearest.
    double probabilistic = 0;
    double lambda = 0;      ///< of the probabilistic bound; 0 where there is none
    double probability = 0; ///< at least this; 0: the model promises nothing for this lambda
};

/// `exact` and `termSum` as in SumResult, of n summands that the format holds.
SumBounds sumBounds(SumMethod method, DType format, int n, double exact, double termSum, double lambda = 0);

struct SumResult {
    SumMethod method;
    DType format = DType::F32;
    double value = 0;
    double exact = 0;      ///< sum of the leaves as the format holds them, rounded once to double
    double error = 0;      ///< value - exact, rounded once; infinite or NaN for such a value
    double ulps = 0;       ///< |error| in spacings of the format at the exact sum
    double termSum = 0;    ///< sum of |leaves|
    int roundedLeaves = 0; ///< leaves that the format does not hold: they are rounded to it first
    SumBounds bounds;
};

/// Adds `leaves` (at least one) in F16, BF16, F32 or F64, every operation rounded to nearest even. `lambda` 0: such
/// that the probabilistic bound holds with probability 0.99.
SumResult sumBy(SumMethod method, DType format, std::span<const double> leaves, double lambda = 0);

} // namespace ulpscope
