// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Hopper's tensor cores, which read matrices from shared memory: wgmma (PTX ISA, "Asynchronous Warpgroup Level
// Matrix").
#pragma once

#include "engine/backend/worker_protocol.h"

#include <cstdint>

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
namespace ulpscope::cuda {

/// Orders writes to shared memory before what the tensor cores read from there.
__device__ inline void fenceForTensorCores() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
/// Registers written before are those that the next instruction finds.
__device__ inline void beginProducts() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void endProducts() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
__device__ inline void waitForProducts() { asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory"); }
/// Nothing that reads the products moves before the wait for them.
template <int kCount>
__device__ void holdProducts(float (&d)[kCount][4])
{
#pragma unroll
    for (int n = 0; n < kCount; ++n)
#pragma unroll
        for (int i = 0; i < 4; ++i)
            asm volatile("" : "+f"(d[n][i])::"memory");
}

/// How the tensor cores find a matrix in shared memory: rows of 128 or 64 bytes, swizzled; strides in bytes.
__device__ inline std::uint64_t matrixDescriptor(std::uint32_t address, int leading, int stride, bool isWide)
{
    return static_cast<std::uint64_t>((address & 0x3FFFF) >> 4) | static_cast<std::uint64_t>(leading >> 4) << 16 |
           static_cast<std::uint64_t>(stride >> 4) << 32 | static_cast<std::uint64_t>(isWide ? 1 : 2) << 62;
}

#define ULPSCOPE_D4(n) "+f"(d[n][0]), "+f"(d[n][1]), "+f"(d[n][2]), "+f"(d[n][3])
#define ULPSCOPE_D16(n) ULPSCOPE_D4(n), ULPSCOPE_D4((n) + 1), ULPSCOPE_D4((n) + 2), ULPSCOPE_D4((n) + 3)
#define ULPSCOPE_R16 "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15"
#define ULPSCOPE_R32 ULPSCOPE_R16 ",%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31"
#define ULPSCOPE_R64                                                                                                   \
    ULPSCOPE_R32 ",%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,"   \
                 "%56,%57,%58,%59,%60,%61,%62,%63"

/// d += A B for a warp group's 64 rows and kCols columns, depth 16; d[first] is the first of its column groups of 8.
/// Shared: A from shared memory, B's depth contiguous. Registers: A as mma.sync has it, B's columns contiguous.
/// `accumulate` 0: d = A B.
template <worker::Element kElement, int kCols>
struct WarpGroupMma;

#define ULPSCOPE_WGMMA(ELEMENT, TYPE, COLS, REGS, A, B, C, D4, D5, ...)                                                \
    template <>                                                                                                        \
    struct WarpGroupMma<worker::Element::ELEMENT, COLS> {                                                              \
        static __device__ void shared(float (*d)[4], std::uint64_t a, std::uint64_t b, int accumulate)                 \
        {                                                                                                              \
            asm volatile("{.reg .pred p; setp.ne.b32 p, %" C ", 0; wgmma.mma_async.sync.aligned.m64n" #COLS            \
                         "k16.f32." TYPE "." TYPE " {" REGS "}, %" A ", %" B ", p, 1, 1, 0, 0;}"                       \
                         : __VA_ARGS__                                                                                 \
                         : "l"(a), "l"(b), "r"(accumulate));                                                           \
        }                                                                                                              \
        static __device__ void registers(float (*d)[4], const std::uint32_t (&a)[4], std::uint64_t b)                  \
        {                                                                                                              \
            asm volatile("wgmma.mma_async.sync.aligned.m64n" #COLS "k16.f32." TYPE "." TYPE " {" REGS "}, {%" A ",%" B \
                         ",%" C ",%" D4 "}, %" D5 ", 1, 1, 1, 1;"                                                      \
                         : __VA_ARGS__                                                                                 \
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));                                        \
        }                                                                                                              \
    };

#define ULPSCOPE_WGMMA_TYPES(ELEMENT, TYPE)                                                                            \
    ULPSCOPE_WGMMA(ELEMENT, TYPE, 32, ULPSCOPE_R16, "16", "17", "18", "19", "20", ULPSCOPE_D16(0))                     \
    ULPSCOPE_WGMMA(ELEMENT, TYPE, 64, ULPSCOPE_R32, "32", "33", "34", "35", "36", ULPSCOPE_D16(0), ULPSCOPE_D16(4))    \
    ULPSCOPE_WGMMA(ELEMENT, TYPE, 128, ULPSCOPE_R64, "64", "65", "66", "67", "68", ULPSCOPE_D16(0), ULPSCOPE_D16(4),   \
                   ULPSCOPE_D16(8), ULPSCOPE_D16(12))

ULPSCOPE_WGMMA_TYPES(F16, "f16")
ULPSCOPE_WGMMA_TYPES(BF16, "bf16")

#undef ULPSCOPE_WGMMA_TYPES
#undef ULPSCOPE_WGMMA
#undef ULPSCOPE_R64
#undef ULPSCOPE_R32
#undef ULPSCOPE_R16
#undef ULPSCOPE_D16
#undef ULPSCOPE_D4

} // namespace ulpscope::cuda
#endif
