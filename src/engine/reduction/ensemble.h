// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// One sum in many orders of arrival: what atomic additions may give.
#pragma once

#include "engine/reduction/order_counts.h"
#include "engine/status.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace ulpscope {

/// Partial results that are added to an accumulator of 0, one after another, each addition rounded to nearest even:
/// s = rn(s + x), or with weights s = fma(w, x, s).
struct EnsembleSpec {
    static constexpr int kMaxPartials = 4096;
    static constexpr int kMaxAllOrders = 16;

    DType format = DType::F32;   ///< F32 or F64
    std::vector<double> values;  ///< finite, and values of the format
    std::vector<double> weights; ///< none, or one for each value

    int partials() const { return static_cast<int>(values.size()); }
    bool isWeighted() const { return !weights.empty(); }
    /// InvalidArgument names the value that cannot be used.
    Status validate() const;
    ExactSum exactSum() const; ///< of the values, or of weight times value
    double termSum() const;    ///< sum of the terms' magnitudes, rounded once
    bool operator==(const EnsembleSpec &) const = default;
};

/// Random order i of n partial results, as `arrivalWords` and `drawnPlace` give it: depends on (seed, i) and n alone.
std::vector<int> arrivalOrder(std::uint64_t seed, std::uint64_t index, int partials);
/// Order number `rank` of all orders in lexicographic order; n is at most kMaxAllOrders.
std::vector<int> orderOfRank(std::uint64_t rank, int partials);
/// The definition of an ensemble's result: bits (fp32 right-aligned) of the sum in this order.
std::uint64_t sumInOrder(const EnsembleSpec &spec, const std::vector<int> &order);

struct EnsembleOptions {
    std::uint64_t seed = 0;
    int threads = 0; ///< 0: all processors. The result does not depend on it
    std::size_t patternLimit = OrderCounts::kDefaultLimit;
    std::stop_token stop;
    /// Called from worker threads, at most every 50 ms and once at the end, with the work done and in all.
    std::function<void(std::uint64_t, std::uint64_t)> progress;
};

/// An order that is worth showing.
struct OrderWitness {
    OrderPattern pattern;   ///< its count is 0 where it is none of EnsembleResult::patterns
    double error = 0;       ///< result - exact sum, rounded once
    std::vector<int> order; ///< index of the partial result that arrives first, second, ...
};

struct EnsembleResult {
    bool allOrders = false;   ///< all n! of them, indexed lexicographically; else random ones, by arrivalOrder
    std::uint64_t orders = 0; ///< over labelled partial results: equal values are still different ones
    double distinct = 0;      ///< bit patterns; an estimate when capped
    bool capped = false;      ///< more patterns than the limit: `patterns` has those that a hash chose
    std::vector<OrderPattern> patterns;
    std::vector<UlpBin> histogram; ///< of all orders
    double exact = 0;              ///< the sum without rounding, to double
    double correctlyRounded = 0;   ///< rounded once to the format
    double termSum = 0;
    OrderWitness smallest, largest, best, worst;
};

/// `orders` random orders on the CPU. The result depends on spec, orders, seed and patternLimit alone.
Result<EnsembleResult> runEnsemble(const EnsembleSpec &spec, std::uint64_t orders, const EnsembleOptions &options = {});
/// All n! orders of up to kMaxAllOrders partial results: not one by one, but by the partial sums that the orders of
/// every subset can have. InvalidArgument when these are more than memory is meant for.
Result<EnsembleResult> runAllOrders(const EnsembleSpec &spec, const EnsembleOptions &options = {});

/// The result from counts that are complete. For executors.
EnsembleResult ensembleResult(const EnsembleSpec &spec, OrderCounts counts, bool allOrders, std::uint64_t orders,
                              std::uint64_t seed);

/// Results of orders first .. first + count - 1 as bits, the fast way.
class OrderSummer {
public:
    explicit OrderSummer(const EnsembleSpec &spec, std::uint64_t seed);
    ~OrderSummer();
    void sum(std::uint64_t first, std::size_t count, std::uint64_t *bits);

private:
    struct Pools;
    std::unique_ptr<Pools> m_pools;
};

} // namespace ulpscope
