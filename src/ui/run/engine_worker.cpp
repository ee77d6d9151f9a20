// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/engine_worker.h"

namespace ulpscope::ui {

namespace {

/// Reads what the views show. A quantity that the current step has not formed yet stays empty.
std::shared_ptr<const StepState> readState(const Stepper &stepper, const ExecutedBy &by, std::optional<Step> step)
{
    auto state = std::make_shared<StepState>();
    state->by = by;
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

void EngineWorker::open(Side side, quint64 run, const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                        BackendKind kind)
{
    m_slots[static_cast<size_t>(side)] = {run, spec, inputs, kind, nullptr, {}};
}

void EngineWorker::close(Side side) { m_slots[static_cast<size_t>(side)] = {}; }

Status EngineWorker::makeStepper(Slot &slot)
{
    const auto choice = chooseBackend(slot.kind, {&slot.spec});
    if (!choice.ok())
        return choice.status();
    auto stepper = Stepper::create(*choice->backend, slot.spec, slot.inputs);
    if (!stepper.ok())
        return stepper.status();
    slot.stepper = std::move(stepper).value();
    const std::vector<BackendDevice> devices = choice->backend->devices();
    slot.by = {devices.empty() ? BackendDevice{} : devices.front(), choice->backend != &cpuBackend(), choice->why};
    return {};
}

void EngineWorker::goTo(Side side, quint64 run, quint64 position, const std::stop_token &stop)
{
    Slot &slot = m_slots[static_cast<size_t>(side)];
    if (slot.run != run || stop.stop_requested())
        return; // a newer run or a newer step is on its way
    StepResult result{run, side, nullptr, {}};
    if (!slot.stepper)
        result.status = makeStepper(slot);
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
            result.state = readState(*slot.stepper, slot.by, std::move(step));
        else if (result.status.code() != StatusCode::Cancelled)
            slot.stepper.reset();
    }
    if (result.status.code() != StatusCode::Cancelled)
        emit stepDone(result);
}

} // namespace ulpscope::ui
