// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// One matrix instruction of a device: its tree, its answers, the T-FDPA that explains them, and random problems.
#pragma once

#include "engine/calibration/mma_questions.h"
#include "engine/calibration/mma_vectors.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

/// A question, and what was answered.
struct MmaFinding {
    std::string name, question, source;
    std::string measured;
    std::optional<std::string> profile; ///< what the shipped profile's arithmetic answers; none: it has no such row
    bool agrees = true;                 ///< with the profile, to the bit
};

/// How many of a number of problems an arithmetic gives to the bit.
struct MmaCount {
    std::string what;                                     ///< kind of problems, or the variant that was tried
    std::int64_t problems = 0, measured = 0, profile = 0; ///< equal to the derived and to the profile's arithmetic
};

struct MmaStudy {
    const MmaUnitInfo *unit = nullptr;
    const MmaArithmetic *row = nullptr; ///< of the shipped profile
    std::string tree;                   ///< measured, of two instructions chained; or why there is none
    std::optional<std::string> profileTree;
    bool treeAgrees = true;
    std::vector<MmaFinding> findings;

    std::optional<TensorCoreSpec> spec; ///< derived from tree and answers
    std::string zeroExponentText;       ///< how its zeroExponent is known
    bool zeroExponentMeasured = false;
    std::vector<MmaCount> vectors;  ///< by kind
    std::vector<MmaCount> variants; ///< what is near the derived one: `measured` counts
    std::string firstDifference;    ///< of the derived arithmetic, a problem in full

    std::int64_t problems() const;
    std::int64_t equalToMeasured() const;
    std::int64_t equalToProfile() const;
    bool agrees() const; ///< everything agrees with the profile's row
};

/// `vectors`: random problems of each kind and depth (1, 2 and 4 instructions). Errors are the device's.
Result<MmaStudy> studyUnit(CalibrationDevice &device, const MmaUnitInfo &unit, const DeviceProfile *profile,
                           int vectors, const std::stop_token &stop);

} // namespace ulpscope
