// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/ensemble.h"

#include "engine/numerics/arrival_order.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <thread>

namespace ulpscope {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kProgressInterval = std::chrono::milliseconds(50);
/// Draws between two looks at the stop token: some milliseconds.
constexpr std::uint64_t kDrawsPerChunk = std::uint64_t{1} << 19;

/// What is lost of a product when it is rounded to double; a double itself where nothing underflows.
double productRest(double a, double b) { return std::fma(a, b, -(a * b)); }

bool isValueOf(DType format, double x)
{
    return format == DType::F64 || static_cast<double>(static_cast<float>(x)) == x;
}

/// Threads that share the orders of one ensemble.
class RandomOrders {
public:
    RandomOrders(const EnsembleSpec &spec, std::uint64_t orders, const EnsembleOptions &options)
        : m_spec(spec),
          m_options(options),
          m_orders(orders),
          m_chunk(std::max<std::uint64_t>(64, kDrawsPerChunk / static_cast<std::uint64_t>(spec.partials()))),
          m_counts(spec.format, spec.exactSum(), options.patternLimit)
    {}

    Result<EnsembleResult> run()
    {
        const unsigned wanted =
            m_options.threads > 0 ? static_cast<unsigned>(m_options.threads) : std::thread::hardware_concurrency();
        const std::uint64_t chunks = (m_orders + m_chunk - 1) / m_chunk;
        const std::uint64_t threads = std::clamp<std::uint64_t>(wanted, 1, std::max<std::uint64_t>(1, chunks));
        {
            std::vector<std::jthread> workers;
            for (std::uint64_t i = 1; i < threads; ++i)
                workers.emplace_back([this] { work(); });
            work();
        }
        if (m_options.stop.stop_requested())
            return Status::cancelled();
        if (m_options.progress)
            m_options.progress(m_orders, m_orders);
        return ensembleResult(m_spec, std::move(m_counts), false, m_orders, m_options.seed);
    }

private:
    void work()
    {
        OrderCounts counts(m_spec.format, m_spec.exactSum(), m_options.patternLimit);
        OrderSummer summer(m_spec, m_options.seed);
        std::vector<std::uint64_t> bits(m_chunk);
        for (;;) {
            const std::uint64_t first = m_next.fetch_add(m_chunk);
            if (first >= m_orders || m_options.stop.stop_requested())
                break;
            const std::uint64_t count = std::min(m_chunk, m_orders - first);
            summer.sum(first, count, bits.data());
            for (std::uint64_t i = 0; i < count; ++i)
                counts.add(bits[i], 1, first + i);
            report(count);
        }
        const std::lock_guard lock(m_mutex);
        m_counts.merge(counts);
    }

    void report(std::uint64_t orders)
    {
        const std::uint64_t done = m_done += orders;
        if (!m_options.progress)
            return;
        const std::lock_guard lock(m_mutex);
        if (Clock::now() - m_lastReport < kProgressInterval)
            return;
        m_lastReport = Clock::now();
        m_options.progress(done, m_orders);
    }

    const EnsembleSpec &m_spec;
    const EnsembleOptions &m_options;
    const std::uint64_t m_orders, m_chunk;
    std::atomic<std::uint64_t> m_next{0}, m_done{0};
    std::mutex m_mutex; ///< of what follows
    OrderCounts m_counts;
    Clock::time_point m_lastReport{};
};

OrderWitness witness(const EnsembleSpec &spec, const OrderCounts &counts, const OrderPattern &pattern, bool allOrders,
                     std::uint64_t seed)
{
    return {pattern, counts.errorOf(pattern.value),
            allOrders ? orderOfRank(pattern.first, spec.partials())
                      : arrivalOrder(seed, pattern.first, spec.partials())};
}

} // namespace

Status EnsembleSpec::validate() const
{
    if (format != DType::F32 && format != DType::F64)
        return Status::invalid(
            phrase("partial results are %1, expected fp32 or fp64", std::string(formatInfo(format).name)));
    if (values.empty() || partials() > kMaxPartials)
        return Status::invalid(phrase("there are %1 partial results, expected 1 to %2", values.size(), kMaxPartials));
    if (isWeighted() && weights.size() != values.size())
        return Status::invalid(phrase("there are %1 weights for %2 partial results, expected as many of both",
                                      weights.size(), values.size()));
    for (const std::vector<double> *list : {&values, &weights}) {
        for (std::size_t i = 0; i < list->size(); ++i) {
            if (!std::isfinite((*list)[i]) || !isValueOf(format, (*list)[i]))
                return Status::invalid(
                    list == &values
                        ? phrase("partial result %1 is not a finite %2 value", i, std::string(formatInfo(format).name))
                        : phrase("weight %1 is not a finite %2 value", i, std::string(formatInfo(format).name)));
        }
    }
    for (std::size_t i = 0; i < weights.size(); ++i) {
        // Where fp64 products overflow, or their low half underflows, the exact sum would not be exact.
        const double product = weights[i] * values[i];
        const bool isTiny = std::abs(product) < 0x1p-900 && weights[i] != 0 && values[i] != 0;
        if (format == DType::F64 && (!std::isfinite(product) || isTiny))
            return Status::invalid(phrase("weight %1 times its partial result is beyond 2^-900 .. 2^1023", i));
    }
    return {};
}

