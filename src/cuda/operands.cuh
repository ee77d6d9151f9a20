// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Operands of the tensor cores on their way from global to shared memory and from there to registers.
#pragma once

#include "cuda/mma.cuh"
#include "cuda/view.cuh"

#include <type_traits>

namespace ulpscope::cuda {

constexpr int kChunk = 8; ///< 16-bit values of one copy to shared memory

// Asynchronous copies; the runs that come here need compute capability 8.0.
__device__ inline void copyChunk(std::uint32_t to, const void *from, bool exists)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(exists ? 16 : 0));
#endif
}
__device__ inline void endOfCopies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;");
#endif
}
/// For this thread's own copies; a barrier must follow.
__device__ inline void waitForOwnCopies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group 0;" ::: "memory");
#endif
}

/// Four matrices of 8 x 8 values; the thread's row address is of matrix lane / 8, row lane % 8.
__device__ inline void loadMatrices(std::uint32_t (&r)[4], std::uint32_t address)
{
#if __CUDA_ARCH__ >= 750
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(address)
                 : "memory");
#endif
}
__device__ inline void loadTransposed(std::uint32_t (&r)[4], std::uint32_t address)
{
#if __CUDA_ARCH__ >= 750
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(address)
                 : "memory");
#endif
}

/// The instruction of 16-bit tensors with depth 16.
template <Element kElement>
using MmaOf = std::conditional_t<kElement == Element::F16, Fp16K16, Bf16K16>;

template <Element kElement>
__device__ std::uint32_t packPair(float low, float high)
{
    if (kElement == Element::F16) {
        const __half2 pair = __floats2half2_rn(low, high);
        return reinterpret_cast<const std::uint32_t &>(pair);
    }
    const __nv_bfloat162 pair = __floats2bfloat162_rn(low, high);
    return reinterpret_cast<const std::uint32_t &>(pair);
}

} // namespace ulpscope::cuda
