// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/cuda_executor.h"

#include <algorithm>
#include <cstring>

namespace ulpscope {

using namespace worker;

static_assert(WorkerRun::kItemsAtOnce * sizeof(Item) <= kDataBytes);

WorkerRun::~WorkerRun()
{
    if (!m_process->failed())
        (void)m_process->turn().call(Command::FreeRun, Numbers{}, m_id);
}

Status WorkerRun::execute(std::span<const Item> items, const std::stop_token &stop, std::size_t &itemsDone) const
{
    itemsDone = 0;
    while (!items.empty()) {
        const std::size_t count = std::min(items.size(), kItemsAtOnce);
        WorkerProcess::Turn turn = m_process->turn(stop);
        if (!turn.begun())
            return Status::cancelled();
        std::memcpy(turn.data(), items.data(), count * sizeof(Item));
        m_process->clearItemsDone();
        const Result<Reply> reply = turn.call(Command::Execute, Numbers{0, 0, 0, count}, m_id, stop);
        if (!reply.ok()) {
            if (reply.status().code() == StatusCode::Cancelled && !m_process->failed())
                itemsDone += std::min<std::size_t>(count, m_process->itemsDone());
            return reply.status();
        }
        itemsDone += count;
        items = items.subspan(count);
    }
    return {};
}

Status CudaBackend::Prepared::create(const std::shared_ptr<WorkerProcess> &process)
{
    const Result<Reply> reply = process->turn().call(Command::CreateRun, 0, &plan.plan, sizeof plan.plan);
    if (!reply.ok())
        return reply.status();
    run = std::make_unique<WorkerRun>(process, reply->handle);
    return {};
}

CudaExecutor::CudaExecutor(std::shared_ptr<const Schedule> schedule, CudaPlan plan,
                           std::shared_ptr<const GpuInputs> inputs, std::vector<std::shared_ptr<WorkerBuffer>> buffers,
                           std::unique_ptr<WorkerRun> run)
    : m_schedule(std::move(schedule)),
      m_plan(std::move(plan)),
      m_inputs(std::move(inputs)),
      m_buffers(std::move(buffers)),
      m_run(std::move(run))
{}

Status CudaExecutor::execute(std::span<const PlannedStep> steps, std::stop_token stop)
{
    std::vector<Item> items;
    items.reserve(steps.size());
    for (const PlannedStep &step : steps)
        items.push_back(m_plan.item(*m_schedule, m_schedule->workTile(step.workTile), step));
    std::size_t done = 0;
    Status status = m_run->execute(items, stop, done);
    for (const PlannedStep &step : steps.first(done)) {
        advance(step);
        forget(step);
    }
    return status;
}

/// What a step makes exist, as CpuExecutor has it.
void CudaExecutor::advance(const PlannedStep &step)
{
    Progress &p = m_progress;
    const bool isSketch = m_plan.plan.isSketch;
    switch (step.kind) {
    case StepKind::LoadQ: {
        const WorkTile previous = p.tile;
        const WorkTile tile = m_schedule->workTile(step.workTile);
        const bool sameGroup =
            previous.batch == tile.batch && previous.head == tile.head && previous.mBlock == tile.mBlock;
        const bool keepsTail = !isSketch && m_schedule->splits() > 1 && tile.split > 0 && sameGroup;
        const int tail = keepsTail ? p.tailUnits : 0;
        p = {};
        p.tile = tile;
        p.begun = true;
        p.tailUnits = tail;
        break;
    }
    case StepKind::ScoreGemm:
        p.scored = step;
        p.hasScores = true;
        break;
    case StepKind::Exp2: p.hasProbs = true; break;
    case StepKind::OutputGemm:
        if (isSketch)
            p.tailUnits = step.ordinal + 1;
        break;
    case StepKind::Normalize:
        p.hasOutput = true;
        if (m_schedule->splits() > 1)
            p.tailUnits = std::max(p.tailUnits, p.tile.split + 1);
        break;
    case StepKind::Combine:
        if (isSketch)
            break;
        p.tile = m_schedule->workTile(step.workTile);
        p.hasOutput = true;
        break;
    default: break;
    }
}

/// Drops what was read and is not so any more.
void CudaExecutor::forget(const PlannedStep &step)
{
    const auto drop = [&](std::initializer_list<Quantity> quantities) {
        for (Quantity quantity : quantities)
            m_read.erase(quantity);
    };
    switch (step.kind) {
    case StepKind::LoadQ:
    case StepKind::Combine: m_read.clear(); break;
    case StepKind::LoadKv: break;
    case StepKind::ScoreGemm:
    case StepKind::ApplyMask: drop({Quantity::Scores, Quantity::TileMax, Quantity::TileSum, Quantity::TileOut}); break;
    case StepKind::RowMax: drop({Quantity::RowMax, Quantity::Alpha}); break;
    case StepKind::RescaleOutput: drop({Quantity::Alpha, Quantity::OutputAcc}); break;
    case StepKind::Exp2: drop({Quantity::Probs}); break;
    case StepKind::RowSum: drop({Quantity::LaneSums, Quantity::RowSum}); break;
    case StepKind::OutputGemm: drop({Quantity::OutputAcc}); break;
    case StepKind::Normalize: drop({Quantity::Output, Quantity::Lse}); break;
    }
}

Result<Matrix> CudaExecutor::read(Quantity quantity) const
{
    const auto absent = [&](const char *after) {
        return Status(StatusCode::NotFound,
                      phrase("%1 does not exist yet: it is formed by %2", quantityName(quantity), after));
    };
    const Progress &p = m_progress;
    switch (quantity) {
    case Quantity::Scores:
    case Quantity::TileMax:
    case Quantity::TileSum:
    case Quantity::TileOut:
        if (!p.hasScores)
            return absent("ScoreGemm");
        break;
    case Quantity::Probs:
        if (!p.hasProbs)
            return absent("Exp2");
        break;
    case Quantity::Lse:
    case Quantity::Output:
        if (!p.hasOutput)
            return absent("Normalize or Combine");
        break;
    case Quantity::LaneSums:
    case Quantity::OutputAcc:
        if (!p.begun)
            return Matrix{};
        break;
    default:
        if (!p.begun)
            return Matrix(0, 1);
    }
    if (const auto known = m_read.find(quantity); known != m_read.end())
        return known->second;
    Result<Matrix> value = ask(quantity);
    if (value.ok())
        m_read.emplace(quantity, value.value());
    return value;
}

Result<Matrix> CudaExecutor::ask(Quantity quantity) const
{
    const Plan &plan = m_plan.plan;
    const Progress &p = m_progress;
    int cols = 1;
    switch (quantity) {
    case Quantity::Scores:
    case Quantity::Probs: cols = plan.tileN; break;
    case Quantity::LaneSums: cols = plan.lanes.width; break;
    case Quantity::OutputAcc:
    case Quantity::Output:
    case Quantity::TileOut: cols = plan.headDimV; break;
    default: break;
    }
    // What is derived of a tile is of the tile that has scores, wherever the run is.
    const ReadRequest request{static_cast<Value>(quantity), m_plan.item(*m_schedule, p.tile, p.scored)};
    Matrix values(rows(), cols);
    const std::size_t bytes = values.data.size() * sizeof(float);
    WorkerProcess::Turn turn = m_run->process().turn();
    const Result<Reply> reply = turn.call(Command::Read, m_run->id(), &request, sizeof request);
    if (!reply.ok())
        return reply.status();
    if (reply->bytes != bytes)
        return Status(StatusCode::IoError, phrase("the GPU worker answered with %1 bytes of %2, expected %3",
                                                  reply->bytes, quantityName(quantity), bytes));
    std::memcpy(values.data.data(), turn.data(), bytes);
    return values;
}

std::shared_ptr<const ExecutorState> CudaExecutor::save() const
{
    auto state = std::make_shared<State>();
    state->progress = m_progress;
    state->owner = this;
    if (!m_progress.begun)
        return state;
    const Result<Reply> reply = m_run->process().turn().call(
        Command::Save, Numbers{0, 0, 0, static_cast<std::uint64_t>(m_progress.tailUnits)}, m_run->id());
    if (reply.ok())
        state->buffer = std::make_shared<WorkerBuffer>(m_run->sharedProcess(), reply->handle, reply->bytes);
    else
        state->status = reply.status();
    return state;
}

Status CudaExecutor::restore(const ExecutorState &state)
{
    const auto *own = dynamic_cast<const State *>(&state);
    if (!own || own->owner != this)
        return Status::invalid(phrase("the saved state belongs to another backend"));
    if (!own->status.ok())
        return own->status;
    if (own->buffer) {
        const Result<Reply> reply =
            m_run->process().turn().call(Command::Restore, Numbers{own->buffer->handle(), 0, 0, 0}, m_run->id());
        if (!reply.ok())
            return reply.status();
    }
    m_progress = own->progress;
    m_read.clear();
    return {};
}

} // namespace ulpscope
