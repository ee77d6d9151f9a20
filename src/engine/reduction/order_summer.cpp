// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Sums in random orders, several orders side by side: each addition waits for the one before it in its own order only.
#include "engine/numerics/arrival_order.h"
#include "engine/numerics/fma_dispatch.h"
#include "engine/reduction/ensemble.h"

#include <cmath>
#include <cstring>

namespace ulpscope {
namespace {

constexpr int kLanes = 16; ///< orders side by side

std::uint64_t resultBits(float x) { return floatBits(x); }
std::uint64_t resultBits(double x) { return doubleBits(x); }

/// Draws of kLanes orders: words[draw][lane].
struct LaneWords {
    std::uint32_t word[kDrawsPerBlock][kLanes];
};

/// philox4x32 for neighbouring orders, written so that a compiler can take lanes together.
ULPSCOPE_ALWAYS_INLINE void drawWords(std::uint64_t seed, std::uint64_t first, std::uint32_t block, LaneWords &out)
{
    for (int lane = 0; lane < kLanes; ++lane) {
        const PhiloxBlock words = arrivalWords(seed, first + static_cast<std::uint64_t>(lane), block);
        for (int i = 0; i < kDrawsPerBlock; ++i)
            out.word[i][lane] = words.word[i];
    }
}

/// The partial results that have not arrived, of every lane: place p of lane l at p * kLanes + l.
template <typename T>
struct LanePools {
    std::vector<T> value, weight, allValues, allWeights;
};

template <typename T, bool Weighted>
ULPSCOPE_ALWAYS_INLINE void sumLanes(LanePools<T> &pools, std::uint64_t seed, std::uint64_t first, std::uint64_t *bits)
{
    const std::size_t bytes = pools.allValues.size() * sizeof(T);
    T *const value = pools.value.data(), *const weight = pools.weight.data();
    std::memcpy(value, pools.allValues.data(), bytes);
    if (Weighted)
        std::memcpy(weight, pools.allWeights.data(), bytes);
    std::uint32_t remaining = static_cast<std::uint32_t>(pools.allValues.size() / kLanes);
    T sum[kLanes] = {};
    LaneWords words;
    for (std::uint32_t block = 0; remaining > 0; ++block) {
        drawWords(seed, first, block, words);
        for (int i = 0; i < kDrawsPerBlock && remaining > 0; ++i, --remaining) {
            const T *const lastValue = value + std::size_t{remaining - 1} * kLanes;
            const T *const lastWeight = weight + (Weighted ? std::size_t{remaining - 1} * kLanes : 0);
            for (int lane = 0; lane < kLanes; ++lane) {
                const std::size_t place =
                    std::size_t{drawnPlace(words.word[i][lane], remaining)} * kLanes + static_cast<std::size_t>(lane);
                const T arrived = value[place];
                value[place] = lastValue[lane];
                if (Weighted) {
                    const T factor = weight[place];
                    weight[place] = lastWeight[lane];
                    sum[lane] = std::fma(factor, arrived, sum[lane]);
                } else {
                    sum[lane] += arrived;
                }
            }
        }
    }
    for (int lane = 0; lane < kLanes; ++lane)
        bits[lane] = resultBits(sum[lane]);
}

#define ULPSCOPE_SUM_LANES(NAME, T, WEIGHTED)                                                                          \
    ULPSCOPE_ALWAYS_INLINE void NAME##Body(LanePools<T> &pools, std::uint64_t seed, std::uint64_t first,               \
                                           std::uint64_t *bits)                                                        \
    {                                                                                                                  \
        sumLanes<T, WEIGHTED>(pools, seed, first, bits);                                                               \
    }                                                                                                                  \
    ULPSCOPE_FMA_DISPATCH(void, NAME,                                                                                  \
                          (LanePools<T> & pools, std::uint64_t seed, std::uint64_t first, std::uint64_t * bits),       \
                          (pools, seed, first, bits))

ULPSCOPE_SUM_LANES(sumFloats, float, false)
ULPSCOPE_SUM_LANES(sumDoubles, double, false)
ULPSCOPE_SUM_LANES(sumWeightedFloats, float, true)
ULPSCOPE_SUM_LANES(sumWeightedDoubles, double, true)

template <typename T>
void fill(LanePools<T> &pools, const EnsembleSpec &spec)
{
    for (const double x : spec.values)
        pools.allValues.insert(pools.allValues.end(), kLanes, static_cast<T>(x));
    for (const double w : spec.weights)
        pools.allWeights.insert(pools.allWeights.end(), kLanes, static_cast<T>(w));
    pools.value.resize(pools.allValues.size());
    pools.weight.resize(pools.allWeights.size());
}

} // namespace

struct OrderSummer::Pools {
    std::uint64_t seed;
    LanePools<float> single;
    LanePools<double> twice;
    void (*sum)(Pools &, std::uint64_t, std::uint64_t *);
};

OrderSummer::OrderSummer(const EnsembleSpec &spec, std::uint64_t seed) : m_pools(std::make_unique<Pools>())
{
    m_pools->seed = seed;
    if (spec.format == DType::F64) {
        fill(m_pools->twice, spec);
        m_pools->sum =
            spec.isWeighted()
                ? [](Pools &p, std::uint64_t i, std::uint64_t *b) { sumWeightedDoubles(p.twice, p.seed, i, b); }
                : [](Pools &p, std::uint64_t i, std::uint64_t *b) { sumDoubles(p.twice, p.seed, i, b); };
    } else {
        fill(m_pools->single, spec);
        m_pools->sum =
            spec.isWeighted()
                ? [](Pools &p, std::uint64_t i, std::uint64_t *b) { sumWeightedFloats(p.single, p.seed, i, b); }
                : [](Pools &p, std::uint64_t i, std::uint64_t *b) { sumFloats(p.single, p.seed, i, b); };
    }
}

OrderSummer::~OrderSummer() = default;

void OrderSummer::sum(std::uint64_t first, std::size_t count, std::uint64_t *bits)
{
    std::size_t done = 0;
    for (; done + kLanes <= count; done += kLanes)
        m_pools->sum(*m_pools, first + done, bits + done);
    if (done == count)
        return;
    std::uint64_t rest[kLanes]; // those beyond count are computed, and nobody's
    m_pools->sum(*m_pools, first + done, rest);
    std::memcpy(bits + done, rest, (count - done) * sizeof *rest);
}

std::uint64_t sumInOrder(const EnsembleSpec &spec, const std::vector<int> &order)
{
    const auto in = [&](auto sum) {
        using T = decltype(sum);
        for (const int i : order) {
            const T value = static_cast<T>(spec.values[static_cast<std::size_t>(i)]);
            if (spec.isWeighted())
                sum = std::fma(static_cast<T>(spec.weights[static_cast<std::size_t>(i)]), value, sum);
            else
                sum += value;
        }
        return resultBits(sum);
    };
    return spec.format == DType::F64 ? in(0.0) : in(0.0f);
}

} // namespace ulpscope
