// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/device_profile.h"
#include "engine/schedule/kernel_family.h"

#include <string>
#include <vector>

namespace ulpscope {

/// All devices and kernels of a resource directory, and the user's own.
struct Catalog {
    std::string resourceDirectory, userDirectory; ///< the second may be empty
    std::vector<DeviceProfile> devices;           ///< by compute capability, then by id
    std::vector<KernelFamily> kernels;
    std::vector<Phrase> problems; ///< one sentence for each file of the user that was left out

    /// Reads devices/*.json and kernels/*.json; the message names the first file that is wrong. Then those of the
    /// user's directory, if one is given and there: what is wrong there is left out, and told in `problems`.
    static Result<Catalog> load(const std::string &resourceDirectory, const std::string &userDirectory = {});

    Result<const DeviceProfile *> device(const std::string &id) const; ///< the message lists the known ids
    Result<const KernelFamily *> kernel(const std::string &id) const;
    /// Where the ex2, rcp and lg2 tables of that id are: shipped, or else, if they are there, the user's own.
    std::string tableDirectory(const std::string &approxTable) const;
};

} // namespace ulpscope
