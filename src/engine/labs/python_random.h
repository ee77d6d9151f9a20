// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ulpscope {

/// Python's random.seed(n) and random.shuffle(list), to the last draw: MT19937 with initialisation by an array
/// (Matsumoto and Nishimura, ACM TOMACS 8(1), 1998, and their init of 2002), draws below n by rejection (CPython 3.2
/// and later).
class PythonRandom {
public:
    explicit PythonRandom(std::uint32_t seed);
    std::uint32_t next(); ///< random.getrandbits(32)
    /// Uniform below n, which is at least 1.
    std::size_t below(std::size_t n);
    template <typename T>
    void shuffle(std::vector<T> &list)
    {
        for (std::size_t i = list.size(); i-- > 1;)
            std::swap(list[i], list[below(i + 1)]);
    }

private:
    static constexpr std::size_t kWords = 624;
    void seedBy(std::uint32_t word);
    void twist();

    std::array<std::uint32_t, kWords> m_state;
    std::size_t m_at = kWords;
};

} // namespace ulpscope
