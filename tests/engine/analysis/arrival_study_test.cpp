// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Orders of arrival found from what each term met, and what many launches say about each other. The oracle of the sums
// is written here: fp32 with subnormals as zeros.
#include "engine/analysis/arrival_study.h"
#include "engine/analysis/arrival_trail.h"
#include "engine/backend/cuda_arrivals.h"
#include "engine/numerics/ulp.h"
#include "engine/session/arrival_file.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace ulpscope::test {
namespace {

using worker::ArrivalLaunch;
using worker::orderedWord;

float withoutSubnormals(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? (std::signbit(x) ? -0.0f : 0.0f) : x; }
/// An addition of the oracle.
float added(float a, float b)
{
    const volatile float sum = withoutSubnormals(a) + withoutSubnormals(b);
    return withoutSubnormals(sum);
}
std::uint32_t bits(float x) { return std::isnan(x) ? 0x7FFFFFFFu : std::bit_cast<std::uint32_t>(x); }

/// What each term meets when they arrive in this order, and the sum in the end.
float arrive(const std::vector<float> &terms, const std::vector<int> &order, std::vector<float> &before)
{
    before.assign(terms.size(), 0.0f);
    float sum = 0.0f;
    for (const int i : order) {
        before[static_cast<std::size_t>(i)] = sum;
        sum = added(sum, terms[static_cast<std::size_t>(i)]);
    }
    return sum;
}

/// The order found is one, and gives every sum that was met.
void expectExplained(const std::vector<float> &terms, const std::vector<int> &order)
{
    std::vector<float> before, met;
    const float sum = arrive(terms, order, before);
    ArrivalTrail trail;
    const std::span<const int> found = trail.find(before, terms);
    ASSERT_EQ(found.size(), terms.size());
    std::vector<int> sorted(found.begin(), found.end());
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < sorted.size(); ++i)
        ASSERT_EQ(sorted[i], static_cast<int>(i));
    EXPECT_EQ(bits(arrive(terms, {found.begin(), found.end()}, met)), bits(sum));
    for (std::size_t i = 0; i < terms.size(); ++i)
        EXPECT_EQ(bits(met[i]), bits(before[i])) << i;
}

std::vector<int> shuffled(std::size_t count, std::mt19937 &random)
{
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    return order;
}

