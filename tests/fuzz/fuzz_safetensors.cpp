// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz/fuzz_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    ulpscope::fuzz::requireSound(ulpscope::parseSafetensors(reinterpret_cast<const std::byte *>(data), size, "fuzzed"));
    return 0;
}
