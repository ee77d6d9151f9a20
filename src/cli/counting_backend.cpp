// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/counting_backend.h"

#include <algorithm>
#include <utility>

namespace ulpscope::cli {
namespace {

/// Steps between two counts: a step of a large tile takes about a millisecond.
constexpr std::size_t kStepsPerCount = 16;

class CountingExecutor final : public TileExecutor {
public:
    CountingExecutor(std::unique_ptr<TileExecutor> inner, Watch &watch) : m_inner(std::move(inner)), m_watch(watch) {}

    Status execute(std::span<const PlannedStep> steps, std::stop_token stop) override
    {
        while (!steps.empty()) {
            const std::size_t count = std::min(kStepsPerCount, steps.size());
            if (Status s = m_inner->execute(steps.first(count), stop); !s.ok())
                return s;
            m_watch.advance(count);
            steps = steps.subspan(count);
        }
        return {};
    }
    Result<Matrix> read(Quantity quantity) const override { return m_inner->read(quantity); }
    std::shared_ptr<const ExecutorState> save() const override { return m_inner->save(); }
    Status restore(const ExecutorState &state) override { return m_inner->restore(state); }

private:
    std::unique_ptr<TileExecutor> m_inner;
    Watch &m_watch;
};

} // namespace

Result<std::unique_ptr<TileExecutor>> CountingBackend::prepare(const RunSpec &spec,
                                                               std::shared_ptr<const Inputs> inputs,
                                                               std::shared_ptr<const Schedule> schedule) const
{
    Result<std::unique_ptr<TileExecutor>> executor = m_inner.prepare(spec, std::move(inputs), std::move(schedule));
    if (!executor.ok())
        return executor.status();
    return std::unique_ptr<TileExecutor>(std::make_unique<CountingExecutor>(std::move(executor).value(), m_watch));
}

Result<RunOutput> CountingBackend::runWhole(const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                                            std::shared_ptr<const Schedule> schedule,
                                            const WholeRunOptions &options) const
{
    WholeRunOptions counting = options;
    std::uint64_t counted = 0; // the progress function is not called by two threads at once
    counting.progress = [this, &options, &counted](std::uint64_t done, std::uint64_t total) {
        if (done > counted)
            m_watch.advance(done - std::exchange(counted, done));
        if (options.progress)
            options.progress(done, total);
    };
    return m_inner.wholeRunner()->runWhole(spec, std::move(inputs), std::move(schedule), counting);
}

std::uint64_t stepsOf(const RunSpec &spec)
{
    const Result<Schedule> schedule = Schedule::build(spec);
    return schedule.ok() ? schedule->stepCount() : 0;
}

} // namespace ulpscope::cli
