// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ulpscope {

/// The directory that holds devices/, kernels/, tables/ and scenarios/: $ULPSCOPE_RESOURCE_DIR when set, else
/// <directory of the program>/../share/ulpscope when it exists, else the directory of the configured install prefix.
/// Only the second is checked for existence: a wrong directory is reported by whoever fails to open a file in it.
std::string resourceDirectory();

/// The directory that holds devices/ and kernels/ of the user's own: $ULPSCOPE_USER_DIR when set, else "ulpscope" in
/// the directory where the system keeps a user's data ($XDG_DATA_HOME, ~/.local/share; %APPDATA%; ~/Library/Application
/// Support). It need not exist. Empty when the system names none.
std::string userDirectory();

} // namespace ulpscope
