// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/status.h"

#include <string>
#include <utility>
#include <vector>

namespace ulpscope {

/// Adds "field=value" to fields set by hand. A field that is there already would lose its value without a word: it is
/// refused with both values. `mma` sets mmaQk and mmaPv, so it may come before them ("both, but that one"), not after.
Status addSetField(std::vector<std::pair<std::string, std::string>> &set, std::string name, std::string value);

} // namespace ulpscope
