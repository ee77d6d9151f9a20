// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/atomic_file.h"
#include "engine/io/readers.h"
#include "engine/io/safetensors_types.h"
#include "engine/io/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulpscope {
namespace {

using io::badFile;
using io::badTensor;

std::string jsonString(const std::string &text) { return nlohmann::json(text).dump(); }

Status checkUtf8(const std::string &path, const std::string &text, const Phrase &what)
{
    if (io::firstInvalidUtf8(text) == std::string::npos)
        return {};
    return badFile(path, phrase("cannot be written: %1 %2 is not valid UTF-8", what, io::inQuotes(text)));
}

Status checkTensor(const std::string &path, const Tensor &tensor)
{
    if (tensor.name == io::kMetadataKey)
        return badFile(path, phrase("cannot be written: the format keeps the name '__metadata__' for itself"));
    const io::SafetensorsType *type = io::safetensorsTypeOf(tensor);
    if (!type)
        return badTensor(
            path, tensor.name,
            phrase("cannot be written: safetensors has no element type for %1", io::inQuotes(tensor.typeName)));
    std::uint64_t bits = 0;
    const bool negative =
        std::any_of(tensor.shape.begin(), tensor.shape.end(), [](std::int64_t size) { return size < 0; });
    if (negative || !io::checkedProduct(tensor.shape, static_cast<std::uint64_t>(type->bits), bits) || bits % 8 != 0 ||
        bits / 8 != tensor.data.size())
        return badTensor(path, tensor.name,
                         phrase("cannot be written: %1 do not make shape %2 of %3", io::bytesText(tensor.data.size()),
                                io::shapeText(tensor.shape), type->name));
    return checkUtf8(path, tensor.name, phrase("the tensor name"));
}

/// Tensors in the order of their data: widest elements first, so that each tensor is aligned to its element.
std::vector<const Tensor *> dataOrder(const std::vector<const Tensor *> &byName)
{
    std::vector<const Tensor *> order = byName;
    std::stable_sort(order.begin(), order.end(), [](const Tensor *a, const Tensor *b) {
        return io::safetensorsTypeOf(*a)->bits > io::safetensorsTypeOf(*b)->bits;
    });
    return order;
}

std::string headerText(const TensorFile &file, const std::vector<const Tensor *> &byName,
                       const std::vector<const Tensor *> &inData)
{
    std::map<const Tensor *, std::size_t> offsets;
    std::size_t end = 0;
    for (const Tensor *tensor : inData) {
        offsets[tensor] = end;
        end += tensor->data.size();
    }
    std::string header = "{";
    const auto separate = [&header] { header += header.size() > 1 ? "," : ""; };
    if (!file.metadata.empty()) {
        header += "\"__metadata__\":{";
        const char *comma = "";
        for (const auto &[key, value] : file.metadata) {
            header += comma + jsonString(key) + ":" + jsonString(value);
            comma = ",";
        }
        header += "}";
    }
    for (const Tensor *tensor : byName) {
        separate();
        header += jsonString(tensor->name) + ":{\"dtype\":\"" + std::string(io::safetensorsTypeOf(*tensor)->name) +
                  "\",\"shape\":" + nlohmann::json(tensor->shape).dump() + ",\"data_offsets\":[" +
                  std::to_string(offsets[tensor]) + "," + std::to_string(offsets[tensor] + tensor->data.size()) + "]}";
    }
    header += "}";
    constexpr std::size_t kAlignment = 8;
    header.resize((header.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
    return header;
}

Status writeUnguarded(const std::string &path, const TensorFile &file)
{
    std::vector<const Tensor *> byName;
    for (const Tensor &tensor : file.tensors)
        byName.push_back(&tensor);
    std::stable_sort(byName.begin(), byName.end(), [](const Tensor *a, const Tensor *b) { return a->name < b->name; });
    for (std::size_t i = 0; i < byName.size(); ++i) {
        if (Status status = checkTensor(path, *byName[i]); !status.ok())
            return status;
        if (i > 0 && byName[i - 1]->name == byName[i]->name)
            return badTensor(path, byName[i]->name, phrase("cannot be written: there are two tensors of this name"));
    }
    for (const auto &[key, value] : file.metadata) {
        if (Status status = checkUtf8(path, key, phrase("the metadata key")); !status.ok())
            return status;
        if (Status status = checkUtf8(path, value, phrase("the metadata value of %1", io::inQuotes(key))); !status.ok())
            return status;
    }

    const std::vector<const Tensor *> inData = dataOrder(byName);
    const std::string header = headerText(file, byName, inData);
    if (header.size() > io::kMaxSafetensorsHeader)
        return badFile(path, phrase("cannot be written: its header would take %1, more than the format's limit of %2",
                                    io::bytesText(header.size()), io::bytesText(io::kMaxSafetensorsHeader)));
    unsigned char length[8];
    for (std::size_t i = 0; i < sizeof length; ++i)
        length[i] = static_cast<unsigned char>(header.size() >> (8 * i));

    io::AtomicFile out;
    if (Status status = out.open(path); !status.ok())
        return status;
    if (Status status = out.write(length, sizeof length); !status.ok())
        return status;
    if (Status status = out.write(header.data(), header.size()); !status.ok())
        return status;
    for (const Tensor *tensor : inData)
        if (Status status = out.write(tensor->data.data(), tensor->data.size()); !status.ok())
            return status;
    return out.commit();
}

} // namespace

Status writeSafetensors(const std::string &path, const TensorFile &file)
{
    return io::withMemoryGuard(io::pathInQuotes(path), [&] { return writeUnguarded(path, file); });
}

} // namespace ulpscope
