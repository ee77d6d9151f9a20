// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>
#include <vector>

extern char **environ;

namespace ulpscope {
namespace {

using namespace worker;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kSlice{10}; ///< between two looks at a request to stop
constexpr std::size_t kMemoryBytes = kControlBytes + kDataBytes;
const char *const kWho = "the GPU worker ";

std::string errorText(int error) { return std::strerror(error); }

/// A descriptor that is closed with its scope.
class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor()
    {
        if (m_fd >= 0)
            close(m_fd);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    int get() const { return m_fd; }
    int release() { return std::exchange(m_fd, -1); }

private:
    int m_fd;
};

/// A copy out of the way of the numbers that the worker is given.
int highCopy(int fd) { return fd < 0 ? fd : fcntl(fd, F_DUPFD_CLOEXEC, 16); }

std::string signalText(int number)
{
    const char *const name = sigabbrev_np(number);
    return "signal " + std::to_string(number) + (name ? std::string(", SIG") + name : std::string());
}

} // namespace

std::string bytesText(std::uint64_t bytes)
{
    const bool large = bytes >= 1'000'000'000;
    const double value = static_cast<double>(bytes) / (large ? 1e9 : 1e6);
    char text[32];
    std::snprintf(text, sizeof text, value < 10 ? "%.1f %s" : "%.0f %s", value, large ? "GB" : "MB");
    return text;
}

Result<std::string> findWorkerProgram()
{
    namespace fs = std::filesystem;
    const char *const chosen = std::getenv("ULPSCOPE_CUDA_WORKER");
    std::vector<fs::path> places;
    if (chosen && *chosen) {
        places = {chosen};
    } else {
        std::error_code error;
        const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
        places = {folder / "ulpscope-cuda", folder.parent_path() / "libexec" / "ulpscope" / "ulpscope-cuda"};
    }
    std::string names;
    for (const fs::path &place : places) {
        if (access(place.c_str(), X_OK) == 0)
            return place.string();
        names += (names.empty() ? "" : " nor ") + place.string();
    }
    return Status(StatusCode::NotFound, "the program ulpscope-cuda is not installed: there is no " + names);
}

Result<std::shared_ptr<WorkerProcess>> WorkerProcess::start(const std::string &program, const WorkerTimeouts &timeouts)
{
    const std::shared_ptr<WorkerProcess> process(new WorkerProcess);
    process->m_timeouts = timeouts;
    if (Status s = process->spawn(program); !s.ok())
        return s;
    if (Status s = process->greet(timeouts.start); !s.ok())
        return s;
    return process;
}

Status WorkerProcess::spawn(const std::string &program)
{
    const auto failed = [&](const char *what) {
        return Status(StatusCode::IoError, std::string(kWho) + "cannot be started: " + what + ": " + errorText(errno));
    };
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return failed("socketpair");
    Descriptor own(pair[0]);
    const Descriptor low(pair[1]), theirs(highCopy(pair[1]));
    const Descriptor memory(memfd_create("ulpscope-worker", MFD_CLOEXEC)), theirMemory(highCopy(memory.get()));
    if (theirs.get() < 0 || theirMemory.get() < 0 || ftruncate(memory.get(), kMemoryBytes) != 0)
        return failed("shared memory");
    void *const mapped = mmap(nullptr, kMemoryBytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), 0);
    if (mapped == MAP_FAILED)
        return failed("shared memory");
    m_memory = static_cast<char *>(mapped);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, theirs.get(), kSocket);
    posix_spawn_file_actions_adddup2(&actions, theirMemory.get(), kMemory);
    posix_spawn_file_actions_addclosefrom_np(&actions, kMemory + 1); // nothing of ours lives on in it
    // A group of its own: Ctrl-C is for the program that owns the worker. Signals as a program expects them.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    std::string name = program;
    char *arguments[] = {name.data(), nullptr};
    pid_t pid = -1;
    errno = posix_spawn(&pid, program.c_str(), &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (errno != 0)
        return failed(program.c_str());
    m_pid = pid;
    m_socket = own.release();
    return {};
}

Status WorkerProcess::greet(milliseconds timeout)
{
    const Turn turn(*this);
    Header header{};
    char answer[kMaxPayload];
    if (Status s = exchange(Command::Hello, 0, nullptr, 0, {}, timeout, header, answer); !s.ok())
        return s;
    if (static_cast<Outcome>(header.outcome) != Outcome::Ok || header.bytes != sizeof(HelloReply))
        return fail("does not answer as it should; reinstall Ulpscope");
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
    case GpuState::NoDriver: return Status(StatusCode::Unsupported, "there is no NVIDIA driver on this machine");
    case GpuState::OldDriver:
        return Status(StatusCode::Unsupported, "the NVIDIA driver is too old: it is for CUDA " +
                                                   version(hello.driverVersion) + ", CUDA " +
                                                   version(hello.runtimeVersion) + " is needed");
    case GpuState::NoDevice: return Status(StatusCode::Unsupported, "the NVIDIA driver finds no GPU");
    default: return Status(StatusCode::Unsupported, std::string("the GPU cannot be used: ") + hello.text);
    }
    if (hello.deviceCount < 1 || hello.deviceCount > static_cast<int>(std::size(hello.devices)))
        return fail("does not answer as it should; reinstall Ulpscope");
    const std::lock_guard lock(m_stateMutex);
    m_hello = hello;
    return {};
}

Status WorkerProcess::refresh() { return greet(m_timeouts.silence); }

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
Status WorkerProcess::fail(std::string message, StatusCode code)
{
    const Status status(code, kWho + std::move(message));
    {
        const std::lock_guard lock(m_stateMutex);
        if (m_failure.ok())
            m_failure =
                Status(StatusCode::IoError, kWho + std::string("is gone, and this run with it: ") + status.message());
    }
    end();
    return status;
}

