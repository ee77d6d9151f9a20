// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_controller.h"

#include "ui/models/engine_text.h"

namespace ulpscope::ui {

RunController::RunController(QObject *parent) : QObject(parent), m_worker(new EngineWorker)
{
    qRegisterMetaType<ulpscope::ui::StepResult>("ulpscope::ui::StepResult");
    m_thread.setObjectName(QStringLiteral("engine"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &EngineWorker::stepDone, this, &RunController::receive);
    m_thread.start();
}

RunController::~RunController()
{
    cancel();
    m_thread.quit();
    m_thread.wait();
}

void RunController::open(Side side, const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs, BackendKind kind)
{
    Run &run = m_sides[static_cast<size_t>(side)];
    run.stop.request_stop();
    run = {++m_lastId, {}, false, 0};
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, side, id = run.id, spec, inputs, kind] {
        worker->open(side, id, spec, inputs, kind);
    });
}

void RunController::close(Side side)
{
    Run &run = m_sides[static_cast<size_t>(side)];
    run.stop.request_stop();
    run = {++m_lastId, {}, false, 0};
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, side] { worker->close(side); });
}

void RunController::goTo(Side side, quint64 position)
{
    Run &run = m_sides[static_cast<size_t>(side)];
    run.stop.request_stop();
    run.stop = std::stop_source();
    run.pending = true;
    run.wanted = position;
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, side, id = run.id, position, stop = run.stop.get_token()] {
        worker->goTo(side, id, position, stop);
    });
}

void RunController::cancel()
{
    for (Run &run : m_sides) {
        run.stop.request_stop();
        run.pending = false;
    }
}

void RunController::receive(const StepResult &result)
{
    Run &run = m_sides[static_cast<size_t>(result.side)];
    if (result.run != run.id || !run.pending || (result.state && result.state->position != run.wanted))
        return;
    run.pending = false;
    if (result.state)
        emit stateReady(result.side, result.state);
    else
        emit failed(result.side, engineText(result.status.phrase()));
}

} // namespace ulpscope::ui
