// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/backend_choice.h"

#include "engine/backend/cuda_backend.h"

#include <cstdio>

namespace ulpscope {

namespace {
constexpr BackendKind kKinds[] = {BackendKind::Auto, BackendKind::Cpu, BackendKind::Cuda};
}

std::string_view backendKindName(BackendKind kind)
{
    switch (kind) {
    case BackendKind::Auto: return "auto";
    case BackendKind::Cpu: return "cpu";
    case BackendKind::Cuda: return "cuda";
    }
    return "?";
}

std::optional<BackendKind> parseBackendKind(std::string_view name)
{
    for (const BackendKind kind : kKinds) {
        if (backendKindName(kind) == name)
            return kind;
    }
    return std::nullopt;
}

Result<BackendChoice> chooseBackend(BackendKind kind, const std::vector<const RunSpec *> &specs)
{
    if (kind == BackendKind::Cpu)
        return BackendChoice{&cpuBackend(), {}};
    const Backend &cuda = cudaBackend();
    Status status;
    if (const Phrase reason = specs.empty() ? cuda.absentReason() : Phrase(); !reason.empty())
        status = Status(StatusCode::Unsupported, phrase("the CUDA engine is not available: %1", reason));
    for (const RunSpec *spec : specs) {
        if (status.ok())
            status = cuda.supports(*spec);
    }
    if (status.ok())
        return BackendChoice{&cuda, kind == BackendKind::Auto ? phrase("the GPU is there") : Phrase()};
    if (kind == BackendKind::Cuda)
        return status;
    return BackendChoice{&cpuBackend(), status.phrase()};
}

const std::vector<const Backend *> &allBackends()
{
    static const std::vector<const Backend *> list{&cpuBackend(), &cudaBackend()};
    return list;
}

std::string sizeText(std::uint64_t bytes)
{
    const bool large = bytes >= 1'000'000'000;
    const double value = static_cast<double>(bytes) / (large ? 1e9 : 1e6);
    char text[32];
    std::snprintf(text, sizeof text, value < 10 ? "%.1f %s" : "%.0f %s", value, large ? "GB" : "MB");
    return text;
}

} // namespace ulpscope
