// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/calibrate.h"
#include "cuda/calibrate_tile.cuh"
#include "cuda/check.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace ulpscope::cuda {
// ------------------------------------------------------------------------------------------- mma.sync
// One instruction: kLeast is the compute capability from which on there is one, kWords the 32-bit words of a row.
namespace units {
#define ULPSCOPE_MMA_F32(NAME, LEAST, SHAPE, TYPES)                                                                    \
    struct NAME {                                                                                                      \
        static constexpr int kLeast = LEAST, kWords = 8;                                                               \
        static constexpr bool kHalf = false;                                                                           \
        static __device__ void run(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])            \
        {                                                                                                              \
            asm volatile("mma.sync.aligned." SHAPE ".row.col.f32." TYPES                                               \
                         ".f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                                  \
                         : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])                                              \
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));                          \
        }                                                                                                              \
    }
#define ULPSCOPE_MMA_F16(NAME, LEAST, SHAPE, TYPES)                                                                    \
    struct NAME {                                                                                                      \
        static constexpr int kLeast = LEAST, kWords = 8;                                                               \
        static constexpr bool kHalf = true;                                                                            \
        static __device__ void run(std::uint32_t (&c)[2], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])    \
        {                                                                                                              \
            asm volatile("mma.sync.aligned." SHAPE ".row.col.f16." TYPES                                               \
                         ".f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"                                              \
                         : "+r"(c[0]), "+r"(c[1])                                                                      \
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));                          \
        }                                                                                                              \
    }

struct F16K8ToF32 {
    static constexpr int kLeast = 75, kWords = 4;
    static constexpr bool kHalf = false;
    static __device__ void run(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])
    {
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
};
struct F16K8ToF16 {
    static constexpr int kLeast = 75, kWords = 4;
    static constexpr bool kHalf = true;
    static __device__ void run(std::uint32_t (&c)[2], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])
    {
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};"
                     : "+r"(c[0]), "+r"(c[1])
                     : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
};
ULPSCOPE_MMA_F32(F16ToF32, 80, "m16n8k16", "f16.f16");
ULPSCOPE_MMA_F16(F16ToF16, 80, "m16n8k16", "f16.f16");
ULPSCOPE_MMA_F32(BF16ToF32, 80, "m16n8k16", "bf16.bf16");
ULPSCOPE_MMA_F32(TF32ToF32, 80, "m16n8k8", "tf32.tf32");
ULPSCOPE_MMA_F32(E4M3ToF32, 89, "m16n8k32", "e4m3.e4m3");
ULPSCOPE_MMA_F16(E4M3ToF16, 89, "m16n8k32", "e4m3.e4m3");
ULPSCOPE_MMA_F32(E5M2ToF32, 89, "m16n8k32", "e5m2.e5m2");
ULPSCOPE_MMA_F16(E5M2ToF16, 89, "m16n8k32", "e5m2.e5m2");
#undef ULPSCOPE_MMA_F32
#undef ULPSCOPE_MMA_F16
} // namespace units

