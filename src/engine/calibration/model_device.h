// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The engine's own models of a device in the place of a GPU: what is found of it is known beforehand.
#pragma once

#include "engine/backend/calibration_device.h"
#include "engine/numerics/approx.h"
#include "engine/schedule/device_profile.h"

#include <memory>

namespace ulpscope {

class ModelDevice final : public CalibrationDevice {
public:
    /// Tables may be null: then approximate() is Unsupported.
    ModelDevice(DeviceProfile profile, std::shared_ptr<const ApproxTables> tables);

    Result<worker::GpuLimits> limits(const std::stop_token &stop) override;
    Status approximate(worker::ApproxFunction function, std::uint32_t first, std::span<std::uint32_t> out,
                       const std::stop_token &stop) override;
    Result<std::vector<std::uint32_t>> multiply(worker::MatrixUnit unit, const MmaBatch &batch,
                                                const std::stop_token &stop) override;

private:
    DeviceProfile m_profile;
    std::shared_ptr<const ApproxTables> m_tables;
};

} // namespace ulpscope
