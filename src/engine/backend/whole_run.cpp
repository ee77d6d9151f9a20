// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/whole_run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <mutex>
#include <thread>

namespace ulpscope {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kProgressInterval = std::chrono::milliseconds(50);

/// Work shared by the threads of one run.
class WholeRun {
public:
    WholeRun(const Backend &backend, const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
             std::shared_ptr<const Schedule> schedule, const WholeRunOptions &options)
        : m_backend(backend),
          m_spec(spec),
          m_inputs(std::move(inputs)),
          m_schedule(std::move(schedule)),
          m_options(options)
    {
        const Problem &p = m_spec.problem;
        const std::size_t rows =
            static_cast<std::size_t>(p.batch) * static_cast<std::size_t>(p.heads) * static_cast<std::size_t>(p.seqlenQ);
        m_result.output.resize(rows * static_cast<std::size_t>(p.headDimV));
        m_result.lse.resize(rows);
        if (m_options.tiles) {
            const std::size_t cells = rows * static_cast<std::size_t>(m_schedule->nBlocks());
            m_result.tileMax.assign(cells, std::numeric_limits<float>::quiet_NaN());
            m_result.tileSum = m_result.tileMax;
        }
    }

    Result<RunOutput> run()
    {
        const int wanted =
            m_options.threads > 0 ? m_options.threads : static_cast<int>(std::thread::hardware_concurrency());
        const int threads = std::clamp(wanted, 1, std::max(1, groups()));
        {
            std::vector<std::jthread> workers;
            for (int i = 1; i < threads; ++i)
                workers.emplace_back([this] { work(); });
            work();
        }
        if (!m_status.ok())
            return m_status;
        if (m_options.progress)
            m_options.progress(m_schedule->stepCount(), m_schedule->stepCount());
        return std::move(m_result);
    }

private:
    /// All splits of a query tile and their combine stay on one thread: the combine reads them.
    int tilesPerGroup() const { return m_schedule->splits() > 1 ? m_schedule->splits() + 1 : 1; }
    int groups() const { return m_schedule->workTileCount() / tilesPerGroup(); }

    void work()
    {
        Result<std::unique_ptr<TileExecutor>> executor = m_backend.prepare(m_spec, m_inputs, m_schedule);
        if (!executor.ok())
            return fail(executor.status());
        for (int group = m_next++; group < groups() && !m_failed; group = m_next++) {
            for (int i = 0; i < tilesPerGroup(); ++i) {
                const WorkTile tile = m_schedule->workTile(group * tilesPerGroup() + i);
                const std::vector<PlannedStep> steps = m_schedule->steps(tile);
                if (Status s = runTile(*executor.value(), tile, steps); !s.ok())
                    return fail(s);
            }
        }
    }

    Status runTile(TileExecutor &executor, const WorkTile &tile, const std::vector<PlannedStep> &steps)
    {
        if (Status s = m_options.tiles ? executeByTiles(executor, tile, steps) : execute(executor, steps); !s.ok())
            return s;
        if (m_schedule->splits() > 1 && !tile.isCombine)
            return {};
        const Result<Matrix> output = executor.read(Quantity::Output);
        const Result<Matrix> lse = executor.read(Quantity::Lse);
        if (!output.ok())
            return output.status();
        if (!lse.ok())
            return lse.status();
        const Problem &p = m_spec.problem;
        const std::size_t row = (static_cast<std::size_t>(tile.batch) * static_cast<std::size_t>(p.heads) +
                                 static_cast<std::size_t>(tile.head)) *
                                    static_cast<std::size_t>(p.seqlenQ) +
                                static_cast<std::size_t>(tile.rowBegin);
        std::copy(output->data.begin(), output->data.end(),
                  m_result.output.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(p.headDimV)));
        std::copy(lse->data.begin(), lse->data.end(), m_result.lse.begin() + static_cast<std::ptrdiff_t>(row));
        return {};
    }

    Status execute(TileExecutor &executor, std::span<const PlannedStep> steps)
    {
        Status done = executor.execute(steps, m_options.stop);
        if (done.ok())
            report(steps.size());
        return done;
    }

