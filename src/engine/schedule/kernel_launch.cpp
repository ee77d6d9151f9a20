// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kernel_launch.h"

#include "engine/schedule/json_fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

namespace ulpscope {
namespace {

constexpr int kMinThreads = 32;   ///< of a block: a warp
constexpr int kMaxThreads = 1024; ///< of a block, on every device so far
constexpr int kMaxTiles = 64;     ///< in shared memory
constexpr int kRegisterUnit = 8;  ///< of a thread: registers are given out in 256 for a warp

constexpr std::array<std::string_view, 5> kTasks = {"load", "scores", "softmax", "output", "store"};

/// An integer in a rule, or -1.
int integerIn(const std::string &text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? value : -1;
}

int number(JsonFields &f, const char *key, int low, int high)
{
    const int value = f.integer(key);
    if (value < low || value > high)
        f.fail(phrase("\"%1\" must be %2..%3", key, low, high));
    return value;
}

/// 0 where it is not given.
int optionalNumber(JsonFields &f, const char *key, int low, int high)
{
    const std::optional<int> value = f.optionalInteger(key);
    if (value && (*value < low || *value > high))
        f.fail(phrase("\"%1\" must be %2..%3", key, low, high));
    return value.value_or(0);
}

constexpr std::array kOverlaps = {std::pair("none", PhaseOverlap::None),
                                  std::pair("producerConsumer", PhaseOverlap::ProducerConsumer),
                                  std::pair("pingPong", PhaseOverlap::PingPong)};

std::optional<PhaseOverlap> parseOverlap(const std::string &text)
{
    for (const auto &[name, overlap] : kOverlaps) {
        if (name == text)
            return overlap;
    }
    return std::nullopt;
}

/// Numbers that rules may set.
struct RuleNumber {
    const char *name;
    int KernelLaunch::*field;
    int low, high;
};
constexpr std::array kRuleNumbers = {RuleNumber{"threads", &KernelLaunch::threads, kMinThreads, kMaxThreads},
                                     RuleNumber{"queryTiles", &KernelLaunch::queryTiles, 0, kMaxTiles},
                                     RuleNumber{"keyTiles", &KernelLaunch::keyTiles, 0, kMaxTiles},
                                     RuleNumber{"scoreTiles", &KernelLaunch::scoreTiles, 0, kMaxTiles}};

/// Reads one group of "launch" after another and keeps the first error.
class LaunchReader {
public:
    LaunchReader(const nlohmann::json &json, const std::string &where) : m_fields(json, where), m_where(where) {}

    Result<KernelLaunch> read()
    {
        group("threads", m_launch.threadsEvidence, [&](JsonFields &f, const std::string &where) { threads(f, where); });
        group("registers", m_launch.registersEvidence, [&](JsonFields &f, const std::string &) {
            m_launch.registersPerThread = number(f, "perThread", 1, 255);
            m_launch.minBlocks = optionalNumber(f, "minBlocks", 1, 32);
        });
        group("sharedMemory", m_launch.sharedMemoryEvidence,
              [&](JsonFields &f, const std::string &where) { sharedMemory(f, where); });
        group("scheduler", m_launch.schedulerEvidence, [&](JsonFields &f, const std::string &) { schedulers(f); });
        group("roles", m_launch.rolesEvidence, [&](JsonFields &f, const std::string &where) { roles(f, where); });
        if (Status s = m_fields.finish(); !s.ok())
            return s;
        return m_launch;
    }

private:
    template <typename Read>
    void group(const char *key, Evidence &evidence, Read read)
    {
        const nlohmann::json *object = m_fields.object(key, true);
        if (!object)
            return;
        const std::string where = m_where + ": " + key;
        JsonFields f(*object, where);
        read(f, where);
        evidence = f.evidence("known");
        m_fields.keep(f.finish());
    }

    /// Rules of a group, which may set the numbers of these names, or "overlap".
    void rules(JsonFields &f, const std::string &where, std::initializer_list<std::string_view> names)
    {
        const nlohmann::json *list = f.list("rules", false);
        for (std::size_t i = 0; list && i < list->size(); ++i) {
            Result<KernelRule> rule = parseKernelRule((*list)[i], where + ": rules[" + std::to_string(i) + "]");
            if (!rule.ok()) {
                f.keep(rule.status());
                continue;
            }
            if (rule->set.empty())
                f.fail(phrase("rules[%1]: \"set\" is empty", i));
            for (const auto &[name, value] : rule->set)
                checkSet(f, i, name, value, names);
            m_launch.rules.push_back(std::move(rule).value());
        }
    }

