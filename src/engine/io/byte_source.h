// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Where the readers take their bytes from: a file on disk, memory, or a compressed member of an archive.
#pragma once

#include "engine/status.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>

namespace ulpscope::io {

/// Random access to bytes of a known number.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    virtual std::uint64_t size() const = 0;
    /// Copies `count` bytes from `offset`; the range must lie within size(). Fails when the disk does, or when the file
    /// has become shorter since it was opened.
    virtual Status read(std::uint64_t offset, void *to, std::size_t count) = 0;
};

class MemorySource final : public ByteSource {
public:
    MemorySource(const std::byte *data, std::size_t size) : m_data(data), m_size(size) {}
    std::uint64_t size() const override { return m_size; }
    Status read(std::uint64_t offset, void *to, std::size_t count) override
    {
        if (count > 0)
            std::memcpy(to, m_data + offset, count);
        return {};
    }

private:
    const std::byte *m_data;
    std::size_t m_size;
};

/// Refuses to hold more bytes than the machine has memory.
Status checkFitsInMemory(const std::string &path, std::uint64_t bytes);

/// A regular file. It is read, not mapped: a mapping would kill the process when another one truncates the file.
class FileSource final : public ByteSource {
public:
    /// Refuses directories, devices and pipes, which have no size to check a header against, and files larger than
    /// memory.
    static Result<std::unique_ptr<FileSource>> open(const std::string &path);
    std::uint64_t size() const override { return m_size; }
    Status read(std::uint64_t offset, void *to, std::size_t count) override;

private:
    std::string m_path;
    std::ifstream m_stream;
    std::uint64_t m_size = 0;
};

/// Bytes in order, of a number known beforehand.
class ByteReader {
public:
    virtual ~ByteReader() = default;
    virtual std::uint64_t remaining() const = 0;
    /// The next `count` bytes; at most remaining().
    virtual Status read(void *to, std::size_t count) = 0;
};

/// A range of a source, in order.
class RangeReader final : public ByteReader {
public:
    RangeReader(ByteSource &source, std::uint64_t offset, std::uint64_t count)
        : m_source(source), m_offset(offset), m_remaining(count)
    {}
    std::uint64_t remaining() const override { return m_remaining; }
    Status read(void *to, std::size_t count) override
    {
        const Status status = m_source.read(m_offset, to, count);
        m_offset += count;
        m_remaining -= count;
        return status;
    }

private:
    ByteSource &m_source;
    std::uint64_t m_offset;
    std::uint64_t m_remaining;
};

/// Unsigned little-endian integer, as it lies in every header read here.
template <typename T>
T littleEndian(const void *bytes)
{
    T value = 0;
    for (std::size_t i = sizeof(T); i-- > 0;)
        value = static_cast<T>((value << 8) | static_cast<const unsigned char *>(bytes)[i]);
    return value;
}

} // namespace ulpscope::io
