// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ulpscope {

/// The directory that holds devices/, kernels/, tables/ and scenarios/: $ULPSCOPE_RESOURCE_DIR when set, else
/// <directory of the program>/../share/ulpscope when it exists, else the directory of the configured install prefix.
/// Only the second is checked for existence: a wrong directory is reported by whoever fails to open a file in it.
std::string resourceDirectory();

} // namespace ulpscope
