// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The labs about orders of addition.
#pragma once

#include "engine/labs/lab.h"

namespace ulpscope {

Result<LabReport> associativityLab(const std::stop_token &stop);
Result<LabReport> orderPuzzleLab(const std::stop_token &stop);
Result<LabReport> tileWidthLab(const std::stop_token &stop);
Result<LabReport> atomicsLab(const std::stop_token &stop);
Result<LabReport> reduceShapesLab(const std::stop_token &stop);

} // namespace ulpscope
