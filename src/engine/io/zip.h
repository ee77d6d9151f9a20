// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Reads zip archives (PKWARE APPNOTE 6.3.10) as numpy writes them: stored or deflated members, with or without zip64,
// found through the central directory.
#pragma once

#include "engine/io/byte_source.h"

#include <zlib.h>

#include <array>
#include <string>
#include <vector>

namespace ulpscope::io {

struct ZipEntry {
    std::string name;
    bool deflated = false;
    std::uint32_t crc = 0;
    std::uint64_t compressedSize = 0;
    std::uint64_t size = 0;
    std::uint64_t dataOffset = 0; ///< of the member's (compressed) bytes in the archive
};

/// All members, in the order of their bytes. Refused: encryption, other methods, several disks, bytes in front of the
/// archive, members that overlap (so a small archive cannot grow without bound), names twice or not in UTF-8, and sizes
/// that no deflate stream of that length can have.
Result<std::vector<ZipEntry>> readZipDirectory(ByteSource &source, const std::string &path);

/// The uncompressed bytes of one member, in order.
class ZipEntryReader final : public ByteReader {
public:
    ZipEntryReader(ByteSource &source, const ZipEntry &entry, const std::string &path);
    ZipEntryReader(const ZipEntryReader &) = delete;
    ZipEntryReader &operator=(const ZipEntryReader &) = delete;
    ~ZipEntryReader() override;

    std::uint64_t remaining() const override { return m_remaining; }
    Status read(void *to, std::size_t count) override;
    /// To be called when everything was read: the compressed stream must end here, and the checksum must agree.
    Status finish();

private:
    Status inflateSome(unsigned char *to, std::size_t count);
    Status damaged(const Phrase &why) const;

    RangeReader m_compressed;
    const ZipEntry &m_entry;
    const std::string &m_path;
    std::uint64_t m_remaining;
    std::uint32_t m_crc = 0;
    z_stream m_stream{};
    bool m_streamEnded = false;
    std::array<unsigned char, 1 << 16> m_buffer;
};

} // namespace ulpscope::io
