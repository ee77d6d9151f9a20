// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/watch.h"

#include "cli/commands.h"
#include "engine/session/count_text.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#if __has_include(<unistd.h>)
#include <unistd.h>
#else
#include <io.h>
#endif

namespace ulpscope::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kTick = 10ms;         ///< how soon an interrupt is seen
constexpr auto kDrawInterval = 90ms; ///< with the tick, at most 100 ms
constexpr auto kGrace = 150ms;       ///< from an interrupt to the end by force
constexpr std::size_t kLineWidth = 76;
constexpr std::size_t kEchoWidth = 2;          ///< the terminal shows an interrupt as ^C behind the line
constexpr double kSecondsBeforeEstimate = 0.3; ///< less says nothing about what is left

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

extern "C" void onInterrupt(int) { interrupted = true; }

bool stderrIsTerminal()
{
#if __has_include(<unistd.h>)
    return isatty(STDERR_FILENO) != 0;
#else
    return _isatty(_fileno(stderr)) != 0;
#endif
}

void writeToStderr(const std::string &text)
{
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

/// 5 -> "5 s", 200 -> "3 min 20 s", 8000 -> "2 h 13 min"
std::string durationText(double seconds)
{
    constexpr double kLongest = 3.6e6;
    const auto s = static_cast<std::int64_t>(std::ceil(std::min(seconds, kLongest)));
    if (s < 60)
        return std::to_string(s) + " s";
    if (s < 3600)
        return std::to_string(s / 60) + " min " + std::to_string(s % 60) + " s";
    return grouped(s / 3600) + " h " + std::to_string(s / 60 % 60) + " min";
}

} // namespace

void ProgressArguments::addTo(CLI::App &app)
{
    app.add_flag("--progress", always, "Show progress on standard error also where that is no terminal");
}

std::string progressText(std::uint64_t done, std::uint64_t total, const std::string &unit, double elapsedSeconds)
{
    if (total == 0)
        return durationText(elapsedSeconds);
    done = std::min(done, total);
    const double share = static_cast<double>(done) / static_cast<double>(total);
    std::string text = grouped(static_cast<std::int64_t>(done)) + " of " + grouped(static_cast<std::int64_t>(total)) +
                       " " + unit + ", " + std::to_string(static_cast<int>(100 * share)) + " %";
    if (done > 0 && elapsedSeconds > kSecondsBeforeEstimate)
        text += ", " + durationText(elapsedSeconds * (1 - share) / share) + " left";
    return text;
}

Watch::Watch(const ProgressArguments &arguments) : m_draws(arguments.always || stderrIsTerminal())
{
    m_stageBegin = m_drawn = Clock::now();
    // A program that was started with interrupts ignored (nohup, a background job of a script) goes on ignoring them.
    m_handlerBefore = std::signal(SIGINT, onInterrupt);
    if (m_handlerBefore == SIG_IGN)
        std::signal(SIGINT, SIG_IGN);
    m_monitor = std::thread([this] { monitor(); });
}

Watch::~Watch()
{
    finish();
    {
        const std::lock_guard lock(m_mutex);
        m_ended = true;
    }
    m_changed.notify_all();
    m_monitor.join();
    std::signal(SIGINT, m_handlerBefore); // what is still to be printed may block, with nobody watching
}

void Watch::begin(std::string stage, std::uint64_t total, std::string unit, std::string next)
{
    const std::lock_guard lock(m_mutex);
    m_stage = std::move(stage);
    m_unit = std::move(unit);
    m_next = std::move(next);
    m_total = total;
    m_done = 0;
    m_stageBegin = Clock::now();
}

void Watch::finish()
{
    const std::lock_guard lock(m_mutex);
    erase();
    m_draws = false;
}

Status Watch::write(const std::function<Status()> &writer)
{
    {
        const std::lock_guard lock(m_mutex);
        if (Status s = check(); !s.ok())
            return s;
        m_writing = true;
    }
    Status written = writer();
    {
        const std::lock_guard lock(m_mutex);
        m_writing = false;
    }
    m_changed.notify_all();
    return written.ok() ? check() : written;
}

void Watch::monitor()
{
    std::unique_lock lock(m_mutex);
    while (!m_changed.wait_for(lock, kTick, [this] { return m_ended; })) {
        if (interrupted)
            return endByForce(lock);
        const Clock::time_point now = Clock::now();
        if (m_draws && now - m_drawn >= kDrawInterval)
            draw(now);
    }
}

/// Leaves the program the time to end by itself.
void Watch::endByForce(std::unique_lock<std::mutex> &lock)
{
    m_stop.request_stop();
    const Clock::time_point deadline = Clock::now() + kGrace;
    if (m_changed.wait_until(lock, deadline, [this] { return m_ended; }))
        return;
    m_changed.wait(lock, [this] { return m_ended || !m_writing; });
    if (m_ended)
        return;
    erase();
    writeToStderr(std::string("ulpscope-cli: ") + kInterruptedText + "\n");
    std::_Exit(Interrupted);
}

void Watch::draw(Clock::time_point now)
{
    const double elapsed = std::chrono::duration<double>(now - m_stageBegin).count();
    const std::uint64_t done = m_done.load(std::memory_order_relaxed);
    const bool goesOn = !m_next.empty() && done >= m_total;
    std::string line =
        goesOn ? m_next + ": " + durationText(elapsed) : m_stage + ": " + progressText(done, m_total, m_unit, elapsed);
    line.resize(std::min(line.size(), kLineWidth)); // a line that wraps could not be rewritten
    const std::size_t shown = line.size();
    line.resize(std::max(shown, m_shown), ' ');
    writeToStderr("\r" + line);
    m_shown = shown;
    m_drawn = now;
}

void Watch::erase()
{
    if (m_shown > 0)
        writeToStderr("\r" + std::string(m_shown + kEchoWidth, ' ') + "\r");
    m_shown = 0;
}

} // namespace ulpscope::cli