    static void checkSet(JsonFields &f, std::size_t rule, const std::string &name, const std::string &value,
                         std::initializer_list<std::string_view> names)
    {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            f.fail(phrase("rules[%1]: \"set\" holds '%2', expected %3", rule, name, joined(names)));
            return;
        }
        if (name == "overlap" && !parseOverlap(value))
            f.fail(phrase("rules[%1]: \"%2\" is '%3', expected none, producerConsumer or pingPong", rule, name, value));
        for (const RuleNumber &number : kRuleNumbers) {
            const int found = integerIn(value);
            if (name == number.name && (found < number.low || found > number.high))
                f.fail(phrase("rules[%1]: \"%2\" must be %3..%4", rule, name, number.low, number.high));
        }
    }

    static std::string joined(std::initializer_list<std::string_view> names)
    {
        std::string text;
        for (std::string_view name : names)
            text += (text.empty() ? "" : ", ") + std::string(name);
        return text;
    }

    void threads(JsonFields &f, const std::string &where)
    {
        if (const nlohmann::json *tile = f.object("warpTile", false)) {
            JsonFields t(*tile, where + ": warpTile");
            m_launch.warpRows = number(t, "rows", 1, 1024);
            m_launch.warpKeys = optionalNumber(t, "keys", 1, 4096);
            f.keep(t.finish());
        }
        m_launch.threads = number(f, "value", m_launch.warpRows > 0 ? 0 : kMinThreads, kMaxThreads);
        m_launch.warpOptions = f.texts("warpOptions");
        rules(f, where, {"threads"});
    }

    void sharedMemory(JsonFields &f, const std::string &where)
    {
        m_launch.queryTiles = number(f, "queryTiles", 0, kMaxTiles);
        m_launch.keyTiles = number(f, "keyTiles", 0, kMaxTiles);
        m_launch.scoreTiles = optionalNumber(f, "scoreTiles", 0, kMaxTiles);
        m_launch.maxColumns = optionalNumber(f, "maxColumns", 1, 65535);
        m_launch.fillBytes = optionalNumber(f, "fillBytes", 1, 1 << 20);
        rules(f, where, {"queryTiles", "keyTiles", "scoreTiles"});
        const nlohmann::json *dims = f.list("headDims", false);
        for (std::size_t i = 0; dims && i < dims->size(); ++i) {
            const nlohmann::json &dim = (*dims)[i];
            const bool fits = dim.is_number_unsigned() && dim.get<std::uint64_t>() < 65536;
            m_launch.headDims.push_back(fits ? dim.get<int>() : 0);
        }
        const std::vector<int> &list = m_launch.headDims;
        if (!std::is_sorted(list.begin(), list.end()) || (!list.empty() && list.front() < 1))
            f.fail(phrase("\"headDims\" must hold head dims, ascending"));
    }

    void schedulers(JsonFields &f)
    {
        const auto one = [&](const char *key) {
            const std::string name = f.text(key);
            const std::optional<TileScheduler> scheduler = parseTileScheduler(name);
            if (!scheduler)
                f.fail(phrase("\"%1\" is '%2', expected fa2, singleTile, fa3Static, fa3Dynamic, fa4Static or fa4Lpt",
                              key, name));
            return scheduler.value_or(TileScheduler::SingleTile);
        };
        m_launch.scheduler = one("full");
        m_launch.causalScheduler = one("causal");
        m_launch.splitScheduler = one("split");
        if (m_launch.splitScheduler == TileScheduler::Fa4Static)
            f.fail(phrase("\"split\" is '%1', which has no splits", "fa4Static"));
        m_launch.packsDecode = f.optionalBool("packsDecode").value_or(false);
    }

