// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/watch.h"
#include "engine/backend/tile_executor.h"
#include "engine/backend/whole_run.h"

namespace ulpscope::cli {

/// A backend that tells a Watch of every step it executes, whoever drives it: a whole run, a comparison, a trace. The
/// work is another backend's, bit for bit. `inner` and `watch` must outlive it and its executors.
class CountingBackend final : public Backend, private WholeRunner {
public:
    CountingBackend(const Backend &inner, Watch &watch) : m_inner(inner), m_watch(watch) {}

    std::string_view name() const override { return m_inner.name(); }
    std::vector<BackendDevice> devices() const override { return m_inner.devices(); }
    Phrase absentReason() const override { return m_inner.absentReason(); }
    Status supports(const RunSpec &spec) const override { return m_inner.supports(spec); }
    Result<std::unique_ptr<TileExecutor>> prepare(const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                                                  std::shared_ptr<const Schedule> schedule) const override;
    Result<Reference> reference(const Problem &problem, const std::shared_ptr<const Inputs> &inputs, int batch,
                                int head, int rowBegin, int rowEnd, std::stop_token stop) const override
    {
        return m_inner.reference(problem, inputs, batch, head, rowBegin, rowEnd, std::move(stop));
    }
    const WholeRunner *wholeRunner() const override { return m_inner.wholeRunner() ? this : nullptr; }

private:
    Result<RunOutput> runWhole(const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                               std::shared_ptr<const Schedule> schedule, const WholeRunOptions &options) const override;

    const Backend &m_inner;
    Watch &m_watch;
};

/// Steps of a run; 0 where it cannot be planned, which the run itself will say.
std::uint64_t stepsOf(const RunSpec &spec);

} // namespace ulpscope::cli
