// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/byte_source.h"
#include "engine/io/tensor.h"

#include <string>
#include <string_view>

namespace ulpscope::io {

/// The format readers; `path` is used in messages (and names an npy's array).
Result<TensorFile> readSafetensors(ByteSource &source, const std::string &path);
Result<TensorFile> readNpy(ByteSource &source, const std::string &path);
Result<TensorFile> readNpz(ByteSource &source, const std::string &path);

/// One npy array that takes up the whole of `reader`.
Result<Tensor> readNpyArray(ByteReader &reader, const std::string &path, const std::string &name);

/// Why a PyTorch pickle is not opened, and how to convert it.
Status refusePickle(const std::string &path);

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";
/// Upper limit of a safetensors header: that of the format's reference implementation (safetensors 0.8).
inline constexpr std::uint64_t kMaxSafetensorsHeader = 100'000'000;

} // namespace ulpscope::io
