// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Files built byte by byte, so that each of their fields can be made wrong.
#pragma once

#include "engine/io/tensor.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace ulpscope::test {

inline std::string littleEndian(std::uint64_t value, std::size_t bytes)
{
    std::string out;
    for (std::size_t i = 0; i < bytes; ++i)
        out += static_cast<char>(value >> (8 * i));
    return out;
}

inline const std::byte *asBytes(const std::string &text) { return reinterpret_cast<const std::byte *>(text.data()); }

inline std::string repeated(const std::string &text, int times)
{
    std::string out;
    for (int i = 0; i < times; ++i)
        out += text;
    return out;
}

/// A safetensors file: length, header, data.
inline std::string safetensors(const std::string &header, const std::string &data = "")
{
    return littleEndian(header.size(), 8) + header + data;
}

/// An npy file of version 1.0 with this header dict.
inline std::string npy(const std::string &dict, const std::string &data = "")
{
    return std::string("\x93NUMPY\x01\x00", 8) + littleEndian(dict.size(), 2) + dict + data;
}

inline std::string npyDict(const std::string &descr, const std::string &shape)
{
    return "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
}

inline std::string deflated(const std::string &text)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// One member of an archive; every field may lie.
struct ZipMember {
    std::string name;
    std::string data; ///< as it lies in the archive
    unsigned method = 0;
    unsigned flags = 0;
    std::uint32_t crc = 0;
    std::uint64_t size = 0; ///< uncompressed
    std::string extra;      ///< in the directory
    std::string localName;

    static ZipMember stored(const std::string &name, const std::string &text)
    {
        const auto crc = crc32(0, reinterpret_cast<const Bytef *>(text.data()), static_cast<uInt>(text.size()));
        return {name, text, 0, 0, static_cast<std::uint32_t>(crc), text.size(), "", name};
    }
    static ZipMember deflate(const std::string &name, const std::string &text)
    {
        ZipMember member = stored(name, text);
        member.data = deflated(text);
        member.method = Z_DEFLATED;
        return member;
    }
};

inline std::string localRecord(const ZipMember &member)
{
    return "PK\x03\x04" + littleEndian(20, 2) + littleEndian(member.flags, 2) + littleEndian(member.method, 2) +
           littleEndian(0, 4) + littleEndian(member.crc, 4) + littleEndian(member.data.size(), 4) +
           littleEndian(member.size, 4) + littleEndian(member.localName.size(), 2) + littleEndian(0, 2) +
           member.localName + member.data;
}

inline std::string centralRecord(const ZipMember &member, std::uint64_t localOffset, std::uint64_t compressedSize)
{
    return "PK\x01\x02" + littleEndian(20, 2) + littleEndian(20, 2) + littleEndian(member.flags, 2) +
           littleEndian(member.method, 2) + littleEndian(0, 4) + littleEndian(member.crc, 4) +
           littleEndian(compressedSize, 4) + littleEndian(member.size, 4) + littleEndian(member.name.size(), 2) +
           littleEndian(member.extra.size(), 2) + littleEndian(0, 2) + littleEndian(0, 2) + littleEndian(0, 2) +
           littleEndian(0, 4) + littleEndian(localOffset, 4) + member.name + member.extra;
}

inline std::string endRecord(std::uint64_t entries, std::uint64_t bytes, std::uint64_t offset,
                             const std::string &comment = "")
{
    return "PK\x05\x06" + littleEndian(0, 4) + littleEndian(entries, 2) + littleEndian(entries, 2) +
           littleEndian(bytes, 4) + littleEndian(offset, 4) + littleEndian(comment.size(), 2) + comment;
}

inline std::string zip(const std::vector<ZipMember> &members, const std::string &comment = "")
{
    std::string archive;
    std::string directory;
    for (const ZipMember &member : members) {
        directory += centralRecord(member, archive.size(), member.data.size());
        archive += localRecord(member);
    }
    const std::size_t offset = archive.size();
    return archive + directory + endRecord(members.size(), directory.size(), offset, comment);
}

/// A file that a reader must refuse.
struct MalformedCase {
    const char *name;
    std::string bytes;
    const char *expected; ///< part of the message
};

inline void PrintTo(const MalformedCase &c, std::ostream *out) { *out << c.name; }
inline std::string caseName(const testing::TestParamInfo<MalformedCase> &info) { return info.param.name; }

/// The reader refuses, and its message names the file and holds `expected`.
template <typename T>
testing::AssertionResult refuses(const Result<T> &result, const std::string &path, const std::string &expected)
{
    if (result.ok())
        return testing::AssertionFailure() << "was accepted, expected a refusal with: " << expected;
    const std::string &message = result.status().message();
    if (message.find("'" + path + "'") == std::string::npos)
        return testing::AssertionFailure() << "does not name the file: " << message;
    if (message.find(expected) == std::string::npos)
        return testing::AssertionFailure() << "expected '" << expected << "' in: " << message;
    return testing::AssertionSuccess();
}

inline std::string fixture(const std::string &name)
{
    return std::string(ULPSCOPE_SOURCE_DIR) + "/tests/golden/io/" + name;
}

/// A directory of this test alone, removed at its end.
class ScratchDir {
public:
    ScratchDir()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "ulpscope-test-XXXXXX").string();
        if (!mkdtemp(pattern.data()))
            throw std::filesystem::filesystem_error("cannot make a scratch directory",
                                                    std::error_code(errno, std::generic_category()));
        m_path = pattern;
    }
    ScratchDir(const ScratchDir &) = delete;
    ScratchDir &operator=(const ScratchDir &) = delete;
    ~ScratchDir() { std::filesystem::remove_all(m_path); }

    std::string file(const std::string &name) const { return (m_path / name).string(); }
    std::vector<std::string> names() const
    {
        std::vector<std::string> names;
        for (const auto &entry : std::filesystem::directory_iterator(m_path))
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

private:
    std::filesystem::path m_path;
};

inline std::string contents(const std::string &path)
{
    const auto bytes = readWholeFile(path, std::size_t{1} << 30);
    EXPECT_TRUE(bytes.ok()) << bytes.status().message();
    if (!bytes.ok())
        return {};
    return {reinterpret_cast<const char *>(bytes.value().data()), bytes.value().size()};
}

} // namespace ulpscope::test
