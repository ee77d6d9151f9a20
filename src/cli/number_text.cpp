// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/number_text.h"

#include "engine/io/decimal_text.h"
#include "engine/io/text.h"
#include "engine/numerics/ulp.h"

#include <charconv>
#include <cmath>

namespace ulpscope::cli {
namespace {

Status notANumber(DType type, std::string_view text)
{
    const int digits = formatInfo(type).bytes * 2;
    return Status::invalid(io::inQuotes(text) +
                           " is no number: expected a decimal (-0.5), a C hexadecimal float (0x1p-3) or the bits of " +
                           std::string(formatInfo(type).name) + " (0x and at most " + std::to_string(digits) +
                           " hexadecimal digits)");
}

} // namespace

Result<WrittenNumber> parseNumber(DType type, std::string_view text)
{
    const bool negative = text.starts_with('-');
    std::string_view digits = text;
    if (negative || text.starts_with('+'))
        digits.remove_prefix(1);
    const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    if (hexadecimal)
        digits.remove_prefix(2);

    if (hexadecimal && digits.find_first_of("pP") == std::string_view::npos) {
        std::uint32_t bits = 0;
        const char *const end = digits.data() + digits.size();
        const auto [stop, error] = std::from_chars(digits.data(), end, bits, 16);
        const bool fits = digits.size() <= static_cast<std::size_t>(formatInfo(type).bytes) * 2;
        if (digits.size() != text.size() - 2 || error != std::errc() || stop != end || !fits)
            return notANumber(type, text);
        const float value = valueOf(type, bits);
        const float held = roundTo(type, value); // of the formats, only tf32 can lose something here
        return WrittenNumber{std::string(text), held, std::isnan(value) || held == value};
    }
    const std::optional<io::RoundableDouble> magnitude = io::parseMagnitude(digits, hexadecimal);
    if (!magnitude)
        return notANumber(type, text);
    const double value = negative ? -magnitude->value : magnitude->value;
    const float held = type == DType::TF32 ? truncateToTf32(roundDoubleTo(DType::F32, value))
                       : isFp8(type)       ? roundToFp8(type, value)
                                           : roundDoubleTo(type, value);
    const bool same = std::isnan(value) || static_cast<double>(held) == value;
    return WrittenNumber{std::string(text), held, magnitude->exact && same};
}

Result<std::vector<WrittenNumber>> parseNumbers(DType type, std::string_view text)
{
    std::vector<WrittenNumber> numbers;
    for (;;) {
        const std::size_t comma = text.find(',');
        const Result<WrittenNumber> number = parseNumber(type, text.substr(0, comma));
        if (!number.ok())
            return number.status();
        numbers.push_back(number.value());
        if (comma == std::string_view::npos)
            return numbers;
        text.remove_prefix(comma + 1);
    }
}

} // namespace ulpscope::cli
