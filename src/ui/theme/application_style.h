// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QPalette>

class QApplication;

namespace ulpscope::ui {

/// Dresses the whole application: Fusion, palette, fonts and the style sheet. Call again to switch theme or to enter
/// presenter mode; open widgets follow through QEvent::PaletteChange and read currentTheme().
void applyTheme(QApplication &app, const Theme &theme);

/// The theme of the last applyTheme(); dark before that.
const Theme &currentTheme();

QPalette paletteOf(const Theme &theme);

} // namespace ulpscope::ui
