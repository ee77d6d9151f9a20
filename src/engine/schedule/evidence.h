// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/phrase.h"

#include <string_view>

namespace ulpscope {

/// How a statement of the product is known, weakest first.
enum class Known {
    Model,      ///< an assumption, such as an H200 table used for an A100
    Published,  ///< read in a cited source
    Reproduced, ///< bit-equal to recorded hardware output
};

struct Evidence {
    Known known = Known::Model;
    Phrase text; ///< source or counts, one line
    bool operator==(const Evidence &) const = default;
};

constexpr std::string_view knownName(Known known)
{
    switch (known) {
    case Known::Model: return "model";
    case Known::Published: return "published";
    case Known::Reproduced: return "reproduced";
    }
    return "?";
}

} // namespace ulpscope