TEST(ArrivalTrail, FindsTheOrderOfTermsThatAllMetAnotherSum)
{
    const std::vector<float> terms{1.0f, 2.0f, 4.0f, 8.0f, 16.0f};
    std::vector<int> order{0, 1, 2, 3, 4};
    do {
        std::vector<float> before;
        arrive(terms, order, before);
        ArrivalTrail trail;
        const std::span<const int> found = trail.find(before, terms);
        EXPECT_EQ(std::vector<int>(found.begin(), found.end()), order); // sums of powers of two are all different
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST(ArrivalTrail, ExplainsRandomSums)
{
    std::mt19937 random(17);
    std::normal_distribution<float> normal;
    for (const std::size_t count : {1u, 2u, 3u, 8u, 16u, 64u, 257u}) {
        for (int repeat = 0; repeat < 200; ++repeat) {
            std::vector<float> terms(count);
            for (float &x : terms)
                x = normal(random) * std::ldexp(1.0f, static_cast<int>(random() % 40) - 20);
            expectExplained(terms, shuffled(count, random));
        }
    }
}

// Equal terms, zeros of both signs, terms that are absorbed, that cancel and that are flushed: many meet the same sum.
TEST(ArrivalTrail, ExplainsSumsThatComeBack)
{
    std::mt19937 random(23);
    const float tiny = 0x1.8p-126f;
    const std::vector<float> palette{0.0f, -0.0f,      1.0f,  -1.0f,     0x1p26f,    -0x1p26f, 0x1p-30f,
                                     tiny, -0x1p-126f, -tiny, 0x1p-127f, -0x1p-140f, 0.5f};
    for (int repeat = 0; repeat < 20000; ++repeat) {
        std::vector<float> terms(1 + random() % 12);
        for (float &x : terms)
            x = palette[random() % palette.size()];
        expectExplained(terms, shuffled(terms.size(), random));
    }
}

TEST(ArrivalTrail, ExplainsInfinitiesAndNan)
{
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    std::mt19937 random(29);
    const std::vector<float> terms{1.0f, inf, -2.0f, -inf, nan, 3.0f};
    for (int repeat = 0; repeat < 200; ++repeat)
        expectExplained(terms, shuffled(terms.size(), random));
}

TEST(ArrivalTrail, FindsNoneForSumsThatCannotBe)
{
    ArrivalTrail trail;
    const auto isExplained = [&](const std::vector<float> &before, const std::vector<float> &terms) {
        return trail.find(before, terms).size() == terms.size();
    };
    EXPECT_TRUE(isExplained({0.0f, 1.0f}, {1.0f, 2.0f}));
    EXPECT_FALSE(isExplained({0.0f, 0.0f}, {1.0f, 2.0f}));              // both first
    EXPECT_FALSE(isExplained({2.0f, 1.0f}, {1.0f, 2.0f}));              // nobody first
    EXPECT_FALSE(isExplained({-0.0f}, {1.0f}));                         // accumulators begin with +0
    EXPECT_FALSE(isExplained({0.0f, 1.0f, 7.0f}, {1.0f, 2.0f, 0.0f}));  // an island: nothing gave 7
    EXPECT_FALSE(isExplained({0.0f, 5.0f, 6.0f}, {0.0f, 1.0f, -1.0f})); // a ring that no way leads to
}

// fp16: 1 = 0x3C00; its neighbours by their bits.
TEST(ArrivalSummary, CountsOutputsAndSpread)
{
    Problem p;
    p.heads = p.kvHeads = 2;
    p.seqlenQ = 2;
    p.dtype = DType::F16;
    const auto place = [](int word) { return orderedWord(static_cast<std::uint16_t>(word), 0x7C00); };
    EXPECT_EQ(place(0x8000), 0);
    EXPECT_EQ(place(0x8001), -1);
    EXPECT_EQ(place(0x7C00), 0x7C00);
    EXPECT_EQ(place(0xFC00), -0x7C00);
    EXPECT_EQ(place(0x7C01), worker::kNotANumber);
    EXPECT_EQ(place(0xFFFF), worker::kNotANumber);

    ArrivalLaunches seen;
    for (const auto &[hash, ms] : {std::pair{7u, 3.0f}, std::pair{5u, 1.0f}, std::pair{7u, 2.0f}, std::pair{9u, 9.0f}})
        seen.launches.push_back({hash, ms, 0});
    // Two columns of three are the tensor's; the third would be the widest of all.
    seen.least = {place(0x3C00), place(0x8001), -9, place(0x3C00), place(0),      -9,
                  place(0x3BFF), place(0x3C00), -9, place(0x4000), place(0xC005), -9};
    seen.greatest = {place(0x3C00), place(0x0001), 9, place(0x3C01), place(0x8000), 9,
                     place(0x3C04), place(0x3C00), 9, place(0x4000), place(0xC000), 9};
    const ArrivalModeResult r = summarise(ArrivalMode::Atomics, seen, p, 2, 3);
    EXPECT_EQ(r.launches, 4u);
    EXPECT_EQ(r.outputs, (std::vector<DistinctOutput>{{7, 2, 0}, {5, 1, 1}, {9, 1, 3}}));
    EXPECT_EQ(r.medianMs, 2.0); // of an even number the lower one
    EXPECT_EQ(r.leastMs, 1.0);
    EXPECT_EQ(r.elements, 8u);
    EXPECT_EQ(r.everDiffer, 4u);
    EXPECT_EQ(r.spread, (std::vector<UlpBin>{{0, 0, 4}, {1, 1, 1}, {2, 2, 1}, {5, 8, 2}}));
    ASSERT_TRUE(r.widest);
    EXPECT_EQ(*r.widest, (WidestElement{0, 1, 0, 0, 0x1.FFCp-1f, 0x1.01p0f, 5}));
}

TEST(ArrivalSummary, ANanAgainstANumberIsInfinitelyFar)
{
    Problem p;
    p.seqlenQ = 1;
    p.dtype = DType::BF16;
    ArrivalLaunches seen;
    seen.launches.push_back({1, 1.0f, 0});
    seen.least = {5, worker::kNotANumber};
    seen.greatest = {worker::kNotANumber, worker::kNotANumber};
    const ArrivalModeResult r = summarise(ArrivalMode::Atomics, seen, p, 2, 2);
    EXPECT_EQ(r.everDiffer, 1u);
    EXPECT_EQ(r.spread, (std::vector<UlpBin>{{0, 0, 1}, {kInfiniteUlpDistance, kInfiniteUlpDistance, 1}}));
    ASSERT_TRUE(r.widest);
    EXPECT_EQ(r.widest->ulps, kInfiniteUlpDistance);
}

ArrivalReport report()
{
    ArrivalReport r;
    r.date = "2026-11-30";
    r.kernel = "fa2-pytorch";
    r.device = "h200";
    r.problem = "batch 1, heads 1, queries 4, keys 300, head dim 2, bf16, mask none";
    r.gradient = "generated: standard normal, seed 0";
    r.shape[0] = r.shape[1] = 1;
    r.shape[2] = 4;
    r.shape[3] = 2;
    r.study.gpu = "NVIDIA H200";
    r.study.terms = 3;
    r.study.accumulators = 132;
    ArrivalModeResult m;
    m.launches = 1000;
    m.outputs = {{0xFEDCBA9876543210u, 999, 0}, {1, 1, 17}};
    m.medianMs = 0.0625;
    m.leastMs = 0.03125;
    m.elements = 8;
    m.everDiffer = 1;
    m.spread = {{0, 0, 7}, {kInfiniteUlpDistance, kInfiniteUlpDistance, 1}};
    m.widest = WidestElement{0, 0, 3, 1, -0.5f, std::numeric_limits<float>::infinity(), 4};
    m.replay = ArrivalReplay{8, 0, 24, 0, 0, 5};
    r.study.modes.push_back(m);
    m.mode = ArrivalMode::Fixed;
    m.widest.reset();
    m.replay.reset();
    r.study.modes.push_back(m);
    return r;
}

TEST(ArrivalFile, ReadsBackAsItWasWritten)
{
    const std::string text = arrivalsToJson(report());
    const Result<ArrivalReport> read = parseArrivals(text, "launches.json");
    ASSERT_TRUE(read.ok()) << read.status().message();
    EXPECT_EQ(read.value(), report());
    EXPECT_EQ(arrivalsToJson(read.value()), text);
}

TEST(ArrivalFile, SaysWhatIsWrong)
{
    const std::string good = arrivalsToJson(report());
    const auto said = [&](const std::string &from, const std::string &to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
        const Result<ArrivalReport> read = parseArrivals(text, "launches.json");
        EXPECT_FALSE(read.ok()) << to;
        return read.status().message();
    };
    const auto expectMentions = [&](const std::string &message, const std::string &word) {
        EXPECT_NE(message.find(word), std::string::npos) << message;
        EXPECT_NE(message.find("launches.json"), std::string::npos) << message;
    };
    expectMentions(said("ulpscope.arrivals/1", "ulpscope.session/1"), "ulpscope.arrivals/1");
    expectMentions(said("\"what\": \"dq\"", "\"what\": \"dk\""), "what");
    expectMentions(said("\"mode\": \"atomics\"", "\"mode\": \"locks\""), "mode");
    expectMentions(said("\"elements\": 8", "\"elements\": -8"), "elements");
    expectMentions(said("\"gpu\"", "\"gpus\""), "gpu");
    expectMentions(said("\"terms\": 3", "\"terms\": 3, \"colour\": 1"), "colour");
}

/// Counts that contradict each other would draw a wrong picture, and a far spread an endless one.
TEST(ArrivalFile, SaysWhatContradictsItself)
{
    const nlohmann::json good = nlohmann::json::parse(arrivalsToJson(report()));
    const struct {
        const char *path;
        nlohmann::json value;
        const char *word;
    } cases[] = {{"/modes/0/launches", 1001, "'launches' is 1001"},
                 {"/modes/0/distinct", 99, "'distinct' is 99"},
                 {"/modes/0/outputs", nlohmann::json::array(), "'distinct' is"},
                 {"/modes/0/outputs/0/count", 18446744073709551615u, "'count' is 18446744073709551615"},
                 {"/modes/0/outputs/0/hash", "zz", "'hash'"},
                 {"/modes/0/elements", 0, "'count' is"},
                 {"/modes/0/ever_differ", 999999999, "'ever_differ' is 999999999"},
                 {"/modes/0/spread", nlohmann::json::array(), "'elements' is"},
                 {"/modes/0/spread/0/from", -1000000000000, "'spread' is -1000000000000"},
                 {"/modes/0/spread/0/to", 9000000000000000000, "'spread' is"},
                 {"/modes/0/median_ms", -5, "'median_ms' is -5"},
                 {"/modes/0/least_ms", 1e308, "'least_ms' is"},
                 {"/modes/0/widest/index/2", 1000000000000, "'widest' has an index"},
                 {"/modes/0/widest/least", "banana", "'widest' has no index"},
                 {"/modes/0/widest/ulps", -7, "'ulps' is -7"},
                 {"/modes/0/replay/differing", 1000000, "'replay' is"},
                 {"/modes/1/mode", "atomics", "twice"},
                 {"/modes", nlohmann::json::array(), "'modes' is empty"},
                 {"/terms", -3, "'terms' is -3"}};
    for (const auto &c : cases) {
        SCOPED_TRACE(c.path);
        nlohmann::json changed = good;
        changed[nlohmann::json::json_pointer(c.path)] = c.value;
        const Result<ArrivalReport> read = parseArrivals(changed.dump(), "launches.json");
        ASSERT_FALSE(read.ok());
        EXPECT_NE(read.status().message().find(c.word), std::string::npos) << read.status().message();
    }
}

} // namespace
} // namespace ulpscope::test
