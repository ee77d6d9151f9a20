// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kernel_launch.h"

#include "engine/schedule/json_fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace ulpscope {
namespace {

constexpr int kMaxThreads = 1024; ///< of a block, on every device so far

constexpr std::array<std::string_view, 5> kTasks = {"load", "scores", "softmax", "output", "store"};

/// What a rule sets, which has been checked.
int threadsOf(const KernelRule &rule)
{
    int threads = 0;
    for (const auto &[name, value] : rule.set)
        std::from_chars(value.data(), value.data() + value.size(), threads);
    return threads;
}

int number(JsonFields &f, const char *key, int low, int high)
{
    const int value = f.integer(key);
    if (value < low || value > high)
        f.fail(phrase("\"%1\" must be %2..%3", key, low, high));
    return value;
}

constexpr std::array kOverlaps = {std::pair("none", PhaseOverlap::None),
                                  std::pair("producerConsumer", PhaseOverlap::ProducerConsumer),
                                  std::pair("pingPong", PhaseOverlap::PingPong)};

/// Reads one group of "launch" after another and keeps the first error.
class LaunchReader {
public:
    LaunchReader(const nlohmann::json &json, const std::string &where) : m_fields(json, where), m_where(where) {}

    Result<KernelLaunch> read()
    {
        group("threads", m_launch.threadsEvidence, [&](JsonFields &f, const std::string &where) { threads(f, where); });
        group("registers", m_launch.registersEvidence, [&](JsonFields &f, const std::string &) {
            m_launch.registersPerThread = number(f, "perThread", 1, 255);
        });
        group("sharedMemory", m_launch.sharedMemoryEvidence,
              [&](JsonFields &f, const std::string &) { sharedMemory(f); });
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

    void threads(JsonFields &f, const std::string &where)
    {
        m_launch.threads = number(f, "value", 32, kMaxThreads);
        const nlohmann::json *rules = f.list("rules", false);
        for (std::size_t i = 0; rules && i < rules->size(); ++i) {
            Result<KernelRule> rule = parseKernelRule((*rules)[i], where + ": rules[" + std::to_string(i) + "]");
            if (!rule.ok()) {
                f.keep(rule.status());
                continue;
            }
            const auto &set = rule->set;
            const int threads = threadsOf(rule.value());
            if (set.size() != 1 || set[0].first != "threads" || set[0].second != std::to_string(threads) ||
                threads < 32 || threads > kMaxThreads)
                f.fail(phrase("rules[%1]: \"set\" must hold \"threads\" of 32..%2", i, kMaxThreads));
            m_launch.threadRules.push_back(std::move(rule).value());
        }
    }

    void sharedMemory(JsonFields &f)
    {
        m_launch.queryTiles = number(f, "queryTiles", 0, 64);
        m_launch.keyTiles = number(f, "keyTiles", 0, 64);
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
        const std::string overlap = f.text("overlap");
        const auto *found =
            std::find_if(kOverlaps.begin(), kOverlaps.end(), [&](const auto &entry) { return entry.first == overlap; });
        if (found == kOverlaps.end())
            f.fail(phrase("\"overlap\" is '%1', expected none, producerConsumer or pingPong", overlap));
        else
            m_launch.overlap = found->second;
        const nlohmann::json *warps = f.list("warps", true);
        for (std::size_t i = 0; warps && i < warps->size(); ++i) {
            JsonFields r((*warps)[i], where + ": warps[" + std::to_string(i) + "]");
            WarpRole role;
            role.name = r.text("name");
            role.warps = number(r, "count", 1, 32);
            role.does = r.texts("does");
            for (const std::string &task : role.does) {
                if (std::find(kTasks.begin(), kTasks.end(), task) == kTasks.end())
                    r.fail(phrase("\"does\" holds '%1', expected load, scores, softmax, output or store", task));
            }
            f.keep(r.finish());
            m_launch.roles.push_back(std::move(role));
        }
    }

    JsonFields m_fields;
    std::string m_where;
    KernelLaunch m_launch;
};

} // namespace

int KernelLaunch::threadsFor(const Problem &problem, const DeviceProfile &device, bool isSplit) const
{
    int result = threads;
    for (const KernelRule &rule : threadRules) {
        if (rule.matches(problem, device, isSplit))
            result = threadsOf(rule);
    }
    return result;
}

std::int64_t KernelLaunch::sharedMemoryFor(const Problem &p, const Recipe &recipe) const
{
    const auto instance = [&](int dim) {
        const auto found = std::lower_bound(headDims.begin(), headDims.end(), dim);
        return found == headDims.end() ? dim : *found;
    };
    const std::int64_t rows = std::int64_t{queryTiles} * recipe.tileM + std::int64_t{keyTiles} * recipe.tileN;
    return rows * instance(std::max(p.headDim, p.headDimV)) * formatInfo(p.dtype).bytes;
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
