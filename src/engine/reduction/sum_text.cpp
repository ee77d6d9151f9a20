// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/sum_text.h"

#include "engine/io/decimal_text.h"
#include "engine/io/text.h"
#include "engine/reduction/rounding_steps.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

namespace ulpscope {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The text with one char a character, so that an index is a position: what editors and web pages write for minus,
/// parentheses, commas and spaces stands as in ASCII, anything else as '?'.
struct Characters {
    std::string plain;
    std::vector<std::size_t> offsets; ///< of each character in the text, and its end
    std::string_view text;

    explicit Characters(std::string_view source) : text(source)
    {
        constexpr std::pair<std::string_view, char> kOthers[] = {
            {"\u2212", '-'}, {"\u2013", '-'}, {"\uFF0D", '-'}, {"\uFF0B", '+'}, {"\uFF08", '('}, {"\uFF09", ')'},
            {"\uFF0C", ','}, {"\u3001", ','}, {"\uFF1B", ';'}, {"\u3000", ' '}, {"\u00A0", ' '}, {"\u202F", ' '}};
        for (std::size_t at = 0; at < text.size();) {
            offsets.push_back(at);
            const auto lead = static_cast<unsigned char>(text[at]);
            if (lead < 0x80) {
                plain += text[at] == '\t' || text[at] == '\n' || text[at] == '\r' ? ' ' : text[at];
                ++at;
                continue;
            }
            std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
            length = std::min(length, text.size() - at);
            char c = '?';
            for (const auto &[other, ascii] : kOthers) {
                if (text.substr(at, length) == other)
                    c = ascii;
            }
            plain += c;
            at += length;
        }
        offsets.push_back(text.size());
    }
    std::string_view original(std::size_t first, std::size_t end) const
    {
        return text.substr(offsets[first], offsets[end] - offsets[first]);
    }
};

/// The end of the number, or of what may have been meant as one, that begins at `at`.
std::size_t numberEnd(std::string_view text, std::size_t at)
{
    const std::size_t first = at;
    const auto signFollows = [&](std::size_t i) {
        return i + 1 < text.size() && (text[i] == '+' || text[i] == '-') && isDigit(text[i + 1]);
    };
    const bool hexadecimal = text.substr(at, 2) == "0x" || text.substr(at, 2) == "0X";
    const bool word = at < text.size() && isLetter(text[at]);
    while (at < text.size() && (isDigit(text[at]) || isLetter(text[at]) ||
                                std::string_view("._^?").find(text[at]) != std::string_view::npos)) {
        const char c = text[at++];
        const bool power = c == '^' || (hexadecimal ? c == 'p' || c == 'P' : !word && (c == 'e' || c == 'E'));
        if (power && at > first + 1 && signFollows(at))
            ++at;
    }
    return at;
}

WrittenTerm termOf(DType type, const io::RoundableDouble &number)
{
    WrittenTerm term;
    if (type == DType::F64) {
        term.value = number.nearest;
        term.exact = number.nearestExact;
        return term;
    }
    const bool beyond = isFp8(type) && std::isinf(number.value) && (type == DType::E4M3 || !number.exact);
    term.value = beyond ? static_cast<double>(roundToFp8(type, number.value)) : nearestOf(type, number.value);
    term.exact = number.exact && (std::isnan(number.value) || term.value == number.value);
    return term;
}

/// A number without its sign; none when the text is something else.
std::optional<WrittenTerm> readNumber(DType type, std::string_view text)
{
    std::optional<io::RoundableDouble> number;
    if (const std::size_t caret = text.find('^'); caret != std::string_view::npos) {
        const std::string_view base = text.substr(0, caret), power = text.substr(caret + 1);
        const bool digits =
            power.find_first_not_of("0123456789", power.find_first_of("+-") == 0 ? 1 : 0) == std::string_view::npos;
        if (!digits || power.empty())
            return std::nullopt;
        if (base == "2")
            number = io::parseMagnitude("1p" + std::string(power), true);
        else if (base == "10")
            number = io::parseMagnitude("1e" + std::string(power), false);
    } else if (text.substr(0, 2) == "0x" || text.substr(0, 2) == "0X") {
        const std::string_view digits = text.substr(2);
        if (digits.find_first_of("pP") == std::string_view::npos) {
            std::uint64_t bits = 0;
            const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
            if (digits.empty() || error != std::errc() || stop != digits.data() + digits.size() ||
                digits.size() > static_cast<std::size_t>(formatInfo(type).bytes) * 2)
                return std::nullopt;
            WrittenTerm term;
            const double held = type == DType::F64
                                    ? doubleFromBits(bits)
                                    : static_cast<double>(valueOf(type, static_cast<std::uint32_t>(bits)));
            term.value = nearestOf(type, held); // of the formats, only tf32 can lose something here
            term.exact = std::isnan(held) || term.value == held;
            return term;
        }
        number = io::parseMagnitude(digits, true);
    } else {
        number = io::parseMagnitude(text, false);
    }
    return number ? std::optional(termOf(type, *number)) : std::nullopt;
}

class Reader {
public:
    Reader(DType type, std::string_view text) : m_type(type), m_characters(text), m_text(m_characters.plain) {}

