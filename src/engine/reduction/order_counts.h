// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/exact_sum.h"
#include "engine/numerics/formats.h"
#include "engine/numerics/mix64.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace ulpscope {

/// One bit pattern of a result.
struct OrderPattern {
    std::uint64_t bits = 0;  ///< of fp32 right-aligned
    double value = 0;        ///< what they mean
    std::uint64_t count = 0; ///< orders that give it
    std::uint64_t first = 0; ///< index of the first of them
    bool operator==(const OrderPattern &) const = default;
};

/// Orders whose result lies `from` to `to` representable values above the correctly rounded sum (below: negative).
struct UlpBin {
    std::int64_t from = 0, to = 0;
    std::uint64_t count = 0;
    bool operator==(const UlpBin &) const = default;
};

/// What the results of many orders add up to. Counts are kept for all patterns up to a limit, and beyond it for the
/// patterns that a fixed hash puts first: which ones these are, and their counts, do not depend on how the orders were
/// divided over threads, batches or backends. Everything else here knows all orders whatever the limit. No result is
/// NaN: terms are finite, and an accumulator that overflowed stays what it is.
class OrderCounts {
public:
    static constexpr std::size_t kDefaultLimit = std::size_t{1} << 16;

    /// `exact` is the sum without rounding, finite. F32 or F64.
    OrderCounts(DType format, const ExactSum &exact, std::size_t limit = kDefaultLimit);

    /// `count` orders with this result, of which `first` is the one of lowest index.
    void add(std::uint64_t bits, std::uint64_t count, std::uint64_t first)
    {
        const std::uint64_t key = mix64(bits);
        for (std::size_t at = key & m_mask;; at = (at + 1) & m_mask) {
            Slot &slot = m_slots[at];
            if (slot.count != 0 && slot.key == key && slot.first <= first) {
                slot.count += count;
                return;
            }
            if (slot.count == 0 || slot.key == key)
                return insert(at, bits, count, first);
        }
    }
    void merge(const OrderCounts &other);
    /// Leaves at most `limit` patterns: once, at the end.
    void finish();

    bool isCapped() const { return m_capped; } ///< there were more patterns than the limit
    std::size_t size() const { return m_size; }
    /// Patterns in all: exact unless capped, then estimated from how densely the hashes of those kept lie (relative
    /// standard error 1 / sqrt(limit), Bar-Yossef et al., RANDOM 2002).
    double distinct() const;
    std::vector<OrderPattern> patterns() const; ///< those kept, by value, -0 before +0
    std::vector<UlpBin> histogram() const;      ///< bins 0, 1, 2, 3-4, 5-8, ... on both sides that are not empty

    /// The smallest and the largest result, and those with the smallest and largest |result - exact|; of several orders
    /// the one of lowest index. None before there is an order. Infinite results have an infinite error.
    std::optional<OrderPattern> smallest() const { return m_smallest; }
    std::optional<OrderPattern> largest() const { return m_largest; }
    std::optional<OrderPattern> best() const;
    std::optional<OrderPattern> worst() const;

    double valueOf(std::uint64_t bits) const;
    /// result - exact, rounded once; infinite for an infinite result.
    double errorOf(double value) const;

private:
    struct Slot {
        std::uint64_t key = 0, count = 0, first = 0;
    };
    /// The inverse of mix64.
    static std::uint64_t unmixed(std::uint64_t key);

    void insert(std::size_t at, std::uint64_t bits, std::uint64_t count, std::uint64_t first);
    void consider(const OrderPattern &pattern);
    void resize(std::size_t slots);
    void pruneTo(std::size_t size);
    using Bins = std::array<std::uint64_t, 131>; ///< places -65 .. 65
    void countInHistogram(std::uint64_t bits, std::uint64_t count, Bins &bins) const;
    int compareErrors(double a, double b) const;

    DType m_format;
    std::size_t m_limit;
    ExactSum m_exact;
    double m_rounded;              ///< exact, to double
    bool m_roundedIsAbove;         ///< m_rounded > exact
    std::int64_t m_correctOrdinal; ///< of the correctly rounded sum on the format's line
    std::vector<Slot> m_slots;
    std::size_t m_mask = 0, m_size = 0;
    bool m_capped = false;
    Bins m_dropped{};                                                    ///< of orders whose pattern is not kept
    std::optional<OrderPattern> m_smallest, m_largest, m_below, m_above; ///< below: the largest that is <= exact
};

} // namespace ulpscope
