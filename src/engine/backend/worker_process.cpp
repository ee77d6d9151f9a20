// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/worker_process.h"

#include "engine/backend/backend_choice.h"

#include <cstring>
#include <iterator>
#include <utility>

namespace ulpscope {
namespace {

using namespace worker;
using std::chrono::milliseconds;

constexpr milliseconds kSlice{10}; ///< between two looks at a request to stop
constexpr milliseconds kBusy{50};

/// The message is what the worker did.
Phrase ofTheWorker(Phrase message) { return phrase("the GPU worker %1", std::move(message)); }

} // namespace

Result<std::shared_ptr<WorkerProcess>> WorkerProcess::start(const std::string &program, const WorkerTimeouts &timeouts)
{
    const std::shared_ptr<WorkerProcess> process(new WorkerProcess);
    process->m_timeouts = timeouts;
    if (Status s = process->spawn(program); !s.ok())
        return s;
    const Turn first = process->turn();
    if (Status s = process->greet(timeouts.start); !s.ok())
        return s;
    return process;
}

Status WorkerProcess::greet(milliseconds timeout)
{
    Header header{};
    char answer[kMaxPayload];
    if (Status s = exchange(Command::Hello, 0, nullptr, 0, {}, timeout, header, answer); !s.ok())
        return s;
    if (static_cast<Outcome>(header.outcome) != Outcome::Ok || header.bytes != sizeof(HelloReply))
        return fail(phrase("does not answer as it should; reinstall Ulpscope"));
    HelloReply hello;
    std::memcpy(&hello, answer, sizeof hello);
    hello.text[sizeof hello.text - 1] = '\0';
    for (DeviceInfo &device : hello.devices)
        device.name[sizeof device.name - 1] = '\0';
    const auto version = [](int number) {
        return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
    };
    switch (hello.state) {
    case GpuState::Ready: break;
    case GpuState::NoDriver:
        return Status(StatusCode::Unsupported, phrase("there is no NVIDIA driver on this machine"));
    case GpuState::OldDriver:
        return Status(StatusCode::Unsupported,
                      phrase("the NVIDIA driver is too old: it is for CUDA %1, CUDA %2 is needed",
                             version(hello.driverVersion), version(hello.runtimeVersion)));
    case GpuState::NoDevice: return Status(StatusCode::Unsupported, phrase("the NVIDIA driver finds no GPU"));
    default: return Status(StatusCode::Unsupported, phrase("the GPU cannot be used: %1", hello.text));
    }
    if (hello.deviceCount < 1 || hello.deviceCount > static_cast<int>(std::size(hello.devices)))
        return fail(phrase("does not answer as it should; reinstall Ulpscope"));
    const std::lock_guard lock(m_stateMutex);
    m_hello = hello;
    return {};
}

Status WorkerProcess::refresh()
{
    std::unique_lock<std::timed_mutex> lock(m_mutex, std::defer_lock);
    if (!lock.try_lock_for(kBusy)) // who draws a list of devices must not wait for a run
        return {};
    return greet(m_timeouts.silence);
}

HelloReply WorkerProcess::hello() const
{
    const std::lock_guard lock(m_stateMutex);
    return m_hello;
}

bool WorkerProcess::failed() const
{
    const std::lock_guard lock(m_stateMutex);
    return !m_failure.ok();
}

/// Ends the worker: whatever it was doing, it is not to be trusted any more.
Status WorkerProcess::fail(Phrase message, StatusCode code)
{
    Status status(code, ofTheWorker(std::move(message)));
    {
        const std::lock_guard lock(m_stateMutex);
        if (m_failure.ok())
            m_failure =
                Status(StatusCode::IoError, ofTheWorker(phrase("is gone, and this run with it: %1", status.phrase())));
    }
    end();
    return status;
}

Status WorkerProcess::exchange(Command command, std::uint64_t run, const void *payload, std::size_t bytes,
                               const std::stop_token &stop, milliseconds silence, Header &header, char *answer)
{
    {
        const std::lock_guard lock(m_stateMutex);
        if (!m_failure.ok())
            return m_failure;
    }
    if (stop.stop_requested())
        return Status::cancelled();
    const Header request{
        kMagic, kVersion, static_cast<std::uint32_t>(command), ++m_sequence, 0, static_cast<std::uint32_t>(bytes), run};
    char message[sizeof(Header) + kMaxPayload];
    std::memcpy(message, &request, sizeof request);
    if (bytes > 0)
        std::memcpy(message + sizeof request, payload, bytes);
    if (Status s = send(message, sizeof request + bytes); !s.ok())
        return s;
    if (Status s = awaitAnswer(request.sequence, stop, silence); !s.ok())
        return s;
    if (Status s = receive(&header, sizeof header); !s.ok())
        return s;
    if (header.magic != kMagic)
        return fail(phrase("does not speak Ulpscope's protocol"));
    if (header.version != kVersion)
        return fail(
            phrase("speaks version %1 of the protocol, version %2 is needed: install both from the same release",
                   header.version, kVersion),
            StatusCode::Unsupported);
    if (header.sequence != request.sequence || header.bytes > kMaxPayload)
        return fail(phrase("answered something else than it was asked"));
    return receive(answer, header.bytes);
}

WorkerProcess::Turn::Turn(WorkerProcess &process, const std::stop_token &stop)
    : m_process(process), m_lock(process.m_mutex, std::defer_lock)
{
    ++process.m_waiting;
    while (!m_lock.try_lock_for(kSlice) && !stop.stop_requested()) {
    }
    --process.m_waiting;
}

Result<Reply> WorkerProcess::Turn::call(Command command, std::uint64_t run, const void *payload, std::size_t bytes,
                                        std::stop_token stop)
{
    Header header{};
    char answer[kMaxPayload];
    WorkerProcess &p = m_process;
    if (Status s = p.exchange(command, run, payload, bytes, stop, p.m_timeouts.silence, header, answer); !s.ok())
        return s;
    if (header.bytes != sizeof(Reply))
        return p.fail(phrase("answered something else than it was asked"));
    Reply reply;
    std::memcpy(&reply, answer, sizeof reply);
    reply.text[sizeof reply.text - 1] = '\0';
    switch (static_cast<Outcome>(header.outcome)) {
    case Outcome::Ok: return reply;
    case Outcome::Cancelled: return Status::cancelled();
    case Outcome::OutOfMemory:
        return Status(StatusCode::OutOfMemory, phrase("the GPU has %1 free, %2 more are needed",
                                                      sizeText(reply.available), sizeText(reply.needed)));
    case Outcome::LostContext: return p.fail(phrase("lost its GPU: %1", reply.text));
    default: return Status(StatusCode::IoError, ofTheWorker(phrase("refused: %1", reply.text)));
    }
}

Result<std::shared_ptr<WorkerBuffer>> WorkerBuffer::allocate(std::shared_ptr<WorkerProcess> process,
                                                             std::uint64_t bytes)
{
    const Result<Reply> reply = process->turn().call(Command::Allocate, Numbers{0, 0, bytes, 0});
    if (!reply.ok())
        return reply.status();
    return std::make_shared<WorkerBuffer>(std::move(process), reply->handle, bytes);
}

WorkerBuffer::~WorkerBuffer()
{
    if (m_handle != 0 && !m_process->failed())
        (void)m_process->turn().call(Command::Free, Numbers{m_handle, 0, 0, 0});
}

} // namespace ulpscope