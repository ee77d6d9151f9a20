// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/device_profile.h"
#include "engine/schedule/kernel_family.h"

#include <string>
#include <vector>

namespace ulpscope {

/// All devices and kernels of a resource directory.
struct Catalog {
    std::string resourceDirectory;
    std::vector<DeviceProfile> devices; ///< oldest architecture first
    std::vector<KernelFamily> kernels;

    /// Reads devices/*.json and kernels/*.json; the message names the first file that is wrong.
    static Result<Catalog> load(const std::string &resourceDirectory);

    Result<const DeviceProfile *> device(const std::string &id) const; ///< the message lists the known ids
    Result<const KernelFamily *> kernel(const std::string &id) const;
    std::string tableDirectory() const { return resourceDirectory + "/tables"; }
};

} // namespace ulpscope