    void roles(JsonFields &f, const std::string &where)
    {
        const std::string name = f.text("overlap");
        const std::optional<PhaseOverlap> overlap = parseOverlap(name);
        if (!overlap)
            f.fail(phrase("\"overlap\" is '%1', expected none, producerConsumer or pingPong", name));
        m_launch.overlap = overlap.value_or(PhaseOverlap::None);
        rules(f, where, {"overlap"});
        int rest = 0;
        const nlohmann::json *warps = f.list("warps", true);
        for (std::size_t i = 0; warps && i < warps->size(); ++i) {
            JsonFields r((*warps)[i], where + ": warps[" + std::to_string(i) + "]");
            WarpRole role;
            role.name = r.text("name");
            role.warps = optionalNumber(r, "count", 1, 32);
            rest += role.warps == 0;
            role.does = r.texts("does");
            for (const std::string &task : role.does) {
                if (std::find(kTasks.begin(), kTasks.end(), task) == kTasks.end())
                    r.fail(phrase("\"does\" holds '%1', expected load, scores, softmax, output or store", task));
            }
            f.keep(r.finish());
            m_launch.roles.push_back(std::move(role));
        }
        if (rest > 1)
            f.fail(phrase("\"warps\": %1 roles have no \"count\", only one can have the rest", rest));
    }

    JsonFields m_fields;
    std::string m_where;
    KernelLaunch m_launch;
};

} // namespace

KernelLaunch KernelLaunch::forRun(const Problem &problem, const Recipe &recipe, const DeviceProfile &device,
                                  bool isSplit) const
{
    KernelLaunch run = *this;
    run.rules.clear();
    for (const KernelRule &rule : rules) {
        if (!rule.matches(problem, problem.batch, device, isSplit))
            continue;
        for (const auto &[name, value] : rule.set) {
            if (name == "overlap")
                run.overlap = parseOverlap(value).value_or(run.overlap);
            for (const RuleNumber &number : kRuleNumbers) {
                if (name == number.name)
                    run.*number.field = integerIn(value);
            }
        }
    }
    const auto parts = [](int size, int part) { return part > 0 ? (size + part - 1) / part : 1; };
    if (warpRows > 0)
        run.threads += 32 * parts(recipe.tileM, warpRows) * parts(recipe.tileN, warpKeys);
    for (const std::string &option : warpOptions) {
        if (const auto given = problem.kernelOptions.find(option); given != problem.kernelOptions.end())
            run.threads = static_cast<int>(std::clamp<std::int64_t>(std::int64_t{32} * given->second, 0, 1 << 20));
    }
    if (minBlocks > 0 && run.threads > 0) {
        const int most = device.hardware.registersPerSm / (minBlocks * run.threads);
        run.registersPerThread = std::clamp(most / kRegisterUnit * kRegisterUnit, 1, registersPerThread);
    }
    int rest = (run.threads + 31) / 32;
    for (const WarpRole &role : roles)
        rest -= role.warps;
    if (rest < 0 && run.overlap == PhaseOverlap::None) // a smaller block without the division of labour
        run.roles = {{"all warps", 0, {kTasks.begin(), kTasks.end()}}};
    rest = rest < 0 ? (run.threads + 31) / 32 : rest;
    for (WarpRole &role : run.roles)
        role.warps = role.warps > 0 ? role.warps : std::max(rest, 0);
    return run;
}

std::int64_t KernelLaunch::sharedMemoryFor(const Problem &p, const Recipe &recipe) const
{
    const int dim = std::max(p.headDim, p.headDimV);
    const auto found = std::lower_bound(headDims.begin(), headDims.end(), dim);
    const int instance = found == headDims.end() ? dim : *found;
    const std::int64_t bytes = formatInfo(p.dtype).bytes;
    const std::int64_t row = (maxColumns > 0 ? std::min(instance, maxColumns) : instance) * bytes;
    const std::int64_t keyTile = recipe.tileN * row;
    const std::int64_t others =
        queryTiles * recipe.tileM * row + std::int64_t{scoreTiles} * recipe.tileM * recipe.tileN * bytes;
    const std::int64_t fitting = fillBytes > 0 ? std::max<std::int64_t>(fillBytes - others, 0) / keyTile : keyTiles;
    return others + std::min<std::int64_t>(fitting, keyTiles) * keyTile;
}

TileScheduler KernelLaunch::schedulerFor(const Problem &problem, bool isSplit) const
{
    return isSplit ? splitScheduler : problem.mask.kind == Mask::Kind::None ? scheduler : causalScheduler;
}

Result<KernelLaunch> parseLaunch(const nlohmann::json &json, const std::string &where)
{
    return LaunchReader(json, where).read();
}

} // namespace ulpscope
