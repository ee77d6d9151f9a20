// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/png_text.h"

#include <QtEndian>

#include <array>
#include <cstdint>

namespace ulpscope::ui {

namespace {

constexpr qsizetype kSignature = 8, kLength = 4, kType = 4, kCrc = 4;

/// CRC-32 of the PNG specification, annex D.
std::uint32_t crc32(const QByteArray &bytes)
{
    static const auto kTable = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t n = 0; n < 256; ++n) {
            std::uint32_t c = n;
            for (int bit = 0; bit < 8; ++bit)
                c = (c & 1) ? 0xedb88320u ^ (c >> 1) : c >> 1;
            table[n] = c;
        }
        return table;
    }();
    std::uint32_t c = 0xffffffffu;
    for (const char byte : bytes)
        c = kTable[(c ^ static_cast<unsigned char>(byte)) & 0xff] ^ (c >> 8);
    return ~c;
}

QByteArray bigEndian(std::uint32_t value)
{
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

} // namespace

QByteArray withPngText(const QByteArray &png, const QByteArray &keyword, const QString &text)
{
    // keyword, terminator, compressed, deflate, no language, no translated keyword. qCompress() puts its own length of
    // four bytes before the zlib stream.
    const QByteArray body = "iTXt" + keyword + QByteArray("\0\1\0\0\0", 5) + qCompress(text.toUtf8(), 9).mid(4);
    const auto headerEnd = kSignature + kLength + kType + 13 + kCrc;
    return png.left(headerEnd) + bigEndian(static_cast<std::uint32_t>(body.size() - kType)) + body +
           bigEndian(crc32(body)) + png.mid(headerEnd);
}

QString pngText(const QByteArray &png, const QByteArray &keyword)
{
    for (qsizetype at = kSignature; at + kLength + kType + kCrc <= png.size();) {
        const auto length = static_cast<qsizetype>(qFromBigEndian<std::uint32_t>(png.constData() + at));
        if (length > png.size() - at - kLength - kType - kCrc)
            return {};
        const QByteArray body = png.mid(at + kLength, kType + length);
        const QByteArray start = "iTXt" + keyword + QByteArray("\0\1\0\0\0", 5);
        if (body.startsWith(start)) {
            if (qFromBigEndian<std::uint32_t>(png.constData() + at + kLength + kType + length) != crc32(body))
                return {};
            // A session is small: the size that qUncompress() is told bounds what a crafted file can make it allocate.
            return QString::fromUtf8(qUncompress(bigEndian(1u << 16) + body.mid(start.size())));
        }
        at += kLength + kType + length + kCrc;
    }
    return {};
}

} // namespace ulpscope::ui
