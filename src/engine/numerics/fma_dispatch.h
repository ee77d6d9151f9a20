// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Runs a function made of std::fma on the FMA instruction where the processor has one, without raising the baseline of
// the whole program. The bits are the same either way: a C library's fma without the instruction is correct, but slow.
#pragma once

#if defined(__GNUC__)
#define ULPSCOPE_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ULPSCOPE_ALWAYS_INLINE inline
#endif

// ULPSCOPE_FMA_DISPATCH(float, name, (float x), (x)) defines name(float x), which calls nameBody(x), an
// ULPSCOPE_ALWAYS_INLINE function, from a copy compiled for FMA or from one compiled for the baseline.
#if defined(__GNUC__) && defined(__x86_64__) && !defined(__FMA__)
#define ULPSCOPE_FMA_DISPATCH(RETURN, NAME, PARAMETERS, ARGUMENTS)                                                     \
    namespace {                                                                                                        \
    __attribute__((target("fma"))) RETURN NAME##WithFma PARAMETERS { return NAME##Body ARGUMENTS; }                    \
    }                                                                                                                  \
    RETURN NAME PARAMETERS { return __builtin_cpu_supports("fma") ? NAME##WithFma ARGUMENTS : NAME##Body ARGUMENTS; }
#else
#define ULPSCOPE_FMA_DISPATCH(RETURN, NAME, PARAMETERS, ARGUMENTS)                                                     \
    RETURN NAME PARAMETERS { return NAME##Body ARGUMENTS; }
#endif
