// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/catalog.h"
#include "engine/status.h"

#include <QStringList>

#include <memory>

namespace ulpscope::ui {

class Session;
class View;

/// `ulpscope figure ...`: a view as a file, without a display. Returns the exit status.
int runFigureCommand(const QStringList &arguments, const std::shared_ptr<const Catalog> &catalog);
/// `ulpscope screenshots DIR [FILE]`: pictures of the window and of every view, both themes, both languages.
int runScreenshotCommand(const QStringList &arguments, const std::shared_ptr<const Catalog> &catalog);

/// Runs the event loop until nothing is computed any more (and `view`, if given, shows it), or `seconds` are over.
bool waitUntilReady(const Session &session, const View *view, int seconds);

} // namespace ulpscope::ui
