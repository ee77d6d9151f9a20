// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What holds for every reader, whatever the bytes: the sanitizers watch over memory, these checks over the promises.
#pragma once

#include "engine/io/tensor.h"

#include <cstdio>
#include <cstdlib>

namespace ulpscope::fuzz {

inline void require(bool condition, const char *promise)
{
    if (condition)
        return;
    std::fprintf(stderr, "broken promise: %s\n", promise);
    std::abort();
}

/// A refusal is a sentence that names the file; it neither floods the terminal nor controls it.
inline void requireSentence(const Status &status)
{
    const std::string &message = status.message();
    require(!message.empty() && message.size() < 2000, "a message has a length that can be read");
    require(message.find("'fuzzed'") == 0, "a message begins with the file");
    for (const char c : message)
        require(static_cast<unsigned char>(c) >= 0x20 || c == '\n', "a message holds no control characters");
}

inline void requireSound(const Result<TensorFile> &result)
{
    if (!result.ok()) {
        requireSentence(result.status());
        return;
    }
    const Tensor *previous = nullptr;
    for (const Tensor &tensor : result->tensors) {
        require(!previous || previous->name < tensor.name, "tensors are sorted by name, each there once");
        previous = &tensor;
        for (const std::int64_t size : tensor.shape)
            require(size >= 0, "no size is negative");
        const std::size_t bytes = elementBytes(tensor.type);
        const auto count = static_cast<std::size_t>(tensor.elementCount());
        require(bytes == 0 || tensor.data.size() == count * bytes, "data and shape agree");
        const Result<std::vector<float>> values = toFloats(tensor);
        require(values.ok() == toDType(tensor).ok(), "a tensor with an attention type has values");
        require(!values.ok() || values.value().size() == count, "there are as many values as elements");
    }
}

} // namespace ulpscope::fuzz
