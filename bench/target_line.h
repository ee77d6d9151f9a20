// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Measurements beside their targets, a line each.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace ulpscope::bench {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

template <typename Work>
double secondsOf(const Work &work)
{
    const Clock::time_point start = Clock::now();
    work();
    return secondsSince(start);
}

inline double percentile(std::vector<double> times, double share)
{
    std::sort(times.begin(), times.end());
    return times[std::min(times.size() - 1, static_cast<std::size_t>(share * static_cast<double>(times.size())))];
}
inline double median(const std::vector<double> &times) { return percentile(times, 0.5); }
inline double percentile95(const std::vector<double> &times) { return percentile(times, 0.95); }

inline void header() { std::printf("%-58s %17s %17s %7s\n", "what", "measured", "target", "ratio"); }

/// `higherIsBetter`: a rate; otherwise a time or a size. The ratio is 1 or more where the target is reached.
inline void line(const char *what, double measured, double target, const char *unit, bool higherIsBetter = false)
{
    const double ratio = higherIsBetter ? measured / target : target / measured;
    std::printf("%-58s %10.4g %-6s %10.4g %-6s %6.2fx%s\n", what, measured, unit, target, unit, ratio,
                ratio >= 1 ? "" : "  MISSED");
    std::fflush(stdout);
}

} // namespace ulpscope::bench
