// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// npy (numpy.lib.format, versions 1.0 to 3.0): magic, version, header length, a Python dict, then the array.
#include "engine/io/python_literal.h"
#include "engine/io/readers.h"
#include "engine/io/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>

namespace ulpscope {
namespace io {
namespace {

/// A numpy type string: byte order, kind, size.
struct NpyType {
    ElementType type = ElementType::Other;
    std::size_t bytes = 0;     ///< of one element
    std::size_t swapBytes = 0; ///< unit to reverse when the file is big-endian; 0 when nothing is to be swapped
};

struct NpyHeader {
    std::string descr;
    NpyType type;
    bool fortranOrder = false;
    std::vector<std::int64_t> shape;
};

ElementType elementTypeOf(char kind, std::size_t bytes)
{
    struct Entry {
        char kind;
        std::size_t bytes;
        ElementType type;
    };
    constexpr std::array<Entry, 12> kTypes = {{{'f', 2, ElementType::F16},
                                               {'f', 4, ElementType::F32},
                                               {'f', 8, ElementType::F64},
                                               {'i', 1, ElementType::I8},
                                               {'u', 1, ElementType::U8},
                                               {'i', 2, ElementType::I16},
                                               {'u', 2, ElementType::U16},
                                               {'i', 4, ElementType::I32},
                                               {'u', 4, ElementType::U32},
                                               {'i', 8, ElementType::I64},
                                               {'u', 8, ElementType::U64},
                                               {'b', 1, ElementType::Bool}}};
    for (const Entry &entry : kTypes)
        if (entry.kind == kind && entry.bytes == bytes)
            return entry.type;
    return ElementType::Other;
}

/// The sizes that numpy has for a kind of number; strings, void and times are checked elsewhere.
bool sizeExists(char kind, std::size_t bytes)
{
    switch (kind) {
    case 'b': return bytes == 1;
    case 'i':
    case 'u': return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    case 'f': return bytes == 2 || bytes == 4 || bytes == 8 || bytes == 12 || bytes == 16;
    case 'c': return bytes == 8 || bytes == 16 || bytes == 24 || bytes == 32;
    default: return true;
    }
}

/// Types that attention has no use for are still sized, so that a label beside q, k and v does not spoil an npz.
std::optional<NpyType> parseDescr(std::string_view descr)
{
    if (descr.size() < 3)
        return std::nullopt;
    const char order = descr[0];
    const char kind = descr[1];
    if (order != '<' && order != '>' && order != '|')
        return std::nullopt;
    std::string_view rest = descr.substr(2);
    std::uint32_t count = 0; // an element never needs more than 4 GB
    const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), count);
    if (error != std::errc())
        return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()));
    const bool time = kind == 'M' || kind == 'm';
    if (std::string_view("fiubcSUVMm").find(kind) == std::string_view::npos || !sizeExists(kind, count))
        return std::nullopt;
    // A time carries its unit: <M8[ns].
    const bool unitOk = rest.empty() || (time && rest.size() > 2 && rest.front() == '[' && rest.back() == ']');
    if (!unitOk || (time && count != 8))
        return std::nullopt;

    constexpr std::size_t kUnicodeBytes = 4;
    NpyType type;
    type.type = elementTypeOf(kind, count);
    type.bytes = kind == 'U' ? count * kUnicodeBytes : count;
    const std::size_t unit = kind == 'U'                  ? kUnicodeBytes
                             : kind == 'S' || kind == 'V' ? 1
                             : kind == 'c'                ? count / 2
                                                          : count;
    if (order == '|' && unit > 1)
        return std::nullopt; // more than one byte, and no word on their order
    type.swapBytes = order == '>' && unit > 1 ? unit : 0;
    return type;
}

/// Reads the header's dict: exactly its three keys, each once, in any order.
class HeaderParser {
public:
    HeaderParser(std::string_view text, const std::string &path, const std::string &name)
        : m_cursor(text), m_path(path), m_name(name)
    {}

