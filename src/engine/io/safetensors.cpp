// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// safetensors: 8 bytes of little-endian header length, a JSON object, then the data of all tensors without gaps.
#include "engine/io/readers.h"
#include "engine/io/safetensors_types.h"
#include "engine/io/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <optional>

namespace ulpscope {
namespace io {
namespace {

constexpr std::uint64_t kLengthBytes = 8;

struct HeaderEntry {
    const SafetensorsType *type = nullptr;
    std::optional<std::vector<std::int64_t>> shape;
    std::optional<std::vector<std::uint64_t>> offsets; ///< begin and end, from the start of the data
};
using HeaderEntries = std::map<std::string, HeaderEntry>;

/// Builds the entries while the JSON is parsed: the only way to see duplicate keys, and a header of 100 MB never
/// becomes a tree in memory. Anything that the format does not have, however deep, ends the parse where it begins.
class HeaderHandler final : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit HeaderHandler(std::string path) : m_path(std::move(path)) {}

    HeaderEntries entries;
    std::map<std::string, std::string> metadata;
    Status status;

    bool null() override { return unexpected(phrase("null")); }
    bool boolean(bool value) override { return unexpected(value ? phrase("true") : phrase("false")); }
    bool binary(binary_t &) override { return unexpected(phrase("binary data")); }
    bool number_float(number_float_t, const string_t &token) override
    {
        return unexpected(phrase("the number %1", token));
    }
    bool number_integer(number_integer_t value) override { return unexpected(phrase("the number %1", value)); }
    bool number_unsigned(number_unsigned_t value) override;
    bool string(string_t &value) override;
    bool start_object(std::size_t) override;
    bool key(string_t &value) override;
    bool end_object() override;
    bool start_array(std::size_t) override;
    bool end_array() override;
    bool parse_error(std::size_t position, const std::string &, const nlohmann::json::exception &) override
    {
        return fail(phrase("the header is not valid JSON at its byte %1", position));
    }

private:
    enum class Place { Outside, File, Metadata, Tensor, Shape, Offsets };

    bool fail(const Phrase &what)
    {
        status = badFile(m_path, what);
        return false;
    }
    bool failTensor(const Phrase &what)
    {
        status = badTensor(m_path, m_tensor, what);
        return false;
    }
    bool unexpected(const Phrase &found);
    bool tensorComplete();

