// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/trace/step.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <utility>

namespace ulpscope {

/// Walks the steps of a run, forwards, backwards and by jumps. The state after n steps is the same however one got
/// there. Going back restores what was kept: the states before the last steps (within kRecentBytes), else a keyframe
/// (one per key tile, within kKeyframeBytes), and executes forward from it. Driven by one thread at a time.
class Stepper {
public:
    static constexpr std::size_t kKeyframeBytes = 96u << 20;
    static constexpr std::size_t kRecentBytes = 32u << 20;
    static constexpr std::size_t kRecentSteps = 32;

    static Result<std::unique_ptr<Stepper>> create(const Backend &backend, const RunSpec &spec,
                                                   std::shared_ptr<const Inputs> inputs);

    const RunSpec &spec() const { return m_spec; }
    const std::shared_ptr<const Schedule> &schedule() const { return m_schedule; }
    /// Number of steps done: the state is that after step position() - 1.
    std::uint64_t position() const { return m_position; }

    /// Executes the next step and tells what it changed. At the end: NotFound.
    Result<Step> forward(std::stop_token stop = {});
    /// Undoes the last step; the returned changes lead from the state now back to the state before the call when
    /// applied forwards. At the start: NotFound.
    Result<Step> backward(std::stop_token stop = {});
    /// Makes the state that after `position` steps. On cancellation the position is where it stopped.
    Status goTo(std::uint64_t position, std::stop_token stop = {});

    /// A quantity of the current work tile as it stands now.
    Result<Matrix> read(Quantity quantity) const { return m_executor->read(quantity); }

private:
    Stepper(RunSpec spec, std::shared_ptr<const Schedule> schedule, std::unique_ptr<TileExecutor> executor);
    std::uint64_t groupStart(std::uint64_t step) const;
    PlannedStep planned(std::uint64_t index);
    Status executeTo(std::uint64_t position, std::stop_token stop);
    void keepKeyframe();
    void keepRecent();
    const ExecutorState *nearestState(std::uint64_t begin, std::uint64_t position, std::uint64_t *at) const;

    RunSpec m_spec;
    std::shared_ptr<const Schedule> m_schedule;
    std::unique_ptr<TileExecutor> m_executor;
    std::shared_ptr<const ExecutorState> m_start;
    std::uint64_t m_position = 0;
    std::map<std::uint64_t, std::shared_ptr<const ExecutorState>> m_keyframes; ///< by position
    std::size_t m_keyframeBytes = 0;
    std::deque<std::pair<std::uint64_t, std::shared_ptr<const ExecutorState>>> m_recent; ///< by position, ascending
    std::size_t m_recentBytes = 0;
    int m_plannedTile = -1; ///< work tile of m_planned
    std::vector<PlannedStep> m_planned;
};

} // namespace ulpscope
