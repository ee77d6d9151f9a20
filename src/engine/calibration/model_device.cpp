// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/calibration/model_device.h"

#include "engine/calibration/approx_check.h"
#include "engine/calibration/mma_problem.h"
#include "engine/schedule/occupancy.h"

#include <cstdio>
#include <iterator>

namespace ulpscope {

using namespace worker;

ModelDevice::ModelDevice(DeviceProfile profile, std::shared_ptr<const ApproxTables> tables)
    : m_profile(std::move(profile)), m_tables(std::move(tables))
{}

Result<GpuLimits> ModelDevice::limits(const std::stop_token &)
{
    const Hardware &h = m_profile.hardware;
    GpuLimits limits{};
    std::snprintf(limits.name, sizeof limits.name, "%s", m_profile.title.c_str());
    limits.ccMajor = m_profile.ccMajor;
    limits.ccMinor = m_profile.ccMinor;
    limits.smCount = m_profile.smCount;
    limits.warpSize = 32;
    limits.threadsPerSm = h.threadsPerSm;
    limits.blocksPerSm = h.blocksPerSm;
    limits.registersPerSm = h.registersPerSm;
    limits.threadsPerBlock = 1024;
    limits.sharedPerSm = h.carveOutsKb.empty() ? 0 : h.carveOutsKb.back() * 1024;
    limits.sharedPerBlockOptIn = h.optInKb * 1024;
    limits.reservedPerBlock = h.reservedPerBlock;
    limits.l2Bytes = static_cast<std::int32_t>(h.l2Bytes.value_or(0));
    limits.hasClusters = h.clusters;
    for (const MmaUnitInfo &unit : allMmaUnits()) {
        const bool sameDepth = unit.depth != 8 || unit.operands != DType::F16 || m_profile.ccMajor < 8;
        if (sameDepth && arithmeticOf(m_profile, unit) && (!unit.isWgmma() || m_profile.computeCapability() == "9.0"))
            limits.units |= std::uint64_t{1} << static_cast<int>(unit.unit);
    }
    for (const auto &[threads, registers, shared] :
         {std::array{128, 255, 49152}, {128, 255, 65536}, {256, 32, 0}, {1024, 64, 0}, {128, 128, 32768}}) {
        OccupancySample &sample = limits.occupancy[limits.samples++];
        sample = {threads, registers, shared, occupancy(h, {threads, registers, shared}).blocksPerSm};
    }
    return limits;
}

Status ModelDevice::approximate(ApproxFunction function, std::uint32_t first, std::span<std::uint32_t> out,
                                const std::stop_token &stop)
{
    if (!m_tables)
        return Status(StatusCode::Unsupported, "the model has no tables");
    if (stop.stop_requested())
        return Status::cancelled();
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = floatBits(approximationOf(*m_tables, function, floatFromBits(first + static_cast<std::uint32_t>(i))));
    return {};
}

Result<std::vector<std::uint32_t>> ModelDevice::multiply(MatrixUnit unit, const MmaBatch &batch,
                                                         const std::stop_token &stop)
{
    if (stop.stop_requested())
        return Status::cancelled();
    const MmaArithmetic *row = arithmeticOf(m_profile, mmaUnitInfo(unit));
    if (!row)
        return Status(StatusCode::Unsupported, "the model has no such instruction");
    return modelWords(row->spec, mmaUnitInfo(unit), batch);
}

} // namespace ulpscope
