// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Sentences of the engine, in a form that the window can say in another language. C++17, like all that a kernel sees.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace ulpscope {

/// A text for the user: a template with %1 to %9, and what goes there, each a phrase again. Names, numbers and what
/// stands in a file are phrases that no translation touches; they convert by themselves. Templates are made by
/// phrase().
class Phrase {
public:
    enum class Kind {
        Verbatim, ///< the same in every language
        Template, ///< of the engine; update.py collects it where phrase() is called
        Resource, ///< a text of resources/kernels or resources/devices
    };

    Phrase() = default;
    Phrase(std::string text) : m_text(std::move(text)) {}
    Phrase(std::string_view text) : m_text(text) {}
    Phrase(const char *text) : m_text(text) {}
    template <typename Number,
              typename = std::enable_if_t<std::is_integral_v<Number> && !std::is_same_v<Number, bool> &&
                                          !std::is_same_v<Number, char>>>
    Phrase(Number number) : m_text(std::to_string(number))
    {}
    Phrase(std::string text, std::vector<Phrase> arguments)
        : m_kind(Kind::Template), m_text(std::move(text)), m_arguments(std::move(arguments))
    {}
    static Phrase resource(std::string text)
    {
        Phrase phrase(std::move(text));
        phrase.m_kind = Kind::Resource;
        return phrase;
    }

    Kind kind() const { return m_kind; }
    bool empty() const { return m_text.empty(); }
    const std::string &text() const { return m_text; } ///< without its arguments
    const std::vector<Phrase> &arguments() const { return m_arguments; }

    /// The whole text, where `say(phrase)` gives the text() of a phrase in the language that is wanted.
    template <typename Say>
    std::string inWords(Say say) const
    {
        std::string text = say(*this);
        if (m_arguments.empty())
            return text;
        std::string words;
        for (std::size_t at = 0; at < text.size(); ++at) {
            const std::size_t argument = text[at] == '%' && at + 1 < text.size()
                                             ? static_cast<std::size_t>(text[at + 1] - '1')
                                             : std::string::npos;
            if (argument < m_arguments.size()) {
                words += m_arguments[argument].inWords(say);
                ++at;
            } else {
                words += text[at];
            }
        }
        return words;
    }
    std::string english() const
    {
        return inWords([](const Phrase &phrase) { return phrase.text(); });
    }

    /// Equal are phrases that say the same, however they are made up.
    friend bool operator==(const Phrase &a, const Phrase &b) { return a.english() == b.english(); }
    friend bool operator!=(const Phrase &a, const Phrase &b) { return !(a == b); }

private:
    Kind m_kind = Kind::Verbatim;
    std::string m_text;
    std::vector<Phrase> m_arguments;
};

/// A literal with %1 to %<Arguments>. That it has just these is checked by the compiler.
template <std::size_t Arguments>
class PhraseTemplate {
public:
#if __cplusplus >= 202002L
    consteval
#else
    constexpr
#endif
        PhraseTemplate(const char *text)
        : m_text(text)
    {
        std::size_t found = 0; // one bit a placeholder
        for (const char *c = text; *c != '\0'; ++c) {
            if (c[0] == '%' && c[1] >= '1' && c[1] <= '9')
                found |= std::size_t{1} << (c[1] - '1');
        }
        if (found != (std::size_t{1} << Arguments) - 1)
            placeholdersDoNotMatchArguments();
    }
    const char *text() const { return m_text; }

private:
    static void placeholdersDoNotMatchArguments() {} // not constexpr: a call of it is what the compiler reports
    const char *m_text;
};

/// A phrase that is to be translated, with an argument for each placeholder. The text is a literal in the call itself,
/// where resources/translations/update.py finds it.
template <typename... Arguments>
Phrase phrase(PhraseTemplate<sizeof...(Arguments)> text, Arguments &&...arguments)
{
    return Phrase(std::string(text.text()), std::vector<Phrase>{Phrase(std::forward<Arguments>(arguments))...});
}

} // namespace ulpscope
