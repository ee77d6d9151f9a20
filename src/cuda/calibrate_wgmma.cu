// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Hopper's wgmma, m64n8. It exists in code for sm_90a alone, which this file is compiled for and the others are not.
#include "cuda/calibrate_tile.cuh"
#include "cuda/check.h"

#include <stdexcept>

namespace ulpscope::cuda {
// scale-d is 1: the accumulator takes part. scale-a and scale-b are 1. REST: the 16-bit types say that B is K-major.
namespace wgmma_units {
#define ULPSCOPE_WGMMA_F32(NAME, SHAPE, TYPES, REST)                                                                   \
    struct NAME {                                                                                                      \
        static constexpr bool kHalf = false;                                                                           \
        static __device__ void run(float (&c)[4], const std::uint32_t (&a)[4], std::uint64_t b)                        \
        {                                                                                                              \
            asm volatile("wgmma.mma_async.sync.aligned." SHAPE ".f32." TYPES                                           \
                         " {%0,%1,%2,%3}, {%4,%5,%6,%7}, %8, 1, 1, 1" REST ";"                                         \
                         : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])                                              \
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b)                                          \
                         : "memory");                                                                                  \
        }                                                                                                              \
    }
#define ULPSCOPE_WGMMA_F16(NAME, SHAPE, TYPES, REST)                                                                   \
    struct NAME {                                                                                                      \
        static constexpr bool kHalf = true;                                                                            \
        static __device__ void run(std::uint32_t (&c)[2], const std::uint32_t (&a)[4], std::uint64_t b)                \
        {                                                                                                              \
            asm volatile("wgmma.mma_async.sync.aligned." SHAPE ".f16." TYPES                                           \
                         " {%0,%1}, {%2,%3,%4,%5}, %6, 1, 1, 1" REST ";"                                               \
                         : "+r"(c[0]), "+r"(c[1])                                                                      \
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b)                                          \
                         : "memory");                                                                                  \
        }                                                                                                              \
    }
ULPSCOPE_WGMMA_F32(F16ToF32, "m64n8k16", "f16.f16", ", 0");
ULPSCOPE_WGMMA_F16(F16ToF16, "m64n8k16", "f16.f16", ", 0");
ULPSCOPE_WGMMA_F32(BF16ToF32, "m64n8k16", "bf16.bf16", ", 0");
ULPSCOPE_WGMMA_F32(TF32ToF32, "m64n8k8", "tf32.tf32", "");
ULPSCOPE_WGMMA_F32(E4M3ToF32, "m64n8k32", "e4m3.e4m3", "");
ULPSCOPE_WGMMA_F16(E4M3ToF16, "m64n8k32", "e4m3.e4m3", "");
ULPSCOPE_WGMMA_F32(E5M2ToF32, "m64n8k32", "e5m2.e5m2", "");
ULPSCOPE_WGMMA_F16(E5M2ToF16, "m64n8k32", "e5m2.e5m2", "");
#undef ULPSCOPE_WGMMA_F32
#undef ULPSCOPE_WGMMA_F16
} // namespace wgmma_units

