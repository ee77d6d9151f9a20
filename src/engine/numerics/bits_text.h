// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/formats.h"

#include <cstdint>
#include <string>

namespace ulpscope {

/// The bits that stand for a value in a format, with all their digits: "0x3dcccccd", "0xb349".
inline std::string bitsAsText(DType type, float value)
{
    const std::uint32_t bits = bitsOf(type, value);
    std::string text = "0x";
    for (int shift = 8 * formatInfo(type).bytes - 4; shift >= 0; shift -= 4)
        text += "0123456789abcdef"[bits >> shift & 15];
    return text;
}

} // namespace ulpscope
