// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/budget.h"

#include <QString>

namespace ulpscope::ui {

/// A source of error in one or two words, as budgets name it.
QString sourceTitle(ErrorSource source);

} // namespace ulpscope::ui