ExactSum EnsembleSpec::exactSum() const
{
    ExactSum sum;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double weight = isWeighted() ? weights[i] : 1.0;
        sum.add(weight * values[i]);
        sum.add(productRest(weight, values[i])); // 0 for fp32, whose products a double holds
    }
    return sum;
}

double EnsembleSpec::termSum() const
{
    ExactSum sum;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double weight = isWeighted() ? std::abs(weights[i]) : 1.0;
        sum.add(weight * std::abs(values[i]));
        sum.add(productRest(weight, std::abs(values[i])));
    }
    return sum.toDouble();
}

std::vector<int> arrivalOrder(std::uint64_t seed, std::uint64_t index, int partials)
{
    std::vector<int> pool(static_cast<std::size_t>(partials)), order;
    for (int i = 0; i < partials; ++i)
        pool[static_cast<std::size_t>(i)] = i;
    PhiloxBlock words{};
    for (int t = 0; t < partials; ++t) {
        if (t % kDrawsPerBlock == 0)
            words = arrivalWords(seed, index, static_cast<std::uint32_t>(t / kDrawsPerBlock));
        const std::uint32_t place =
            drawnPlace(words.word[t % kDrawsPerBlock], static_cast<std::uint32_t>(partials - t));
        order.push_back(pool[place]);
        pool[place] = pool.back();
        pool.pop_back();
    }
    return order;
}

std::vector<int> orderOfRank(std::uint64_t rank, int partials)
{
    std::vector<int> left, order;
    std::vector<std::uint64_t> factorial{1};
    for (int i = 0; i < partials; ++i) {
        left.push_back(i);
        factorial.push_back(factorial.back() * static_cast<std::uint64_t>(i + 1));
    }
    for (int i = partials - 1; i >= 0; --i) {
        const auto place = static_cast<std::ptrdiff_t>(rank / factorial[static_cast<std::size_t>(i)]);
        rank %= factorial[static_cast<std::size_t>(i)];
        order.push_back(left[static_cast<std::size_t>(place)]);
        left.erase(left.begin() + place);
    }
    return order;
}

EnsembleResult ensembleResult(const EnsembleSpec &spec, OrderCounts counts, bool allOrders, std::uint64_t orders,
                              std::uint64_t seed)
{
    counts.finish();
    EnsembleResult result;
    result.allOrders = allOrders;
    result.orders = orders;
    result.distinct = counts.distinct();
    result.capped = counts.isCapped();
    result.patterns = counts.patterns();
    result.histogram = counts.histogram();
    const ExactSum exact = spec.exactSum();
    result.exact = exact.toDouble();
    result.correctlyRounded =
        spec.format == DType::F64 ? result.exact : static_cast<double>(exact.roundTo(spec.format));
    result.termSum = spec.termSum();
    const auto shown = [&](std::optional<OrderPattern> pattern) {
        if (!pattern)
            return OrderWitness{};
        // What was counted until the witness was found depends on how the orders were divided; the whole count does
        // not.
        const auto kept = std::find_if(result.patterns.begin(), result.patterns.end(),
                                       [&](const OrderPattern &p) { return p.bits == pattern->bits; });
        pattern->count = kept != result.patterns.end() ? kept->count : 0;
        return witness(spec, counts, *pattern, allOrders, seed);
    };
    result.smallest = shown(counts.smallest());
    result.largest = shown(counts.largest());
    result.best = shown(counts.best());
    result.worst = shown(counts.worst());
    return result;
}

Result<EnsembleResult> runEnsemble(const EnsembleSpec &spec, std::uint64_t orders, const EnsembleOptions &options)
{
    if (Status s = spec.validate(); !s.ok())
        return s;
    if (orders == 0)
        return Status::invalid(phrase("there are 0 orders, expected at least 1"));
    return RandomOrders(spec, orders, options).run();
}

} // namespace ulpscope
