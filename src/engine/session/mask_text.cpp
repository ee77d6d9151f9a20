// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/mask_text.h"

#include "engine/session/count_text.h"

#include <algorithm>

namespace ulpscope {
namespace {

/// "3, 5"
std::string joined(const std::vector<int> &numbers)
{
    std::string text;
    for (const int number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

} // namespace

Phrase maskText(const Mask &mask)
{
    constexpr std::size_t kShown = 8;
    const std::string text = mask.toString();
    const std::vector<int> &lengths = mask.keyLengths;
    if (lengths.empty())
        return text;
    if (lengths.size() <= kShown)
        return phrase("%1, key lengths [%2]", text, joined(lengths));
    const auto [shortest, longest] = std::minmax_element(lengths.begin(), lengths.end());
    return phrase("%1, %2 key lengths from %3 to %4", text, grouped(static_cast<std::int64_t>(lengths.size())),
                  *shortest, *longest);
}

std::map<std::string, std::string> maskMetadata(const Mask &mask)
{
    std::map<std::string, std::string> metadata{{"causal", mask.isCausal() ? "True" : "False"}};
    if (mask.isCausal())
        metadata["causal_alignment"] = mask.kind == Mask::Kind::CausalTopLeft ? "top-left" : "bottom-right";
    if (mask.kind == Mask::Kind::Window)
        metadata["window_size"] = "(" + joined({mask.windowLeft, mask.windowRight}) + ")";
    if (!mask.keyLengths.empty())
        metadata["key_lengths"] = "[" + joined(mask.keyLengths) + "]";
    return metadata;
}

Result<Mask> maskFromMetadata(const AttentionMetadata &metadata)
{
    Mask mask;
    const bool causal = metadata.causal.value_or(false);
    if (causal)
        mask.kind = metadata.causalAlignment == CausalAlignment::BottomRight ? Mask::Kind::CausalBottomRight
                                                                             : Mask::Kind::CausalTopLeft;
    // Negative on both sides is FlashAttention's way to say that there is no window.
    if (const auto &window = metadata.windowSize; window && (window->first >= 0 || window->second >= 0)) {
        if (causal)
            return Status::invalid(
                phrase("metadata 'causal' is True and 'window_size' is (%1), expected one mask, not two",
                       joined({window->first, window->second})));
        mask.kind = Mask::Kind::Window;
        mask.windowLeft = window->first;
        mask.windowRight = window->second;
    }
    mask.keyLengths = metadata.keyLengths;
    return mask;
}

} // namespace ulpscope