    Result<WrittenSum> read()
    {
        skip();
        if (atEnd())
            return Status::invalid(phrase("expected numbers or an expression such as (1e8 + -1e8) + 1, found no text"));
        const bool separated = m_text.find_first_of(",;[") != std::string::npos;
        const Status status = separated || isPlainList() ? readList() : readExpression();
        if (!status.ok())
            return status;
        const int leaves = static_cast<int>(m_sum.terms.size());
        m_sum.tree.leaves = leaves;
        for (MergeTree::Merge &merge : m_sum.tree.merges) {
            for (int *operand : {&merge.left, &merge.right})
                *operand = *operand >= kMergeBase ? *operand - kMergeBase + leaves : *operand;
        }
        return std::move(m_sum);
    }

private:
    static constexpr int kMergeBase = 1 << 20; ///< ids of merges while the number of leaves is not known

    bool atEnd() const { return m_at >= m_text.size(); }
    char peek() const { return atEnd() ? '\0' : m_text[m_at]; }
    void skip()
    {
        while (peek() == ' ')
            ++m_at;
    }
    Status wrong(const Phrase &expected, std::size_t at) const
    {
        if (at >= m_text.size())
            return Status::invalid(phrase("position %1: expected %2, found the end of the text", at + 1, expected));
        const std::size_t end = std::max(at + 1, numberEnd(m_text, at));
        return Status::invalid(phrase("position %1: expected %2, found %3", at + 1, expected,
                                      io::inQuotes(m_characters.original(at, end), 24)));
    }

    /// Whether the text is numbers with signs of their own and spaces between them.
    bool isPlainList() const
    {
        for (std::size_t at = m_at; at < m_text.size();) {
            if (m_text[at] == '+' || m_text[at] == '-')
                ++at;
            const std::size_t end = numberEnd(m_text, at);
            if (end == at || (end < m_text.size() && m_text[end] != ' '))
                return false;
            at = std::min(m_text.find_first_not_of(' ', end), m_text.size());
        }
        return true;
    }

    Status readList()
    {
        const bool bracket = peek() == '[';
        m_at += bracket;
        for (bool first = true;; first = false) {
            skip();
            if (first || (!atEnd() && peek() != ']')) {
                if (const Status status = readTerm(false); !status.ok())
                    return status;
                if (const int last = static_cast<int>(m_sum.terms.size()) - 1; last > 0)
                    merge(last == 1 ? 0 : m_last, last, false);
            }
            skip();
            if (peek() == ',' || peek() == ';') {
                ++m_at;
                skip();
                if (atEnd() || peek() == ']')
                    return wrong(phrase("a number"), m_at);
                continue;
            }
            if (bracket && peek() == ']') {
                ++m_at;
                skip();
                return atEnd() ? Status() : wrong(phrase("the end of the text"), m_at);
            }
            if (atEnd())
                return bracket ? wrong(phrase("]"), m_at) : Status();
            if (m_text[m_at - 1] != ' ') // two numbers that nothing separates
                return wrong(phrase("a comma or a space"), m_at);
        }
    }

    Status readExpression()
    {
        int operand = 0;
        if (const Status status = readSum(false, 0, operand); !status.ok())
            return status;
        return atEnd() ? Status() : wrong(phrase("+, - or the end of the text"), m_at);
    }

