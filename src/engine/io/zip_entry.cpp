// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/text.h"
#include "engine/io/zip.h"

#include <algorithm>
#include <limits>

namespace ulpscope::io {

ZipEntryReader::ZipEntryReader(ByteSource &source, const ZipEntry &entry, const std::string &path)
    : m_compressed(source, entry.dataOffset, entry.compressedSize),
      m_entry(entry),
      m_path(path),
      m_remaining(entry.size)
{
    // A negative window means a raw deflate stream, as zip has it. It fails only for want of memory.
    if (m_entry.deflated && inflateInit2(&m_stream, -MAX_WBITS) != Z_OK)
        throw std::bad_alloc();
}

ZipEntryReader::~ZipEntryReader()
{
    if (m_entry.deflated)
        inflateEnd(&m_stream);
}

Status ZipEntryReader::damaged(const Phrase &why) const
{
    return badFile(m_path, phrase("zip member %1 is damaged: %2", inQuotes(m_entry.name), why));
}

Status ZipEntryReader::read(void *to, std::size_t count)
{
    // zlib counts in 32 bits.
    constexpr std::size_t kChunk = 1u << 30;
    auto *at = static_cast<unsigned char *>(to);
    while (count > 0) {
        const std::size_t step = std::min(count, kChunk);
        Status status = m_entry.deflated ? inflateSome(at, step) : m_compressed.read(at, step);
        if (!status.ok())
            return status;
        m_crc = static_cast<std::uint32_t>(crc32(m_crc, at, static_cast<uInt>(step)));
        m_remaining -= step;
        at += step;
        count -= step;
    }
    return {};
}

Status ZipEntryReader::inflateSome(unsigned char *to, std::size_t count)
{
    m_stream.next_out = to;
    m_stream.avail_out = static_cast<uInt>(count);
    while (m_stream.avail_out > 0) {
        if (m_streamEnded)
            return damaged(phrase("its data end before the %1 it claims", bytesText(m_entry.size)));
        if (m_stream.avail_in == 0) {
            const auto step =
                static_cast<std::size_t>(std::min<std::uint64_t>(m_compressed.remaining(), m_buffer.size()));
            if (step == 0)
                return damaged(phrase("its deflate data are cut short"));
            if (Status status = m_compressed.read(m_buffer.data(), step); !status.ok())
                return status;
            m_stream.next_in = m_buffer.data();
            m_stream.avail_in = static_cast<uInt>(step);
        }
        const int result = inflate(&m_stream, Z_NO_FLUSH);
        if (result == Z_MEM_ERROR)
            throw std::bad_alloc();
        if (result != Z_OK && result != Z_STREAM_END)
            return damaged(phrase("its deflate data are not valid"));
        m_streamEnded = result == Z_STREAM_END;
    }
    return {};
}

Status ZipEntryReader::finish()
{
    if (m_entry.deflated && !m_streamEnded) {
        // The end-of-block code may still be unread; asking for one byte more shows whether data follow it.
        unsigned char surplus = 0;
        Status status = inflateSome(&surplus, 1);
        if (status.ok())
            return damaged(phrase("its data go on after the %1 it claims", bytesText(m_entry.size)));
        if (!m_streamEnded)
            return status;
    }
    if (m_entry.deflated && (m_stream.avail_in > 0 || m_compressed.remaining() > 0))
        return damaged(phrase("bytes follow the end of its deflate data"));
    if (m_crc != m_entry.crc)
        return damaged(phrase("its checksum (CRC-32) does not agree"));
    return {};
}

} // namespace ulpscope::io
