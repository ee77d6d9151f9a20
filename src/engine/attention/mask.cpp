// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/attention/mask.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace ulpscope {

KeyRange Mask::visibleKeys(int batch, int row, int seqlenQ, int seqlenK) const
{
    const int limit = keyLengths.empty() ? seqlenK : std::min(seqlenK, keyLengths[static_cast<std::size_t>(batch)]);
    return keysWithin(row, seqlenQ, seqlenK, limit);
}

KeyRange Mask::keysWithin(int row, int seqlenQ, int seqlenK, int limit) const
{
    // 64 bits: a window may reach as far as an int does.
    std::int64_t begin = 0, end = limit;
    const std::int64_t aligned = std::int64_t{row} + seqlenK - seqlenQ;
    switch (kind) {
    case Kind::None: break;
    case Kind::CausalTopLeft: end = std::min(end, std::int64_t{row} + 1); break;
    case Kind::CausalBottomRight: end = std::min(end, aligned + 1); break;
    case Kind::Window:
        if (windowLeft >= 0)
            begin = std::max(begin, aligned - windowLeft);
        if (windowRight >= 0)
            end = std::min(end, aligned + windowRight + 1);
        break;
    }
    return begin >= end ? KeyRange{0, 0} : KeyRange{static_cast<int>(begin), static_cast<int>(end)};
}

KeyRange Mask::visibleKeysOfRows(int batch, int rowBegin, int rowEnd, int seqlenQ, int seqlenK) const
{
    // Both ends of the visible range grow with the row, so the first and the last row that see anything bound it.
    KeyRange hull;
    for (int row = rowBegin; row < rowEnd && hull.empty(); ++row)
        hull = visibleKeys(batch, row, seqlenQ, seqlenK);
    for (int row = rowEnd - 1; row >= rowBegin; --row) {
        const KeyRange last = visibleKeys(batch, row, seqlenQ, seqlenK);
        if (last.empty())
            continue;
        hull.end = std::max(hull.end, last.end);
        break;
    }
    return hull;
}

std::string Mask::toString() const
{
    switch (kind) {
    case Kind::None: return "none";
    case Kind::CausalTopLeft: return "causal-top-left";
    case Kind::CausalBottomRight: return "causal-bottom-right";
    case Kind::Window: return "window:" + std::to_string(windowLeft) + "," + std::to_string(windowRight);
    }
    return {};
}

Result<Mask> Mask::parse(std::string_view text)
{
    Mask mask;
    if (text == "none")
        return mask;
    if (text == "causal" || text == "causal-top-left") {
        mask.kind = Kind::CausalTopLeft;
        return mask;
    }
    if (text == "causal-bottom-right") {
        mask.kind = Kind::CausalBottomRight;
        return mask;
    }
    constexpr std::string_view kWindow = "window:";
    if (text.substr(0, kWindow.size()) == kWindow) {
        const char *end = text.data() + text.size();
        const auto left = std::from_chars(text.data() + kWindow.size(), end, mask.windowLeft);
        if (left.ec == std::errc() && left.ptr != end && *left.ptr == ',') {
            const auto right = std::from_chars(left.ptr + 1, end, mask.windowRight);
            if (right.ec == std::errc() && right.ptr == end) {
                mask.kind = Kind::Window;
                return mask;
            }
        }
    }
    return Status::invalid(
        phrase("mask '%1': expected none, causal-top-left, causal-bottom-right or window:LEFT,RIGHT", text));
}

} // namespace ulpscope
