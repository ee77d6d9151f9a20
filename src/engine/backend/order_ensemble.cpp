// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/order_ensemble.h"

#include "engine/backend/cuda_backend.h"

namespace ulpscope {
namespace {

/// A second or so of one core, as long as a worker takes to start.
constexpr std::uint64_t kDrawsWorthAGpu = std::uint64_t{1} << 27;

} // namespace

Result<ExecutedEnsemble> runEnsembleOn(BackendKind kind, const EnsembleSpec &spec, std::uint64_t orders,
                                       const EnsembleOptions &options)
{
    if (Status s = spec.validate(); !s.ok())
        return s;
    BackendChoice choice{&cpuBackend(), phrase("there are few orders")};
    if (kind != BackendKind::Auto || orders > kDrawsWorthAGpu / static_cast<std::uint64_t>(spec.partials())) {
        Result<BackendChoice> chosen = chooseBackend(kind, {});
        if (!chosen.ok())
            return chosen.status();
        choice = std::move(chosen).value();
    }
    if (choice.backend == &cudaBackend()) {
        Result<EnsembleResult> result = cudaBackend().orderEnsemble(spec, orders, options);
        if (result.ok())
            return ExecutedEnsemble{std::move(result).value(), choice.backend, choice.why};
        if (kind == BackendKind::Cuda || result.status().code() != StatusCode::Unsupported)
            return result.status();
        choice = {&cpuBackend(), result.status().phrase()};
    }
    Result<EnsembleResult> result = runEnsemble(spec, orders, options);
    if (!result.ok())
        return result.status();
    return ExecutedEnsemble{std::move(result).value(), choice.backend, choice.why};
}

} // namespace ulpscope
