// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/formats.h"
#include "engine/status.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ulpscope {

/// Element types that a tensor file can hold; what attention takes is DType (see toDType).
enum class ElementType : std::uint8_t { F16, BF16, F32, F64, I8, U8, I16, U16, I32, U32, I64, U64, Bool, Other };

/// Bytes of one element; 0 for Other.
std::size_t elementBytes(ElementType type);

/// A tensor as it lies in a file: row-major (readers reorder Fortran-ordered npy), little-endian (readers swap).
struct Tensor {
    std::string name;
    ElementType type = ElementType::F32;
    std::string typeName; ///< as the file calls it ("BF16", "<f2"), for messages
    std::vector<std::int64_t> shape;
    std::vector<std::byte> data;

    /// Product of the shape; 1 for a 0-d tensor. Readers have checked that it fits.
    std::int64_t elementCount() const;
};

/// A tensor file: what it holds, and its string metadata.
struct TensorFile {
    std::string path;
    std::map<std::string, std::string> metadata; ///< safetensors "__metadata__"; empty for npy and npz
    std::vector<Tensor> tensors; ///< sorted by name; an npy's one array has the file's name without suffix

    const Tensor *find(const std::string &name) const;
};

/// Reads a .safetensors, .npy or .npz file, chosen by content, not by suffix. Strict: every size is checked against the
/// file before memory is allocated; a message names the file, the tensor and what was expected. Pickle (.pt, .pth) is
/// refused with the snippet that converts it. NaN and infinities are data. Tensors go from the disk into their own
/// memory: the file is never held a second time.
Result<TensorFile> readTensorFile(const std::string &path);

/// The readers on memory, for tests and fuzzing; `path` is only used in messages.
Result<TensorFile> parseSafetensors(const std::byte *data, std::size_t size, const std::string &path);
Result<TensorFile> parseNpy(const std::byte *data, std::size_t size, const std::string &path);
Result<TensorFile> parseNpz(const std::byte *data, std::size_t size, const std::string &path);

/// Writes safetensors: header with sorted names, compact, padded to 8 bytes; data with the widest elements first, then
/// by name, so that every tensor is aligned. Same input, same bytes. Written to a temporary file in the same directory,
/// then renamed.
Status writeSafetensors(const std::string &path, const TensorFile &file);
/// Atomic write of any bytes, the same way. Follows a symbolic link; keeps the permissions of the file it replaces.
Status writeFileAtomically(const std::string &path, const void *data, std::size_t size);
Result<std::vector<std::byte>> readWholeFile(const std::string &path, std::size_t maxBytes);

/// Values as fp32: exact for F16, BF16 and F32; F64 is refused (it would be rounded silently); integers are refused.
Result<std::vector<float>> toFloats(const Tensor &tensor);
/// The attention element type of a tensor (F16, BF16 or F32), or a sentence why it has none and what to do about it.
Result<DType> toDType(const Tensor &tensor);
/// Whether a tensor may be bf16 that came by npy, which has no code for it: 2-byte void (ml_dtypes), or a 16-bit
/// integer view of the bits.
bool mayHoldBfloat16(const Tensor &tensor);
/// Gives such a tensor its real type, bits unchanged; any other tensor is refused.
Result<Tensor> reinterpretAsBfloat16(Tensor tensor);
/// Tensor from fp32 values that `type` can represent; `values` holds the product of `shape`.
Tensor tensorFromFloats(std::string name, DType type, std::vector<std::int64_t> shape, const float *values);

} // namespace ulpscope