    /// Stops after every row sum to keep what it and the max are.
    Status executeByTiles(TileExecutor &executor, const WorkTile &tile, std::span<const PlannedStep> steps)
    {
        const Problem &p = m_spec.problem;
        while (!steps.empty()) {
            const auto sum = std::find_if(steps.begin(), steps.end(),
                                          [](const PlannedStep &s) { return s.kind == StepKind::RowSum; });
            const bool found = sum != steps.end();
            const std::size_t count = static_cast<std::size_t>(sum - steps.begin()) + (found ? 1 : 0);
            if (Status s = execute(executor, steps.first(count)); !s.ok())
                return s;
            steps = steps.subspan(count);
            if (!found)
                break;
            const std::size_t head = static_cast<std::size_t>(tile.batch) * static_cast<std::size_t>(p.heads) +
                                     static_cast<std::size_t>(tile.head);
            const std::size_t at =
                (head * static_cast<std::size_t>(m_schedule->nBlocks()) + static_cast<std::size_t>(sum->nBlock)) *
                    static_cast<std::size_t>(p.seqlenQ) +
                static_cast<std::size_t>(tile.rowBegin);
            for (const auto &[quantity, values] :
                 {std::pair{Quantity::RowMax, &m_result.tileMax}, std::pair{Quantity::RowSum, &m_result.tileSum}}) {
                const Result<Matrix> read = executor.read(quantity);
                if (!read.ok())
                    return read.status();
                std::transform(read->data.begin(), read->data.end(), values->begin() + static_cast<std::ptrdiff_t>(at),
                               [](float x) { return x + 0.0f; });
            }
        }
        return {};
    }

    void report(std::uint64_t steps)
    {
        const std::uint64_t done = m_done += steps;
        if (!m_options.progress)
            return;
        const std::lock_guard lock(m_mutex);
        if (Clock::now() - m_lastReport < kProgressInterval)
            return;
        m_lastReport = Clock::now();
        m_options.progress(done, m_schedule->stepCount());
    }

    void fail(const Status &status)
    {
        const std::lock_guard lock(m_mutex);
        if (m_status.ok())
            m_status = status;
        m_failed = true;
    }

    const Backend &m_backend;
    const RunSpec &m_spec;
    std::shared_ptr<const Inputs> m_inputs;
    std::shared_ptr<const Schedule> m_schedule;
    const WholeRunOptions &m_options;
    RunOutput m_result; ///< threads write disjoint rows
    std::atomic<int> m_next{0};
    std::atomic<bool> m_failed{false};
    std::atomic<std::uint64_t> m_done{0};
    std::mutex m_mutex;
    Clock::time_point m_lastReport{};
    Status m_status;
};

} // namespace

Result<RunOutput> runStepwise(const Backend &backend, const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                              std::shared_ptr<const Schedule> schedule, const WholeRunOptions &options)
{
    if (options.measure)
        return Status(StatusCode::Unsupported,
                      phrase("a schedule is measured on a GPU, where one kernel runs whole work tiles; this run is "
                             "executed step by step"));
    if (options.tiles && spec.recipe.form != Form::Online)
        return Status(StatusCode::Unsupported,
                      phrase("running max and sum of each tile are of kernels with an online softmax; '%1' has none",
                             spec.request.kernel));
    return WholeRun(backend, spec, std::move(inputs), std::move(schedule), options).run();
}

Result<RunOutput> runWhole(const Backend &backend, const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                           const WholeRunOptions &options)
{
    if (Status s = inputs->validate(spec.problem); !s.ok())
        return s;
    if (Status s = backend.supports(spec); !s.ok())
        return s;
    Result<Schedule> schedule = Schedule::build(spec);
    if (!schedule.ok())
        return schedule.status();
    auto plan = std::make_shared<const Schedule>(std::move(schedule).value());
    if (const WholeRunner *runner = backend.wholeRunner())
        return runner->runWhole(spec, std::move(inputs), std::move(plan), options);
    return runStepwise(backend, spec, std::move(inputs), std::move(plan), options);
}

} // namespace ulpscope
