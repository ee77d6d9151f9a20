// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/status.h"

#include <string>

namespace ulpscope {

/// Whether text is one JSON object. The message says the line and column (in bytes, from 1) of the first fault, what is
/// there and what was expected.
Status checkJsonObject(const std::string &text, const std::string &where);

} // namespace ulpscope
