// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What `calibrate` asks of the worker: approximate functions on ranges of words, single instructions of the tensor
// core, and the limits of the GPU. C++17: shared with CUDA code.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ulpscope::worker {

/// The hardware's approximate functions, PTX's names.
enum class ApproxFunction : std::int32_t { Ex2Ftz, Ex2, RcpFtz, Rcp, Lg2Ftz, Lg2 };
inline constexpr int kApproxFunctions = 6;

/// The function of the words first .. first + count - 1, to shared memory: one word each.
struct ApproxRequest {
    ApproxFunction function;
    std::uint32_t first;
    std::uint64_t count;
};

/// Matrix instructions: a row of A and a column of B are 32 bytes (16: K8), in the order of k.
enum class MatrixUnit : std::int32_t {
    F16K8ToF32, ///< mma.sync m16n8k8, all that sm_75 has
    F16K8ToF16,
    F16ToF32, ///< mma.sync m16n8k16
    F16ToF16,
    BF16ToF32,
    TF32ToF32, ///< mma.sync m16n8k8
    E4M3ToF32, ///< mma.sync m16n8k32
    E4M3ToF16,
    E5M2ToF32,
    E5M2ToF16,
    WgmmaF16ToF32, ///< wgmma m64n8k16
    WgmmaF16ToF16,
    WgmmaBF16ToF32,
    WgmmaTF32ToF32, ///< wgmma m64n8k8
    WgmmaE4M3ToF32, ///< wgmma m64n8k32
    WgmmaE4M3ToF16,
    WgmmaE5M2ToF32,
    WgmmaE5M2ToF16,
};
inline constexpr int kMmaUnits = 18;

/// `count` problems c + sum a[i] b[i], each `chained` instructions deep, the result of one the accumulator of the next.
/// In shared memory: all rows of A, all columns of B, then one word of c each (fp16: its 16 bits). Results, a word
/// each, take their place from the beginning. Every problem is computed in several places of a tile; the reply's handle
/// counts problems whose places do not agree.
struct MmaRequest {
    MatrixUnit unit;
    std::int32_t chained;
    std::uint64_t count;
};

/// A launch, and how many of its blocks the driver says an SM runs at once.
struct OccupancySample {
    std::int32_t threads, registers, sharedBytes, blocks;
};
inline constexpr int kMaxOccupancySamples = 64;

/// What the driver says of the first GPU, to shared memory.
struct GpuLimits {
    char name[256];
    std::int32_t ccMajor, ccMinor, smCount, warpSize;
    std::int32_t threadsPerSm, blocksPerSm, registersPerSm, threadsPerBlock;
    std::int32_t sharedPerSm, sharedPerBlockOptIn, reservedPerBlock, l2Bytes;
    std::int32_t hasClusters, largestCluster; ///< largestCluster: that can be launched, 0 where there are none
    std::int32_t driverVersion, runtimeVersion;
    std::uint64_t units; ///< a bit for each MatrixUnit that this GPU has and the worker was compiled for
    std::int32_t samples, unused;
    OccupancySample occupancy[kMaxOccupancySamples];
};

// ------------------------------------------------------------------------------------------------ shape of a unit
constexpr bool isWgmma(MatrixUnit unit) { return unit >= MatrixUnit::WgmmaF16ToF32; }
constexpr bool isHalfResult(MatrixUnit unit)
{
    switch (unit) {
    case MatrixUnit::F16K8ToF16:
    case MatrixUnit::F16ToF16:
    case MatrixUnit::E4M3ToF16:
    case MatrixUnit::E5M2ToF16:
    case MatrixUnit::WgmmaF16ToF16:
    case MatrixUnit::WgmmaE4M3ToF16:
    case MatrixUnit::WgmmaE5M2ToF16: return true;
    default: return false;
    }
}
/// Bytes of a row of A in one instruction.
constexpr std::size_t rowBytes(MatrixUnit unit)
{
    return unit == MatrixUnit::F16K8ToF32 || unit == MatrixUnit::F16K8ToF16 ? 16 : 32;
}
constexpr std::size_t problemBytes(MatrixUnit unit, int chained)
{
    return 2 * rowBytes(unit) * static_cast<std::size_t>(chained) + sizeof(std::uint32_t);
}
inline constexpr int kMostChained = 64;

} // namespace ulpscope::worker
