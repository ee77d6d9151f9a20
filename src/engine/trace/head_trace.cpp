// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/head_trace.h"

#include "engine/attention/place.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <span>
#include <thread>

namespace ulpscope {
namespace {

/// Fills the trace of one head, query tiles spread over threads: they write disjoint rows and their own entries.
class HeadTracer {
public:
    HeadTracer(const Backend &backend, HeadTrace &trace, std::shared_ptr<const Inputs> inputs,
               const HeadTraceOptions &options)
        : m_backend(backend), m_trace(trace), m_inputs(std::move(inputs)), m_options(options)
    {
        const Problem &p = trace.spec.problem;
        const Schedule &s = *trace.schedule;
        m_tilesPerBlock = s.splits() > 1 ? s.splits() + 1 : 1;
        m_firstTile = (trace.batch * p.heads + trace.head) * s.mBlocks() * m_tilesPerBlock;
        trace.tiles.resize(static_cast<std::size_t>(s.mBlocks() * m_tilesPerBlock));
        if (static_cast<std::size_t>(p.seqlenQ) * static_cast<std::size_t>(p.seqlenK) <= options.maxCells) {
            trace.scores = Matrix(p.seqlenQ, p.seqlenK, -std::numeric_limits<float>::infinity());
            trace.probs = Matrix(p.seqlenQ, p.seqlenK);
        }
        trace.output = Matrix(p.seqlenQ, p.headDimV);
        trace.lse = Matrix(p.seqlenQ, 1);
    }

    Status run()
    {
        const int blocks = m_trace.schedule->mBlocks();
        const int wanted =
            m_options.threads > 0 ? m_options.threads : static_cast<int>(std::thread::hardware_concurrency());
        {
            std::vector<std::jthread> workers;
            for (int i = 1; i < std::min(wanted, blocks); ++i)
                workers.emplace_back([this] { work(); });
            work();
        }
        return m_status;
    }

private:
    void work()
    {
        Result<std::unique_ptr<TileExecutor>> executor = m_backend.prepare(m_trace.spec, m_inputs, m_trace.schedule);
        if (!executor.ok())
            return fail(executor.status());
        const int blocks = m_trace.schedule->mBlocks();
        for (int block = m_next++; block < blocks && !m_failed; block = m_next++) {
            for (int i = 0; i < m_tilesPerBlock; ++i) {
                if (Status s = traceTile(*executor.value(), block * m_tilesPerBlock + i); !s.ok())
                    return fail(s);
            }
            const int done = ++m_done;
            if (m_options.progress) {
                const std::lock_guard lock(m_mutex);
                m_options.progress(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(blocks));
            }
        }
    }

    Status traceTile(TileExecutor &executor, int index)
    {
        WorkTileTrace &t = m_trace.tiles[static_cast<std::size_t>(index)];
        t.tile = m_trace.schedule->workTile(m_firstTile + index);
        t.nBlocks = m_trace.schedule->keyTiles(t.tile);
        const int rows = t.tile.rowEnd - t.tile.rowBegin;
        for (Matrix *m : {&t.runMax, &t.runSum, &t.alpha, &t.tileMax, &t.tileSum})
            *m = Matrix(rows, static_cast<int>(t.nBlocks.size()));
        for (const PlannedStep &step : m_trace.schedule->steps(t.tile)) {
            t.stepKinds.push_back(step.kind);
            if (Status s = executor.execute(std::span(&step, 1), m_options.stop); !s.ok())
                return s;
            if (step.kind == StepKind::OutputGemm) {
                if (Status s = readKeyTile(executor, t, step); !s.ok())
                    return s;
            }
        }
        if (m_trace.schedule->splits() > 1 && !t.tile.isCombine)
            return {};
        if (Status s = copyRows(executor, Quantity::Output, t.tile.rowBegin, m_trace.output); !s.ok())
            return s;
        return copyRows(executor, Quantity::Lse, t.tile.rowBegin, m_trace.lse);
    }

