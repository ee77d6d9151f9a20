// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/labs/python_random.h"

#include <bit>

namespace ulpscope {

void PythonRandom::seedBy(std::uint32_t word)
{
    m_state[0] = word;
    for (std::uint32_t i = 1; i < kWords; ++i)
        m_state[i] = 1812433253u * (m_state[i - 1] ^ (m_state[i - 1] >> 30)) + i;
}

PythonRandom::PythonRandom(std::uint32_t seed)
{
    // An array of one word, the seed: its index is always 0.
    seedBy(19650218u);
    std::size_t i = 1;
    const auto advance = [&] {
        if (++i == kWords) {
            m_state[0] = m_state[kWords - 1];
            i = 1;
        }
    };
    const auto folded = [&] { return m_state[i - 1] ^ (m_state[i - 1] >> 30); };
    for (std::size_t k = 0; k < kWords; ++k) {
        m_state[i] = (m_state[i] ^ (folded() * 1664525u)) + seed;
        advance();
    }
    for (std::size_t k = 1; k < kWords; ++k) {
        m_state[i] = (m_state[i] ^ (folded() * 1566083941u)) - static_cast<std::uint32_t>(i);
        advance();
    }
    m_state[0] = 0x80000000u;
}

void PythonRandom::twist()
{
    constexpr std::size_t kMiddle = 397;
    for (std::size_t i = 0; i < kWords; ++i) {
        const std::uint32_t y = (m_state[i] & 0x80000000u) | (m_state[(i + 1) % kWords] & 0x7FFFFFFFu);
        m_state[i] = m_state[(i + kMiddle) % kWords] ^ (y >> 1) ^ (y & 1 ? 0x9908B0DFu : 0u);
    }
    m_at = 0;
}

std::uint32_t PythonRandom::next()
{
    if (m_at == kWords)
        twist();
    std::uint32_t y = m_state[m_at++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9D2C5680u;
    y ^= (y << 15) & 0xEFC60000u;
    return y ^ (y >> 18);
}

std::size_t PythonRandom::below(std::size_t n)
{
    const int bits = static_cast<int>(std::bit_width(n));
    std::size_t drawn;
    do
        drawn = next() >> (32 - bits);
    while (drawn >= n);
    return drawn;
}

} // namespace ulpscope
