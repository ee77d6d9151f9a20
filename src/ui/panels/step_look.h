// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/schedule.h"
#include "ui/theme/theme.h"

#include <QString>

namespace ulpscope::ui {

/// Relative width of a step: matrix products and the exponential are what a tile is about, and have room for a name.
double stepWidth(StepKind kind);
StepColor stepColorRole(StepKind kind);
/// Short names that fit into a block: symbols of the algorithm, the same in every language.
QString stepLabel(StepKind kind);

} // namespace ulpscope::ui
