// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// This GPU's tensor cores.
#pragma once

#include <cstdint>

namespace ulpscope::cuda {

/// One mma.sync instruction of 16 x 8 results; k is its depth, `kWords` its 32-bit words of B a thread.
struct Bf16K16 {
    static constexpr int kDepth = 16, kWords = 2;
    static constexpr bool kPairs = true;
    static __device__ void run(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])
    {
#if __CUDA_ARCH__ >= 800
        asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
    }
};
struct Fp16K16 {
    static constexpr int kDepth = 16, kWords = 2;
    static constexpr bool kPairs = true;
    static __device__ void run(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])
    {
#if __CUDA_ARCH__ >= 800
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
    }
};
struct Bf16K8 {
    static constexpr int kDepth = 8, kWords = 1;
    static constexpr bool kPairs = true;
    static __device__ void run(float (&c)[4], const std::uint32_t (&a)[2], const std::uint32_t (&b)[1])
    {
#if __CUDA_ARCH__ >= 800
        asm("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(b[0]));
#endif
    }
};
struct Fp16K8 {
    static constexpr int kDepth = 8, kWords = 1;
    static constexpr bool kPairs = true;
    static __device__ void run(float (&c)[4], const std::uint32_t (&a)[2], const std::uint32_t (&b)[1])
    {
        asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
};
struct Tf32K8 {
    static constexpr int kDepth = 8, kWords = 2;
    static constexpr bool kPairs = false;
    static __device__ void run(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])
    {
#if __CUDA_ARCH__ >= 800
        asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
    }
};
struct Tf32K4 {
    static constexpr int kDepth = 4, kWords = 1;
    static constexpr bool kPairs = false;
    static __device__ void run(float (&c)[4], const std::uint32_t (&a)[2], const std::uint32_t (&b)[1])
    {
#if __CUDA_ARCH__ >= 800
        asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(b[0]));
#endif
    }
};

} // namespace ulpscope::cuda
