// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/text.h"

#include <algorithm>
#include <iterator>
#include <system_error>

namespace ulpscope::io {
namespace {

/// Length of the well-formed UTF-8 sequence at the start of `text` (Unicode 15, table 3-7), or 0.
std::size_t utf8SequenceLength(std::string_view text)
{
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return 1;
    std::size_t length = 0;
    unsigned char low = 0x80;
    unsigned char high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        low = lead == 0xE0 ? 0xA0 : low;
        high = lead == 0xED ? 0x9F : high;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        low = lead == 0xF0 ? 0x90 : low;
        high = lead == 0xF4 ? 0x8F : high;
    }
    if (length == 0 || text.size() < length || byte(1) < low || byte(1) > high)
        return 0;
    for (std::size_t i = 2; i < length; ++i)
        if (byte(i) < 0x80 || byte(i) > 0xBF)
            return 0;
    return length;
}

/// C0, DEL and C1 (U+0080 to U+009F, which terminals take for escape sequences, too), as one UTF-8 sequence.
bool isControl(std::string_view sequence)
{
    const auto lead = static_cast<unsigned char>(sequence[0]);
    return lead < 0x20 || lead == 0x7F || (lead == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0);
}

void appendHexByte(std::string &out, char c)
{
    constexpr char kDigits[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    out += "\\x";
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
}

/// What the system says of an errno value. Translated where it is one of these; a system may have other words.
Phrase systemReason(int error)
{
    const Phrase known[] = {phrase("No such file or directory"), phrase("Permission denied"),
                            phrase("No space left on device"),   phrase("Read-only file system"),
                            phrase("Input/output error"),        phrase("Not a directory"),
                            phrase("File name too long"),        phrase("Operation not permitted")};
    const Phrase said = std::generic_category().message(error);
    const auto *const found = std::find(std::begin(known), std::end(known), said);
    return found == std::end(known) ? said : *found;
}

} // namespace

std::size_t firstInvalidUtf8(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8SequenceLength(text.substr(at));
        if (length == 0)
            return at;
        at += length;
    }
    return std::string_view::npos;
}

std::string inQuotes(std::string_view text, std::size_t longest)
{
    std::string out = "'";
    for (std::size_t at = 0; at < text.size();) {
        if (at >= longest) {
            out += "...";
            break;
        }
        const std::size_t length = utf8SequenceLength(text.substr(at));
        const std::string_view shown = text.substr(at, std::max<std::size_t>(length, 1));
        if (length == 0 || isControl(shown)) {
            for (const char c : shown)
                appendHexByte(out, c);
        } else {
            out += shown;
        }
        at += shown.size();
    }
    return out + "'";
}

std::string pythonString(std::string_view text)
{
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            appendHexByte(out, c);
        } else {
            out += c;
        }
    }
    return out + "'";
}

std::string shapeText(const std::vector<std::int64_t> &shape)
{
    std::string out = "[";
    for (std::size_t i = 0; i < shape.size(); ++i)
        out += (i ? ", " : "") + std::to_string(shape[i]);
    return out + "]";
}

Phrase bytesText(std::uint64_t bytes) { return bytes == 1 ? phrase("1 byte") : phrase("%1 bytes", bytes); }

Status badFile(const std::string &path, const Phrase &what)
{
    return Status::invalid(phrase("%1: %2", pathInQuotes(path), what));
}

Status badTensor(const std::string &path, const std::string &tensor, const Phrase &what)
{
    return badFile(path, phrase("tensor %1: %2", inQuotes(tensor), what));
}

Status ioError(const std::string &path, const Phrase &what, int error)
{
    const StatusCode code = error == ENOENT ? StatusCode::NotFound : StatusCode::IoError;
    const std::string file = pathInQuotes(path);
    return error == 0 ? Status(code, phrase("%1: %2", file, what))
                      : Status(code, phrase("%1: %2: %3", file, what, systemReason(error)));
}

bool checkedProduct(const std::vector<std::int64_t> &shape, std::uint64_t factor, std::uint64_t &product)
{
    constexpr std::uint64_t kLargest = (std::uint64_t{1} << 63) - 1;
    bool zero = factor == 0;
    std::uint64_t nonZero = std::max<std::uint64_t>(factor, 1);
    for (const std::int64_t size : shape) {
        if (size == 0) {
            zero = true;
            continue;
        }
        if (nonZero > kLargest / static_cast<std::uint64_t>(size))
            return false;
        nonZero *= static_cast<std::uint64_t>(size);
    }
    product = zero ? 0 : nonZero;
    return true;
}

} // namespace ulpscope::io
