// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/views/schedule_state.h"

#include <QPainter>

namespace ulpscope::ui {

/// Height of the strip that shows what the warps of the current block do; 0 where there is no such block.
double phaseStripHeight(const ScheduleState &state, const Theme &theme);
/// Loads, products and softmax of the current block by warp role, the current step's phase framed.
void paintPhaseStrip(QPainter &painter, const QRectF &area, const ScheduleState &state, const Theme &theme);

} // namespace ulpscope::ui
