// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/stepper.h"

#include <algorithm>
#include <span>
#include <utility>

namespace ulpscope {
namespace {

Matrix readOrEmpty(const TileExecutor &executor, Quantity quantity)
{
    Result<Matrix> value = executor.read(quantity);
    return value.ok() ? std::move(value).value() : Matrix{};
}

bool sameBits(const Matrix &a, const Matrix &b)
{
    return a.rows == b.rows && a.cols == b.cols &&
           std::equal(a.data.begin(), a.data.end(), b.data.begin(),
                      [](float x, float y) { return floatBits(x) == floatBits(y); });
}

} // namespace

Stepper::Stepper(RunSpec spec, std::shared_ptr<const Schedule> schedule, std::unique_ptr<TileExecutor> executor)
    : m_spec(std::move(spec)),
      m_schedule(std::move(schedule)),
      m_executor(std::move(executor)),
      m_start(m_executor->save())
{}

Result<std::unique_ptr<Stepper>> Stepper::create(const Backend &backend, const RunSpec &spec,
                                                 std::shared_ptr<const Inputs> inputs)
{
    if (Status s = backend.supports(spec); !s.ok())
        return s;
    Result<Schedule> built = Schedule::build(spec);
    if (!built.ok())
        return built.status();
    auto schedule = std::make_shared<const Schedule>(std::move(built).value());
    Result<std::unique_ptr<TileExecutor>> executor = backend.prepare(spec, std::move(inputs), schedule);
    if (!executor.ok())
        return executor.status();
    return std::unique_ptr<Stepper>(new Stepper(spec, std::move(schedule), std::move(executor).value()));
}

/// First step of the splits of a query tile (or of the query tile): execution can begin there without any state.
std::uint64_t Stepper::groupStart(std::uint64_t step) const
{
    const WorkTile tile = m_schedule->workTile(m_schedule->step(step).workTile);
    return m_schedule->firstStep(tile.index - tile.split);
}

PlannedStep Stepper::planned(std::uint64_t index)
{
    if (m_plannedTile < 0 || index < m_planned.front().index || index > m_planned.back().index) {
        m_plannedTile = m_schedule->step(index).workTile;
        m_planned = m_schedule->steps(m_schedule->workTile(m_plannedTile));
    }
    return m_planned[static_cast<std::size_t>(index - m_planned.front().index)];
}

/// Keeps the state before a key tile, so that stepping back never executes more than one key tile. When the memory is
/// used up, every second keyframe goes.
void Stepper::keepKeyframe()
{
    if (m_keyframes.contains(m_position))
        return;
    std::shared_ptr<const ExecutorState> state = m_executor->save();
    m_keyframeBytes += state->bytes();
    m_keyframes.emplace(m_position, std::move(state));
    if (m_keyframeBytes <= kKeyframeBytes)
        return;
    bool drop = false;
    for (auto it = m_keyframes.begin(); it != m_keyframes.end(); drop = !drop) {
        if (drop) {
            m_keyframeBytes -= it->second->bytes();
            it = m_keyframes.erase(it);
        } else {
            ++it;
        }
    }
}

/// Keeps the state before one of the last steps: who steps back mostly came by just now.
void Stepper::keepRecent()
{
    while (!m_recent.empty() && m_recent.back().first >= m_position) {
        m_recentBytes -= m_recent.back().second->bytes();
        m_recent.pop_back();
    }
    m_recent.emplace_back(m_position, m_executor->save());
    m_recentBytes += m_recent.back().second->bytes();
    while (m_recent.size() > kRecentSteps || (m_recentBytes > kRecentBytes && m_recent.size() > 1)) {
        m_recentBytes -= m_recent.front().second->bytes();
        m_recent.pop_front();
    }
}

/// The kept state from which `position` is reached in the fewest steps and without going behind `begin`, where
/// execution can start without any state; null: none behind `begin`.
const ExecutorState *Stepper::nearestState(std::uint64_t begin, std::uint64_t position, std::uint64_t *at) const
{
    const ExecutorState *nearest = nullptr;
    *at = begin;
    const auto offer = [&](std::uint64_t kept, const std::shared_ptr<const ExecutorState> &state) {
        if (kept > *at && kept <= position) {
            nearest = state.get();
            *at = kept;
        }
    };
    if (auto keyframe = m_keyframes.upper_bound(position); keyframe != m_keyframes.begin()) {
        --keyframe;
        offer(keyframe->first, keyframe->second);
    }
    for (const auto &[kept, state] : m_recent)
        offer(kept, state);
    return nearest;
}

Status Stepper::executeTo(std::uint64_t position, std::stop_token stop)
{
    while (m_position < position) {
        const PlannedStep step = planned(m_position);
        if (step.kind == StepKind::LoadKv)
            keepKeyframe();
        if (position - m_position <= kRecentSteps)
            keepRecent();
        if (Status s = m_executor->execute(std::span(&step, 1), stop); !s.ok())
            return s;
        ++m_position;
    }
    return {};
}

Status Stepper::goTo(std::uint64_t position, std::stop_token stop)
{
    position = std::min(position, m_schedule->stepCount());
    if (position == m_position)
        return {};
    if (position == 0) {
        m_position = 0;
        return m_executor->restore(*m_start);
    }
    const std::uint64_t begin = groupStart(position - 1);
    if (m_position > position || m_position <= begin) {
        std::uint64_t at = begin;
        const ExecutorState *kept = nearestState(begin, position, &at);
        if (Status s = m_executor->restore(kept ? *kept : *m_start); !s.ok())
            return s;
        m_position = at;
    }
    return executeTo(position, stop);
}

Result<Step> Stepper::forward(std::stop_token stop)
{
    if (m_position >= m_schedule->stepCount())
        return Status(StatusCode::NotFound, phrase("the last step is done"));
    if (stop.stop_requested())
        return Status::cancelled();
    Step step;
    step.planned = planned(m_position);
    for (Quantity quantity : changedBy(step.planned.kind))
        step.changes.push_back({quantity, readOrEmpty(*m_executor, quantity), {}});
    if (Status s = executeTo(m_position + 1, stop); !s.ok())
        return s;
    for (StateChange &change : step.changes)
        change.after = readOrEmpty(*m_executor, change.quantity);
    std::erase_if(step.changes, [](const StateChange &c) { return sameBits(c.before, c.after); });
    step.events = eventsOf(step, *m_executor);
    return step;
}

Result<Step> Stepper::backward(std::stop_token stop)
{
    if (m_position == 0)
        return Status(StatusCode::NotFound, phrase("no step is done yet"));
    const std::uint64_t before = m_position - 1;
    if (Status s = goTo(before, stop); !s.ok())
        return s;
    // What the undone step did is known by doing it again; the state before it is restored afterwards.
    const std::shared_ptr<const ExecutorState> state = m_executor->save();
    Result<Step> step = forward(stop);
    if (Status s = m_executor->restore(*state); !s.ok())
        return s;
    m_position = before;
    return step;
}

} // namespace ulpscope