namespace {

using namespace worker;

constexpr int kRowWords = 8, kThreads = 128;

/// Descriptor of a K-major operand without swizzle in shared memory (PTX ISA 9.0, wgmma, matrix-descriptor format):
/// core matrices of 8 rows of 16 bytes, 128 bytes apart.
__device__ std::uint64_t descriptorOf(const void *shared)
{
    const std::uint64_t address = __cvta_generic_to_shared(shared);
    constexpr std::uint64_t kCore = 128 >> 4;
    return (address & 0x3FFFF) >> 4 | kCore << 16 | kCore << 32;
}

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
template <typename Unit, typename C>
__device__ void chain(const MmaView &view, const TileLane &lane, std::uint32_t *columns, C &c)
{
    for (int step = 0; step < view.request.chained; ++step) {
        __syncthreads();
        if (threadIdx.x < kProblemsPerTile * kRowWords) {
            const int column = static_cast<int>(threadIdx.x) / kRowWords, at = threadIdx.x % kRowWords;
            // Core matrix at / 4, row `column`, word at % 4.
            columns[(at / 4 * kProblemsPerTile + column) * 4 + at % 4] =
                view.b[(lane.problem(column) * view.request.chained + step) * kRowWords + at];
        }
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        std::uint32_t a[4];
        for (int half = 0; half < 2; ++half)
            a[2 * half] = a[2 * half + 1] = lane.word(view.a, kRowWords, step, 4 * half + lane.t);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        Unit::run(c, a, descriptorOf(columns));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    }
}
#endif

/// A block is a warpgroup: each of its warps has 16 rows of A.
template <typename Unit>
__global__ void __launch_bounds__(kThreads) wgmmaKernel(const __grid_constant__ MmaView view)
{
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    __shared__ alignas(128) std::uint32_t columns[kProblemsPerTile * kRowWords];
    __shared__ std::uint32_t firstWarp[kProblemsPerTile];
    const TileLane lane(view, static_cast<std::uint64_t>(blockIdx.x) * kProblemsPerTile);
    const std::uint32_t left = lane.accumulator(2 * lane.t), right = lane.accumulator(2 * lane.t + 1);
    std::uint32_t low[2], high[2];
    if constexpr (Unit::kHalf) {
        std::uint32_t c[2] = {left | right << 16, left | right << 16};
        chain<Unit>(view, lane, columns, c);
        low[0] = c[0] & 0xFFFF, low[1] = c[0] >> 16;
        high[0] = c[1] & 0xFFFF, high[1] = c[1] >> 16;
    } else {
        float c[4] = {__uint_as_float(left), __uint_as_float(right), __uint_as_float(left), __uint_as_float(right)};
        chain<Unit>(view, lane, columns, c);
        for (int i = 0; i < 2; ++i) {
            low[i] = __float_as_uint(c[i]);
            high[i] = __float_as_uint(c[2 + i]);
        }
    }
    lane.store(low, high, threadIdx.x < 32);
    const int mine = lane.group - 2 * lane.t; // which of the two is on the diagonal, if one is
    if (threadIdx.x < 32 && (mine == 0 || mine == 1))
        firstWarp[lane.group] = low[mine];
    __syncthreads();
    if (threadIdx.x >= 32 && (mine == 0 || mine == 1) && lane.first + lane.group < view.request.count &&
        low[mine] != firstWarp[lane.group])
        atomicAdd(view.unequal, 1u);
#endif
}

template <typename Unit>
void launch(const MmaView &view, cudaStream_t stream)
{
    const unsigned blocks = static_cast<unsigned>((view.request.count + kProblemsPerTile - 1) / kProblemsPerTile);
    wgmmaKernel<Unit><<<blocks, kThreads, 0, stream>>>(view);
    ULPSCOPE_CUDA(cudaGetLastError());
}

} // namespace

bool hasWgmma()
{
    cudaFuncAttributes attributes{};
    const bool has = cudaFuncGetAttributes(&attributes, wgmmaKernel<wgmma_units::F16ToF32>) == cudaSuccess;
    cudaGetLastError();
    return has;
}

void multiplyWgmma(const MmaView &view, cudaStream_t stream)
{
    switch (view.request.unit) {
    case MatrixUnit::WgmmaF16ToF32: return launch<wgmma_units::F16ToF32>(view, stream);
    case MatrixUnit::WgmmaF16ToF16: return launch<wgmma_units::F16ToF16>(view, stream);
    case MatrixUnit::WgmmaBF16ToF32: return launch<wgmma_units::BF16ToF32>(view, stream);
    case MatrixUnit::WgmmaTF32ToF32: return launch<wgmma_units::TF32ToF32>(view, stream);
    case MatrixUnit::WgmmaE4M3ToF32: return launch<wgmma_units::E4M3ToF32>(view, stream);
    case MatrixUnit::WgmmaE4M3ToF16: return launch<wgmma_units::E4M3ToF16>(view, stream);
    case MatrixUnit::WgmmaE5M2ToF32: return launch<wgmma_units::E5M2ToF32>(view, stream);
    case MatrixUnit::WgmmaE5M2ToF16: return launch<wgmma_units::E5M2ToF16>(view, stream);
    default: throw std::runtime_error("a message names an instruction that does not exist");
    }
}

} // namespace ulpscope::cuda
