// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/status.h"

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Half-open range of key indices.
struct KeyRange {
    int begin = 0;
    int end = 0;
    bool empty() const { return begin >= end; }
    bool operator==(const KeyRange &) const = default;
};

/// Which keys a query row may see. For every mask here the visible keys of a row are one range.
struct Mask {
    enum class Kind {
        None,
        CausalTopLeft,     ///< key j is visible to row i when j <= i (PyTorch's is_causal)
        CausalBottomRight, ///< j <= i + seqlenK - seqlenQ (FlashAttention since 2.1)
        Window             ///< i' - left <= j <= i' + right with i' = i + seqlenK - seqlenQ, both ends inclusive
    };
    Kind kind = Kind::None;
    int windowLeft = -1;         ///< Window only; negative is unlimited
    int windowRight = -1;        ///< Window only; negative is unlimited
    std::vector<int> keyLengths; ///< per batch entry, number of keys that exist; empty: all of them

    /// Keys that row `row` of batch entry `batch` sees.
    KeyRange visibleKeys(int batch, int row, int seqlenQ, int seqlenK) const;
    /// Keys below `limit` that row `row` sees by the mask's kind alone, whatever keys there are.
    KeyRange keysWithin(int row, int seqlenQ, int seqlenK, int limit) const;
    /// The smallest range that holds the visible keys of every row in [rowBegin, rowEnd).
    KeyRange visibleKeysOfRows(int batch, int rowBegin, int rowEnd, int seqlenQ, int seqlenK) const;
    bool isCausal() const { return kind == Kind::CausalTopLeft || kind == Kind::CausalBottomRight; }

    /// "none", "causal-top-left", "causal-bottom-right", "window:L,R".
    std::string toString() const;
    static Result<Mask> parse(std::string_view text);
    bool operator==(const Mask &) const = default;
};

} // namespace ulpscope
