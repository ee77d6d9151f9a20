// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/tile_executor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Who is to execute; any gives the same bits.
enum class BackendKind {
    Auto, ///< the GPU where it is there and executes the run, else the CPU
    Cpu,
    Cuda,
};
std::string_view backendKindName(BackendKind kind); ///< "auto", "cpu", "cuda"
std::optional<BackendKind> parseBackendKind(std::string_view name);

/// The backend that executes, and what Auto went by: empty when it was named.
struct BackendChoice {
    const Backend *backend = nullptr;
    Phrase why;
};

/// One backend for all of `specs`, which may be none. Errors: Cuda was named and is absent, or does not execute one of
/// them. May start the worker, which takes up to a second where a GPU is.
Result<BackendChoice> chooseBackend(BackendKind kind, const std::vector<const RunSpec *> &specs);

/// CPU and CUDA, present or not.
const std::vector<const Backend *> &allBackends();

/// "1.5 GB": a size of memory to read.
std::string sizeText(std::uint64_t bytes);

} // namespace ulpscope
