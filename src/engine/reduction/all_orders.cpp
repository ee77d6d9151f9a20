// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// All n! orders of a sum by dynamic programming over subsets: which partial sums the orders of a subset can have, how
// many orders give each, and which of these is first. Orders that agree in subset and bits have the same future.
#include "engine/reduction/ensemble.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <mutex>
#include <thread>

namespace ulpscope {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kProgressInterval = std::chrono::milliseconds(50);
constexpr int kBitsPerIndex = 4; ///< of a packed order: 16 indices of at most 15
/// Partial sums of the subsets of one size, 24 bytes each.
constexpr std::uint64_t kMaxStates = std::uint64_t{1} << 24;

/// A partial sum of a subset.
struct State {
    std::uint64_t bits;
    std::uint64_t count; ///< orders of the subset that give it
    std::uint64_t order; ///< the lexicographically first of them, the last index in the lowest bits
};

/// Lexicographic rank of a packed order.
std::uint64_t rankOf(std::uint64_t order, int partials)
{
    std::uint64_t rank = 0;
    unsigned seen = 0;
    for (int i = partials - 1; i >= 0; --i) {
        const unsigned index = static_cast<unsigned>(order >> (kBitsPerIndex * i)) & 0xF;
        const unsigned smallerLeft = index - static_cast<unsigned>(std::popcount(seen & ((1u << index) - 1)));
        rank = rank * static_cast<std::uint64_t>(i + 1) + smallerLeft;
        seen |= 1u << index;
    }
    return rank;
}

template <typename T>
class AllOrders {
public:
    AllOrders(const EnsembleSpec &spec, const EnsembleOptions &options) : m_spec(spec), m_options(options)
    {
        const int n = spec.partials();
        m_states.resize(std::size_t{1} << n);
        m_states[0] = {{bitsOfSum(T{0}), 1, 0}};
        for (unsigned subset = 1; subset < m_states.size(); ++subset)
            m_layers[static_cast<std::size_t>(std::popcount(subset))].push_back(subset);
    }

    Result<EnsembleResult> run()
    {
        const int n = m_spec.partials();
        for (int size = 1; size <= n; ++size) {
            m_next = 0;
            m_inLayer = 0;
            const std::vector<unsigned> &layer = m_layers[static_cast<std::size_t>(size)];
            {
                const unsigned wanted = m_options.threads > 0 ? static_cast<unsigned>(m_options.threads)
                                                              : std::thread::hardware_concurrency();
                const std::size_t threads = std::clamp<std::size_t>(wanted, 1, layer.size());
                std::vector<std::jthread> workers;
                for (std::size_t i = 1; i < threads; ++i)
                    workers.emplace_back([this, &layer] { work(layer); });
                work(layer);
            }
            if (m_options.stop.stop_requested())
                return Status::cancelled();
            if (m_inLayer > kMaxStates)
                return Status::invalid(phrase("the orders of these %1 partial results have more than %2 partial sums "
                                              "of %3 of them, which is more than is kept: ask for random orders",
                                              n, kMaxStates, size));
            for (const unsigned done : m_layers[static_cast<std::size_t>(size - 1)])
                std::vector<State>().swap(m_states[done]);
        }
        OrderCounts counts(m_spec.format, m_spec.exactSum(), m_options.patternLimit);
        std::uint64_t orders = 0;
        for (const State &state : m_states.back()) {
            counts.add(state.bits, state.count, rankOf(state.order, n));
            orders += state.count;
        }
        if (m_options.progress)
            m_options.progress(m_states.size(), m_states.size());
        return ensembleResult(m_spec, std::move(counts), true, orders, 0);
    }

private:
    static T valueOfBits(std::uint64_t bits)
    {
        if constexpr (sizeof(T) == sizeof(double))
            return doubleFromBits(bits);
        else
            return floatFromBits(static_cast<std::uint32_t>(bits));
    }
    static std::uint64_t bitsOfSum(T sum)
    {
        if constexpr (sizeof(T) == sizeof(double))
            return doubleBits(sum);
        else
            return floatBits(sum);
    }

    void work(const std::vector<unsigned> &layer)
    {
        std::vector<State> reached;
        for (std::size_t i = m_next++; i < layer.size(); i = m_next++) {
            if (m_options.stop.stop_requested() || m_inLayer > kMaxStates)
                return;
            arrive(layer[i], reached);
            m_inLayer += m_states[layer[i]].size();
            report();
        }
    }

    /// The states of a subset from those without the one that arrives last.
    void arrive(unsigned subset, std::vector<State> &reached)
    {
        reached.clear();
        for (unsigned rest = subset; rest != 0; rest &= rest - 1) {
            const int index = std::countr_zero(rest);
            const T value = static_cast<T>(m_spec.values[static_cast<std::size_t>(index)]);
            const T weight =
                m_spec.isWeighted() ? static_cast<T>(m_spec.weights[static_cast<std::size_t>(index)]) : T{1};
            for (const State &before : m_states[subset ^ (1u << index)]) {
                const T sum = valueOfBits(before.bits);
                const T next = m_spec.isWeighted() ? std::fma(weight, value, sum) : sum + value;
                reached.push_back(
                    {bitsOfSum(next), before.count, before.order << kBitsPerIndex | static_cast<std::uint64_t>(index)});
            }
        }
        std::sort(reached.begin(), reached.end(), [](const State &a, const State &b) {
            return a.bits != b.bits ? a.bits < b.bits : a.order < b.order;
        });
        std::vector<State> &states = m_states[subset];
        for (const State &state : reached) {
            if (!states.empty() && states.back().bits == state.bits)
                states.back().count += state.count;
            else
                states.push_back(state);
        }
        states.shrink_to_fit();
    }

    void report()
    {
        const std::uint64_t done = ++m_done;
        if (!m_options.progress)
            return;
        const std::lock_guard lock(m_mutex);
        if (Clock::now() - m_lastReport < kProgressInterval)
            return;
        m_lastReport = Clock::now();
        m_options.progress(done, m_states.size());
    }

    const EnsembleSpec &m_spec;
    const EnsembleOptions &m_options;
    std::vector<std::vector<State>> m_states; ///< by subset
    std::vector<unsigned> m_layers[EnsembleSpec::kMaxAllOrders + 1];
    std::atomic<std::size_t> m_next{0};
    std::atomic<std::uint64_t> m_inLayer{0}, m_done{0};
    std::mutex m_mutex;
    Clock::time_point m_lastReport{};
};

} // namespace

Result<EnsembleResult> runAllOrders(const EnsembleSpec &spec, const EnsembleOptions &options)
{
    if (Status s = spec.validate(); !s.ok())
        return s;
    if (spec.partials() > EnsembleSpec::kMaxAllOrders)
        return Status::invalid(phrase("there are %1 partial results, expected at most %2 where all orders are wanted",
                                      spec.partials(), EnsembleSpec::kMaxAllOrders));
    return spec.format == DType::F64 ? AllOrders<double>(spec, options).run() : AllOrders<float>(spec, options).run();
}

} // namespace ulpscope
