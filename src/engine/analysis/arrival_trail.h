// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The order in which terms arrived at an accumulator, found from what each found there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ulpscope {

/// Atomic additions return the sum as it was before. Sums are places and terms are ways between them, from what a term
/// found to what it left, so an order of arrival is a trail from +0 that takes every way once: an Eulerian trail, found
/// by Hierholzer's algorithm. Where several terms found the same sum there may be more than one; all give the same
/// sums. An object keeps its memory from one element to the next.
class ArrivalTrail {
public:
    /// An order in which `terms` were added, one atomicSum each, such that term i found before[i]; empty where there is
    /// none. The spans have one length. All NaN are one place.
    std::span<const int> find(std::span<const float> before, std::span<const float> terms);

private:
    struct Way {
        std::uint32_t from, to;
        int term;
    };
    struct Visit {
        std::uint32_t place;
        int term; ///< by which it was reached
    };
    std::vector<Way> m_ways;
    std::vector<std::size_t> m_next; ///< by first way from a place: the next that was not taken
    std::vector<Visit> m_open;
    std::vector<int> m_order;
};

/// Bits of a sum; one pattern for all NaN, of which CPUs and GPUs make different ones.
std::uint32_t sumBits(float sum);

} // namespace ulpscope
