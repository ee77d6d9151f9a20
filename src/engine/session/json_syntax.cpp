// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/json_syntax.h"

#include "engine/io/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ulpscope {
namespace {

using nlohmann::json;

constexpr std::size_t kShownBytes = 40; ///< of what is quoted in a message
constexpr const char *kWordEnds = " \t\r\n{}[],:\"";

/// Keeps nothing of a text but its first fault.
class FaultFinder final : public json::json_sax_t {
public:
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(json::number_integer_t) override { return true; }
    bool number_unsigned(json::number_unsigned_t) override { return true; }
    bool number_float(json::number_float_t, const json::string_t &) override { return true; }
    bool string(json::string_t &) override { return true; }
    bool binary(json::binary_t &) override { return true; }
    bool start_object(std::size_t) override { return true; }
    bool key(json::string_t &) override { return true; }
    bool end_object() override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t position, const std::string &token, const nlohmann::detail::exception &error) override
    {
        m_position = position;
        m_token = token;
        m_message = error.what();
        return false;
    }

    std::size_t position() const { return m_position; } ///< bytes read, the one at fault among them
    const std::string &token() const { return m_token; }
    const std::string &message() const { return m_message; }

private:
    std::size_t m_position = 0;
    std::string m_token, m_message;
};

/// "line 3, column 5" of the byte at `offset`.
Phrase placeOf(const std::string &text, std::size_t offset)
{
    offset = std::min(offset, text.size());
    const auto begin = text.begin();
    const auto at = begin + static_cast<std::ptrdiff_t>(offset);
    const std::size_t lineStart = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
    const std::size_t column = lineStart == std::string::npos ? offset + 1 : offset - lineStart;
    return phrase("line %1, column %2", std::count(begin, at, '\n') + 1, column);
}

/// The part of `text` between two marks; to its end where the second is missing, empty where the first is.
std::string between(const std::string &text, std::string_view from, std::string_view to)
{
    const std::size_t begin = text.find(from);
    if (begin == std::string::npos)
        return {};
    const std::size_t start = begin + from.size();
    return text.substr(start, text.find(to, start) - start);
}

/// What a library message calls expected, in words for somebody who edits the file.
Phrase expectedText(const std::string &named, const std::string &context)
{
    if (named == "string literal")
        return context == "object key" ? phrase("a key in double quotes") : phrase("a string in double quotes");
    if (named.empty() || named.find("or a literal") != std::string::npos)
        return context == "object key" ? phrase("a key in double quotes") : phrase("a value");
    if (named == "'}'" || named == "']'") // the library does not count the comma in
        return phrase("%1 or %2", "','", named);
    return named == "end of input" ? phrase("end of input") : Phrase(named);
}

/// What the library finds wrong, translated where it is one of these; another version of it may have other words.
Phrase reasonText(const std::string &reason)
{
    const std::string control = between(reason, "invalid string: control character ", " must be escaped to ");
    if (!control.empty()) {
        const std::string escape = between(reason, " must be escaped to ", " or "),
                          shorter = between(reason, escape + " or ", "\n");
        return phrase("invalid string: control character %1 must be escaped to %2", control,
                      shorter.empty() ? Phrase(escape) : phrase("%1 or %2", escape, shorter));
    }
    const Phrase known[] = {phrase("invalid string: missing closing quote"),
                            phrase("invalid string: forbidden character after backslash"),
                            phrase("invalid string: ill-formed UTF-8 byte"),
                            phrase("invalid string: '\\u' must be followed by 4 hex digits"),
                            phrase("invalid number; expected digit after '-'"),
                            phrase("invalid number; expected digit after '.'"),
                            phrase("invalid number; expected digit after exponent sign"),
                            phrase("invalid number; expected '+', '-', or digit after exponent"),
                            phrase("invalid BOM; must be 0xEF 0xBB 0xBF if given")};
    const auto *const found = std::find(std::begin(known), std::end(known), Phrase(reason));
    return found == std::end(known) ? Phrase(reason) : *found;
}

Status unexpected(const std::string &text, const std::string &where, std::size_t offset, const std::string &token,
                  const Phrase &expected)
{
    return Status::invalid(phrase("%1: %2: unexpected %3, expected %4", where, placeOf(text, offset),
                                  io::inQuotes(token, kShownBytes), expected));
}

/// A token that is well formed, but not here.
Status misplaced(const std::string &text, const std::string &where, const FaultFinder &fault, const Phrase &expected)
{
    std::size_t offset = fault.position() - 1;
    std::string token(1, text[offset]);
    if (std::string_view("{}[],:").find(text[offset]) == std::string_view::npos) {
        token = fault.token();
        offset = fault.position() - std::min(fault.position(), token.size());
    }
    return unexpected(text, where, offset, token, expected);
}

/// The library says "... while parsing object key - unexpected ','; expected string literal", or of what it cannot read
/// "... while parsing value - invalid literal; last read: 'nul}'".
Status faultAt(const std::string &text, const std::string &where, const FaultFinder &fault)
{
    const std::string &message = fault.message();
    const std::string context = between(message, "while parsing ", " - ");
    const std::string reason = between(message, " - ", "; last read: ");
    const Phrase expected = expectedText(between(message, "; expected ", "\n"), context);
    const std::size_t last = fault.position() > 0 ? fault.position() - 1 : 0; // the byte that was read last
    if (reason.starts_with("unexpected end of input"))
        return Status::invalid(
            phrase("%1: %2: the text ends, expected %3", where, placeOf(text, text.size()), expected));
    if (reason.starts_with("unexpected "))
        return misplaced(text, where, fault, expected);
    if (reason == "invalid literal") {
        // The library has read one byte too many where that byte ends the word.
        const bool tooMany = last > 0 && std::string_view(kWordEnds).find(text[last]) != std::string_view::npos;
        const std::size_t inside = tooMany ? last - 1 : last;
        const std::size_t begin = text.find_last_of(kWordEnds, inside) + 1; // npos + 1 is 0
        const std::string word = text.substr(begin, text.find_first_of(kWordEnds, begin) - begin);
        return unexpected(text, where, begin, word, expected);
    }
    if (reason.empty()) // not of the grammar: a number that no double holds
        return Status::invalid(phrase("%1: %2: the number %3 is too large, expected one that a double holds", where,
                                      placeOf(text, last - std::min(last, fault.token().size() - 1)),
                                      io::inQuotes(fault.token(), kShownBytes)));
    const Phrase place = placeOf(text, last), wrong = reasonText(reason);
    return Status::invalid(reason.find("expected") == std::string::npos
                               ? phrase("%1: %2: %3, expected %4", where, place, wrong, expected)
                               : phrase("%1: %2: %3", where, place, wrong));
}

} // namespace

Status checkJsonObject(const std::string &text, const std::string &where)
{
    FaultFinder fault;
    if (!json::sax_parse(text, &fault))
        return faultAt(text, where, fault);
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    const std::size_t begin = text.find_first_not_of(" \t\r\n", text.starts_with(kByteOrderMark) ? 3 : 0);
    if (text[begin] != '{')
        return Status::invalid(
            phrase("%1: %2: found %3, expected an object in braces: {...}", where, placeOf(text, begin),
                   io::inQuotes(text.substr(begin, text.find_first_of("\r\n", begin) - begin), kShownBytes)));
    return {};
}

} // namespace ulpscope
