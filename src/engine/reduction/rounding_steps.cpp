// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/rounding_steps.h"

#include "engine/numerics/exact_sum.h"
#include "engine/numerics/ulp.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A finite magnitude as significand * 2^exponent, the significand odd or 0.
struct OddForm {
    std::uint64_t significand = 0;
    int exponent = 0;

    explicit OddForm(double x)
    {
        const std::uint64_t bits = doubleBits(x);
        const int field = static_cast<int>(bits >> 52) & 0x7FF;
        significand = bits & ((std::uint64_t{1} << 52) - 1);
        if (field != 0)
            significand |= std::uint64_t{1} << 52;
        if (significand == 0)
            return;
        const int zeros = std::countr_zero(significand);
        significand >>= zeros;
        exponent = std::max(field, 1) - 1075 + zeros;
    }
    int top() const { return exponent + 63 - std::countl_zero(significand); }
};

/// The places 2^top to 2^low of a magnitude.
std::string places(double x, int top, int low)
{
    std::string bits(static_cast<std::size_t>(top - low + 1), '0');
    const OddForm form(x);
    for (int i = 0; i < 64; ++i) {
        if ((form.significand >> i & 1) != 0)
            bits[static_cast<std::size_t>(top - (form.exponent + i))] = '1';
    }
    return bits;
}

/// a + b, or a - b where a is not below b; strings of equal length with room for the carry.
std::string added(const std::string &a, const std::string &b, bool subtract)
{
    std::string sum(a.size(), '0');
    int carry = 0;
    for (std::size_t i = a.size(); i-- > 0;) {
        const int bitB = b[i] - '0';
        const int digit = (a[i] - '0') + (subtract ? -bitB : bitB) + carry; // -2 to 3
        sum[i] = static_cast<char>('0' + (digit & 1));
        carry = digit >> 1; // floor
    }
    return sum;
}

double largestOf(DType type)
{
    if (type == DType::E4M3)
        return 448; // the pattern above is the NaN
    const FormatInfo format = formatInfo(type);
    return std::ldexp(2.0 - std::ldexp(1.0, -format.fractionBits), format.maxExponent);
}

/// Rounds the exact sum's bits and says how.
void roundBits(DType type, Addition &step)
{
    const FormatInfo format = formatInfo(type);
    const std::size_t first = step.sumBits.find('1');
    if (first == std::string::npos) {
        step.unit = step.low;
        step.resultBits = step.sumBits;
        return;
    }
    const int lead = step.top - static_cast<int>(first);
    step.unit = std::max(std::max(lead, format.minExponent) - format.fractionBits, step.low);
    const auto kept = static_cast<std::size_t>(step.keptPlaces());
    std::uint64_t integer = 0;
    for (std::size_t i = first; i < kept; ++i)
        integer = integer << 1 | static_cast<std::uint64_t>(step.sumBits[i] - '0');
    const std::string dropped = step.sumBits.substr(kept);
    step.guard = !dropped.empty() && dropped[0] == '1';
    step.round = dropped.size() > 1 && dropped[1] == '1';
    step.sticky = dropped.find('1', 2) != std::string::npos;
    bool up = false;
    if (dropped.find('1') == std::string::npos) {
        step.rounding = Rounding::Exact;
    } else if (!step.guard) {
        step.rounding = Rounding::Down;
    } else if (step.round || step.sticky) {
        step.rounding = Rounding::Up;
        up = true;
    } else {
        up = (integer & 1) != 0;
        step.rounding = up ? Rounding::TieUp : Rounding::TieDown;
    }
    const double magnitude = std::ldexp(static_cast<double>(integer + up), step.unit); // exact, or beyond all formats
    if (magnitude > largestOf(type)) {
        step.rounding = isFp8(type) ? Rounding::Saturated : Rounding::Overflow;
        step.result = isFp8(type) ? largestOf(type) : kInfinity;
    } else {
        step.result = magnitude;
    }
    if (step.rounding == Rounding::Saturated) { // the largest number may have places below all that was added
        const int below = std::max(0, step.low - OddForm(step.result).exponent);
        for (std::string *bits : {&step.aBits, &step.bBits, &step.sumBits})
            bits->append(static_cast<std::size_t>(below), '0');
        step.low -= below;
        step.unit = step.low; // nothing is dropped: the number is replaced
        step.guard = step.round = step.sticky = false;
    }
    if (std::isfinite(step.result))
        step.resultBits = places(step.result, step.top, step.low);
    step.result = step.negativeSum ? -step.result : step.result;
}

} // namespace

