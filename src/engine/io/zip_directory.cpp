// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/text.h"
#include "engine/io/zip.h"

#include <algorithm>
#include <limits>
#include <set>

namespace ulpscope::io {
namespace {

// Sizes and signatures of the records (APPNOTE 4.3).
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kLongestComment = 65535;
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kLocator64Bytes = 20;
constexpr std::size_t kCentralBytes = 46;
constexpr std::size_t kLocalBytes = 30;
constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kLocator64Signature = 0x07064b50;
constexpr std::uint32_t kCentralSignature = 0x02014b50;
constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint16_t kZip64Extra = 0x0001;
constexpr std::uint32_t kIn64 = 0xFFFFFFFF; ///< "the value is in the zip64 field"

// General purpose flags.
constexpr unsigned kEncrypted = 1u << 0;
constexpr unsigned kSizesFollow = 1u << 3;
constexpr unsigned kStrongEncryption = 1u << 6;
constexpr unsigned kMaskedHeaders = 1u << 13;

std::uint16_t u16(const unsigned char *at) { return littleEndian<std::uint16_t>(at); }
std::uint32_t u32(const unsigned char *at) { return littleEndian<std::uint32_t>(at); }
std::uint64_t u64(const unsigned char *at) { return littleEndian<std::uint64_t>(at); }

struct Directory {
    std::uint64_t entries = 0;
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0;
};

/// An entry, and where its local header lies.
struct PlacedEntry {
    ZipEntry entry;
    std::uint64_t localOffset = 0;
    unsigned flags = 0;
    unsigned method = 0;
};

class DirectoryReader {
public:
    DirectoryReader(ByteSource &source, const std::string &path) : m_source(source), m_path(path) {}

    Result<std::vector<ZipEntry>> read()
    {
        if (Status status = findDirectory(); !status.ok())
            return status;
        if (Status status = readCentralRecords(); !status.ok())
            return status;
        return placeMembers();
    }

private:
    Status bad(const Phrase &what) const { return badFile(m_path, phrase("zip: %1", what)); }
    Status badMember(const std::string &name, const Phrase &what) const
    {
        return badFile(m_path, phrase("zip member %1: %2", inQuotes(name), what));
    }

    Status findDirectory();
    Status findDirectory64(std::uint64_t endOffset, bool required, std::uint64_t &directoryEnd);
    Status readCentralRecords();
    Status readCentralRecord(const unsigned char *record, std::size_t available, std::size_t &length);
    Status applyZip64Extra(const unsigned char *extra, std::size_t length, PlacedEntry &placed) const;
    Status checkMember(const PlacedEntry &placed) const;
    Result<std::vector<ZipEntry>> placeMembers();
    Status readLocalHeader(PlacedEntry &placed);

