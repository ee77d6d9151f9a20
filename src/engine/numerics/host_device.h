// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Functions that CPU and GPU share, so that they cannot differ. C++17; what uses it includes no library but <cmath>.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__CUDACC__)
#define ULPSCOPE_SHARED __host__ __device__ __forceinline__
#elif defined(__GNUC__)
#define ULPSCOPE_SHARED inline __attribute__((always_inline)) // into copies compiled for FMA too: fma_dispatch.h
#else
#define ULPSCOPE_SHARED inline
#endif

namespace ulpscope {

ULPSCOPE_SHARED std::uint32_t floatBits(float x)
{
    std::uint32_t u;
    std::memcpy(&u, &x, sizeof u);
    return u;
}
ULPSCOPE_SHARED float floatFromBits(std::uint32_t u)
{
    float x;
    std::memcpy(&x, &u, sizeof x);
    return x;
}
ULPSCOPE_SHARED std::uint64_t doubleBits(double x)
{
    std::uint64_t u;
    std::memcpy(&u, &x, sizeof u);
    return u;
}
ULPSCOPE_SHARED double doubleFromBits(std::uint64_t u)
{
    double x;
    std::memcpy(&x, &u, sizeof x);
    return x;
}

/// 2^exponent, for exponents of normal doubles.
ULPSCOPE_SHARED double powerOfTwo(int exponent)
{
    return doubleFromBits(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

ULPSCOPE_SHARED float floatInfinity() { return floatFromBits(0x7F800000u); }
/// The NaN that GPUs write.
ULPSCOPE_SHARED float gpuNan() { return floatFromBits(0x7FFFFFFFu); }

} // namespace ulpscope
