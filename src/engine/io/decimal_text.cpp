// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/decimal_text.h"

#include "engine/numerics/formats.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace ulpscope::io {
namespace {

/// d.ddd... times 10^exponent (16 for hexadecimal digits), the first digit not 0; no digits for zero.
struct Digits {
    std::string digits; ///< without zeros at the end
    std::int64_t exponent = 0;
};

/// An exponent as written; one that no int64 holds is as good as the largest.
std::int64_t exponentOf(std::string_view text)
{
    constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max() / 4;
    if (text.empty())
        return 0;
    if (text.front() == '+')
        text.remove_prefix(1);
    std::int64_t exponent = 0;
    const std::errc error = std::from_chars(text.data(), text.data() + text.size(), exponent).ec;
    if (error == std::errc::result_out_of_range || std::abs(exponent) > kFar)
        return text.front() == '-' ? -kFar : kFar;
    return exponent;
}

/// Takes a well-formed significand apart.
Digits digitsOf(std::string_view significand)
{
    Digits d;
    const std::size_t point = std::min(significand.find('.'), significand.size());
    for (const char c : significand) {
        if (c != '.')
            d.digits += c;
    }
    const std::size_t first = std::min(d.digits.find_first_not_of('0'), d.digits.size());
    d.exponent = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) - 1;
    d.digits.erase(0, first);
    d.digits.erase(d.digits.find_last_not_of('0') + 1); // npos + 1 is 0
    return d;
}

/// -1, 0 or 1 as the decimal is below, at or above a positive double.
int compare(const Digits &decimal, double value)
{
    constexpr int kMostDigits = 800; // the longest double has 767
    std::array<char, kMostDigits + 16> text;
    const auto written =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, kMostDigits - 1);
    const std::string_view scientific(text.data(), static_cast<std::size_t>(written.ptr - text.data()));
    const std::size_t e = scientific.find('e');
    Digits other = digitsOf(scientific.substr(0, e));
    other.exponent += exponentOf(scientific.substr(e + 1));
    if (decimal.exponent != other.exponent)
        return decimal.exponent < other.exponent ? -1 : 1;
    return std::clamp(decimal.digits.compare(other.digits), -1, 1); // a longer one only adds digits that are not 0
}

/// Rounds to odd, where the nearest double is even and the number lies beside it.
RoundableDouble roundableDecimal(double nearest, const Digits &decimal)
{
    const int side = compare(decimal, nearest);
    double odd = nearest;
    if (side != 0 && (doubleBits(nearest) & 1) == 0)
        odd = std::nextafter(nearest, side < 0 ? 0.0 : std::numeric_limits<double>::infinity());
    return {odd, side == 0, nearest, side == 0};
}

std::optional<RoundableDouble> parseDecimal(std::string_view text)
{
    double value = 0;
    const char *const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value, std::chars_format::general);
    if (stop != end || error == std::errc::invalid_argument)
        return std::nullopt;
    if (error == std::errc() && !std::isfinite(value)) // the words inf and nan
        return RoundableDouble{value, true, value};
    const std::size_t e = std::min(text.find_first_of("eE"), text.size());
    Digits decimal = digitsOf(text.substr(0, e));
    if (decimal.digits.empty())
        return RoundableDouble{0.0, true, 0.0};
    decimal.exponent += exponentOf(text.substr(std::min(e + 1, text.size())));
    if (error == std::errc::result_out_of_range) {
        const double beyond = decimal.exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
        return RoundableDouble{beyond, false, beyond, false};
    }
    return roundableDecimal(value, decimal);
}

int hexDigit(char c)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    const char lower = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    const std::size_t at = kDigits.find(lower);
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