    std::string m_path;
    Place m_place = Place::Outside;
    std::string m_tensor; ///< key of the entry being read
    std::string m_field;  ///< key inside that entry or inside the metadata
    HeaderEntry *m_entry = nullptr;
    bool m_metadataSeen = false;
};

bool HeaderHandler::unexpected(const Phrase &found)
{
    switch (m_place) {
    case Place::Outside:
    case Place::File:
        if (m_tensor == kMetadataKey)
            return fail(phrase("'__metadata__' must be an object of strings, but is %1", found));
        return failTensor(phrase("must be an object with dtype, shape and data_offsets, but is %1", found));
    case Place::Metadata: return fail(phrase("metadata %1 must be a string, but is %2", inQuotes(m_field), found));
    case Place::Shape: return failTensor(phrase("shape must hold non-negative integers, but holds %1", found));
    case Place::Offsets:
        return failTensor(phrase("data_offsets must be two non-negative integers, but hold %1", found));
    case Place::Tensor: break;
    }
    if (m_field == "dtype")
        return failTensor(phrase("dtype must be a string, but is %1", found));
    return failTensor(phrase("%1 must be a list of integers, but is %2", m_field, found));
}

bool HeaderHandler::number_unsigned(number_unsigned_t value)
{
    if (m_place == Place::Shape) {
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return failTensor(phrase("shape holds %1, which is too large", value));
        if (m_entry->shape->size() == kMaxRank)
            return failTensor(phrase("has more than %1 dimensions", kMaxRank));
        m_entry->shape->push_back(static_cast<std::int64_t>(value));
        return true;
    }
    if (m_place == Place::Offsets) {
        if (m_entry->offsets->size() == 2)
            return failTensor(phrase("data_offsets must be two integers, but are more"));
        m_entry->offsets->push_back(value);
        return true;
    }
    return unexpected(phrase("the number %1", value));
}

bool HeaderHandler::string(string_t &value)
{
    if (m_place == Place::Metadata) {
        metadata[m_field] = value;
        return true;
    }
    if (m_place != Place::Tensor || m_field != "dtype")
        return unexpected(phrase("the string %1", inQuotes(value)));
    m_entry->type = findSafetensorsType(value);
    if (m_entry->type)
        return true;
    return failTensor(phrase("dtype %1 is not one of the format's (F16, BF16, F32, ...)", inQuotes(value)));
}

bool HeaderHandler::start_object(std::size_t)
{
    if (m_place == Place::Outside) {
        m_place = Place::File;
        return true;
    }
    if (m_place != Place::File)
        return unexpected(phrase("an object"));
    if (m_tensor == kMetadataKey) {
        m_place = Place::Metadata;
        return true;
    }
    m_place = Place::Tensor;
    return true;
}

bool HeaderHandler::key(string_t &value)
{
    if (m_place == Place::File) {
        m_tensor = value;
        if (value == kMetadataKey) {
            if (m_metadataSeen)
                return fail(phrase("the header has the key '__metadata__' twice"));
            m_metadataSeen = true;
            return true;
        }
        const auto [at, fresh] = entries.try_emplace(value);
        m_entry = &at->second;
        return fresh || failTensor(phrase("is in the header twice"));
    }
    m_field = value;
    if (m_place == Place::Metadata)
        return metadata.try_emplace(value).second || fail(phrase("metadata %1 is there twice", inQuotes(value)));
    const bool twice = (value == "dtype" && m_entry->type) || (value == "shape" && m_entry->shape) ||
                       (value == "data_offsets" && m_entry->offsets);
    if (twice)
        return failTensor(phrase("has the key %1 twice", inQuotes(value)));
    if (value != "dtype" && value != "shape" && value != "data_offsets")
        return failTensor(phrase("has the key %1, which the format does not have", inQuotes(value)));
    return true;
}

bool HeaderHandler::end_object()
{
    if (m_place == Place::Tensor && !tensorComplete())
        return false;
    m_place = m_place == Place::File ? Place::Outside : Place::File;
    return true;
}

bool HeaderHandler::start_array(std::size_t)
{
    if (m_place == Place::Tensor && m_field == "shape") {
        m_entry->shape.emplace();
        m_place = Place::Shape;
        return true;
    }
    if (m_place == Place::Tensor && m_field == "data_offsets") {
        m_entry->offsets.emplace();
        m_place = Place::Offsets;
        return true;
    }
    return unexpected(phrase("a list"));
}

bool HeaderHandler::end_array()
{
    if (m_place == Place::Offsets && m_entry->offsets->size() != 2)
        return failTensor(phrase("data_offsets must be two integers, but are %1", m_entry->offsets->size()));
    m_place = Place::Tensor;
    return true;
}

bool HeaderHandler::tensorComplete()
{
    for (const auto &[field, present] :
         {std::pair{"dtype", m_entry->type != nullptr}, std::pair{"shape", m_entry->shape.has_value()},
          std::pair{"data_offsets", m_entry->offsets.has_value()}})
        if (!present)
            return failTensor(phrase("has no %1", field));
    return true;
}

/// The header's text, checked against the size of the file before memory is taken for it.
Result<std::string> readHeader(ByteSource &source, const std::string &path)
{
    if (source.size() == 0)
        return badFile(path, phrase("is empty (0 bytes)"));
    if (source.size() < kLengthBytes)
        return badFile(path, phrase("is too short for safetensors: %1, less than the 8 of the header length",
                                    bytesText(source.size())));
    unsigned char lengthBytes[kLengthBytes];
    if (Status status = source.read(0, lengthBytes, sizeof lengthBytes); !status.ok())
        return status;
    const auto length = littleEndian<std::uint64_t>(lengthBytes);
    const std::uint64_t rest = source.size() - kLengthBytes;
    if (length > rest)
        return badFile(path, phrase("claims a header of %1, but only %2 follow; it is truncated or no safetensors file",
                                    bytesText(length), bytesText(rest)));
    if (length > kMaxSafetensorsHeader)
        return badFile(path, phrase("claims a header of %1, more than the format's limit of %2", bytesText(length),
                                    bytesText(kMaxSafetensorsHeader)));
    std::string header(static_cast<std::size_t>(length), '\0');
    if (Status status = source.read(kLengthBytes, header.data(), header.size()); !status.ok())
        return status;
    if (header.empty() || header.front() != '{')
        return badFile(path, header.empty() ? phrase("the header must begin with '{', but is empty")
                                            : phrase("the header must begin with '{', but begins with %1",
                                                     inQuotes(header.substr(0, 1))));
    if (const std::size_t at = firstInvalidUtf8(header); at != std::string::npos)
        return badFile(path, phrase("the header is not valid UTF-8 at its byte %1", at + 1));
    // The JSON parser takes a NUL for the end of its input, and would leave the bytes behind it unread.
    if (const std::size_t at = header.find('\0'); at != std::string::npos)
        return badFile(path, phrase("the header is not valid JSON at its byte %1 (a NUL)", at + 1));
    return header;
}

/// Size of one tensor against its offsets, and its offsets against the file.
Status checkEntry(const std::string &path, const std::string &name, const HeaderEntry &entry, std::uint64_t dataBytes)
{
    const std::uint64_t begin = (*entry.offsets)[0];
    const std::uint64_t end = (*entry.offsets)[1];
    const std::string offsets = "data_offsets [" + std::to_string(begin) + ", " + std::to_string(end) + "]";
    const Phrase kind = phrase("shape %1 of %2", shapeText(*entry.shape), entry.type->name);
    std::uint64_t bits = 0;
    if (!checkedProduct(*entry.shape, static_cast<std::uint64_t>(entry.type->bits), bits))
        return badTensor(path, name, phrase("%1 is larger than any file", kind));
    if (begin > end)
        return badTensor(path, name, phrase("%1 end before they begin", offsets));
    if (bits % 8 != 0)
        return badTensor(path, name, phrase("%1 does not fill whole bytes", kind));
    if (end - begin != bits / 8)
        return badTensor(
            path, name,
            phrase("%1 needs %2, but %3 hold %4", kind, bytesText(bits / 8), offsets, bytesText(end - begin)));
    if (end > dataBytes)
        return badTensor(path, name,
                         phrase("%1 reach past the end of the file, which holds %2 of data; it is truncated or the "
                                "header lies",
                                offsets, bytesText(dataBytes)));
    return {};
}

/// Every byte of the data belongs to exactly one tensor.
Status checkCoverage(const std::string &path, const HeaderEntries &entries, std::uint64_t dataBytes)
{
    std::vector<const HeaderEntries::value_type *> order;
    for (const auto &entry : entries)
        order.push_back(&entry);
    std::stable_sort(order.begin(), order.end(),
                     [](const auto *a, const auto *b) { return *a->second.offsets < *b->second.offsets; });
    std::uint64_t covered = 0;
    const std::string *previous = nullptr;
    for (const auto *entry : order) {
        const std::uint64_t begin = (*entry->second.offsets)[0];
        if (begin < covered)
            return badFile(path, phrase("the data of tensors %1 and %2 overlap: one ends at %3, the next begins at %4",
                                        inQuotes(*previous), inQuotes(entry->first), covered, begin));
        if (begin > covered)
            return badTensor(path, entry->first,
                             phrase("its data begin at %1, and the %2 before belong to no tensor", begin,
                                    bytesText(begin - covered)));
        covered = (*entry->second.offsets)[1];
        previous = &entry->first;
    }
    if (covered != dataBytes)
        return badFile(path, phrase("%1 at its end belong to no tensor", bytesText(dataBytes - covered)));
    return {};
}

Result<TensorFile> readSafetensorsUnguarded(ByteSource &source, const std::string &path)
{
    Result<std::string> header = readHeader(source, path);
    if (!header.ok())
        return header.status();
    HeaderHandler handler(path);
    if (!nlohmann::json::sax_parse(header.value(), &handler))
        return handler.status;

    const std::uint64_t dataStart = kLengthBytes + header->size();
    const std::uint64_t dataBytes = source.size() - dataStart;
    for (const auto &[name, entry] : handler.entries)
        if (Status status = checkEntry(path, name, entry, dataBytes); !status.ok())
            return status;
    if (Status status = checkCoverage(path, handler.entries, dataBytes); !status.ok())
        return status;

    TensorFile file;
    file.path = path;
    file.metadata = std::move(handler.metadata);
    file.tensors.reserve(handler.entries.size());
    for (auto &[name, entry] : handler.entries) {
        const std::uint64_t begin = (*entry.offsets)[0];
        const auto bytes = static_cast<std::size_t>((*entry.offsets)[1] - begin);
        Tensor tensor{name, entry.type->type, std::string(entry.type->name), std::move(*entry.shape),
                      std::vector<std::byte>(bytes)};
        if (Status status = source.read(dataStart + begin, tensor.data.data(), bytes); !status.ok())
            return status;
        file.tensors.push_back(std::move(tensor));
    }
    return file;
}

} // namespace

Result<TensorFile> readSafetensors(ByteSource &source, const std::string &path)
{
    return withMemoryGuard(pathInQuotes(path), [&] { return readSafetensorsUnguarded(source, path); });
}

} // namespace io

Result<TensorFile> parseSafetensors(const std::byte *data, std::size_t size, const std::string &path)
{
    io::MemorySource source(data, size);
    return io::readSafetensors(source, path);
}

} // namespace ulpscope
