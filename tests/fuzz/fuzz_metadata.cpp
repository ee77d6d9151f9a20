// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The strings of a file's metadata: the same text as each of the values that are read from it.
#include "engine/io/metadata.h"
#include "fuzz/fuzz_check.h"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace ulpscope;
    const std::string text(reinterpret_cast<const char *>(data), size);
    for (const char *key : {"scale", "causal", "causal_alignment", "kernel_options"}) {
        TensorFile file;
        file.path = "fuzzed";
        file.metadata = {{key, text}};
        const Result<AttentionMetadata> metadata = readAttentionMetadata(file);
        if (!metadata.ok())
            fuzz::requireSentence(metadata.status());
        else
            fuzz::require(!metadata->scale || std::isfinite(*metadata->scale), "a scale is a number");
    }
    return 0;
}
