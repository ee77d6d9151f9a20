// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace ulpscope::ui {

enum class Icon {
    Open,
    First,
    Previous,
    Play,
    Pause,
    Next,
    Last,
    PreviousEvent,
    NextEvent,
    Copy,
    Menu,
    Pin,
    Reset,
    Close,
    Swap,
    Info
};

/// A line icon in the text colour of the current theme; sharp at every size and scale, because it is drawn when
/// painted.
QIcon icon(Icon icon);

} // namespace ulpscope::ui
