// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/approx.h"

#include "engine/numerics/exact_math.h"
#include "engine/numerics/formats.h"

#include <cmath>
#include <limits>

namespace ulpscope {
bool WordTable::assign(const std::vector<std::uint32_t> &words)
{
    m_base.resize(kEntries / kBlock);
    m_offset.resize(kEntries);
    for (std::size_t block = 0; block < m_base.size(); ++block) {
        const std::uint32_t *const first = words.data() + block * kBlock;
        std::uint32_t low = first[0];
        std::uint32_t high = first[0];
        for (std::size_t i = 1; i < kBlock; ++i) {
            low = first[i] < low ? first[i] : low;
            high = first[i] > high ? first[i] : high;
        }
        if (high - low > 0xFF)
            return false;
        m_base[block] = low;
        for (std::size_t i = 0; i < kBlock; ++i)
            m_offset[block * kBlock + i] = static_cast<std::uint8_t>(first[i] - low);
    }
    return true;
}

float ApproxTables::ex2(float x, bool flushSubnormals) const { return scalar::ex2(m_ex2, x, flushSubnormals); }

void ApproxTables::prefetchEx2(float x) const
{
    if (std::abs(x) < 128.0f) // neither NaN nor infinite
        m_ex2.prefetch(static_cast<std::uint32_t>(scalar::ex2Argument(x)) & scalar::kSignificandMask);
}

float ApproxTables::rcp(float x) const { return scalar::rcp(m_rcp, x); }

float ApproxTables::lg2(float x) const
{
    if (std::isnan(x) || x <= -std::numeric_limits<float>::min())
        return gpuNan();
    if (x < std::numeric_limits<float>::min()) // zero, or flushed to it
        return -std::numeric_limits<float>::infinity();
    if (std::isinf(x))
        return x;
    return isMeasuredLg2(x) ? scalar::lg2FromOne(m_lg2Low, m_lg2High, x) : exact::log2(x);
}

std::uint32_t ApproxTables::word(Words table, std::uint32_t i) const
{
    switch (table) {
    case Words::Ex2: return m_ex2[i];
    case Words::Rcp: return m_rcp[i];
    case Words::Lg2Low: return m_lg2Low[i];
    case Words::Lg2High: break;
    }
    return m_lg2High[i];
}

} // namespace ulpscope
