// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/calibration/approx_check.h"

#include "engine/numerics/exact_math.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <thread>
#include <utility>

namespace ulpscope {
namespace {

using namespace worker;

constexpr std::size_t kBlock = kMostApproxWords;
constexpr std::size_t kMostKept = 8;

std::uint32_t firstWordOf(float x) { return floatBits(x); }

/// A double to fp32's 24 bits.
float towardZero(double x)
{
    return static_cast<float>(doubleFromBits(doubleBits(x) & ~((std::uint64_t{1} << 29) - 1)));
}

/// Compares a block with model(argument) on all processors.
template <typename Model>
void compareBlock(std::span<const std::uint32_t> measured, std::uint32_t first, const Model &model, int threads,
                  ApproxCheck &check)
{
    std::mutex mutex;
    const auto part = [&](std::size_t begin, std::size_t end) {
        std::int64_t differing = 0;
        std::vector<ApproxCheck::Difference> kept;
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t argument = first + static_cast<std::uint32_t>(i);
            const std::uint32_t word = floatBits(model(floatFromBits(argument)));
            if (word == measured[i])
                continue;
            if (kept.size() < kMostKept)
                kept.push_back({argument, measured[i], word});
            ++differing;
        }
        const std::lock_guard lock(mutex);
        check.differing += differing;
        check.bySignAndExponent[first >> 23] += differing;
        check.first.insert(check.first.end(), kept.begin(), kept.end());
    };
    const std::size_t parts = static_cast<std::size_t>(std::max(1, threads));
    {
        std::vector<std::jthread> workers;
        for (std::size_t i = 1; i < parts; ++i)
            workers.emplace_back(part, measured.size() * i / parts, measured.size() * (i + 1) / parts);
        part(0, measured.size() / parts);
    }
    std::sort(check.first.begin(), check.first.end(),
              [](const auto &a, const auto &b) { return a.argument < b.argument; });
    if (check.first.size() > kMostKept)
        check.first.resize(kMostKept);
    check.arguments += static_cast<std::int64_t>(measured.size());
}

int threadsOf(const ApproxProgress &progress)
{
    return progress.threads > 0 ? progress.threads : static_cast<int>(std::thread::hardware_concurrency());
}

void addTable(std::vector<TableDifference> &list, std::string name, const std::vector<std::uint32_t> &words,
              const ApproxTables &shipped, ApproxTables::Words which)
{
    TableDifference d;
    d.table = std::move(name);
    d.words = static_cast<std::int64_t>(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t other = shipped.word(which, static_cast<std::uint32_t>(i));
        if (words[i] == other)
            continue;
        if (!d.first) {
            d.first = static_cast<std::uint32_t>(i);
            d.measured = words[i];
            d.shipped = other;
        }
        ++d.differing;
    }
    list.push_back(std::move(d));
}

} // namespace

std::string_view approxFunctionName(ApproxFunction function)
{
    switch (function) {
    case ApproxFunction::Ex2Ftz: return "ex2.approx.ftz.f32";
    case ApproxFunction::Ex2: return "ex2.approx.f32";
    case ApproxFunction::RcpFtz: return "rcp.approx.ftz.f32";
    case ApproxFunction::Rcp: return "rcp.approx.f32";
    case ApproxFunction::Lg2Ftz: return "lg2.approx.ftz.f32";
    case ApproxFunction::Lg2: return "lg2.approx.f32";
    }
    return "?";
}

float approximationOf(const ApproxTables &tables, ApproxFunction function, float x)
{
    switch (function) {
    case ApproxFunction::Ex2Ftz: return tables.ex2(x, true);
    case ApproxFunction::Ex2: return tables.ex2(x, false);
    case ApproxFunction::RcpFtz:
    case ApproxFunction::Rcp: return tables.rcp(x);
    case ApproxFunction::Lg2Ftz:
    case ApproxFunction::Lg2: break;
    }
    return tables.lg2(x);
}

