// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/documents.h"

namespace ulpscope::ui {

/// The ulpscope-cli command that runs A as the window does, for a shell in any folder. A saved session is named as it
/// is; a tensor file gets an option for every choice. An error says what the command line has no option for.
Result<QString> commandLine(const Session &session, const QList<Sample> &samples);

} // namespace ulpscope::ui
