// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/order_counts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

constexpr int kZeroBin = 65;

/// Position on the line of a format's values; both zeros at 0.
std::int64_t ordinalOf(DType format, std::uint64_t bits)
{
    const int width = formatInfo(format).bytes * 8;
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    const auto magnitude = static_cast<std::int64_t>(bits & (sign - 1));
    return bits & sign ? -magnitude : magnitude;
}

std::uint64_t bitsOfValue(DType format, double value)
{
    return format == DType::F64 ? doubleBits(value) : floatBits(static_cast<float>(value));
}

/// The distance from `from` to `to` as 0, +-1, +-2, +-(3 to 4), +-(5 to 8), ...: places -65 .. 65. Two doubles can be
/// farther apart than an int64 says.
int binOf(std::int64_t from, std::int64_t to)
{
    if (from == to)
        return 0;
    const std::uint64_t distance = to > from ? static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from)
                                             : static_cast<std::uint64_t>(from) - static_cast<std::uint64_t>(to);
    const int size = 1 + static_cast<int>(std::bit_width(distance - 1));
    return to < from ? -size : size;
}

} // namespace

OrderCounts::OrderCounts(DType format, const ExactSum &exact, std::size_t limit)
    : m_format(format), m_limit(std::max<std::size_t>(1, limit)), m_exact(exact), m_rounded(exact.toDouble())
{
    ExactSum rest = exact; // exact - rounded; where rounding overflowed nothing finite is above
    if (std::isfinite(m_rounded))
        rest.add(-m_rounded);
    m_roundedIsAbove = rest.toDouble() < 0;
    const double correct = format == DType::F64 ? m_rounded : static_cast<double>(exact.roundTo(format));
    m_correctOrdinal = ordinalOf(format, bitsOfValue(format, correct));
    resize(1024);
}

std::uint64_t OrderCounts::unmixed(std::uint64_t key)
{
    // Inverses of the odd multipliers modulo 2^64, and of x ^ (x >> s).
    key = key ^ (key >> 31) ^ (key >> 62);
    key *= 0x319642B2D24D8EC3u;
    key = key ^ (key >> 27) ^ (key >> 54);
    key *= 0x96DE1B173F119089u;
    return key ^ (key >> 30) ^ (key >> 60);
}

double OrderCounts::valueOf(std::uint64_t bits) const
{
    return m_format == DType::F64 ? doubleFromBits(bits)
                                  : static_cast<double>(floatFromBits(static_cast<std::uint32_t>(bits)));
}

double OrderCounts::errorOf(double value) const
{
    ExactSum difference = m_exact;
    difference.negate();
    difference.add(value);
    return difference.toDouble();
}

void OrderCounts::insert(std::size_t at, std::uint64_t bits, std::uint64_t count, std::uint64_t first)
{
    Slot &slot = m_slots[at];
    const bool isNew = slot.count == 0;
    slot.key = mix64(bits);
    slot.first = first; // lower than what was there
    slot.count += count;
    consider({bits, valueOf(bits), count, first});
    if (!isNew)
        return;
    ++m_size;
    if (m_size > 2 * m_limit)
        pruneTo(m_limit);
    else if (m_size * 2 > m_slots.size())
        resize(m_slots.size() * 2);
}

void OrderCounts::consider(const OrderPattern &pattern)
{
    const double value = pattern.value;
    const auto take = [&](std::optional<OrderPattern> &known, bool isBetter) {
        if (!known || isBetter || (value == known->value && pattern.first < known->first))
            known = pattern;
    };
    take(m_smallest, m_smallest && value < m_smallest->value);
    take(m_largest, m_largest && value > m_largest->value);
    if (value < m_rounded || (value == m_rounded && !m_roundedIsAbove))
        take(m_below, m_below && value > m_below->value);
    else
        take(m_above, m_above && value < m_above->value);
}

void OrderCounts::resize(std::size_t slots)
{
    std::vector<Slot> old(slots);
    old.swap(m_slots);
    m_mask = slots - 1;
    for (const Slot &slot : old) {
        if (slot.count == 0)
            continue;
        std::size_t at = slot.key & m_mask;
        while (m_slots[at].count != 0)
            at = (at + 1) & m_mask;
        m_slots[at] = slot;
    }
}

