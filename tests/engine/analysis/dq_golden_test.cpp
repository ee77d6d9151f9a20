// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// dQ of FlashAttention-2 against what PyTorch wrote on an H200, and controls that must differ.
#include "engine/analysis/dq_tree.h"
#include "support/golden.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

namespace ulpscope::test {
namespace {

struct Recorded {
    const char *name; ///< of the file
    int buffers;      ///< that the launch had, by 132 SMs and the batch
};
void PrintTo(const Recorded &r, std::ostream *os) { *os << r.name; }

/// A recorded problem, and what the forward pass gave.
struct Opened {
    Golden golden;
    RunSpec spec;
    std::vector<float> dO, dq;

    explicit Opened(const std::string &name, const std::string &device = "h200",
                    std::vector<std::pair<std::string, std::string>> set = {})
        : golden(readGolden(name)), dO(golden.floats("do"))
    {
        RunRequest request;
        request.device = device;
        request.batch = std::stoi(golden.file.metadata.at("copies"));
        request.set = std::move(set);
        spec = resolveOrFail(golden.problem, request);
        if (golden.file.find("dq"))
            dq = golden.floats("dq");
    }
    /// How many values differ, from the recorded output and LSE.
    std::int64_t differing(const DqOrder &order) const
    {
        const Result<std::vector<float>> made =
            dqOfProblem(spec, golden.inputs, dO, golden.floats("o"), golden.floats("lse"), order);
        EXPECT_TRUE(made.ok()) << made.status().message();
        return made.ok() ? countDifferentBits(made.value(), dq) : -1;
    }
};

constexpr Recorded kRecorded[] = {
    {"dq_bf16_d64_causal", 66},   {"dq_fp16_d64_buffers3", 3}, {"dq_bf16_d128_buffers2", 2},
    {"dq_fp16_d32_causal", 4},    {"dq_fp16_d96", 132},        {"dq_bf16_d72_causal", 132},
    {"dq_bf16_d192", 132},        {"dq_fp16_d256", 132},       {"dq_bf16_d64_gqa", 33},
    {"dq_bf16_d64_subnormal", 1}, {"dq_fp16_d64_causal", 1},   {"dq_bf16_d64_subnormal_alone", 132}};

class DqRecorded : public testing::TestWithParam<Recorded> {};

// From q, k, v and do alone: the forward pass is the engine's too.
TEST_P(DqRecorded, IsBitEqual)
{
    const Opened opened(GetParam().name);
    ASSERT_TRUE(opened.spec.backward);
    EXPECT_EQ(opened.spec.backward->buffers, GetParam().buffers);
    EXPECT_EQ(opened.spec.backward->known.known, opened.spec.known.known);
    const RunOutput run = runOrFail(opened.spec, opened.golden.inputs);
    EXPECT_EQ(countDifferentBits(run.output, opened.golden.floats("o")), 0);
    EXPECT_EQ(countDifferentBits(run.lse, opened.golden.floats("lse")), 0);
    const Result<std::vector<float>> dq =
        dqOfProblem(opened.spec, opened.golden.inputs, opened.dO, run.output, run.lse, deterministicDq(opened.spec));
    ASSERT_TRUE(dq.ok()) << dq.status().message();
    EXPECT_EQ(countDifferentBits(dq.value(), opened.dq), 0);
}

INSTANTIATE_TEST_SUITE_P(FlashAttention2, DqRecorded, testing::ValuesIn(kRecorded),
                         [](const auto &parameter) { return std::string(parameter.param.name); });

// One thing changed, from the recorded output and LSE: how many values of dQ differ.
TEST(DqControls, DifferInKnownNumbersOfValues)
{
    {
        const Opened opened("dq_fp16_d64_buffers3");
        EXPECT_EQ(opened.differing(deterministicDq(opened.spec)), 0);
        EXPECT_EQ(opened.differing({1, {}}), 2) << "one accumulator";
    }
    {
        const Opened opened("dq_bf16_d64_subnormal_alone");
        EXPECT_EQ(opened.differing(deterministicDq(opened.spec)), 0);
        EXPECT_EQ(opened.differing({1, {}}), 117) << "one accumulator";
    }
    Opened opened("dq_fp16_d64_causal");
    const DqOrder order = deterministicDq(opened.spec);
    EXPECT_EQ(opened.differing(order), 0);
    const RunSpec spec = opened.spec;
    opened.spec.qk = Opened("dq_fp16_d64_causal", "a100").spec.qk;
    EXPECT_EQ(opened.differing(order), 97) << "groups of 8 products";
    opened.spec = spec;
    opened.spec.recipe.argument = Argument::Fused;
    EXPECT_EQ(opened.differing(order), 37) << "fused argument";
    opened.spec = spec;
    opened.spec.backward->tileN = 64;
    EXPECT_EQ(opened.differing(order), 7) << "half a key tile";
    opened.spec = spec;
    opened.spec.backward->rowThreads = 4;
    EXPECT_EQ(opened.differing(order), 55) << "4 threads for a row's dO * O";
    opened.spec = spec;
    EXPECT_EQ(opened.differing({1, {2, 1, 0}}), 1) << "key tiles descending";
}

// dO is 2^-119 times a normal number: sums lie about the smallest normal one, where an atomic addition gives zero.
TEST(DqControls, AtomicAdditionsFlushSubnormals)
{
    const Opened opened("dq_bf16_d64_subnormal");
    const Problem &p = opened.spec.problem;
    const DqHead head = DqHead::create(opened.spec, opened.golden.inputs, 0, 0).value();
    const std::vector<float> o = opened.golden.floats("o"), lse = opened.golden.floats("lse");
    const auto dim = static_cast<std::size_t>(p.headDim);
    std::int64_t kept = 0, zeros = 0;
    for (std::size_t row = 0; row < static_cast<std::size_t>(p.seqlenQ); ++row) {
        const auto of = [&](const std::vector<float> &all) { return std::span(all).subspan(row * dim, dim); };
        const DqRow dq = head.row(static_cast<int>(row), of(opened.dO), of(o), lse[row], {1, {}}).value();
        for (std::size_t c = 0; c < dim; ++c) {
            float sum = 0;
            for (const DqTile &tile : dq.tiles)
                sum += tile.contribution[c];
            kept += roundTo(p.dtype, sum * p.scale) != opened.dq[row * dim + c];
            zeros += opened.dq[row * dim + c] == 0.0f;
        }
    }
    EXPECT_EQ(kept, 427) << "of 2560, if subnormal sums were kept";
    EXPECT_EQ(zeros, 39);
}

// Without determinism: 200 launches, 199 different dQ, of which two differ in the 16 rows that are kept. Every value
// that was seen is one of an order of arrival.
TEST(DqArrivals, EveryValueSeenIsOneOfAnOrder)
{
    const Opened opened("dq_bf16_d64_arrivals");
    EXPECT_EQ(opened.golden.file.metadata.at("distinct"), "199");
    const Problem &p = opened.spec.problem;
    const std::vector<float> seen = opened.golden.floats("dq_seen"), o = opened.golden.floats("o"),
                             lse = opened.golden.floats("lse");
    const auto dim = static_cast<std::size_t>(p.headDim), rows = static_cast<std::size_t>(p.seqlenQ);
    const std::size_t different = seen.size() / (rows * dim);
    ASSERT_EQ(different, 2u);
    const DqHead head = DqHead::create(opened.spec, opened.golden.inputs, 0, 0).value();
    int strange = 0, moved = 0, several = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        const auto of = [&](const std::vector<float> &all) { return std::span(all).subspan(row * dim, dim); };
        const DqRow dq = head.row(static_cast<int>(row), of(opened.dO), of(o), lse[row]).value();
        for (std::size_t c = 0; c < dim; ++c) {
            std::set<float> possible;
            const EnsembleResult orders = runAllOrders(dqTerms(dq, static_cast<int>(c)).value().spec).value();
            for (const OrderPattern &pattern : orders.patterns)
                possible.insert(roundTo(p.dtype, static_cast<float>(pattern.value) * p.scale));
            several += possible.size() > 1;
            const float first = seen[row * dim + c], second = seen[(rows + row) * dim + c];
            strange += !possible.contains(first) + !possible.contains(second);
            moved += first != second;
        }
    }
    EXPECT_EQ(strange, 0);
    EXPECT_EQ(moved, 1);
    EXPECT_EQ(several, 1) << "of 1024: the one that moved";
}

} // namespace
} // namespace ulpscope::test
