// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/tensor.h"
#include "engine/io/text.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ulpscope {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are kept as they lie in a little-endian file");

template <typename Stored, typename Convert>
void readElements(const Tensor &tensor, std::vector<float> &values, Convert convert)
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        Stored stored;
        std::memcpy(&stored, tensor.data.data() + i * sizeof stored, sizeof stored);
        values[i] = convert(stored);
    }
}

template <typename Stored, typename Convert>
void writeElements(Tensor &tensor, const float *values, Convert convert)
{
    const auto count = static_cast<std::size_t>(tensor.elementCount());
    tensor.data.resize(count * sizeof(Stored));
    for (std::size_t i = 0; i < count; ++i) {
        const Stored stored = convert(values[i]);
        std::memcpy(tensor.data.data() + i * sizeof stored, &stored, sizeof stored);
    }
}

} // namespace

bool mayHoldBfloat16(const Tensor &tensor)
{
    return tensor.type == ElementType::U16 || tensor.type == ElementType::I16 ||
           (tensor.type == ElementType::Other && tensor.typeName.ends_with("V2"));
}

std::size_t elementBytes(ElementType type)
{
    switch (type) {
    case ElementType::I8:
    case ElementType::U8:
    case ElementType::Bool: return 1;
    case ElementType::F16:
    case ElementType::BF16:
    case ElementType::I16:
    case ElementType::U16: return 2;
    case ElementType::F32:
    case ElementType::I32:
    case ElementType::U32: return 4;
    case ElementType::F64:
    case ElementType::I64:
    case ElementType::U64: return 8;
    case ElementType::Other: break;
    }
    return 0;
}

std::int64_t Tensor::elementCount() const
{
    std::int64_t count = 1;
    for (const std::int64_t size : shape)
        count *= size;
    return count;
}

const Tensor *TensorFile::find(const std::string &name) const
{
    const auto at =
        std::find_if(tensors.begin(), tensors.end(), [&name](const Tensor &tensor) { return tensor.name == name; });
    return at == tensors.end() ? nullptr : &*at;
}

Result<DType> toDType(const Tensor &tensor)
{
    const std::string name = io::inQuotes(tensor.name), type = io::inQuotes(tensor.typeName);
    if (mayHoldBfloat16(tensor))
        return Status::invalid(phrase("tensor %1 holds %2, which is how bf16 arrives from npy, a format without a code "
                                      "for it: choose to read it as bf16, or save it with safetensors, which has one",
                                      name, type));
    switch (tensor.type) {
    case ElementType::F16: return DType::F16;
    case ElementType::BF16: return DType::BF16;
    case ElementType::F32: return DType::F32;
    case ElementType::F64:
        return Status::invalid(phrase("tensor %1 holds %2, but attention takes fp16, bf16 or fp32; round it to one of "
                                      "these before saving, since rounding it here would hide which values were meant",
                                      name, type));
    default: return Status::invalid(phrase("tensor %1 holds %2, but attention takes fp16, bf16 or fp32", name, type));
    }
}

Result<Tensor> reinterpretAsBfloat16(Tensor tensor)
{
    if (!mayHoldBfloat16(tensor))
        return Status::invalid(phrase("tensor %1 holds %2; only 16-bit integers and 2-byte void can be read as bf16",
                                      io::inQuotes(tensor.name), io::inQuotes(tensor.typeName)));
    tensor.type = ElementType::BF16;
    tensor.typeName = "BF16";
    return tensor;
}

Result<std::vector<float>> toFloats(const Tensor &tensor)
{
    const Result<DType> type = toDType(tensor);
    if (!type.ok())
        return type.status();
    return io::withMemoryGuard(phrase("tensor %1", io::inQuotes(tensor.name)), [&]() -> Result<std::vector<float>> {
        std::vector<float> values(static_cast<std::size_t>(tensor.elementCount()));
        switch (type.value()) {
        case DType::F16: readElements<std::uint16_t>(tensor, values, halfToFloat); break;
        case DType::BF16: readElements<std::uint16_t>(tensor, values, bfloat16ToFloat); break;
        default: readElements<std::uint32_t>(tensor, values, floatFromBits); break;
        }
        return values;
    });
}

Tensor tensorFromFloats(std::string name, DType type, std::vector<std::int64_t> shape, const float *values)
{
    Tensor tensor{std::move(name), ElementType::F32, "F32", std::move(shape), {}};
    switch (type) {
    case DType::F16:
        tensor.type = ElementType::F16;
        tensor.typeName = "F16";
        writeElements<std::uint16_t>(tensor, values, floatToHalf);
        break;
    case DType::BF16:
        tensor.type = ElementType::BF16;
        tensor.typeName = "BF16";
        writeElements<std::uint16_t>(tensor, values, floatToBfloat16);
        break;
    case DType::F64:
        tensor.type = ElementType::F64;
        tensor.typeName = "F64";
        writeElements<double>(tensor, values, [](float value) { return static_cast<double>(value); });
        break;
    case DType::TF32:
    case DType::E4M3: // operands of a tensor core, which no tensor here holds: fp32 has their values
    case DType::E5M2:
    case DType::F32: writeElements<std::uint32_t>(tensor, values, floatBits); break;
    }
    return tensor;
}

} // namespace ulpscope
