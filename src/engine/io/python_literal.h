// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The few Python literals that files carry: npy headers and the repr of a dict of options. Nothing is ever evaluated.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ulpscope::io {

/// Reads literals one after another from a text. Every take* skips white space first, and leaves the position where it
/// was when it returns false.
class PythonLiteralCursor {
public:
    explicit PythonLiteralCursor(std::string_view text) : m_text(text) {}

    bool take(char c);
    bool atEnd();
    /// A string in single or double quotes, without escapes other than \\, \' and \".
    bool takeString(std::string &value);
    /// A decimal integer that fits 64 bits, with or without sign; a Python 2 long's L is allowed.
    bool takeInteger(std::int64_t &value);
    /// True, False or None, as a whole word.
    bool takeWord(std::string_view word);

    /// 1-based, for messages.
    std::size_t position() const { return m_at + 1; }

private:
    void skipSpace();

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace ulpscope::io
