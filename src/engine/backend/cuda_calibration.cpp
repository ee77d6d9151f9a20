// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The GPU as what is calibrated.
#include "engine/backend/calibration_device.h"
#include "engine/backend/cuda_backend.h"

#include <algorithm>
#include <cstring>

namespace ulpscope {
namespace {

using namespace worker;

constexpr MmaUnitInfo kUnits[] = {
    {MatrixUnit::F16K8ToF32, "mma.sync m16n8k8", DType::F16, 8},
    {MatrixUnit::F16K8ToF16, "mma.sync m16n8k8", DType::F16, 8},
    {MatrixUnit::F16ToF32, "mma.sync m16n8k16", DType::F16, 16},
    {MatrixUnit::F16ToF16, "mma.sync m16n8k16", DType::F16, 16},
    {MatrixUnit::BF16ToF32, "mma.sync m16n8k16", DType::BF16, 16},
    {MatrixUnit::TF32ToF32, "mma.sync m16n8k8", DType::TF32, 8},
    {MatrixUnit::E4M3ToF32, "mma.sync m16n8k32", DType::E4M3, 32},
    {MatrixUnit::E4M3ToF16, "mma.sync m16n8k32", DType::E4M3, 32},
    {MatrixUnit::E5M2ToF32, "mma.sync m16n8k32", DType::E5M2, 32},
    {MatrixUnit::E5M2ToF16, "mma.sync m16n8k32", DType::E5M2, 32},
    {MatrixUnit::WgmmaF16ToF32, "wgmma m64nNk16", DType::F16, 16},
    {MatrixUnit::WgmmaF16ToF16, "wgmma m64nNk16", DType::F16, 16},
    {MatrixUnit::WgmmaBF16ToF32, "wgmma m64nNk16", DType::BF16, 16},
    {MatrixUnit::WgmmaTF32ToF32, "wgmma m64nNk8", DType::TF32, 8},
    {MatrixUnit::WgmmaE4M3ToF32, "wgmma m64nNk32", DType::E4M3, 32},
    {MatrixUnit::WgmmaE4M3ToF16, "wgmma m64nNk32", DType::E4M3, 32},
    {MatrixUnit::WgmmaE5M2ToF32, "wgmma m64nNk32", DType::E5M2, 32},
    {MatrixUnit::WgmmaE5M2ToF16, "wgmma m64nNk32", DType::E5M2, 32},
};
static_assert(std::size(kUnits) == kMmaUnits);

/// Operands as the instruction reads them: right-aligned words of 1, 2 or 4 bytes, little-endian.
char *putOperands(DType type, const float *values, std::size_t count, char *out)
{
    const std::size_t bytes = static_cast<std::size_t>(formatInfo(type).bytes);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t word = bitsOf(type, values[i]);
        for (std::size_t byte = 0; byte < bytes; ++byte)
            *out++ = static_cast<char>(word >> 8 * byte & 0xFF);
    }
    return out;
}

class GpuUnderTest final : public CalibrationDevice {
public:
    explicit GpuUnderTest(std::shared_ptr<WorkerProcess> process) : m_process(std::move(process)) {}

    Result<GpuLimits> limits(const std::stop_token &stop) override
    {
        WorkerProcess::Turn turn = m_process->turn(stop);
        if (!turn.begun())
            return Status::cancelled();
        const Result<Reply> reply = turn.call(Command::Limits, 0, nullptr, 0, stop);
        if (!reply.ok())
            return reply.status();
        GpuLimits limits;
        std::memcpy(&limits, turn.data(), sizeof limits);
        limits.name[sizeof limits.name - 1] = '\0';
        limits.samples = std::clamp(limits.samples, 0, kMaxOccupancySamples);
        return limits;
    }

    Status approximate(ApproxFunction function, std::uint32_t first, std::span<std::uint32_t> out,
                       const std::stop_token &stop) override
    {
        const ApproxRequest request{function, first, out.size()};
        WorkerProcess::Turn turn = m_process->turn(stop);
        if (!turn.begun())
            return Status::cancelled();
        if (Status s = turn.call(Command::Approximate, 0, &request, sizeof request, stop).status(); !s.ok())
            return s;
        std::memcpy(out.data(), turn.data(), out.size_bytes());
        return {};
    }

    Result<std::vector<std::uint32_t>> multiply(MatrixUnit unit, const MmaBatch &batch,
                                                const std::stop_token &stop) override
    {
        const MmaUnitInfo &info = mmaUnitInfo(unit);
        const int chained = batch.k / info.depth;
        const std::size_t most = kDataBytes / problemBytes(unit, chained), k = static_cast<std::size_t>(batch.k);
        std::vector<std::uint32_t> words(batch.count());
        for (std::size_t begin = 0; begin < batch.count(); begin += most) {
            const std::size_t count = std::min(most, batch.count() - begin);
            WorkerProcess::Turn turn = m_process->turn(stop);
            if (!turn.begun())
                return Status::cancelled();
            char *at = putOperands(info.operands, batch.rowA(begin), count * k, turn.data());
            at = putOperands(info.operands, batch.columnB(begin), count * k, at);
            for (std::size_t i = 0; i < count; ++i, at += sizeof(std::uint32_t)) {
                const std::uint32_t word = bitsOf(info.result(), batch.c[begin + i]);
                std::memcpy(at, &word, sizeof word);
            }
            const MmaRequest request{unit, chained, count};
            const Result<Reply> reply = turn.call(Command::Multiply, 0, &request, sizeof request, stop);
            if (!reply.ok())
                return reply.status();
            m_differ += reply->handle;
            std::memcpy(words.data() + begin, turn.data(), count * sizeof(std::uint32_t));
        }
        return words;
    }

    std::uint64_t placesThatDiffer() const override { return m_differ; }

private:
    std::shared_ptr<WorkerProcess> m_process;
    std::uint64_t m_differ = 0;
};

} // namespace

const MmaUnitInfo &mmaUnitInfo(MatrixUnit unit) { return kUnits[static_cast<std::size_t>(unit)]; }
std::span<const MmaUnitInfo> allMmaUnits() { return kUnits; }

Result<std::unique_ptr<CalibrationDevice>> CudaBackend::calibrationDevice() const
{
    Result<std::shared_ptr<WorkerProcess>> process = worker();
    if (!process.ok())
        return process.status();
    return std::unique_ptr<CalibrationDevice>(std::make_unique<GpuUnderTest>(std::move(process).value()));
}

} // namespace ulpscope
