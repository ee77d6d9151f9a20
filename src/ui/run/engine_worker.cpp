// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/engine_worker.h"

namespace ulpscope::ui {

namespace {

/// Reads what the views show. A quantity that the current step has not formed yet stays empty.
std::shared_ptr<const StepState> readState(const Stepper &stepper, std::optional<Step> step)
{
    auto state = std::make_shared<StepState>();
    state->position = stepper.position();
    const Schedule &schedule = *stepper.schedule();
    if (step)
        state->tile = schedule.workTile(step->planned.workTile);
    else if (schedule.workTileCount() > 0)
        state->tile = schedule.workTile(0);
    state->step = std::move(step);
    if (!state->step)
        return state;
    const auto read = [&stepper](Quantity quantity, ulpscope::Matrix &target) {
        auto result = stepper.read(quantity);
        if (result.ok())
            target = std::move(result).value();
    };
    read(Quantity::Scores, state->scores);
    read(Quantity::Probs, state->probs);
    read(Quantity::RowMax, state->rowMax);
    read(Quantity::RowSum, state->rowSum);
    read(Quantity::Alpha, state->alpha);
    read(Quantity::OutputAcc, state->accO);
    const StepKind kind = state->step->planned.kind;
    if (kind == StepKind::Normalize || kind == StepKind::Combine)
        read(Quantity::Output, state->output);
    return state;
}

} // namespace

void EngineWorker::open(Side side, quint64 run, const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs)
{
    Slot &slot = m_slots[static_cast<size_t>(side)];
    slot = {run, nullptr, {}};
    auto stepper = Stepper::create(cpuBackend(), spec, inputs);
    if (stepper.ok())
        slot.stepper = std::move(stepper).value();
    else
        slot.status = stepper.status();
}

void EngineWorker::close(Side side) { m_slots[static_cast<size_t>(side)] = {}; }

void EngineWorker::goTo(Side side, quint64 run, quint64 position, const std::stop_token &stop)
{
    Slot &slot = m_slots[static_cast<size_t>(side)];
    if (slot.run != run || stop.stop_requested())
        return; // a newer run or a newer step is on its way
    StepResult result{run, side, nullptr, slot.status};
    if (slot.stepper) {
        // The step before, then one step forwards: that step's changes are part of what is shown.
        result.status = slot.stepper->goTo(position > 0 ? position - 1 : 0, stop);
        std::optional<Step> step;
        if (result.status.ok() && position > 0) {
            auto done = slot.stepper->forward(stop);
            result.status = done.status();
            if (done.ok())
                step = std::move(done).value();
        }
        if (result.status.ok())
            result.state = readState(*slot.stepper, std::move(step));
    }
    if (result.status.code() != StatusCode::Cancelled)
        emit stepDone(result);
}

} // namespace ulpscope::ui