    Result<NpyHeader> parse()
    {
        if (!m_cursor.take('{'))
            return bad(phrase("its header is not a Python dict"));
        while (!m_cursor.take('}')) {
            if (Status status = entry(); !status.ok())
                return status;
            if (m_cursor.take(','))
                continue;
            if (!m_cursor.take('}'))
                return malformed();
            break;
        }
        if (!m_cursor.atEnd())
            return malformed();
        for (const auto &[seen, key] : {std::pair{m_descrSeen, "descr"}, std::pair{m_orderSeen, "fortran_order"},
                                        std::pair{m_shapeSeen, "shape"}})
            if (!seen)
                return bad(phrase("its header has no '%1'", key));
        return m_header;
    }

private:
    Status bad(const Phrase &what) const { return badTensor(m_path, m_name, what); }
    Status malformed() const
    {
        return bad(phrase("its header is not a valid Python dict at character %1", m_cursor.position()));
    }
    Status twice(const char *key) const { return bad(phrase("its header has '%1' twice", key)); }

    Status entry()
    {
        std::string key;
        if (!m_cursor.takeString(key) || !m_cursor.take(':'))
            return malformed();
        if (key == "descr")
            return std::exchange(m_descrSeen, true) ? twice("descr") : descr();
        if (key == "fortran_order")
            return std::exchange(m_orderSeen, true) ? twice("fortran_order") : fortranOrder();
        if (key == "shape")
            return std::exchange(m_shapeSeen, true) ? twice("shape") : shape();
        return bad(phrase("its header has the key %1, which npy does not have", inQuotes(key)));
    }

    Status descr()
    {
        if (m_cursor.take('['))
            return bad(phrase("is a structured array; save each field as an array of its own"));
        if (!m_cursor.takeString(m_header.descr))
            return bad(phrase("'descr' must be a type string such as '<f2'"));
        if (m_header.descr.size() > 1 && m_header.descr.find('O') == 1)
            return bad(phrase("holds Python objects (pickle), which can run code when loaded and are never opened "
                              "here; save it as numbers"));
        const std::optional<NpyType> type = parseDescr(m_header.descr);
        if (!type)
            return bad(phrase("'descr' %1 is not a numpy type string with its byte order, such as '<f2' or '|b1'",
                              inQuotes(m_header.descr)));
        m_header.type = *type;
        return {};
    }

    Status fortranOrder()
    {
        m_header.fortranOrder = m_cursor.takeWord("True");
        if (m_header.fortranOrder || m_cursor.takeWord("False"))
            return {};
        return bad(phrase("'fortran_order' must be True or False"));
    }

    Status shape()
    {
        if (!m_cursor.take('('))
            return bad(phrase("'shape' must be a tuple of integers"));
        for (bool separated = true; !m_cursor.take(')');) {
            std::int64_t size = 0;
            if (!separated || !m_cursor.takeInteger(size))
                return bad(phrase("'shape' must be a tuple of integers that fit 64 bits"));
            if (size < 0)
                return bad(phrase("'shape' holds %1, which is negative", size));
            if (m_header.shape.size() == kMaxRank)
                return bad(phrase("has more than %1 dimensions", kMaxRank));
            m_header.shape.push_back(size);
            separated = m_cursor.take(',');
            if (!separated && m_header.shape.size() == 1)
                return bad(phrase("'shape' is not a tuple: one dimension is written (n,)"));
        }
        return {};
    }

    PythonLiteralCursor m_cursor;
    const std::string &m_path;
    const std::string &m_name;
    NpyHeader m_header;
    bool m_descrSeen = false;
    bool m_orderSeen = false;
    bool m_shapeSeen = false;
};

/// Magic, version and header text.
Result<NpyHeader> readHeader(ByteReader &reader, const std::string &path, const std::string &name)
{
    constexpr std::size_t kPrefix = 8;
    unsigned char prefix[kPrefix];
    if (reader.remaining() < kPrefix)
        return badTensor(path, name, phrase("is too short for npy: %1", bytesText(reader.remaining())));
    if (Status status = reader.read(prefix, kPrefix); !status.ok())
        return status;
    if (!std::equal(kNpyMagic.begin(), kNpyMagic.end(), reinterpret_cast<const char *>(prefix)))
        return badTensor(path, name, phrase("is not npy: it does not begin with \\x93NUMPY"));
    const int major = prefix[6];
    const int minor = prefix[7];
    if (major < 1 || major > 3 || minor != 0)
        return badTensor(path, name, phrase("is npy version %1.%2; known are 1.0, 2.0 and 3.0", major, minor));

    unsigned char lengthBytes[4] = {};
    const std::size_t lengthSize = major == 1 ? 2 : 4;
    if (reader.remaining() < lengthSize)
        return badTensor(path, name, phrase("ends inside the npy header"));
    if (Status status = reader.read(lengthBytes, lengthSize); !status.ok())
        return status;
    const auto length = littleEndian<std::uint32_t>(lengthBytes);
    if (length > reader.remaining())
        return badTensor(
            path, name,
            phrase("claims an npy header of %1, but only %2 follow", bytesText(length), bytesText(reader.remaining())));
    std::string text(length, '\0');
    if (Status status = reader.read(text.data(), text.size()); !status.ok())
        return status;
    if (major == 3 && firstInvalidUtf8(text) != std::string::npos)
        return badTensor(path, name, phrase("its npy header is not valid UTF-8"));
    return HeaderParser(text, path, name).parse();
}