    Status readSum(bool negative, int depth, int &operand)
    {
        if (const Status status = readOperand(negative, depth, operand); !status.ok())
            return status;
        for (skip(); peek() == '+' || peek() == '-'; skip()) {
            const bool minus = m_text[m_at++] == '-';
            int right = 0;
            if (const Status status = readOperand(negative != minus, depth, right); !status.ok())
                return status;
            operand = merge(operand, right, negative);
        }
        return {};
    }

    Status readOperand(bool negative, int depth, int &operand)
    {
        skip();
        while (peek() == '+' || peek() == '-') {
            const bool minus = m_text[m_at++] == '-';
            negative = negative != minus;
            skip();
        }
        if (peek() != '(') {
            operand = static_cast<int>(m_sum.terms.size());
            return readTerm(negative);
        }
        if (depth == kMaxTerms)
            return Status::invalid(
                phrase("position %1: expected at most %2 parentheses within each other", m_at + 1, kMaxTerms));
        ++m_at;
        if (const Status status = readSum(negative, depth + 1, operand); !status.ok())
            return status;
        if (peek() != ')')
            return wrong(phrase("+, - or )"), m_at);
        ++m_at;
        return {};
    }

    /// A number, behind a sign or none.
    Status readTerm(bool negative)
    {
        const std::size_t first = m_at;
        if (peek() == '+' || peek() == '-') {
            negative = negative != (peek() == '-');
            ++m_at;
            skip();
        }
        const std::size_t end = numberEnd(m_text, m_at);
        if (end == m_at)
            return wrong(phrase("a number"), m_at == m_text.size() ? m_at : std::max(first, m_at));
        std::optional<WrittenTerm> term = readNumber(m_type, std::string_view(m_text).substr(m_at, end - m_at));
        if (!term)
            return wrong(
                phrase("a decimal (-0.5), a power (2^26), a hexadecimal float (0x1p-3) or the bits of %1 (0x and "
                       "at most %2 digits)",
                       formatInfo(m_type).name, formatInfo(m_type).bytes * 2),
                m_at);
        if (static_cast<int>(m_sum.terms.size()) == kMaxTerms)
            return Status::invalid(phrase("position %1: expected at most %2 numbers", m_at + 1, kMaxTerms));
        term->text = (negative ? "-" : "") + std::string(m_characters.original(m_at, end));
        if (negative)
            term->value = -term->value;
        m_sum.terms.push_back(std::move(*term));
        m_at = end;
        return {};
    }

    int merge(int left, int right, bool mirrored)
    {
        m_sum.tree.merges.push_back({left, right});
        m_sum.mirrored.push_back(mirrored);
        m_last = kMergeBase + static_cast<int>(m_sum.tree.merges.size()) - 1;
        return m_last;
    }

    DType m_type;
    Characters m_characters;
    std::string m_text;
    std::size_t m_at = 0;
    int m_last = 0;
    WrittenSum m_sum;
};

} // namespace

std::vector<double> WrittenSum::values() const
{
    std::vector<double> list;
    for (const WrittenTerm &term : terms)
        list.push_back(term.value);
    return list;
}

Result<WrittenSum> parseSum(DType type, std::string_view text) { return Reader(type, text).read(); }

Result<MergeTree> treeOfShape(std::string_view name, int leaves)
{
    if (name == "sequential")
        return MergeTree::sequential(leaves);
    if (name == "pairwise")
        return MergeTree::pairwise(leaves);
    if (name == "butterfly")
        return MergeTree::butterfly(leaves);
    if (name == "reverse") {
        std::vector<int> order(static_cast<std::size_t>(leaves));
        std::iota(order.rbegin(), order.rend(), 0);
        return MergeTree::inOrder(leaves, order, "reverse");
    }
    constexpr std::string_view kStrided = "strided:";
    if (name.substr(0, kStrided.size()) == kStrided) {
        const std::string_view count = name.substr(kStrided.size());
        int k = 0;
        const auto [stop, error] = std::from_chars(count.data(), count.data() + count.size(), k);
        if (error == std::errc() && stop == count.data() + count.size() && k > 0)
            return MergeTree::strided(leaves, k);
    }
    return Status::invalid(phrase("%1 is no tree: expected sequential, reverse, pairwise, butterfly or strided:k with "
                                  "k at least 1",
                                  io::inQuotes(name)));
}

} // namespace ulpscope
