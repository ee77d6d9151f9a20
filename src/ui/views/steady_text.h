// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QLabel;

namespace ulpscope::ui {

/// Sets a text that changes with every step. The label keeps the widest size that it has needed: a label of fixed size
/// does not ask its layout anew, nor the window's, which takes longer than painting what has changed. Not for labels
/// that wrap words. To be called again after a change of font.
void setSteadyText(QLabel *label, const QString &text);

} // namespace ulpscope::ui
