// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QEvent;
class QObject;

namespace ulpscope::ui {

/// Decides, before shortcuts and widgets, whose key it is: an application-wide event filter calls it first. True: the
/// event is dealt with.
///   Space         a button's or closed list's own key, else play
///   Esc           closes a popup; takes back what was typed and not yet applied; only then the window's
///   undo, redo    a text field's while it has something to undo, else the document's
bool routeFieldKey(QObject *watched, QEvent *event);

} // namespace ulpscope::ui