/// The socket closed: says how the worker ended.
Status WorkerProcess::failDead()
{
    int state = 0;
    pid_t ended = 0;
    for (int i = 0; i < 100 && ended == 0; ++i) { // it closes its socket a moment before it is dead
        ended = waitpid(m_pid, &state, WNOHANG);
        if (ended == 0)
            std::this_thread::sleep_for(milliseconds(5));
    }
    if (ended != m_pid)
        return fail("closed its connection");
    m_pid = -1;
    if (WIFSIGNALED(state))
        return fail("died (" + signalText(WTERMSIG(state)) + ")");
    return fail("ended by itself with status " + std::to_string(WEXITSTATUS(state)));
}

void WorkerProcess::end()
{
    if (m_socket >= 0)
        close(std::exchange(m_socket, -1));
    if (m_pid < 0)
        return;
    const pid_t pid = std::exchange(m_pid, -1);
    kill(pid, SIGKILL);
    if (waitpid(pid, nullptr, WNOHANG) == 0) // a driver may hold on to it for a while
        std::thread([pid] { waitpid(pid, nullptr, 0); }).detach();
}

WorkerProcess::~WorkerProcess()
{
    if (m_socket >= 0)
        close(std::exchange(m_socket, -1)); // by which it knows that it is not needed any more
    for (int i = 0; i < 40 && m_pid >= 0; ++i) {
        if (waitpid(m_pid, nullptr, WNOHANG) != 0)
            m_pid = -1;
        else
            std::this_thread::sleep_for(milliseconds(5));
    }
    end();
    if (m_memory)
        munmap(m_memory, kMemoryBytes);
}

Status WorkerProcess::send(const char *message, std::size_t bytes)
{
    const Clock::time_point start = Clock::now();
    while (bytes > 0) {
        const ssize_t sent = ::send(m_socket, message, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            message += sent;
            bytes -= static_cast<std::size_t>(sent);
        } else if (errno == EAGAIN && Clock::now() - start < m_timeouts.silence) {
            pollfd fd{m_socket, POLLOUT, 0};
            poll(&fd, 1, static_cast<int>(kSlice.count()));
        } else if (errno == EAGAIN) {
            return fail("takes no commands any more and was ended");
        } else if (errno != EINTR) {
            return failDead();
        }
    }
    return {};
}

Status WorkerProcess::receive(void *data, std::size_t bytes)
{
    const Clock::time_point start = Clock::now();
    char *at = static_cast<char *>(data);
    while (bytes > 0) {
        const ssize_t got = recv(m_socket, at, bytes, MSG_DONTWAIT);
        if (got > 0) {
            at += got;
            bytes -= static_cast<std::size_t>(got);
        } else if (got == 0) {
            return failDead();
        } else if (errno == EAGAIN && Clock::now() - start < m_timeouts.silence) {
            pollfd fd{m_socket, POLLIN, 0};
            poll(&fd, 1, static_cast<int>(kSlice.count()));
        } else if (errno == EAGAIN) {
            return fail("stopped in the middle of an answer and was ended");
        } else if (errno != EINTR) {
            return failDead();
        }
    }
    return {};
}

/// Waits until an answer begins. A request to stop is passed on; who does not follow it is ended.
Status WorkerProcess::awaitAnswer(std::uint32_t sequence, const std::stop_token &stop, milliseconds silence)
{
    Clock::time_point heard = Clock::now(), stopAsked{};
    std::uint32_t progress = control().progress.load(std::memory_order_relaxed);
    for (;;) {
        pollfd fd{m_socket, POLLIN, 0};
        if (poll(&fd, 1, static_cast<int>(kSlice.count())) > 0)
            return {};
        const Clock::time_point now = Clock::now();
        if (stop.stop_requested() && stopAsked == Clock::time_point{}) {
            stopAsked = now;
            control().cancel.store(sequence, std::memory_order_relaxed);
        }
        if (stopAsked != Clock::time_point{} && now - stopAsked > m_timeouts.cancel) {
            (void)fail("did not stop in time and was ended");
            return Status::cancelled();
        }
        if (const std::uint32_t seen = control().progress.load(std::memory_order_relaxed); seen != progress) {
            progress = seen;
            heard = now;
        }
        if (now - heard > silence)
            return fail("did not answer for " + std::to_string(silence.count() / 1000) + "." +
                        std::to_string(silence.count() % 1000 / 100) + " s and was ended");
    }
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
        return fail("does not speak Ulpscope's protocol");
    if (header.version != kVersion)
        return fail("speaks version " + std::to_string(header.version) + " of the protocol, version " +
                        std::to_string(kVersion) + " is needed: install both from the same release",
                    StatusCode::Unsupported);
    if (header.sequence != request.sequence || header.bytes > kMaxPayload)
        return fail("answered something else than it was asked");
    return receive(answer, header.bytes);
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
        return p.fail("answered something else than it was asked");
    Reply reply;
    std::memcpy(&reply, answer, sizeof reply);
    reply.text[sizeof reply.text - 1] = '\0';
    switch (static_cast<Outcome>(header.outcome)) {
    case Outcome::Ok: return reply;
    case Outcome::Cancelled: return Status::cancelled();
    case Outcome::OutOfMemory:
        return Status(StatusCode::OutOfMemory, "the GPU has " + bytesText(reply.available) + " free, " +
                                                   bytesText(reply.needed) + " more are needed");
    case Outcome::LostContext: return p.fail(std::string("lost its GPU: ") + reply.text);
    default: return Status(StatusCode::IoError, std::string(kWho) + "refused: " + reply.text);
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
