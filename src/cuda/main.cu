// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// ulpscope-cuda: executes planned steps on a GPU for the engine that started it. docs/adr/0007
#include "cuda/worker.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

namespace {

using namespace ulpscope::worker;

/// Ends the program when the engine is gone, also while a kernel hangs. Where none does, it ends by itself before that.
void endWithTheEngine()
{
    pollfd fd{kSocket, POLLRDHUP, 0};
    while (poll(&fd, 1, -1) <= 0 || !(fd.revents & (POLLRDHUP | POLLHUP | POLLERR))) {
    }
    std::this_thread::sleep_for(std::chrono::seconds(1));
    _exit(0);
}

bool isStartedByTheEngine()
{
    struct stat socket {
    }, memory{};
    return fstat(kSocket, &socket) == 0 && S_ISSOCK(socket.st_mode) && fstat(kMemory, &memory) == 0 &&
           memory.st_size >= static_cast<off_t>(kControlBytes + kDataBytes);
}

} // namespace

int main()
{
    if (!isStartedByTheEngine()) {
        std::fprintf(stderr,
                     "ulpscope-cuda is started by ulpscope and ulpscope-cli, which tell it what to execute "
                     "(protocol %u); by itself it does nothing.\n",
                     kVersion);
        return 2;
    }
    void *const memory = mmap(nullptr, kControlBytes + kDataBytes, PROT_READ | PROT_WRITE, MAP_SHARED, kMemory, 0);
    if (memory == MAP_FAILED) {
        std::perror("ulpscope-cuda: shared memory");
        return 2;
    }
    std::thread(endWithTheEngine).detach();
    ulpscope::cuda::Worker worker(kSocket, static_cast<char *>(memory));
    const int status = worker.serve();
    if (status != 0)
        _exit(status); // destructors would talk to a GPU that may be lost
    return 0;
}
