// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/probe.h"

#include "engine/numerics/mix64.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <string>

namespace ulpscope {
namespace {

/// Pivots: any sequence will do, the same one every time. SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
class Draw {
public:
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(mix64(m_state += kMixStep) % count); }

private:
    std::uint64_t m_state = 0;
};

std::string numberText(double x)
{
    std::array<char, 32> buffer;
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr};
}

std::vector<int> positions(std::size_t count)
{
    std::vector<int> all(count);
    std::iota(all.begin(), all.end(), 0);
    return all;
}

/// The whole number in [least, most] that `x` is, or -1.
int wholeNumber(double x, int least, int most, double tolerance)
{
    const double nearest = std::round(x);
    const bool whole = std::fabs(x - nearest) <= tolerance && nearest >= least && nearest <= most;
    return whole ? static_cast<int>(nearest) : -1;
}

Status wrongCount(std::size_t asked, std::size_t answered)
{
    return Status::invalid(phrase("%1 probes were asked, %2 answers came", asked, answered));
}

class MaskSearch {
public:
    MaskSearch(std::span<const int> leaves, const MaskProbe &probe, double tolerance)
        : m_leaves(leaves), m_probe(probe), m_tolerance(tolerance)
    {}

    Result<ProbedShape> run();

private:
    /// Leaves of the same count from a pivot, and the task that finds their own shape.
    struct Group {
        int count = 0;
        std::size_t task = 0;
    };
    struct Task {
        std::vector<int> members;
        int pivot = 0;
        std::vector<Group> groups; ///< ascending counts
        int node = -1;             ///< result: the shape of the members
        int count = 1;             ///< result: leaves under it, also those that are not among the members
    };

    Status ask(std::size_t begin, std::size_t end);
    Status divide(std::size_t task, std::span<const MaskPair> pairs, std::span<const double> units);
    Status join(Task &task);
    Phrase name(int position) const { return m_leaves[static_cast<std::size_t>(position)]; }
    Status contradiction(int pivot, int count) const
    {
        return Status::invalid(
            phrase("the answers for summand %1 contradict each other: no tree has %2 summands under that sum",
                   name(pivot), count));
    }

    std::span<const int> m_leaves;
    const MaskProbe &m_probe;
    double m_tolerance;
    std::vector<Task> m_tasks;
    ShapeBuilder m_builder;
    ProbedShape m_result;
    Draw m_draw;
};

/// One round: the questions of the tasks [begin, end), whose answers make new tasks.
Status MaskSearch::ask(std::size_t begin, std::size_t end)
{
    std::vector<MaskPair> pairs;
    for (std::size_t i = begin; i < end; ++i) {
        Task &task = m_tasks[i];
        task.pivot = task.members[m_draw.below(task.members.size())];
        for (int member : task.members) {
            if (member != task.pivot)
                pairs.push_back({task.pivot, member});
        }
    }
    if (pairs.empty())
        return {};
    const Result<std::vector<double>> units = m_probe(pairs);
    if (!units.ok())
        return units.status();
    if (units->size() != pairs.size())
        return wrongCount(pairs.size(), units->size());
    m_result.probes += static_cast<std::int64_t>(pairs.size());
    ++m_result.rounds;
    std::size_t first = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const std::size_t count = m_tasks[i].members.size() - 1;
        if (Status s =
                divide(i, std::span(pairs).subspan(first, count), std::span(units.value()).subspan(first, count));
            !s.ok())
            return s;
        first += count;
    }
    return {};
}

