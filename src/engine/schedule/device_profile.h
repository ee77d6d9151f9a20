// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/tensor_core.h"
#include "engine/schedule/evidence.h"
#include "engine/status.h"

#include <map>
#include <string>
#include <vector>

namespace ulpscope {

/// The arithmetic of one matrix instruction family: operand type, result type, T-FDPA parameters.
struct MmaArithmetic {
    DType operands = DType::F16;
    TensorCoreSpec spec;
    std::string instruction; ///< "mma.sync m16n8k16"
    Evidence evidence;
};

/// An architecture: what can change a bit, and (later) what shapes a schedule. Read from resources/devices/<id>.json.
struct DeviceProfile {
    std::string id;           ///< "h200"
    std::string title;        ///< "NVIDIA H200"
    std::string architecture; ///< "Hopper"
    int ccMajor = 0, ccMinor = 0;
    int smCount = 0;
    Evidence smCountEvidence;
    std::vector<MmaArithmetic> mma;
    std::string approxTable; ///< id of the ex2/rcp/lg2 tables that are used for this device
    Evidence approxEvidence;

    /// The fp32-result arithmetic for an operand type; null when the device has no such instruction.
    const MmaArithmetic *mmaFor(DType operands, MmaResult result = MmaResult::TruncateF32) const;
    std::string computeCapability() const { return std::to_string(ccMajor) + "." + std::to_string(ccMinor); }
};

/// Parses `ulpscope.device/1` JSON; `path` is used in messages.
Result<DeviceProfile> parseDeviceProfile(const std::string &json, const std::string &path);

} // namespace ulpscope