void swapBytes(std::vector<std::byte> &data, std::size_t unit)
{
    for (auto at = data.begin(); at != data.end(); at += static_cast<std::ptrdiff_t>(unit))
        std::reverse(at, at + static_cast<std::ptrdiff_t>(unit));
}

/// Fortran order (first index fastest) to row-major: walks the result in order and keeps the source's offset by
/// carrying like an odometer.
std::vector<std::byte> toRowMajor(const std::vector<std::byte> &data, const std::vector<std::int64_t> &shape,
                                  std::size_t elementSize)
{
    const std::size_t rank = shape.size();
    std::vector<std::size_t> stride(rank);
    std::size_t step = elementSize;
    for (std::size_t i = 0; i < rank; ++i) {
        stride[i] = step;
        step *= static_cast<std::size_t>(shape[i]);
    }
    std::vector<std::byte> result(data.size());
    std::vector<std::int64_t> index(rank, 0);
    std::size_t from = 0;
    for (std::size_t to = 0; to < result.size(); to += elementSize) {
        std::memcpy(&result[to], &data[from], elementSize);
        for (std::size_t i = rank; i-- > 0;) {
            from += stride[i];
            if (++index[i] < shape[i])
                break;
            from -= stride[i] * static_cast<std::size_t>(shape[i]);
            index[i] = 0;
        }
    }
    return result;
}

} // namespace

Result<Tensor> readNpyArray(ByteReader &reader, const std::string &path, const std::string &name)
{
    Result<NpyHeader> parsed = readHeader(reader, path, name);
    if (!parsed.ok())
        return parsed.status();
    NpyHeader &header = parsed.value();
    const Phrase kind = phrase("shape %1 of %2", shapeText(header.shape), inQuotes(header.descr));
    std::uint64_t bytes = 0;
    if (!checkedProduct(header.shape, header.type.bytes, bytes))
        return badTensor(path, name, phrase("%1 is larger than any file", kind));
    if (bytes > reader.remaining())
        return badTensor(path, name,
                         phrase("%1 needs %2, but only %3 follow the header; it is truncated or the header lies", kind,
                                bytesText(bytes), bytesText(reader.remaining())));
    if (bytes < reader.remaining())
        return badTensor(
            path, name,
            phrase("%1 needs %2, but %3 follow the header", kind, bytesText(bytes), bytesText(reader.remaining())));

    Tensor tensor{name, header.type.type, std::move(header.descr), std::move(header.shape),
                  std::vector<std::byte>(static_cast<std::size_t>(bytes))};
    if (Status status = reader.read(tensor.data.data(), tensor.data.size()); !status.ok())
        return status;
    if (header.type.swapBytes > 0)
        swapBytes(tensor.data, header.type.swapBytes);
    if (header.fortranOrder && tensor.shape.size() > 1)
        tensor.data = toRowMajor(tensor.data, tensor.shape, header.type.bytes);
    return tensor;
}

Result<TensorFile> readNpy(ByteSource &source, const std::string &path)
{
    return withMemoryGuard(pathInQuotes(path), [&]() -> Result<TensorFile> {
        RangeReader reader(source, 0, source.size());
        Result<Tensor> tensor = readNpyArray(reader, path, std::filesystem::path(path).stem().string());
        if (!tensor.ok())
            return tensor.status();
        TensorFile file;
        file.path = path;
        file.tensors.push_back(std::move(tensor).value());
        return file;
    });
}

} // namespace io

Result<TensorFile> parseNpy(const std::byte *data, std::size_t size, const std::string &path)
{
    io::MemorySource source(data, size);
    return io::readNpy(source, path);
}

} // namespace ulpscope