Status MaskSearch::divide(std::size_t index, std::span<const MaskPair> pairs, std::span<const double> units)
{
    const int leaves = static_cast<int>(m_leaves.size());
    std::vector<std::pair<int, int>> counted; // leaves under the lowest common sum, member
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const int left = wholeNumber(units[i], 0, leaves - 2, m_tolerance);
        if (left < 0)
            return Status::invalid(
                phrase("with masks at summands %1 and %2 the result is %3 units, expected a whole number from 0 to %4",
                       name(pairs[i].plus), name(pairs[i].minus), numberText(units[i]), leaves - 2));
        counted.emplace_back(leaves - left, pairs[i].minus);
    }
    std::stable_sort(counted.begin(), counted.end(), [](auto a, auto b) { return a.first < b.first; });
    for (std::size_t i = 0; i < counted.size(); ++i) {
        if (i == 0 || counted[i].first != counted[i - 1].first) {
            m_tasks[index].groups.push_back({counted[i].first, m_tasks.size()});
            m_tasks.emplace_back();
        }
        m_tasks.back().members.push_back(counted[i].second);
    }
    return {};
}

/// The shape of a task's members from those of its groups.
Status MaskSearch::join(Task &task)
{
    task.node = m_builder.leaf(m_leaves[static_cast<std::size_t>(task.pivot)]);
    int joined = 1;
    for (std::size_t i = 0; i < task.groups.size(); ++i) {
        const Group &group = task.groups[i];
        const Task &other = m_tasks[group.task];
        const int size = static_cast<int>(other.members.size());
        if (other.count == size) {
            task.node = m_builder.sum({task.node, other.node});
        } else {
            // The others' top has more leaves than they are: it is the node that the pivot's branch joins too.
            if (other.count != group.count)
                return contradiction(task.pivot, group.count);
            m_builder.addTo(other.node, task.node);
            task.node = other.node;
        }
        joined += size;
        // Only the highest sum may have branches that are not among the members.
        const bool highest = i + 1 == task.groups.size();
        if (highest ? group.count < joined : group.count != joined)
            return contradiction(task.pivot, group.count);
        task.count = group.count;
    }
    return {};
}

Result<ProbedShape> MaskSearch::run()
{
    if (m_leaves.empty())
        return m_result;
    m_tasks.emplace_back();
    m_tasks.front().members = positions(m_leaves.size());
    for (std::size_t begin = 0, end = 1; begin < end; begin = end, end = m_tasks.size()) {
        if (Status s = ask(begin, end); !s.ok())
            return s;
    }
    for (auto task = m_tasks.rbegin(); task != m_tasks.rend(); ++task) {
        if (Status s = join(*task); !s.ok())
            return s;
    }
    const Task &whole = m_tasks.front();
    if (whole.count != static_cast<int>(m_leaves.size()))
        return contradiction(whole.pivot, whole.count);
    m_result.shape = std::move(m_builder).finish(whole.node);
    return std::move(m_result);
}

class TripletSearch {
public:
    TripletSearch(std::span<const int> leaves, const TripletProbe &probe, double tolerance)
        : m_leaves(leaves), m_probe(probe), m_tolerance(tolerance)
    {}

    Result<ProbedShape> run();

private:
    /// A branch whose own shape is known or sought elsewhere, and one leaf that stands for it.
    struct Item {
        int position = 0, node = 0;
    };
    /// Items whose shape is summand number `place` of the sum `parent` (-1: it is the whole).
    struct Task {
        std::vector<Item> items;
        int parent = -1;
        Item a, b;
    };

    void settle(Task task, std::vector<Task> &open);
    Status divide(const Task &task, std::span<const Triplet> triplets, std::span<const double> ulps,
                  std::vector<Task> &open);
    void put(int parent, int node);
    Phrase name(int position) const { return m_leaves[static_cast<std::size_t>(position)]; }

    std::span<const int> m_leaves;
    const TripletProbe &m_probe;
    double m_tolerance;
    ShapeBuilder m_builder;
    int m_root = -1;
    ProbedShape m_result;
    Draw m_draw;
};

void TripletSearch::put(int parent, int node)
{
    if (parent < 0)
        m_root = node;
    else
        m_builder.addTo(parent, node);
}

