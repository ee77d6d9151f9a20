// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What a subcommand that may take long owes the user: how far it is, and an end within 200 ms of Ctrl-C.
#pragma once

#include "engine/status.h"

#include <CLI/CLI.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace ulpscope::cli {

/// --progress
struct ProgressArguments {
    bool always = false; ///< also where stderr is no terminal

    void addTo(CLI::App &app);
};

/// Watches over one subcommand. On stderr, where it is a terminal or --progress was given, one line is rewritten every
/// 100 ms and erased at the end; stdout is never touched. The first interrupt (SIGINT) requests a stop; what has not
/// ended 150 ms later is ended from here with exit status 130, but never while a file is written.
class Watch {
public:
    explicit Watch(const ProgressArguments &arguments);
    ~Watch();
    Watch(const Watch &) = delete;
    Watch &operator=(const Watch &) = delete;

    std::stop_token stop() const { return m_stop.get_token(); }
    /// Ok, or Cancelled once a stop was requested: for work that takes no stop token.
    Status check() const { return stop().stop_requested() ? Status::cancelled() : Status(); }

    /// Whether progress is shown: counting what there is to do may cost something.
    bool draws() const { return m_draws; }
    /// A new stage, such as "running": `total` units of work (0: nobody knows), called `unit` ("steps"). With all of
    /// them done goes on what `next` says, of unknown length.
    void begin(std::string stage, std::uint64_t total = 0, std::string unit = {}, std::string next = {});
    /// From any thread.
    void advance(std::uint64_t units) { m_done.fetch_add(units, std::memory_order_relaxed); }
    /// Erases the line; nothing is drawn from here on.
    void finish();

    /// Runs a writer of files, which an interrupt does not cut short: no temporary file is left behind. Cancelled when
    /// the interrupt came before or meanwhile.
    Status write(const std::function<Status()> &writer);

private:
    using Clock = std::chrono::steady_clock;

    void monitor();
    void endByForce(std::unique_lock<std::mutex> &lock);
    void draw(Clock::time_point now);
    void erase();

    void (*m_handlerBefore)(int) = nullptr;
    std::stop_source m_stop;
    std::atomic<std::uint64_t> m_done{0};
    std::mutex m_mutex; ///< of everything below
    std::condition_variable m_changed;
    bool m_ended = false, m_writing = false;
    std::atomic<bool> m_draws; ///< changed under the mutex
    std::string m_stage, m_unit, m_next;
    std::uint64_t m_total = 0;
    Clock::time_point m_stageBegin, m_drawn;
    std::size_t m_shown = 0; ///< characters of the line on the terminal
    std::thread m_monitor;
};

/// "12,345 of 67,890 steps, 18 %, 12 s left" without what is not known: a total, and what the elapsed time says.
std::string progressText(std::uint64_t done, std::uint64_t total, const std::string &unit, double elapsedSeconds);

} // namespace ulpscope::cli
