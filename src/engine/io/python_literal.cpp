// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/python_literal.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace ulpscope::io {
namespace {

bool isWordCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

} // namespace

void PythonLiteralCursor::skipSpace() { m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size()); }

bool PythonLiteralCursor::atEnd()
{
    skipSpace();
    return m_at == m_text.size();
}

bool PythonLiteralCursor::take(char c)
{
    skipSpace();
    if (m_at == m_text.size() || m_text[m_at] != c)
        return false;
    ++m_at;
    return true;
}

bool PythonLiteralCursor::takeString(std::string &value)
{
    skipSpace();
    if (m_at == m_text.size() || (m_text[m_at] != '\'' && m_text[m_at] != '"'))
        return false;
    const char quote = m_text[m_at];
    std::string text;
    for (std::size_t at = m_at + 1; at < m_text.size(); ++at) {
        const char c = m_text[at];
        if (c == quote) {
            m_at = at + 1;
            value = std::move(text);
            return true;
        }
        if (c == '\n')
            return false;
        if (c == '\\') {
            if (++at == m_text.size() || (m_text[at] != '\\' && m_text[at] != '\'' && m_text[at] != '"'))
                return false;
        }
        text += m_text[at];
    }
    return false;
}

bool PythonLiteralCursor::takeInteger(std::int64_t &value)
{
    skipSpace();
    std::size_t at = m_at;
    if (at < m_text.size() && m_text[at] == '+')
        ++at;
    const char *const end = m_text.data() + m_text.size();
    std::int64_t parsed = 0;
    const auto [stop, error] = std::from_chars(m_text.data() + at, end, parsed);
    if (error != std::errc() || (at != m_at && m_text[at] == '-'))
        return false;
    at = static_cast<std::size_t>(stop - m_text.data());
    if (at < m_text.size() && m_text[at] == 'L')
        ++at;
    if (at < m_text.size() && (isWordCharacter(m_text[at]) || m_text[at] == '.'))
        return false;
    value = parsed;
    m_at = at;
    return true;
}

bool PythonLiteralCursor::takeWord(std::string_view word)
{
    skipSpace();
    if (m_text.substr(m_at, word.size()) != word)
        return false;
    if (m_at + word.size() < m_text.size() && isWordCharacter(m_text[m_at + word.size()]))
        return false;
    m_at += word.size();
    return true;
}

} // namespace ulpscope::io
