// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The numbers with which a run is probed: what they must be for the run's formats and arithmetic.
#pragma once

#include "engine/schedule/run_spec.h"

namespace ulpscope {

/// Summands of a signed sum: +-mask swallows up to `mostLeaves` units, and counts of units are exact.
struct MaskLevels {
    float mask = 0, unit = 0;
    int mostLeaves = 0;
};
/// For products of values of `type` with 1, added up in fp32 or by a tensor core (F of at most 25 bits). fp16: 2^15 and
/// 2^-24, its smallest number: n 2^-24 must be lost below 2^15 2^-25. Other formats hold 2^100 and 1: n is below 2^23,
/// so that counts are exact.
MaskLevels maskLevels(DType type);
/// For the splits' outputs, of which each has about the weight 1 / splits and which are rounded to `type` after they
/// are added: Unsupported when fp16 cannot hold the counts (more than 64 splits).
Result<MaskLevels> combineMaskLevels(DType type, int splits);

/// Scores as products q k of one dimension (the others are 0): `q` is a power of two. A key with k = 0 has the score 0,
/// which is the largest, so that its exponential is 1.
struct ScoreLevels {
    float q = 1;
    float near = 0; ///< k of a key whose exponential is between 0.6 and 0.9 times 2^-24
    float far = 0;  ///< k of a key whose exponential is nothing beside that of a near key, and its sums too
};
/// Errors: a scale that is not positive, a softcap that holds scores too close together, a rescale threshold that keeps
/// a maximum so small that nothing is 1.
Result<ScoreLevels> scoreLevels(const Problem &problem, const Recipe &recipe);

} // namespace ulpscope
