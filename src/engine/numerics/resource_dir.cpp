// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/resource_dir.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#if defined(_WIN32)
#include <windows.h>
#elif defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

namespace ulpscope {
namespace {

namespace fs = std::filesystem;

/// Path of the running program with links resolved, empty when the system does not tell.
fs::path executablePath()
{
    std::error_code error;
#if defined(_WIN32)
    wchar_t buffer[32768];
    const DWORD length = GetModuleFileNameW(nullptr, buffer, 32768);
    return length > 0 && length < 32768 ? fs::path(buffer) : fs::path();
#elif defined(__APPLE__)
    char buffer[4096];
    std::uint32_t size = sizeof buffer;
    if (_NSGetExecutablePath(buffer, &size) != 0)
        return {};
    return fs::canonical(buffer, error);
#else
    return fs::read_symlink("/proc/self/exe", error);
#endif
}

} // namespace

std::string resourceDirectory()
{
    if (const char *chosen = std::getenv("ULPSCOPE_RESOURCE_DIR"); chosen && *chosen)
        return chosen;
    const fs::path program = executablePath();
    if (!program.empty()) {
        const fs::path beside = program.parent_path().parent_path() / "share" / "ulpscope";
        std::error_code error;
        if (fs::is_directory(beside, error))
            return beside.string();
    }
    return ULPSCOPE_INSTALLED_RESOURCES;
}

std::string userDirectory()
{
    if (const char *chosen = std::getenv("ULPSCOPE_USER_DIR"); chosen && *chosen)
        return chosen;
#if defined(_WIN32)
    const char *const variables[][2] = {{"APPDATA", "ulpscope"}};
#elif defined(__APPLE__)
    const char *const variables[][2] = {{"HOME", "Library/Application Support/ulpscope"}};
#else
    const char *const variables[][2] = {{"XDG_DATA_HOME", "ulpscope"}, {"HOME", ".local/share/ulpscope"}};
#endif
    for (const auto &[variable, below] : variables) {
        // XDG: a relative path is invalid and is ignored.
        if (const char *base = std::getenv(variable); base && fs::path(base).is_absolute())
            return (fs::path(base) / below).string();
    }
    return {};
}

} // namespace ulpscope