/// One or two items have only one shape; more are asked about.
void TripletSearch::settle(Task task, std::vector<Task> &open)
{
    std::vector<Item> &items = task.items;
    if (items.size() == 1)
        return put(task.parent, items[0].node);
    if (items.size() == 2)
        return put(task.parent, m_builder.sum({items[0].node, items[1].node}));
    std::swap(items[0], items[m_draw.below(items.size())]);
    std::swap(items[1], items[1 + m_draw.below(items.size() - 1)]);
    task.a = items[0];
    task.b = items[1];
    items.erase(items.begin(), items.begin() + 2);
    open.push_back(std::move(task));
}

/// Where a and b meet there is a sum: every other item is on a's side of it, on b's, or outside.
Status TripletSearch::divide(const Task &task, std::span<const Triplet> triplets, std::span<const double> ulps,
                             std::vector<Task> &open)
{
    const int meeting = m_builder.sum({});
    Task withA{{task.a}, meeting, {}, {}}, withB{{task.b}, meeting, {}, {}};
    Task outside{{{task.a.position, meeting}}, task.parent, {}, {}};
    for (std::size_t i = 0; i < task.items.size(); ++i) {
        int first = -1, yes = 0; // of the three ways, which one, and how many
        for (std::size_t way = 0; way < 3; ++way) {
            const std::size_t at = 3 * i + way;
            const int answer = wholeNumber(ulps[at], 0, 1, m_tolerance);
            if (answer < 0)
                return Status::invalid(phrase(
                    "with 1 at summand %1 and small ones at %2 and %3 the sum is %4 ulp above 1, expected 0 or 1",
                    name(triplets[at].one), name(triplets[at].a), name(triplets[at].b), numberText(ulps[at])));
            if (answer == 1) {
                first = static_cast<int>(way);
                ++yes;
            }
        }
        if (yes != 1)
            return Status::invalid(phrase(
                "of summands %1, %2 and %3, %4 pairs are added before the third, expected one: the sum is not made of "
                "additions of two numbers that round to nearest",
                name(task.a.position), name(task.b.position), name(task.items[i].position), yes));
        (first == 0 ? outside : first == 1 ? withA : withB).items.push_back(task.items[i]);
    }
    settle(std::move(withA), open);
    settle(std::move(withB), open);
    settle(std::move(outside), open);
    return {};
}

Result<ProbedShape> TripletSearch::run()
{
    if (m_leaves.empty())
        return m_result;
    Task whole;
    for (int position : positions(m_leaves.size()))
        whole.items.push_back({position, m_builder.leaf(m_leaves[static_cast<std::size_t>(position)])});
    std::vector<Task> open;
    settle(std::move(whole), open);
    while (!open.empty()) {
        std::vector<Triplet> triplets;
        for (const Task &task : open) {
            const int a = task.a.position, b = task.b.position;
            for (const Item &item : task.items)
                triplets.insert(triplets.end(), {{item.position, a, b}, {b, a, item.position}, {a, b, item.position}});
        }
        const Result<std::vector<double>> ulps = m_probe(triplets);
        if (!ulps.ok())
            return ulps.status();
        if (ulps->size() != triplets.size())
            return wrongCount(triplets.size(), ulps->size());
        m_result.probes += static_cast<std::int64_t>(triplets.size());
        ++m_result.rounds;
        std::vector<Task> next;
        std::size_t first = 0;
        for (const Task &task : open) {
            const std::size_t count = 3 * task.items.size();
            if (Status s = divide(task, std::span(triplets).subspan(first, count),
                                  std::span(ulps.value()).subspan(first, count), next);
                !s.ok())
                return s;
            first += count;
        }
        open = std::move(next);
    }
    m_result.shape = std::move(m_builder).finish(m_root);
    return std::move(m_result);
}

} // namespace

Result<ProbedShape> probeByMasks(std::span<const int> leaves, const MaskProbe &probe, double tolerance)
{
    return MaskSearch(leaves, probe, tolerance).run();
}

Result<ProbedShape> probeByTriplets(std::span<const int> leaves, const TripletProbe &probe, double tolerance)
{
    return TripletSearch(leaves, probe, tolerance).run();
}

} // namespace ulpscope
