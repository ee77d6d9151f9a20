// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Random problems for a matrix instruction, the same on every machine.
#pragma once

#include "engine/backend/calibration_device.h"

#include <string_view>

namespace ulpscope {

enum class VectorKind {
    Near,   ///< exponents within three of each other
    Wide,   ///< exponents over most of the format
    Cancel, ///< pairs of products that cancel but for their last bits, c of any size
    Small,  ///< subnormal and small operands, many zeros
    Any,    ///< any bits, NaN and infinities among them
};
inline constexpr VectorKind kVectorKinds[] = {VectorKind::Near, VectorKind::Wide, VectorKind::Cancel, VectorKind::Small,
                                              VectorKind::Any};
std::string_view vectorKindName(VectorKind kind);

MmaBatch randomProblems(const MmaUnitInfo &unit, VectorKind kind, int chained, int count, std::uint32_t seed);

} // namespace ulpscope
