// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What `calibrate` measures: a GPU's own units, one operation at a time. An interface, so that the engine's own models
// can stand in for a GPU.
#pragma once

#include "engine/backend/calibration_protocol.h"
#include "engine/numerics/formats.h"
#include "engine/status.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace ulpscope {

struct MmaUnitInfo {
    worker::MatrixUnit unit;
    std::string_view instruction; ///< as in device files
    DType operands;
    int depth; ///< products of one instruction

    bool isHalf() const { return worker::isHalfResult(unit); }
    bool isWgmma() const { return worker::isWgmma(unit); }
    DType result() const { return isHalf() ? DType::F16 : DType::F32; }
};
const MmaUnitInfo &mmaUnitInfo(worker::MatrixUnit unit);
/// All units in the order of MatrixUnit.
std::span<const MmaUnitInfo> allMmaUnits();

/// Problems c + sum a[i] b[i] of k products each, one after another; values of the operands' format (tf32: any fp32
/// word) and of the accumulator's.
struct MmaBatch {
    int k = 0;
    std::vector<float> a, b, c;

    std::size_t count() const { return c.size(); }
    const float *rowA(std::size_t i) const { return a.data() + i * static_cast<std::size_t>(k); }
    const float *columnB(std::size_t i) const { return b.data() + i * static_cast<std::size_t>(k); }
};

/// Words of a function of 2^23 arguments: one sign and one exponent.
inline constexpr std::size_t kMostApproxWords = std::size_t{1} << 23;

class CalibrationDevice {
public:
    virtual ~CalibrationDevice() = default;
    virtual Result<worker::GpuLimits> limits(const std::stop_token &stop) = 0;
    /// The function of the words first, first + 1, ...; at most kMostApproxWords.
    virtual Status approximate(worker::ApproxFunction function, std::uint32_t first, std::span<std::uint32_t> out,
                               const std::stop_token &stop) = 0;
    /// One result word each (fp16: 16 bits); k is a multiple of the unit's depth, and instructions are chained.
    virtual Result<std::vector<std::uint32_t>> multiply(worker::MatrixUnit unit, const MmaBatch &batch,
                                                        const std::stop_token &stop) = 0;
    /// Problems so far whose result depended on the place in the tile.
    virtual std::uint64_t placesThatDiffer() const { return 0; }
};

} // namespace ulpscope