/// Adds the nearest double of hexadecimal digits whose first one counts 2^exponent.
RoundableDouble withNearest(RoundableDouble number, const Digits &d, std::int64_t exponent)
{
    // 15 digits are at most 60 bits; the lowest of 61 says that there was something behind them.
    constexpr std::size_t kDigits = 15;
    std::uint64_t kept = 0;
    for (std::size_t i = 0; i < kDigits; ++i)
        kept = kept * 16 + static_cast<std::uint64_t>(i < d.digits.size() ? hexDigit(d.digits[i]) : 0);
    const bool beyond = d.digits.size() > kDigits;
    kept = 2 * kept + beyond;
    const std::int64_t unit = exponent - 4 * static_cast<std::int64_t>(kDigits - 1) - 1; // of the lowest bit
    const int top = 63 - std::countl_zero(kept);
    constexpr int kSmallest = -1074, kFractionBits = 52;
    if (unit + top > 1023) {
        number.nearest = std::numeric_limits<double>::infinity();
    } else if (unit + top < kSmallest - 1) {
        number.nearest = 0;
    } else {
        const auto dropped = static_cast<int>(std::max<std::int64_t>(top - kFractionBits, kSmallest - unit));
        if (dropped <= 0) {
            number.nearest = std::ldexp(static_cast<double>(kept), static_cast<int>(unit));
            number.nearestExact = !beyond;
        } else {
            const std::uint64_t rest = kept & ((std::uint64_t{1} << dropped) - 1);
            const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
            std::uint64_t integer = kept >> dropped;
            integer += rest > half || (rest == half && (integer & 1) != 0);
            number.nearest = std::ldexp(static_cast<double>(integer), static_cast<int>(unit) + dropped);
            number.nearestExact = rest == 0;
        }
    }
    return number;
}

std::optional<RoundableDouble> parseHexadecimal(std::string_view text)
{
    const std::size_t p = text.find_first_of("pP");
    const std::string_view significand = text.substr(0, p);
    const std::string_view power = p == std::string_view::npos ? "" : text.substr(p + 1);
    const std::size_t powerDigits = power.find_first_of("0123456789");
    const bool signedPower = powerDigits == 1 && (power[0] == '+' || power[0] == '-');
    if (p == std::string_view::npos || (powerDigits != 0 && !signedPower) ||
        power.find_first_not_of("0123456789", powerDigits) != std::string_view::npos)
        return std::nullopt;
    const auto isDigit = [](char c) { return hexDigit(c) >= 0; };
    if (std::count(significand.begin(), significand.end(), '.') > 1 ||
        std::none_of(significand.begin(), significand.end(), isDigit) ||
        !std::all_of(significand.begin(), significand.end(), [&](char c) { return c == '.' || isDigit(c); }))
        return std::nullopt;
    const Digits d = digitsOf(significand);
    if (d.digits.empty())
        return RoundableDouble{0.0, true, 0.0};
    // 12 digits are 48 bits at most; what is beyond them is one bit more that says that there was something.
    constexpr std::size_t kDigits = 12;
    std::uint64_t kept = 0;
    for (std::size_t i = 0; i < kDigits; ++i)
        kept = kept * 16 + static_cast<std::uint64_t>(i < d.digits.size() ? hexDigit(d.digits[i]) : 0);
    const bool beyond = d.digits.size() > kDigits;
    const std::int64_t binary = 4 * (d.exponent - static_cast<std::int64_t>(kDigits) + 1) - 1 + exponentOf(power);
    constexpr std::int64_t kFar = 10'000; // beyond every double on both sides
    const double value =
        std::ldexp(static_cast<double>(2 * kept + beyond), static_cast<int>(std::clamp(binary, -kFar, kFar)));
    const RoundableDouble narrow{value, !beyond && std::isfinite(value) && value > 0, value, false};
    return withNearest(narrow, d, 4 * d.exponent + exponentOf(power));
}

} // namespace

std::optional<RoundableDouble> parseMagnitude(std::string_view text, bool hexadecimal)
{
    if (text.empty() || text.front() == '-' || text.front() == '+')
        return std::nullopt;
    return hexadecimal ? parseHexadecimal(text) : parseDecimal(text);
}

} // namespace ulpscope::io