namespace {

using namespace worker;

// --------------------------------------------------------------------------------------- approximate functions
template <ApproxFunction F>
__device__ float approximation(float x)
{
    float y = 0;
    if (F == ApproxFunction::Ex2Ftz)
        asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    if (F == ApproxFunction::Ex2)
        asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    if (F == ApproxFunction::RcpFtz)
        asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    if (F == ApproxFunction::Rcp)
        asm("rcp.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    if (F == ApproxFunction::Lg2Ftz)
        asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    if (F == ApproxFunction::Lg2)
        asm("lg2.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

template <ApproxFunction F>
__global__ void approximateKernel(std::uint32_t first, std::uint64_t count, std::uint32_t *out)
{
    const std::uint64_t step = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
    for (std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
        out[i] = __float_as_uint(approximation<F>(__uint_as_float(first + static_cast<std::uint32_t>(i))));
}

constexpr int kWarpsPerBlock = 4;

template <typename Unit>
__global__ void __launch_bounds__(32 * kWarpsPerBlock) mmaKernel(const __grid_constant__ MmaView view)
{
#if defined(__CUDA_ARCH__)
    if constexpr (__CUDA_ARCH__ >= 10 * Unit::kLeast) {
        const std::uint64_t tile = static_cast<std::uint64_t>(blockIdx.x) * kWarpsPerBlock + threadIdx.x / 32;
        if (tile * kProblemsPerTile >= view.request.count)
            return;
        const TileLane lane(view, tile * kProblemsPerTile);
        std::uint32_t low[2], high[2];
        const auto run = [&](auto &c) {
            for (int step = 0; step < view.request.chained; ++step) {
                constexpr int kWords = Unit::kWords;
                std::uint32_t a[4] = {}, b[2] = {};
                for (int half = 0; half < kWords / 4; ++half) {
                    a[2 * half] = a[2 * half + 1] = lane.word(view.a, kWords, step, 4 * half + lane.t);
                    b[half] = lane.word(view.b, kWords, step, 4 * half + lane.t);
                }
                Unit::run(c, a, b);
            }
        };
        const std::uint32_t left = lane.accumulator(2 * lane.t), right = lane.accumulator(2 * lane.t + 1);
        if constexpr (Unit::kHalf) {
            std::uint32_t c[2] = {left | right << 16, left | right << 16};
            run(c);
            low[0] = c[0] & 0xFFFF, low[1] = c[0] >> 16;
            high[0] = c[1] & 0xFFFF, high[1] = c[1] >> 16;
        } else {
            float c[4] = {__uint_as_float(left), __uint_as_float(right), __uint_as_float(left), __uint_as_float(right)};
            run(c);
            for (int i = 0; i < 2; ++i) {
                low[i] = __float_as_uint(c[i]);
                high[i] = __float_as_uint(c[2 + i]);
            }
        }
        lane.store(low, high, true);
    }
#endif
}

/// Calls visit with the instruction of a unit that is no wgmma.
template <typename Visit>
void withUnit(MatrixUnit unit, Visit visit)
{
    switch (unit) {
    case MatrixUnit::F16K8ToF32: return visit(units::F16K8ToF32{});
    case MatrixUnit::F16K8ToF16: return visit(units::F16K8ToF16{});
    case MatrixUnit::F16ToF32: return visit(units::F16ToF32{});
    case MatrixUnit::F16ToF16: return visit(units::F16ToF16{});
    case MatrixUnit::BF16ToF32: return visit(units::BF16ToF32{});
    case MatrixUnit::TF32ToF32: return visit(units::TF32ToF32{});
    case MatrixUnit::E4M3ToF32: return visit(units::E4M3ToF32{});
    case MatrixUnit::E4M3ToF16: return visit(units::E4M3ToF16{});
    case MatrixUnit::E5M2ToF32: return visit(units::E5M2ToF32{});
    case MatrixUnit::E5M2ToF16: return visit(units::E5M2ToF16{});
    default: throw std::runtime_error("a message names an instruction that does not exist");
    }
}

/// Whether the GPU's code of a kernel was compiled for an architecture that has the instruction. `ptxVersion` is what
/// the source saw, also where PTX was compiled at run time.
template <typename Unit>
bool isCompiled()
{
    cudaFuncAttributes attributes{};
    if (cudaFuncGetAttributes(&attributes, mmaKernel<Unit>) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    return attributes.ptxVersion >= Unit::kLeast;
}

// --------------------------------------------------------------------------------------------- limits
/// Holds about N registers a thread.
template <int N, int Threads>
__global__ void __launch_bounds__(Threads) holdRegisters(float *data)
{
    float held[N];
#pragma unroll
    for (int i = 0; i < N; ++i)
        held[i] = data[i * Threads + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < N; ++i)
        data[(N - 1 - i) * Threads + threadIdx.x] = held[i] * held[N - 1 - i];
}

using Holder = void (*)(float *);

void addOccupancy(GpuLimits &limits)
{
    struct Kernel {
        Holder kernel;
        int mostThreads;
    };
    constexpr Kernel kKernels[] = {{holdRegisters<4, 1024>, 1024},
                                   {holdRegisters<40, 1024>, 1024},
                                   {holdRegisters<72, 512>, 512},
                                   {holdRegisters<120, 256>, 256},
                                   {holdRegisters<200, 256>, 256}};
    for (const Kernel &k : kKernels) {
        cudaFuncAttributes attributes{};
        ULPSCOPE_CUDA(cudaFuncGetAttributes(&attributes, k.kernel));
        const int most = limits.sharedPerBlockOptIn - static_cast<int>(attributes.sharedSizeBytes);
        ULPSCOPE_CUDA(cudaFuncSetAttribute(k.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
        ULPSCOPE_CUDA(cudaFuncSetAttribute(k.kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                           cudaSharedmemCarveoutMaxShared));
        for (const int threads : {32, 96, 128, 256, 512, 1024}) {
            for (const int shared : {0, 17 << 10, 48 << 10, most}) {
                if (threads > k.mostThreads || limits.samples == kMaxOccupancySamples || shared > most ||
                    (shared > 0 && threads != 128 && threads != 256))
                    continue;
                OccupancySample &sample = limits.occupancy[limits.samples++];
                sample.threads = threads;
                sample.registers = attributes.numRegs;
                sample.sharedBytes = shared + static_cast<int>(attributes.sharedSizeBytes);
                ULPSCOPE_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&sample.blocks, k.kernel, threads,
                                                                            static_cast<std::size_t>(shared)));
            }
        }
    }
}

/// The largest cluster of blocks that can be launched, also beyond the portable 8.
int largestCluster()
{
    const Holder kernel = holdRegisters<4, 1024>;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(64);
    config.blockDim = dim3(32);
    int size = 0;
    if (cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) != cudaSuccess ||
        cudaOccupancyMaxPotentialClusterSize(&size, kernel, &config) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    return size;
}

int attribute(cudaDeviceAttr which, int device)
{
    int value = 0;
    ULPSCOPE_CUDA(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

} // namespace

void approximate(const ApproxRequest &request, std::uint32_t *out, cudaStream_t stream)
{
    constexpr unsigned kThreads = 256, kBlocks = 2048;
    const auto launch = [&](auto kernel) {
        kernel<<<kBlocks, kThreads, 0, stream>>>(request.first, request.count, out);
    };
    switch (request.function) {
    case ApproxFunction::Ex2Ftz: launch(approximateKernel<ApproxFunction::Ex2Ftz>); break;
    case ApproxFunction::Ex2: launch(approximateKernel<ApproxFunction::Ex2>); break;
    case ApproxFunction::RcpFtz: launch(approximateKernel<ApproxFunction::RcpFtz>); break;
    case ApproxFunction::Rcp: launch(approximateKernel<ApproxFunction::Rcp>); break;
    case ApproxFunction::Lg2Ftz: launch(approximateKernel<ApproxFunction::Lg2Ftz>); break;
    case ApproxFunction::Lg2: launch(approximateKernel<ApproxFunction::Lg2>); break;
    default: throw std::runtime_error("a message names a function that does not exist");
    }
    ULPSCOPE_CUDA(cudaGetLastError());
}

void multiply(const MmaView &view, cudaStream_t stream)
{
    if (isWgmma(view.request.unit))
        return multiplyWgmma(view, stream);
    constexpr std::uint64_t kPerBlock = kProblemsPerTile * kWarpsPerBlock;
    const unsigned blocks = static_cast<unsigned>((view.request.count + kPerBlock - 1) / kPerBlock);
    withUnit(view.request.unit,
             [&](auto unit) { mmaKernel<decltype(unit)><<<blocks, 32 * kWarpsPerBlock, 0, stream>>>(view); });
    ULPSCOPE_CUDA(cudaGetLastError());
}

GpuLimits limits()
{
    GpuLimits made{};
    int device = 0;
    ULPSCOPE_CUDA(cudaGetDevice(&device));
    cudaDeviceProp properties;
    ULPSCOPE_CUDA(cudaGetDeviceProperties(&properties, device));
    std::snprintf(made.name, sizeof made.name, "%s", properties.name);
    made.ccMajor = properties.major;
    made.ccMinor = properties.minor;
    made.smCount = properties.multiProcessorCount;
    made.warpSize = properties.warpSize;
    made.threadsPerSm = attribute(cudaDevAttrMaxThreadsPerMultiProcessor, device);
    made.blocksPerSm = attribute(cudaDevAttrMaxBlocksPerMultiprocessor, device);
    made.registersPerSm = attribute(cudaDevAttrMaxRegistersPerMultiprocessor, device);
    made.threadsPerBlock = attribute(cudaDevAttrMaxThreadsPerBlock, device);
    made.sharedPerSm = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
    made.sharedPerBlockOptIn = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    made.reservedPerBlock = attribute(cudaDevAttrReservedSharedMemoryPerBlock, device);
    made.l2Bytes = attribute(cudaDevAttrL2CacheSize, device);
    made.hasClusters = attribute(cudaDevAttrClusterLaunch, device);
    made.largestCluster = made.hasClusters ? largestCluster() : 0;
    ULPSCOPE_CUDA(cudaDriverGetVersion(&made.driverVersion));
    ULPSCOPE_CUDA(cudaRuntimeGetVersion(&made.runtimeVersion));
    const int capability = 10 * made.ccMajor + made.ccMinor;
    for (int i = 0; i < kMmaUnits; ++i) {
        const MatrixUnit unit = static_cast<MatrixUnit>(i);
        bool has = false;
        if (isWgmma(unit))
            has = capability == 90 && hasWgmma();
        else
            withUnit(unit, [&](auto u) { has = capability >= decltype(u)::kLeast && isCompiled<decltype(u)>(); });
        made.units |= static_cast<std::uint64_t>(has) << i;
    }
    addOccupancy(made);
    return made;
}

} // namespace ulpscope::cuda
