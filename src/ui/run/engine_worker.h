// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/trace/stepper.h"
#include "ui/session.h"

#include <QObject>

#include <array>

namespace ulpscope::ui {

/// The state after one step, or why there is none. `run` says which open() it belongs to.
struct StepResult {
    quint64 run = 0;
    Side side = Side::A;
    std::shared_ptr<const StepState> state; ///< null: see status
    Status status;
};

/// Owns the steppers of A and B; lives in the engine thread. Called by RunController only.
class EngineWorker : public QObject {
    Q_OBJECT

public:
    /// What is needed to step; the stepper is made by the first goTo(), and again after one that failed: a GPU that was
    /// lost may be back.
    void open(Side side, quint64 run, const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
              BackendKind kind);
    void close(Side side);
    void goTo(Side side, quint64 run, quint64 position, const std::stop_token &stop);

signals:
    void stepDone(const ulpscope::ui::StepResult &result);

private:
    struct Slot {
        quint64 run = 0;
        RunSpec spec;
        std::shared_ptr<const Inputs> inputs;
        BackendKind kind = BackendKind::Auto;
        std::unique_ptr<Stepper> stepper; ///< none: not asked for yet, or lost
        ExecutedBy by;
    };
    static Status makeStepper(Slot &slot);
    std::array<Slot, 2> m_slots;
};

} // namespace ulpscope::ui