Result<ApproxCapture> captureApprox(CalibrationDevice &device, const std::stop_token &stop)
{
    ApproxCapture capture;
    struct Range {
        std::vector<std::uint32_t> *words;
        ApproxFunction function;
        float begin;
    };
    for (const Range &range : {Range{&capture.ex2, ApproxFunction::Ex2Ftz, 1.0f},
                               {&capture.rcp, ApproxFunction::RcpFtz, 1.0f},
                               {&capture.lg2Low, ApproxFunction::Lg2Ftz, 1.0f},
                               {&capture.lg2High, ApproxFunction::Lg2Ftz, 2.0f},
                               {&capture.lg2Half, ApproxFunction::Lg2Ftz, 0.5f},
                               {&capture.lg2Quarter, ApproxFunction::Lg2Ftz, 0.25f}}) {
        range.words->resize(kBlock);
        if (Status s = device.approximate(range.function, firstWordOf(range.begin), *range.words, stop); !s.ok())
            return s;
    }
    return capture;
}

std::vector<TableDifference> compareTables(const ApproxCapture &capture, const ApproxTables &shipped)
{
    using Words = ApproxTables::Words;
    std::vector<TableDifference> list;
    addTable(list, "ex2 of [1, 2)", capture.ex2, shipped, Words::Ex2);
    addTable(list, "rcp of [1, 2)", capture.rcp, shipped, Words::Rcp);
    addTable(list, "lg2 of [1, 2)", capture.lg2Low, shipped, Words::Lg2Low);
    addTable(list, "lg2 of [2, 4)", capture.lg2High, shipped, Words::Lg2High);
    return list;
}

Result<ApproxCheck> checkAll(CalibrationDevice &device, const ApproxTables &tables, ApproxFunction function,
                             const ApproxProgress &progress, std::uint32_t firstBlock, std::uint32_t lastBlock)
{
    ApproxCheck check;
    check.what = approxFunctionName(function);
    std::vector<std::uint32_t> measured(kBlock);
    for (std::uint32_t block = firstBlock; block < lastBlock; ++block) {
        const std::uint32_t first = block << 23;
        if (Status s = device.approximate(function, first, measured, progress.stop); !s.ok())
            return s;
        if (progress.stop.stop_requested())
            return Status::cancelled();
        compareBlock(
            measured, first, [&](float x) { return approximationOf(tables, function, x); }, threadsOf(progress), check);
        if (progress.advance)
            progress.advance(1);
    }
    return check;
}

Result<std::vector<ApproxCheck>> checkLg2Rules(CalibrationDevice &device, const ApproxCapture &capture,
                                               const ApproxTables &tables, const ApproxProgress &progress)
{
    // log2(x) of x = 2^e m, e < 0, m in [1, 2): e + log2(m). The table of [2, 4) has log2(m) + 1 cut to 2^-23.
    const auto exponentOf = [](float x) { return static_cast<int>(floatBits(x) >> 23) - 127; };
    const auto fractionOf = [](float x) { return floatBits(x) & 0x7FFFFFu; };
    const auto high = [&](float x) { return static_cast<double>(floatFromBits(capture.lg2High[fractionOf(x)])) - 1; };
    struct Rule {
        const char *name;
        std::function<float(float)> value;
    };
    const std::vector<Rule> rules{
        {"correctly rounded", [&](float x) { return tables.lg2(x); }},
        {"e + lg2 of [2, 4) - 1, toward zero", [&](float x) { return towardZero(exponentOf(x) + high(x)); }},
        {"e + lg2 of [2, 4) - 1 + 2^-23, toward zero; from 1/2 on a table",
         [&](float x) {
             return exponentOf(x) == -1 ? floatFromBits(capture.lg2Half[fractionOf(x)])
                                        : towardZero(exponentOf(x) + high(x) + 0x1p-23);
         }},
    };
    std::vector<ApproxCheck> checks(rules.size());
    for (std::size_t i = 0; i < rules.size(); ++i)
        checks[i].what = rules[i].name;
    std::vector<std::uint32_t> measured(kBlock);
    for (std::uint32_t block = 1; block < 127; ++block) { // positive and normal, below 1
        const std::uint32_t first = block << 23;
        if (Status s = device.approximate(ApproxFunction::Lg2Ftz, first, measured, progress.stop); !s.ok())
            return s;
        for (std::size_t i = 0; i < rules.size(); ++i) {
            if (progress.stop.stop_requested())
                return Status::cancelled();
            compareBlock(measured, first, rules[i].value, threadsOf(progress), checks[i]);
        }
        if (progress.advance)
            progress.advance(1);
    }
    return checks;
}

} // namespace ulpscope