    Status readKeyTile(const TileExecutor &executor, WorkTileTrace &t, const PlannedStep &step)
    {
        const std::pair<Quantity, Matrix *> columns[] = {{Quantity::RowMax, &t.runMax},
                                                         {Quantity::RowSum, &t.runSum},
                                                         {Quantity::Alpha, &t.alpha},
                                                         {Quantity::TileMax, &t.tileMax},
                                                         {Quantity::TileSum, &t.tileSum}};
        for (const auto &[quantity, target] : columns) {
            const Result<Matrix> values = executor.read(quantity);
            if (!values.ok())
                return values.status();
            for (int r = 0; r < target->rows; ++r)
                target->at(r, step.ordinal) = values->at(r, 0);
        }
        const int begin = step.nBlock * m_trace.spec.recipe.tileN, end = begin + m_trace.spec.recipe.tileN;
        const int keys =
            std::min({end, m_trace.spec.problem.seqlenK, m_trace.schedule->keyLimit(t.tile.batch)}) - begin;
        for (const auto &[quantity, target] :
             {std::pair{Quantity::Scores, &m_trace.scores}, std::pair{Quantity::Probs, &m_trace.probs}}) {
            if (target->empty())
                continue;
            const Result<Matrix> values = executor.read(quantity);
            if (!values.ok())
                return values.status();
            for (int r = 0; r < values->rows; ++r)
                std::copy_n(values->row(r), keys, target->row(t.tile.rowBegin + r) + begin);
        }
        return {};
    }

    Status copyRows(const TileExecutor &executor, Quantity quantity, int rowBegin, Matrix &target)
    {
        const Result<Matrix> values = executor.read(quantity);
        if (!values.ok())
            return values.status();
        std::copy(values->data.begin(), values->data.end(), target.row(rowBegin));
        return {};
    }

    void fail(const Status &status)
    {
        const std::lock_guard lock(m_mutex);
        if (m_status.ok())
            m_status = status;
        m_failed = true;
    }

    const Backend &m_backend;
    HeadTrace &m_trace;
    std::shared_ptr<const Inputs> m_inputs;
    const HeadTraceOptions &m_options;
    int m_tilesPerBlock = 1, m_firstTile = 0;
    std::atomic<int> m_next{0}, m_done{0};
    std::atomic<bool> m_failed{false};
    std::mutex m_mutex;
    Status m_status;
};

} // namespace

int HeadTrace::tileIndex(int mBlock, int split) const
{
    return mBlock * (schedule->splits() > 1 ? schedule->splits() + 1 : 1) + split;
}

std::pair<int, int> HeadTrace::visit(int mBlock, int nBlock) const
{
    for (int split = 0; split < schedule->splits(); ++split) {
        const std::vector<int> &blocks = tiles[static_cast<std::size_t>(tileIndex(mBlock, split))].nBlocks;
        const auto it = std::find(blocks.begin(), blocks.end(), nBlock);
        if (it != blocks.end())
            return {split, static_cast<int>(it - blocks.begin())};
    }
    return {-1, -1};
}

Result<std::shared_ptr<const HeadTrace>> traceHead(const Backend &backend, const RunSpec &spec,
                                                   std::shared_ptr<const Inputs> inputs, int batch, int head,
                                                   const HeadTraceOptions &options)
{
    if (Status s = inputs->validate(spec.problem); !s.ok())
        return s;
    if (Status s = checkHead(spec.problem, batch, head); !s.ok())
        return s;
    Result<Schedule> schedule = Schedule::build(spec);
    if (!schedule.ok())
        return schedule.status();
    auto trace = std::make_shared<HeadTrace>();
    trace->spec = spec;
    trace->schedule = std::make_shared<const Schedule>(std::move(schedule).value());
    trace->batch = batch;
    trace->head = head;
    if (Status s = HeadTracer(backend, *trace, std::move(inputs), options).run(); !s.ok())
        return s;
    return std::shared_ptr<const HeadTrace>(std::move(trace));
}

} // namespace ulpscope
