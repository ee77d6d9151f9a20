// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/arrival_trail.h"

#include "engine/analysis/dq_row.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

std::uint32_t sumBits(float sum) { return std::isnan(sum) ? 0x7FFFFFFFu : floatBits(sum); }

std::span<const int> ArrivalTrail::find(std::span<const float> before, std::span<const float> terms)
{
    m_ways.clear();
    for (std::size_t i = 0; i < terms.size(); ++i)
        m_ways.push_back({sumBits(before[i]), sumBits(atomicSum(before[i], terms[i])), static_cast<int>(i)});
    // Those from one place stand together, the lowest term first.
    std::sort(m_ways.begin(), m_ways.end(),
              [](const Way &a, const Way &b) { return a.from != b.from ? a.from < b.from : a.term < b.term; });
    m_next.resize(m_ways.size());
    for (std::size_t i = 0; i < m_ways.size(); ++i)
        m_next[i] = i;

    m_open.assign(1, {sumBits(0.0f), -1});
    m_order.clear();
    while (!m_open.empty()) {
        const Visit at = m_open.back();
        const auto first = std::lower_bound(m_ways.begin(), m_ways.end(), at.place,
                                            [](const Way &way, std::uint32_t place) { return way.from < place; });
        const auto index = static_cast<std::size_t>(first - m_ways.begin());
        if (index < m_ways.size() && m_next[index] < m_ways.size() && m_ways[m_next[index]].from == at.place) {
            const Way &way = m_ways[m_next[index]++];
            m_open.push_back({way.to, way.term});
            continue;
        }
        m_open.pop_back();
        if (at.term >= 0)
            m_order.push_back(at.term);
    }
    std::reverse(m_order.begin(), m_order.end());

    // What the algorithm gives for ways that make no trail is none.
    float sum = 0.0f;
    for (const int term : m_order) {
        const auto i = static_cast<std::size_t>(term);
        if (sumBits(sum) != sumBits(before[i]))
            return {};
        sum = atomicSum(sum, terms[i]);
    }
    return m_order.size() == terms.size() ? std::span<const int>(m_order) : std::span<const int>();
}

} // namespace ulpscope
