// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The text of recipe fields that are more than a word: numbers, lists, words with a number.
#pragma once

#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Leaves `value` alone unless the whole text is an integer.
inline bool parseInt(std::string_view text, int &value)
{
    int parsed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
    if (error != std::errc() || end != text.data() + text.size())
        return false;
    value = parsed;
    return true;
}

inline bool parseList(std::string_view text, std::vector<int> &list)
{
    std::vector<int> parsed;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        int value = 0;
        if (!parseInt(text.substr(0, comma), value))
            return false;
        parsed.push_back(value);
        if (comma == std::string_view::npos)
            break;
        text.remove_prefix(comma + 1);
        if (text.empty())
            return false;
    }
    list = std::move(parsed);
    return !list.empty();
}

inline std::string listText(const std::vector<int> &list)
{
    std::string text;
    for (int i : list)
        text += (text.empty() ? "" : ",") + std::to_string(i);
    return text;
}

/// "name:rest" -> rest, when text starts with "name:".
inline std::optional<std::string_view> argumentOf(std::string_view text, std::string_view name)
{
    if (text.size() > name.size() && text.substr(0, name.size()) == name && text[name.size()] == ':')
        return text.substr(name.size() + 1);
    return std::nullopt;
}

/// A value that is a word, or a word and a number behind a colon.
struct NumberedChoice {
    std::string_view name;
    bool hasNumber = false;
};

inline std::string numberedText(const NumberedChoice &choice, int number)
{
    return std::string(choice.name) + (choice.hasNumber ? ":" + std::to_string(number) : "");
}

/// Index of the choice that `text` is, with its number (0 without one); nullopt when it is none, or below `least`.
inline std::optional<std::size_t> findNumbered(std::string_view text, std::span<const NumberedChoice> choices,
                                               int least, int &number)
{
    for (std::size_t i = 0; i < choices.size(); ++i) {
        int value = 0;
        const auto behind = argumentOf(text, choices[i].name);
        if (choices[i].hasNumber ? !behind || !parseInt(*behind, value) || value < least : text != choices[i].name)
            continue;
        number = value;
        return i;
    }
    return std::nullopt;
}

} // namespace ulpscope
