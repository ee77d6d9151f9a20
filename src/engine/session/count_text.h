// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace ulpscope {

/// 1234567 -> "1,234,567". Never depends on the locale.
std::string grouped(std::int64_t value);

} // namespace ulpscope
