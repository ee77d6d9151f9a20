// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/tensor_core.h"
#include "engine/schedule/evidence.h"
#include "engine/status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

std::string_view mmaResultName(MmaResult result); ///< as in device files: "fp32-rz"

/// The arithmetic of one matrix instruction family: operand type, result type, T-FDPA parameters.
struct MmaArithmetic {
    DType operands = DType::F16;
    TensorCoreSpec spec;
    std::string instruction; ///< "mma.sync m16n8k16"
    Evidence evidence;
};

/// What one SM holds and what one block may ask of it: the limits of an occupancy calculation. No bit depends on it,
/// except through a split rule that asks for the occupancy.
struct Hardware {
    int threadsPerSm = 0;
    Evidence threadsEvidence;
    int blocksPerSm = 0;
    Evidence blocksEvidence;
    int registersPerSm = 0;
    Evidence registersEvidence;
    int registerUnit = 0;       ///< registers are given to a warp in multiples of this
    int registerPartitions = 0; ///< equal parts of the register file, each with its own warps
    Evidence registerAllocationEvidence;
    std::vector<int> carveOutsKb; ///< sizes of an SM's shared memory, ascending
    int sharedMemoryUnit = 0;     ///< bytes
    Evidence sharedMemoryEvidence;
    int optInKb = 0; ///< shared memory that one block can ask for
    Evidence optInEvidence;
    int reservedPerBlock = 0; ///< bytes of shared memory that the system takes for each block
    Evidence reservedEvidence;
    bool clusters = false; ///< blocks can be launched as clusters
    Evidence clustersEvidence;
    std::optional<std::int64_t> l2Bytes; ///< absent where not known
    Evidence l2Evidence;
};

/// An architecture: what can change a bit, and what shapes a schedule. Read from resources/devices/<id>.json, and from
/// the user's directory.
struct DeviceProfile {
    std::string id;           ///< "h200"
    std::string title;        ///< "NVIDIA H200"
    std::string architecture; ///< "Hopper"
    int ccMajor = 0, ccMinor = 0;
    int smCount = 0;
    Evidence smCountEvidence;
    Hardware hardware;
    std::vector<MmaArithmetic> mma;
    std::string approxTable; ///< id of the ex2/rcp/lg2 tables that are used for this device
    Evidence approxEvidence;
    std::string userFile; ///< where the user's own profile was read from; empty for one that is shipped

    /// The fp32-result arithmetic for an operand type; null when the device has no such instruction.
    const MmaArithmetic *mmaFor(DType operands, MmaResult result = MmaResult::TruncateF32) const;
    std::string computeCapability() const { return std::to_string(ccMajor) + "." + std::to_string(ccMinor); }
};

/// Parses `ulpscope.device/1` JSON; `path` is used in messages.
Result<DeviceProfile> parseDeviceProfile(const std::string &json, const std::string &path);

} // namespace ulpscope
