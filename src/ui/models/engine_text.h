// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/phrase.h"

#include <QString>

namespace ulpscope::ui {

/// A sentence of the engine in the current language. resources/translations/update.py collects the templates of phrases
/// as context Engine, the texts of resources/kernels and resources/devices as context Resources.
QString engineText(const Phrase &phrase);

} // namespace ulpscope::ui
