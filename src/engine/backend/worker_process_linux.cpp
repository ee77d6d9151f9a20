// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// How a worker is started, waited for and ended on Linux; worker_process.cpp is what is said to it.
#include "engine/backend/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
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
    Phrase names;
    for (const fs::path &place : places) {
        if (access(place.c_str(), X_OK) == 0)
            return place.string();
        names = names.empty() ? Phrase(place.string()) : phrase("%1 nor %2", names, place.string());
    }
    return Status(StatusCode::NotFound, phrase("the program ulpscope-cuda is not installed: there is no %1", names));
}

Status WorkerProcess::spawn(const std::string &program)
{
    const auto failed = [&](const char *what) {
        return Status(StatusCode::IoError, phrase("the GPU worker cannot be started: %1: %2", what, errorText(errno)));
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
        return fail(phrase("closed its connection"));
    m_pid = -1;
    if (WIFSIGNALED(state))
        return fail(phrase("died (%1)", signalText(WTERMSIG(state))));
    return fail(phrase("ended by itself with status %1", WEXITSTATUS(state)));
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
    for (const Clock::time_point start = Clock::now(); m_pid >= 0 && Clock::now() - start < m_timeouts.end;) {
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
            return fail(phrase("takes no commands any more and was ended"));
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
        } else if (got < 0 && errno == EINTR) {
            continue;
        } else if (got == 0 || errno != EAGAIN) {
            return failDead();
        } else if (Clock::now() - start < m_timeouts.silence) {
            pollfd fd{m_socket, POLLIN, 0};
            poll(&fd, 1, static_cast<int>(kSlice.count()));
        } else {
            return fail(phrase("stopped in the middle of an answer and was ended"));
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
            (void)fail(phrase("did not stop in time and was ended"));
            return Status::cancelled();
        }
        if (const std::uint32_t seen = control().progress.load(std::memory_order_relaxed); seen != progress) {
            progress = seen;
            heard = now;
        }
        if (now - heard > silence)
            return fail(
                phrase("did not answer for %1 s and was ended",
                       std::to_string(silence.count() / 1000) + "." + std::to_string(silence.count() % 1000 / 100)));
    }
}

} // namespace ulpscope
