// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/atomic_file.h"
#include "engine/io/byte_source.h"
#include "engine/io/tensor.h"
#include "engine/io/text.h"

#include <cerrno>
#include <chrono>
#include <limits>
#include <system_error>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace ulpscope {
namespace io {
namespace fs = std::filesystem;
namespace {

std::uint64_t physicalMemory()
{
#ifdef _SC_PHYS_PAGES
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long pageBytes = ::sysconf(_SC_PAGESIZE);
    if (pages > 0 && pageBytes > 0)
        return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(pageBytes);
#endif
    return std::numeric_limits<std::uint64_t>::max(); // not known
}

} // namespace

Status checkFitsInMemory(const std::string &path, std::uint64_t bytes)
{
    // An allocation beyond the memory there is succeeds on Linux; the process is killed later, when it is filled.
    const std::uint64_t memory = physicalMemory();
    if (bytes <= memory)
        return {};
    return {StatusCode::OutOfMemory, phrase("%1: holds %2, more than the %3 of memory of this machine",
                                            pathInQuotes(path), bytesText(bytes), bytesText(memory))};
}

Result<std::unique_ptr<FileSource>> FileSource::open(const std::string &path)
{
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status))
        return status.type() == fs::file_type::not_found
                   ? Status(StatusCode::NotFound, phrase("%1: there is no such file", pathInQuotes(path)))
                   : ioError(path, phrase("cannot be opened"), error.value());
    if (fs::is_directory(status))
        return badFile(path, phrase("is a directory, not a file"));
    if (!fs::is_regular_file(status))
        return badFile(path, phrase("is a device or a pipe; only regular files can be read"));

    auto source = std::make_unique<FileSource>();
    source->m_path = path;
    errno = 0;
    source->m_stream.open(path, std::ios::binary | std::ios::ate);
    const std::streamoff end = source->m_stream ? std::streamoff(source->m_stream.tellg()) : -1;
    if (end < 0)
        return ioError(path, phrase("cannot be opened"), errno);
    source->m_size = static_cast<std::uint64_t>(end);
    if (Status fits = checkFitsInMemory(path, source->m_size); !fits.ok())
        return fits;
    return source;
}

Status FileSource::read(std::uint64_t offset, void *to, std::size_t count)
{
    errno = 0;
    m_stream.clear();
    m_stream.seekg(static_cast<std::streamoff>(offset));
    m_stream.read(static_cast<char *>(to), static_cast<std::streamsize>(count));
    if (m_stream)
        return {};
    return ioError(m_path, m_stream.eof() ? phrase("became shorter while it was read") : phrase("cannot be read"),
                   errno);
}

AtomicFile::~AtomicFile() { discard(); }

Status AtomicFile::open(const std::string &path)
{
    std::error_code error;
    m_shownPath = path;
    m_target = path;
    // Renaming over a link would replace the link and leave the file that it names as it was.
    if (fs::is_symlink(fs::symlink_status(m_target, error)))
        m_target = fs::weakly_canonical(m_target, error);
    if (error && error != std::errc::no_such_file_or_directory && error != std::errc::not_a_directory)
        return ioError(path, phrase("cannot be written"), error.value());
    const fs::file_status old = fs::status(m_target, error);
    if (fs::is_directory(old))
        return badFile(path, phrase("cannot be written: it is a directory"));
    if (fs::exists(old) && !fs::is_regular_file(old))
        return badFile(path, phrase("cannot be written: it is a device or a pipe, not a regular file"));
    m_keepPermissions = fs::exists(old);
    m_permissions = old.permissions();

    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    constexpr int kAttempts = 16;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        m_temporary = m_target.parent_path() / (".ulpscope-" + std::to_string(now + attempt) + ".tmp");
        m_stream = std::fopen(m_temporary.string().c_str(), "wbx"); // x: never an existing file
        if (m_stream)
            return {};
        if (errno != EEXIST)
            break;
    }
    const int reason = errno;
    const fs::path directory = m_target.parent_path().empty() ? fs::path(".") : m_target.parent_path();
    if (reason == ENOENT)
        return {StatusCode::NotFound, phrase("%1: cannot be written: there is no directory %2", pathInQuotes(path),
                                             pathInQuotes(directory.string()))};
    return ioError(path, phrase("cannot be written: directory %1 takes no new file", pathInQuotes(directory.string())),
                   reason);
}

Status AtomicFile::write(const void *data, std::size_t size)
{
    if (size == 0 || std::fwrite(data, 1, size, m_stream) == size)
        return {};
    return fail(errno);
}

Status AtomicFile::commit()
{
    bool written = std::fflush(m_stream) == 0;
#if __has_include(<unistd.h>)
    // Without this, a crash of the machine soon after the rename can leave an empty file under the new name.
    written = written && ::fsync(::fileno(m_stream)) == 0;
#endif
    if (!written)
        return fail(errno);
    std::FILE *stream = m_stream;
    m_stream = nullptr;
    if (std::fclose(stream) != 0)
        return fail(errno);

    std::error_code error;
    if (m_keepPermissions)
        fs::permissions(m_temporary, m_permissions, error);
    if (!error)
        fs::rename(m_temporary, m_target, error);
    if (error)
        return fail(error.value());
    m_temporary.clear();
    return {};
}

Status AtomicFile::fail(int error)
{
    discard();
    return ioError(m_shownPath, phrase("could not be written, and is as it was before"), error);
}

void AtomicFile::discard()
{
    if (m_stream)
        std::fclose(m_stream);
    m_stream = nullptr;
    std::error_code ignored; // nothing is left to be done about a temporary file that cannot be removed
    if (!m_temporary.empty())
        fs::remove(m_temporary, ignored);
    m_temporary.clear();
}

} // namespace io

Status writeFileAtomically(const std::string &path, const void *data, std::size_t size)
{
    io::AtomicFile file;
    if (Status status = file.open(path); !status.ok())
        return status;
    if (Status status = file.write(data, size); !status.ok())
        return status;
    return file.commit();
}

Result<std::vector<std::byte>> readWholeFile(const std::string &path, std::size_t maxBytes)
{
    return io::withMemoryGuard(io::pathInQuotes(path), [&]() -> Result<std::vector<std::byte>> {
        auto source = io::FileSource::open(path);
        if (!source.ok())
            return source.status();
        const std::uint64_t size = source.value()->size();
        if (size > maxBytes)
            return io::badFile(path, phrase("holds %1, more than the %2 that such a file may have", io::bytesText(size),
                                            io::bytesText(maxBytes)));
        std::vector<std::byte> bytes(static_cast<std::size_t>(size));
        if (Status status = source.value()->read(0, bytes.data(), bytes.size()); !status.ok())
            return status;
        return bytes;
    });
}

} // namespace ulpscope