    ByteSource &m_source;
    const std::string &m_path;
    Directory m_directory;
    std::vector<PlacedEntry> m_placed;
};

Status DirectoryReader::findDirectory()
{
    const std::uint64_t size = m_source.size();
    if (size < kEndBytes)
        return bad(phrase("has no end record; it is truncated"));
    const auto tailBytes = static_cast<std::size_t>(std::min<std::uint64_t>(size, kEndBytes + kLongestComment));
    std::vector<unsigned char> tail(tailBytes);
    if (Status status = m_source.read(size - tailBytes, tail.data(), tailBytes); !status.ok())
        return status;
    // The end record is the last one whose comment reaches exactly to the end of the file.
    std::size_t at = tailBytes - kEndBytes + 1;
    do {
        if (at-- == 0)
            return bad(phrase("has no end record; it is truncated"));
    } while (u32(&tail[at]) != kEndSignature || at + kEndBytes + u16(&tail[at + 20]) != tailBytes);

    const unsigned char *end = &tail[at];
    const std::uint64_t endOffset = size - tailBytes + at;
    if (u16(end + 4) != u16(end + 6) || (u16(end + 4) != 0 && u16(end + 4) != 0xFFFF))
        return bad(phrase("is one part of an archive over several disks"));
    m_directory = {u16(end + 10), u32(end + 12), u32(end + 16)};
    const bool required = m_directory.entries == 0xFFFF || m_directory.bytes == kIn64 || m_directory.offset == kIn64;
    std::uint64_t directoryEnd = endOffset;
    if (Status status = findDirectory64(endOffset, required, directoryEnd); !status.ok())
        return status;
    if (m_directory.bytes > directoryEnd || m_directory.offset != directoryEnd - m_directory.bytes)
        return bad(phrase("the directory's place and size do not agree with its end record; it is truncated or has "
                          "bytes in front"));
    if (m_directory.entries > m_directory.bytes / kCentralBytes)
        return bad(phrase("claims %1 members in a directory of %2", m_directory.entries, bytesText(m_directory.bytes)));
    return {};
}

/// Replaces the counts by the zip64 record's, when there is one.
Status DirectoryReader::findDirectory64(std::uint64_t endOffset, bool required, std::uint64_t &directoryEnd)
{
    unsigned char locator[kLocator64Bytes] = {};
    if (endOffset >= kLocator64Bytes)
        if (Status status = m_source.read(endOffset - kLocator64Bytes, locator, kLocator64Bytes); !status.ok())
            return status;
    if (u32(locator) != kLocator64Signature)
        return required ? bad(phrase("its end record points to a zip64 record that is not there")) : Status();
    const std::uint64_t offset = u64(locator + 8);
    const std::uint64_t room = endOffset - kLocator64Bytes;
    unsigned char end[kEnd64Bytes];
    if (offset > room || room - offset < kEnd64Bytes)
        return bad(phrase("its zip64 record lies outside the file"));
    if (Status status = m_source.read(offset, end, kEnd64Bytes); !status.ok())
        return status;
    constexpr std::uint64_t kBeforeSize = 12; // the record's size does not count signature and size itself
    if (u32(end) != kEnd64Signature || u64(end + 4) != room - offset - kBeforeSize)
        return bad(phrase("its zip64 record is damaged"));
    if (u32(end + 16) != 0 || u32(end + 20) != 0 || u64(end + 24) != u64(end + 32))
        return bad(phrase("is one part of an archive over several disks"));
    m_directory = {u64(end + 32), u64(end + 40), u64(end + 48)};
    directoryEnd = offset;
    return {};
}

Status DirectoryReader::readCentralRecords()
{
    std::vector<unsigned char> records(static_cast<std::size_t>(m_directory.bytes));
    if (Status status = m_source.read(m_directory.offset, records.data(), records.size()); !status.ok())
        return status;
    std::size_t at = 0;
    for (std::uint64_t i = 0; i < m_directory.entries; ++i) {
        std::size_t length = 0;
        if (Status status = readCentralRecord(records.data() + at, records.size() - at, length); !status.ok())
            return status;
        at += length;
    }
    if (at != records.size())
        return bad(phrase("its directory holds more than the %1 members it claims", m_directory.entries));
    return {};
}

Status DirectoryReader::readCentralRecord(const unsigned char *record, std::size_t available, std::size_t &length)
{
    if (available < kCentralBytes || u32(record) != kCentralSignature)
        return bad(phrase("its directory is damaged"));
    const std::size_t nameBytes = u16(record + 28);
    const std::size_t extraBytes = u16(record + 30);
    length = kCentralBytes + nameBytes + extraBytes + u16(record + 32);
    if (length > available)
        return bad(phrase("its directory is damaged"));
    PlacedEntry placed;
    placed.entry.name.assign(reinterpret_cast<const char *>(record + kCentralBytes), nameBytes);
    placed.flags = u16(record + 8);
    placed.method = u16(record + 10);
    placed.entry.deflated = placed.method == Z_DEFLATED;
    placed.entry.crc = u32(record + 16);
    placed.entry.compressedSize = u32(record + 20);
    placed.entry.size = u32(record + 24);
    placed.localOffset = u32(record + 42);
    if (Status status = applyZip64Extra(record + kCentralBytes + nameBytes, extraBytes, placed); !status.ok())
        return status;
    if (Status status = checkMember(placed); !status.ok())
        return status;
    m_placed.push_back(std::move(placed));
    return {};
}

/// The zip64 field holds, in this order, those of the three values that do not fit their 32 bits.
Status DirectoryReader::applyZip64Extra(const unsigned char *extra, std::size_t length, PlacedEntry &placed) const
{
    ZipEntry &entry = placed.entry;
    for (std::size_t at = 0; at + 4 <= length;) {
        const std::uint16_t id = u16(extra + at);
        std::size_t left = u16(extra + at + 2);
        at += 4;
        if (left > length - at)
            return badMember(entry.name, phrase("its extra field is damaged"));
        const unsigned char *field = extra + at;
        at += left;
        if (id != kZip64Extra)
            continue;
        for (std::uint64_t *value : {&entry.size, &entry.compressedSize, &placed.localOffset}) {
            if (*value != kIn64)
                continue;
            if (left < sizeof *value)
                return badMember(entry.name, phrase("its zip64 field is too short"));
            *value = u64(field);
            field += sizeof *value;
            left -= sizeof *value;
        }
        return {};
    }
    return {};
}

Status DirectoryReader::checkMember(const PlacedEntry &placed) const
{
    const ZipEntry &entry = placed.entry;
    if (firstInvalidUtf8(entry.name) != std::string::npos || entry.name.find('\0') != std::string::npos)
        return badMember(entry.name, phrase("its name is not UTF-8 text"));
    if (placed.flags & (kEncrypted | kStrongEncryption | kMaskedHeaders))
        return badMember(entry.name, phrase("is encrypted"));
    if (placed.method != 0 && !entry.deflated)
        return badMember(entry.name,
                         phrase("compression method %1 is not supported; stored and deflate are", placed.method));
    if (!entry.deflated && entry.size != entry.compressedSize)
        return badMember(entry.name, phrase("is stored, but claims %1 in %2", bytesText(entry.size),
                                            bytesText(entry.compressedSize)));
    // Deflate cannot do better than 258 bytes for a 1-bit length and a 1-bit distance code (RFC 1951).
    constexpr std::uint64_t kBestRatio = 258 * 8 / 2;
    if (entry.deflated && entry.size / kBestRatio > entry.compressedSize)
        return badMember(entry.name, phrase("claims %1 from %2 of deflate data, more than that can hold",
                                            bytesText(entry.size), bytesText(entry.compressedSize)));
    return {};
}

Result<std::vector<ZipEntry>> DirectoryReader::placeMembers()
{
    std::sort(m_placed.begin(), m_placed.end(),
              [](const PlacedEntry &a, const PlacedEntry &b) { return a.localOffset < b.localOffset; });
    std::vector<ZipEntry> entries;
    std::set<std::string> names;
    std::uint64_t end = 0;
    for (PlacedEntry &placed : m_placed) {
        const std::string &name = placed.entry.name;
        if (!names.insert(name).second)
            return badMember(name, phrase("is there twice"));
        if (placed.localOffset < end)
            return badMember(name, phrase("overlaps another member"));
        if (Status status = readLocalHeader(placed); !status.ok())
            return status;
        end = placed.entry.dataOffset + placed.entry.compressedSize;
        entries.push_back(std::move(placed.entry));
    }
    return entries;
}

/// Finds the data behind the local header, which must tell the same as the directory.
Status DirectoryReader::readLocalHeader(PlacedEntry &placed)
{
    ZipEntry &entry = placed.entry;
    const std::uint64_t limit = m_directory.offset;
    unsigned char header[kLocalBytes];
    if (placed.localOffset > limit || limit - placed.localOffset < kLocalBytes)
        return badMember(entry.name, phrase("lies outside the file"));
    if (Status status = m_source.read(placed.localOffset, header, kLocalBytes); !status.ok())
        return status;
    const std::uint64_t nameOffset = placed.localOffset + kLocalBytes;
    const std::size_t nameBytes = u16(header + 26);
    entry.dataOffset = nameOffset + nameBytes + u16(header + 28);
    if (u32(header) != kLocalSignature || entry.dataOffset > limit || entry.compressedSize > limit - entry.dataOffset)
        return badMember(entry.name, phrase("lies outside the file, or its local header is damaged"));
    std::string name(nameBytes, '\0');
    if (Status status = m_source.read(nameOffset, name.data(), nameBytes); !status.ok())
        return status;
    const bool crcKnown = (placed.flags & kSizesFollow) == 0;
    if (name != entry.name || u16(header + 8) != placed.method || (crcKnown && u32(header + 14) != entry.crc))
        return badMember(entry.name, phrase("its local header and the directory disagree"));
    return {};
}

} // namespace

Result<std::vector<ZipEntry>> readZipDirectory(ByteSource &source, const std::string &path)
{
    return DirectoryReader(source, path).read();
}

} // namespace ulpscope::io
