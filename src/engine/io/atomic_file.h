// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/status.h"

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>

namespace ulpscope::io {

/// A file that appears under its name only when it is complete: written beside it, then renamed. Unless commit()
/// succeeded, what was there before is untouched and nothing is left behind.
class AtomicFile {
public:
    AtomicFile() = default;
    AtomicFile(const AtomicFile &) = delete;
    AtomicFile &operator=(const AtomicFile &) = delete;
    ~AtomicFile();

    Status open(const std::string &path);
    Status write(const void *data, std::size_t size);
    Status commit();

private:
    Status fail(int error);
    void discard();

    std::string m_shownPath; ///< as the caller wrote it, for messages
    std::filesystem::path m_target;
    std::filesystem::path m_temporary;
    std::filesystem::perms m_permissions{};
    bool m_keepPermissions = false;
    std::FILE *m_stream = nullptr;
};

} // namespace ulpscope::io