Addition addInBits(DType type, double a, double b, bool mirrored)
{
    Addition step;
    step.a = a;
    step.b = b;
    if (!std::isfinite(a) || !std::isfinite(b)) {
        step.result = a + b;
        step.rounding = std::isnan(step.result) ? Rounding::NotANumber : Rounding::Infinite;
        step.error = std::isnan(step.result) ? step.result : 0;
        return step;
    }
    const OddForm formA(a), formB(b);
    const bool zeroA = formA.significand == 0, zeroB = formB.significand == 0;
    if (zeroA && zeroB) {
        step.aBits = step.bBits = step.sumBits = step.resultBits = "0";
        step.negativeSum = std::signbit(a) == std::signbit(b) ? std::signbit(a) : mirrored;
        step.result = step.negativeSum ? -0.0 : 0.0;
        return step;
    }
    // One place above the larger one for a carry; where it stays empty it goes again.
    step.top = std::max(zeroA ? formB.top() : formA.top(), zeroB ? formA.top() : formB.top()) + 1;
    step.low = std::min(zeroA ? formB.exponent : formA.exponent, zeroB ? formA.exponent : formB.exponent);
    step.aBits = places(a, step.top, step.low);
    step.bBits = places(b, step.top, step.low);
    const bool subtract = std::signbit(a) != std::signbit(b), swapped = subtract && step.aBits < step.bBits;
    step.sumBits = swapped ? added(step.bBits, step.aBits, true) : added(step.aBits, step.bBits, subtract);
    step.negativeSum = swapped ? std::signbit(b) : std::signbit(a);
    if (step.sumBits.find('1') == std::string::npos) {
        step.negativeSum = mirrored;
        step.result = mirrored ? -0.0 : 0.0;
    }
    roundBits(type, step);
    const bool carry = step.sumBits[0] == '1' || (!step.resultBits.empty() && step.resultBits[0] == '1');
    if (!carry) {
        --step.top;
        for (std::string *bits : {&step.aBits, &step.bBits, &step.sumBits, &step.resultBits}) {
            if (!bits->empty())
                bits->erase(0, 1);
        }
    }
    ExactSum error;
    for (const double term : {step.result, -a, -b})
        error.add(term);
    step.error = error.toDouble();
    return step;
}

double nearestOf(DType type, double x)
{
    if (type == DType::F64 || std::isnan(x))
        return x;
    return isFp8(type) && std::isfinite(x) ? static_cast<double>(roundToFp8(type, x))
                                           : static_cast<double>(roundDoubleTo(type, x));
}

// In double the sum of two numbers of at most 24 bits is rounded to more than twice as many and two more, so rounding
// it again gives what rounding once does (Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 30(3),
// 1995).
double addRounded(DType type, double a, double b) { return nearestOf(type, a + b); }

std::uint64_t patternOf(DType type, double value)
{
    return type == DType::F64 ? doubleBits(value) : bitsOf(type, static_cast<float>(value));
}

SumSteps sumInSteps(DType type, const std::vector<double> &values, const MergeTree &tree,
                    const std::vector<bool> &mirrored)
{
    SumSteps sum;
    std::vector<double> results = values;
    std::vector<ExactSum> exact(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        exact[i].add(values[i]);
    const auto errorOf = [](double result, ExactSum total) {
        total.negate();
        total.add(result);
        return total.toDouble();
    };
    for (const MergeTree::Merge &merge : tree.merges) {
        const auto left = static_cast<std::size_t>(merge.left), right = static_cast<std::size_t>(merge.right);
        const bool mirror = !mirrored.empty() && mirrored[sum.steps.size()];
        SumStep step{addInBits(type, results[left], results[right], mirror), merge.left, merge.right, 0};
        ExactSum total = exact[left];
        total.add(exact[right]);
        step.accumulatedError = errorOf(step.addition.result, total);
        results.push_back(step.addition.result);
        exact.push_back(total);
        sum.steps.push_back(std::move(step));
    }
    if (results.empty())
        return sum;
    const ExactSum &total = exact.back();
    sum.result = results.back();
    sum.exactDouble = total.toDouble();
    // The fp8 formats' sums of at most 64 numbers fit in a double.
    sum.exact = type == DType::F64 ? sum.exactDouble
                : isFp8(type)      ? nearestOf(type, sum.exactDouble)
                                   : static_cast<double>(total.roundTo(type));
    sum.error = errorOf(sum.result, total);
    if (!std::isfinite(sum.result) || !std::isfinite(sum.exactDouble)) {
        const bool same = sum.result == sum.exact || (std::isnan(sum.result) && std::isnan(sum.exact));
        sum.error = same ? 0 : sum.result - sum.exactDouble;
        sum.ulps = same ? 0 : std::numeric_limits<double>::quiet_NaN();
    } else if (sum.error == 0) {
        sum.ulps = 0;
    } else {
        sum.ulps =
            total.isZero() ? std::numeric_limits<double>::quiet_NaN() : sum.error / ulpSize(type, sum.exactDouble);
    }
    return sum;
}

OrderResults resultsOfAllOrders(DType type, const std::vector<double> &values)
{
    OrderResults all;
    const std::size_t count = values.size();
    if (count == 0 || count > static_cast<std::size_t>(kMaxPermuted))
        return all;
    // Each number after another, depth first: orders that begin alike share their first sums.
    std::vector<double> found;
    const auto extend = [&](const auto &self, unsigned used, double total) -> void {
        if (used + 1 == 1u << count) {
            found.push_back(total);
            return;
        }
        for (std::size_t i = 0; i < count; ++i) {
            if ((used >> i & 1) == 0)
                self(self, used | 1u << i, used == 0 ? values[i] : addRounded(type, total, values[i]));
        }
    };
    extend(extend, 0, 0);
    all.orders = found.size();
    // By value, then -0 before +0; NaN last.
    const auto before = [](double a, double b) {
        if (std::isnan(a) || std::isnan(b))
            return !std::isnan(a) && std::isnan(b);
        return a != b ? a < b : std::signbit(a) && !std::signbit(b);
    };
    std::sort(found.begin(), found.end(), before);
    const auto same = [&](double a, double b) { return !before(a, b) && !before(b, a); };
    found.erase(std::unique(found.begin(), found.end(), same), found.end());
    all.results = std::move(found);
    return all;
}

} // namespace ulpscope