/// Keeps the patterns whose hashes are smallest. One that belongs to the smallest of all was never dropped anywhere.
void OrderCounts::pruneTo(std::size_t size)
{
    if (m_size <= size)
        return;
    m_capped = true;
    std::vector<Slot> kept;
    for (const Slot &slot : m_slots) {
        if (slot.count != 0)
            kept.push_back(slot);
    }
    const auto bound = kept.begin() + static_cast<std::ptrdiff_t>(size);
    std::nth_element(kept.begin(), bound, kept.end(), [](const Slot &a, const Slot &b) { return a.key < b.key; });
    for (auto slot = bound; slot != kept.end(); ++slot)
        countInHistogram(unmixed(slot->key), slot->count, m_dropped);
    kept.erase(bound, kept.end());
    std::fill(m_slots.begin(), m_slots.end(), Slot{});
    for (const Slot &slot : kept) {
        std::size_t at = slot.key & m_mask;
        while (m_slots[at].count != 0)
            at = (at + 1) & m_mask;
        m_slots[at] = slot;
    }
    m_size = size;
}

void OrderCounts::merge(const OrderCounts &other)
{
    for (const Slot &slot : other.m_slots) {
        if (slot.count != 0)
            add(unmixed(slot.key), slot.count, slot.first);
    }
    for (const std::optional<OrderPattern> &end : {other.m_smallest, other.m_largest, other.m_below, other.m_above}) {
        if (end)
            consider(*end);
    }
    for (std::size_t i = 0; i < m_dropped.size(); ++i)
        m_dropped[i] += other.m_dropped[i];
    m_capped |= other.m_capped;
}

void OrderCounts::finish() { pruneTo(m_limit); }

double OrderCounts::distinct() const
{
    if (!m_capped)
        return static_cast<double>(m_size);
    std::uint64_t largest = 0;
    for (const Slot &slot : m_slots)
        largest = slot.count != 0 ? std::max(largest, slot.key) : largest;
    return static_cast<double>(m_size - 1) / (std::ldexp(static_cast<double>(largest), -64));
}

std::vector<OrderPattern> OrderCounts::patterns() const
{
    std::vector<OrderPattern> list;
    for (const Slot &slot : m_slots) {
        if (slot.count != 0)
            list.push_back({unmixed(slot.key), valueOf(unmixed(slot.key)), slot.count, slot.first});
    }
    std::sort(list.begin(), list.end(), [&](const OrderPattern &a, const OrderPattern &b) {
        return a.value != b.value ? a.value < b.value : std::signbit(a.value) && !std::signbit(b.value);
    });
    return list;
}

void OrderCounts::countInHistogram(std::uint64_t bits, std::uint64_t count, Bins &bins) const
{
    bins[static_cast<std::size_t>(kZeroBin + binOf(m_correctOrdinal, ordinalOf(m_format, bits)))] += count;
}

std::vector<UlpBin> OrderCounts::histogram() const
{
    Bins bins = m_dropped;
    for (const Slot &slot : m_slots) {
        if (slot.count != 0)
            countInHistogram(unmixed(slot.key), slot.count, bins);
    }
    std::vector<UlpBin> list;
    for (int bin = -kZeroBin; bin <= kZeroBin; ++bin) {
        const std::uint64_t count = bins[static_cast<std::size_t>(bin + kZeroBin)];
        if (count == 0)
            continue;
        const int size = std::abs(bin);
        const auto power = [](int exponent) {
            return exponent < 63 ? std::int64_t{1} << exponent : std::numeric_limits<std::int64_t>::max();
        };
        const std::int64_t to = size == 0 ? 0 : power(size - 1), from = size < 2 ? to : power(size - 2) + 1;
        list.push_back(bin < 0 ? UlpBin{-to, -from, count} : UlpBin{from, to, count});
    }
    return list;
}

/// Sign of |a - exact| - |b - exact|.
int OrderCounts::compareErrors(double a, double b) const
{
    if (std::isinf(a) || std::isinf(b))
        return static_cast<int>(std::isinf(a)) - static_cast<int>(std::isinf(b));
    ExactSum difference[2];
    for (int i = 0; i < 2; ++i) {
        difference[i] = m_exact;
        difference[i].negate();
        difference[i].add(i == 0 ? a : b);
        if (difference[i].toDouble() < 0)
            difference[i].negate();
    }
    difference[1].negate();
    difference[0].add(difference[1]);
    const double sign = difference[0].toDouble();
    return sign < 0 ? -1 : static_cast<int>(sign > 0);
}

std::optional<OrderPattern> OrderCounts::best() const
{
    if (!m_below || !m_above)
        return m_below ? m_below : m_above;
    const int order = compareErrors(m_below->value, m_above->value);
    return order < 0 || (order == 0 && m_below->first < m_above->first) ? m_below : m_above;
}

std::optional<OrderPattern> OrderCounts::worst() const
{
    if (!m_smallest)
        return std::nullopt;
    const int order = compareErrors(m_smallest->value, m_largest->value);
    return order > 0 || (order == 0 && m_smallest->first < m_largest->first) ? m_smallest : m_largest;
}

} // namespace ulpscope
