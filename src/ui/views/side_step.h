// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

namespace ulpscope::ui {

/// Steps of a side's plan that are done: the session's step for A, the corresponding one for B. 0 without a plan.
quint64 stepOf(const Session &session, Side side);

/// Makes the step current that shows what `position` of a side's plan shows.
void goToStepOf(Session &session, Side side, quint64 position);

} // namespace ulpscope::ui
