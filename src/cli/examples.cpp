// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/examples.h"

#include "engine/numerics/resource_dir.h"

#include <filesystem>

namespace ulpscope::cli {

std::string exampleFile(const std::string &name)
{
    namespace fs = std::filesystem;
    std::error_code ignored; // then the path stays as it is
    std::string path = fs::absolute(fs::path(resourceDirectory()) / "scenarios" / name, ignored).string();
    constexpr const char *kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+";
    if (path.find_first_not_of(kPlain) == std::string::npos)
        return path;
    std::string quoted = "'";
    for (const char c : path)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

} // namespace ulpscope::cli
