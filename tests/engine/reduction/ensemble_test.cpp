// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/ensemble.h"

#include "engine/io/counter_rng.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <thread>

namespace ulpscope {
namespace {

EnsembleSpec floats(std::vector<double> values, std::vector<double> weights = {})
{
    return {DType::F32, std::move(values), std::move(weights)};
}

/// Values over 40 binades, of both signs.
EnsembleSpec mixed(DType format, int n, bool isWeighted, std::uint32_t stream = 0)
{
    EnsembleSpec spec;
    spec.format = format;
    for (int i = 0; i < n * (isWeighted ? 2 : 1); ++i) {
        const auto pair = io::normalPair(11, stream, static_cast<std::uint64_t>(i));
        const double x = pair[0] * std::exp2(std::floor(pair[1] * 10));
        const double held = format == DType::F64 ? x : static_cast<double>(static_cast<float>(x));
        (i < n ? spec.values : spec.weights).push_back(held);
    }
    return spec;
}

std::map<double, std::uint64_t> counts(const EnsembleResult &result)
{
    std::map<double, std::uint64_t> map;
    for (const OrderPattern &p : result.patterns)
        map[p.value] = p.count;
    return map;
}

void expectEqual(const EnsembleResult &a, const EnsembleResult &b)
{
    EXPECT_EQ(a.orders, b.orders);
    EXPECT_EQ(a.distinct, b.distinct);
    EXPECT_EQ(a.capped, b.capped);
    EXPECT_EQ(a.patterns, b.patterns);
    EXPECT_EQ(a.histogram, b.histogram);
    for (const auto &[one, other] :
         {std::pair{a.smallest, b.smallest}, {a.largest, b.largest}, {a.best, b.best}, {a.worst, b.worst}}) {
        EXPECT_EQ(one.pattern.bits, other.pattern.bits);
        EXPECT_EQ(one.pattern.first, other.pattern.first);
        EXPECT_EQ(one.order, other.order);
        EXPECT_EQ(one.error, other.error);
    }
}

TEST(ArrivalOrder, IsAPermutationThatDependsOnSeedAndIndexAlone)
{
    for (const int n : {1, 2, 3, 4, 5, 8, 64, 1000}) {
        std::vector<int> order = arrivalOrder(3, 17, n);
        EXPECT_EQ(order, arrivalOrder(3, 17, n));
        if (n >= 64) {
            EXPECT_NE(order, arrivalOrder(3, 18, n));
            EXPECT_NE(order, arrivalOrder(4, 17, n));
            EXPECT_NE(order, arrivalOrder(3, 17 + (std::uint64_t{1} << 32), n));
        }
        std::sort(order.begin(), order.end());
        for (int i = 0; i < n; ++i)
            ASSERT_EQ(order[static_cast<std::size_t>(i)], i);
    }
}

/// Chi-square over the 24 orders of 4: 23 degrees of freedom, 49.7 is passed once in a thousand.
TEST(ArrivalOrder, AllOrdersAreEquallyLikely)
{
    constexpr int kDraws = 240'000;
    std::map<std::vector<int>, int> seen;
    for (int i = 0; i < kDraws; ++i)
        ++seen[arrivalOrder(1, static_cast<std::uint64_t>(i), 4)];
    ASSERT_EQ(seen.size(), 24u);
    double chiSquare = 0;
    for (const auto &[order, count] : seen)
        chiSquare += (count - kDraws / 24.0) * (count - kDraws / 24.0) / (kDraws / 24.0);
    EXPECT_LT(chiSquare, 49.7);
}

TEST(Ensemble, TheFastWayHasTheBitsOfTheDefinition)
{
    for (const DType format : {DType::F32, DType::F64}) {
        for (const bool isWeighted : {false, true}) {
            for (const int n : {1, 2, 3, 5, 16, 64, 65, 200}) {
                const EnsembleSpec spec = mixed(format, n, isWeighted, static_cast<std::uint32_t>(n));
                ASSERT_TRUE(spec.validate().ok()) << spec.validate().message();
                OrderSummer summer(spec, 5);
                constexpr std::size_t kCount = 77;                         // no multiple of anything
                const std::uint64_t first = (std::uint64_t{1} << 32) - 40; // across a word of the counter
                std::uint64_t bits[kCount];
                summer.sum(first, kCount, bits);
                for (std::size_t i = 0; i < kCount; ++i)
                    ASSERT_EQ(bits[i], sumInOrder(spec, arrivalOrder(5, first + i, n))) << n << " " << i;
            }
        }
    }
}

TEST(Ensemble, DoesNotDependOnTheNumberOfThreads)
{
    const EnsembleSpec spec = mixed(DType::F32, 20, false);
    for (const std::size_t limit : {OrderCounts::kDefaultLimit, std::size_t{2}}) {
        EnsembleOptions options;
        options.seed = 9;
        options.threads = 1;
        options.patternLimit = limit;
        const Result<EnsembleResult> one = runEnsemble(spec, 200'000, options);
        ASSERT_TRUE(one.ok());
        EXPECT_EQ(one->capped, limit == 2);
        for (const int threads : {2, 3, 5}) {
            options.threads = threads;
            const Result<EnsembleResult> many = runEnsemble(spec, 200'000, options);
            ASSERT_TRUE(many.ok());
            expectEqual(one.value(), many.value());
        }
    }
}

/// Everything that a result says, counted the plain way from the same orders.
TEST(Ensemble, ResultIsWhatItsOrdersAddUpTo)
{
    const EnsembleSpec spec = mixed(DType::F32, 12, true);
    constexpr std::uint64_t kOrders = 3000;
    EnsembleOptions options;
    options.seed = 2;
    const EnsembleResult result = runEnsemble(spec, kOrders, options).value();
    std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> patterns; // count, first
    long double exact = 0; // 64 bits hold this sum: checked by the engine's own below
    for (int i = 0; i < 12; ++i)
        exact += static_cast<long double>(spec.weights[static_cast<std::size_t>(i)]) *
                 static_cast<long double>(spec.values[static_cast<std::size_t>(i)]);
    for (std::uint64_t i = 0; i < kOrders; ++i) {
        const auto found = patterns.try_emplace(sumInOrder(spec, arrivalOrder(2, i, 12)), 0, i).first;
        ++found->second.first;
    }
    ASSERT_EQ(result.distinct, static_cast<double>(patterns.size()));
    ASSERT_GT(patterns.size(), 5u);
    std::uint64_t inBins = 0;
    for (const OrderPattern &p : result.patterns) {
        EXPECT_EQ(patterns[p.bits], std::pair(p.count, p.first));
        EXPECT_LE(result.smallest.pattern.value, p.value);
        EXPECT_GE(result.largest.pattern.value, p.value);
        const long double error = std::abs(static_cast<long double>(p.value) - exact);
        EXPECT_LE(std::abs(static_cast<long double>(result.best.pattern.value) - exact), error);
        EXPECT_GE(std::abs(static_cast<long double>(result.worst.pattern.value) - exact), error);
    }
    for (const UlpBin &bin : result.histogram)
        inBins += bin.count;
    EXPECT_EQ(inBins, kOrders);
    for (const auto &w : {result.smallest, result.largest, result.best, result.worst}) {
        EXPECT_EQ(sumInOrder(spec, w.order), w.pattern.bits);
        EXPECT_EQ(patterns[w.pattern.bits], std::pair(w.pattern.count, w.pattern.first));
    }
    EXPECT_NEAR(result.exact, static_cast<double>(exact), 1e-12 * result.termSum);
}

TEST(AllOrders, EqualsGoingThroughThem)
{
    for (const DType format : {DType::F32, DType::F64}) {
        for (const bool isWeighted : {false, true}) {
            for (int n = 1; n <= 7; ++n) {
                EnsembleSpec spec = mixed(format, n, isWeighted, 40);
                if (n == 6)
                    spec.values[3] = spec.values[1]; // equal values are still two
                std::vector<int> order(static_cast<std::size_t>(n));
                std::iota(order.begin(), order.end(), 0);
                OrderCounts plain(format, spec.exactSum());
                std::uint64_t index = 0;
                do {
                    EXPECT_EQ(orderOfRank(index, n), order);
                    plain.add(sumInOrder(spec, order), 1, index++);
                } while (std::next_permutation(order.begin(), order.end()));
                const EnsembleResult expected = ensembleResult(spec, std::move(plain), true, index, 0);
                for (const int threads : {1, 3}) {
                    EnsembleOptions options;
                    options.threads = threads;
                    const Result<EnsembleResult> all = runAllOrders(spec, options);
                    ASSERT_TRUE(all.ok()) << all.status().message();
                    expectEqual(expected, all.value());
                }
            }
        }
    }
}

/// Public report Dao-AILab/flash-attention 414 (dQ by atomics): the sums that arrival orders of these can have.
TEST(AllOrders, AtomicsOnFourContributions)
{
    const EnsembleResult result = runAllOrders(floats({0x1p26, 1, -0x1p26, 1})).value();
    EXPECT_EQ(result.orders, 24u);
    EXPECT_EQ(result.exact, 2);
    // 2 where both ones come last, 1 where only one does, 0 where 2^26 or its negative does.
    EXPECT_EQ(counts(result), (std::map<double, std::uint64_t>{{0, 12}, {1, 8}, {2, 4}}));
    EXPECT_EQ(result.best.pattern.value, 2);
    EXPECT_EQ(result.worst.pattern.value, 0);
}

TEST(AllOrders, SixteenPartialResultsAreNoMoreThanTheirSubsets)
{
    const EnsembleSpec spec = floats({0x1p26, 1, 1, 1, -0x1p26, 1, 1, 1, 0x1p25, 2, 2, 2, -0x1p25, 2, 2, 2});
    const EnsembleResult result = runAllOrders(spec).value();
    EXPECT_EQ(result.orders, 20'922'789'888'000u); // 16!
    std::uint64_t sum = 0;
    for (const OrderPattern &p : result.patterns)
        sum += p.count;
    EXPECT_EQ(sum, result.orders);
    EXPECT_EQ(sumInOrder(spec, result.worst.order), result.worst.pattern.bits);
}

TEST(Ensemble, InfinitiesAreCounted)
{
    const double large = static_cast<double>(std::numeric_limits<float>::max());
    const EnsembleResult result = runAllOrders(floats({large, large, -large, -large})).value();
    // First two alike: an infinity, which stays, since a finite term moves none.
    EXPECT_EQ(counts(result), (std::map<double, std::uint64_t>{{-INFINITY, 4}, {0, 16}, {INFINITY, 4}}));
    EXPECT_EQ(result.best.pattern.value, 0);
    EXPECT_TRUE(std::isinf(result.worst.pattern.value));
}

TEST(Ensemble, RefusesWhatItCannotAdd)
{
    EXPECT_FALSE(runEnsemble(floats({}), 1).ok());
    EXPECT_FALSE(runEnsemble(floats({1}), 0).ok());
    EXPECT_NE(runEnsemble(floats({1, 0.1}), 1).status().message().find("partial result 1"), std::string::npos);
    EXPECT_NE(runEnsemble(floats({1, 2}, {1}), 1).status().message().find("1 weights"), std::string::npos);
    EXPECT_FALSE(runEnsemble(floats({INFINITY}), 1).ok());
    EXPECT_FALSE(runAllOrders(floats(std::vector<double>(17, 1.0))).ok());
    EXPECT_FALSE(runEnsemble({DType::F16, {1}, {}}, 1).ok());
}

TEST(Ensemble, StopsWithin200Milliseconds)
{
    const EnsembleSpec spec = mixed(DType::F32, 64, false);
    std::stop_source stop;
    EnsembleOptions options;
    options.stop = stop.get_token();
    std::atomic<bool> hasBegun{false};
    options.progress = [&](std::uint64_t, std::uint64_t) { hasBegun = true; };
    std::chrono::steady_clock::time_point asked;
    std::jthread asker([&] {
        while (!hasBegun)
            std::this_thread::yield();
        asked = std::chrono::steady_clock::now();
        stop.request_stop();
    });
    const Result<EnsembleResult> result = runEnsemble(spec, std::uint64_t{1} << 50, options);
    const auto taken = std::chrono::steady_clock::now() - asked;
    EXPECT_EQ(result.status().code(), StatusCode::Cancelled);
    EXPECT_LT(std::chrono::duration_cast<std::chrono::milliseconds>(taken).count(), 200);
}

} // namespace
} // namespace ulpscope
