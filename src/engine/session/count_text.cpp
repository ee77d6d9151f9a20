// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/count_text.h"

namespace ulpscope {

std::string grouped(std::int64_t value)
{
    std::string text = std::to_string(value);
    const std::ptrdiff_t firstDigit = value < 0 ? 1 : 0;
    for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > firstDigit; at -= 3)
        text.insert(static_cast<std::size_t>(at), 1, ',');
    return text;
}

} // namespace ulpscope
