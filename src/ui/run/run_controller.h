// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/engine_worker.h"

#include <QThread>

#include <array>

namespace ulpscope::ui {

/// The GUI's end of the engine thread. Only the newest run and the newest wanted step of a side count: what was asked
/// before gives up at its next step, and its late results are dropped by run id.
class RunController : public QObject {
    Q_OBJECT

public:
    explicit RunController(QObject *parent = nullptr);
    ~RunController() override;

    void open(Side side, const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs, BackendKind kind);
    void close(Side side);
    void goTo(Side side, quint64 position);
    void cancel();
    bool isPending(Side side) const { return m_sides[static_cast<size_t>(side)].pending; }

signals:
    void stateReady(ulpscope::ui::Side side, std::shared_ptr<const ulpscope::ui::StepState> state);
    void failed(ulpscope::ui::Side side, const QString &message);

private:
    struct Run {
        quint64 id = 0;
        std::stop_source stop;
        bool pending = false;
        quint64 wanted = 0;
    };
    void receive(const StepResult &result);

    std::array<Run, 2> m_sides;
    quint64 m_lastId = 0;
    QThread m_thread;
    EngineWorker *m_worker;
};

} // namespace ulpscope::ui
