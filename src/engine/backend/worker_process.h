// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/worker_protocol.h"
#include "engine/status.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace ulpscope {

struct WorkerTimeouts {
    std::chrono::milliseconds start{30'000};   ///< until the first answer: a driver may take seconds to wake a GPU
    std::chrono::milliseconds silence{20'000}; ///< without an answer or progress: it hangs
    std::chrono::milliseconds end{200};        ///< from the end of its last user until it is ended by force
    std::chrono::milliseconds cancel{150};     ///< from a request to stop until it is ended by force
};

/// A worker program that was started, and the only way to talk to it. Every wait is bounded. Once it died, hung or
/// lost its GPU it stays failed: start another one.
class WorkerProcess {
public:
    /// Starts the program and asks it what it is. The Status is one sentence that says why it does not work here.
    static Result<std::shared_ptr<WorkerProcess>> start(const std::string &program, const WorkerTimeouts &timeouts);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess &) = delete;
    WorkerProcess &operator=(const WorkerProcess &) = delete;

    /// The right to talk: commands and the shared memory belong to one thread at a time.
    class Turn {
    public:
        /// Shared memory for tensors, worker::kDataBytes.
        char *data() const { return m_process.m_memory + worker::kControlBytes; }
        /// Sends a command and waits for its answer. Cancelled when `stop` was requested first.
        Result<worker::Reply> call(worker::Command command, std::uint64_t run, const void *payload, std::size_t bytes,
                                   std::stop_token stop = {});
        Result<worker::Reply> call(worker::Command command, const worker::Numbers &numbers, std::uint64_t run = 0,
                                   std::stop_token stop = {})
        {
            return call(command, run, &numbers, sizeof numbers, std::move(stop));
        }

        /// False when `stop` was requested while others had their turn: then neither of the above is to be used.
        bool begun() const { return m_lock.owns_lock(); }

    private:
        friend class WorkerProcess;
        Turn(WorkerProcess &process, const std::stop_token &stop);
        WorkerProcess &m_process;
        std::unique_lock<std::timed_mutex> m_lock;
    };
    Turn turn(const std::stop_token &stop = {}) { return Turn(*this, stop); }
    /// Whether somebody else wants a turn: who has much to do pauses then.
    bool isWaitedFor() const { return m_waiting.load(std::memory_order_relaxed) > 0; }

    /// GPUs and versions; the first GPU's free memory is that of the last refresh.
    worker::HelloReply hello() const;
    /// Asks again, unless others are talking and do not stop at once.
    Status refresh();
    bool failed() const;
    /// Items of the Execute at hand that are done: for progress, from any thread.
    std::uint64_t itemsDone() const { return control().done.load(std::memory_order_relaxed); }

    void clearItemsDone() { control().done.store(0, std::memory_order_relaxed); }

private:
    WorkerProcess() = default;
    Status spawn(const std::string &program);
    Status greet(std::chrono::milliseconds timeout);
    Status exchange(worker::Command command, std::uint64_t run, const void *payload, std::size_t bytes,
                    const std::stop_token &stop, std::chrono::milliseconds silence, worker::Header &header,
                    char *answer);
    Status send(const char *message, std::size_t bytes);
    Status awaitAnswer(std::uint32_t sequence, const std::stop_token &stop, std::chrono::milliseconds silence);
    Status receive(void *data, std::size_t bytes);
    Status fail(Phrase message, StatusCode code = StatusCode::IoError);
    Status failDead();
    void end();
    worker::Control &control() const { return *reinterpret_cast<worker::Control *>(m_memory); }

    WorkerTimeouts m_timeouts;
    int m_socket = -1;
    int m_pid = -1;
    char *m_memory = nullptr;
    std::timed_mutex m_mutex; ///< of the conversation
    std::atomic<int> m_waiting{0};
    std::uint32_t m_sequence = 0;

    mutable std::mutex m_stateMutex;
    Status m_failure;
    worker::HelloReply m_hello{};
};

/// Memory on the GPU, or a state that the worker keeps; freed with this object.
class WorkerBuffer {
public:
    static Result<std::shared_ptr<WorkerBuffer>> allocate(std::shared_ptr<WorkerProcess> process, std::uint64_t bytes);
    WorkerBuffer(std::shared_ptr<WorkerProcess> process, std::uint64_t handle, std::uint64_t bytes)
        : m_process(std::move(process)), m_handle(handle), m_bytes(bytes)
    {}
    ~WorkerBuffer();
    WorkerBuffer(const WorkerBuffer &) = delete;
    WorkerBuffer &operator=(const WorkerBuffer &) = delete;

    std::uint64_t handle() const { return m_handle; }
    std::uint64_t bytes() const { return m_bytes; }
    const std::shared_ptr<WorkerProcess> &process() const { return m_process; }

    /// Fills the buffer in pieces: `fill(target, offset, bytes)` writes each into shared memory.
    template <typename Fill>
    Status write(Fill fill, const std::stop_token &stop = {})
    {
        return inPieces(worker::Command::Write, stop,
                        [&](char *data, std::uint64_t offset, std::uint64_t bytes, auto send) {
                            fill(data, offset, bytes);
                            return send();
                        });
    }
    /// Reads it in pieces: `take(source, offset, bytes)` gets each from shared memory.
    template <typename Take>
    Status fetch(Take take, const std::stop_token &stop = {})
    {
        return inPieces(worker::Command::Fetch, stop,
                        [&](const char *data, std::uint64_t offset, std::uint64_t bytes, auto send) {
                            Status status = send();
                            if (status.ok())
                                take(data, offset, bytes);
                            return status;
                        });
    }

private:
    template <typename Piece>
    Status inPieces(worker::Command command, const std::stop_token &stop, Piece piece)
    {
        for (std::uint64_t offset = 0; offset < m_bytes;) {
            const std::uint64_t bytes = m_bytes - offset < worker::kDataBytes ? m_bytes - offset : worker::kDataBytes;
            WorkerProcess::Turn turn = m_process->turn(stop);
            if (!turn.begun())
                return Status::cancelled();
            const auto send = [&] {
                return turn.call(command, worker::Numbers{m_handle, offset, bytes, 0}, 0, stop).status();
            };
            if (Status s = piece(turn.data(), offset, bytes, send); !s.ok())
                return s;
            offset += bytes;
        }
        return {};
    }

    std::shared_ptr<WorkerProcess> m_process;
    std::uint64_t m_handle, m_bytes;
};

/// Where the worker program is: ULPSCOPE_CUDA_WORKER, else beside the running program, else ../libexec/ulpscope.
/// NotFound names the places.
Result<std::string> findWorkerProgram();

} // namespace ulpscope
