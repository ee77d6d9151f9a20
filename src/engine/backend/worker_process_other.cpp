// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Where there is no worker: no process is ever started, so nothing else is reached.
#include "engine/backend/worker_process.h"

namespace ulpscope {
namespace {

Status absent() { return {StatusCode::Unsupported, phrase("GPUs are used on Linux only")}; }

} // namespace

Result<std::string> findWorkerProgram() { return absent(); }
Status WorkerProcess::spawn(const std::string &) { return absent(); }
Status WorkerProcess::send(const char *, std::size_t) { return absent(); }
Status WorkerProcess::receive(void *, std::size_t) { return absent(); }
Status WorkerProcess::awaitAnswer(std::uint32_t, const std::stop_token &, std::chrono::milliseconds)
{
    return absent();
}
Status WorkerProcess::failDead() { return absent(); }
void WorkerProcess::end() {}
WorkerProcess::~WorkerProcess() = default;

} // namespace ulpscope
