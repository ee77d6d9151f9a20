// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Replays of launches that a GPU might have made: terms of the engine that arrive in an order drawn for each element.
#include "engine/analysis/arrival_replay.h"
#include "engine/analysis/dq_row.h"
#include "engine/io/generator.h"
#include "support/golden.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace ulpscope::test {
namespace {

Problem problem(int heads, int queries, int keys, int dim)
{
    Problem p;
    p.heads = p.kvHeads = heads;
    p.seqlenQ = queries;
    p.seqlenK = keys;
    p.headDim = p.headDimV = dim;
    p.dtype = DType::BF16;
    p.scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(dim)));
    return p;
}

std::shared_ptr<const Inputs> normalInputs(const Problem &p)
{
    GeneratedInputs made = generateInputs({"normal", 5, 1.0}, p.dtype,
                                          {{p.batch, p.heads, p.seqlenQ, p.headDim},
                                           {p.batch, p.kvHeads, p.seqlenK, p.headDim},
                                           {p.batch, p.kvHeads, p.seqlenK, p.headDimV},
                                           {}})
                               .value();
    return std::make_shared<const Inputs>(Inputs{std::move(made.q), std::move(made.k), std::move(made.v)});
}

/// One launch, element by element: each has an order of its own.
struct MadeUp {
    RecordedLaunch before, terms;
    std::mt19937 random{11};

    MadeUp(std::size_t termCount, std::size_t elements)
    {
        for (RecordedLaunch *launch : {&before, &terms}) {
            launch->values.assign(termCount * elements, 0.0f);
            launch->sums.assign(elements, 0.0f);
            launch->output.assign(elements, 0);
        }
    }
    void add(std::size_t element, const std::vector<float> &values, const std::vector<std::size_t> &places, float scale)
    {
        std::vector<std::size_t> order(values.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::shuffle(order.begin(), order.end(), random);
        float sum = 0.0f;
        for (const std::size_t i : order) {
            before.values[places[i]] = sum;
            terms.values[places[i]] = values[i];
            sum += values[i];
        }
        before.sums[element] = sum;
        before.output[element] = floatToBfloat16(sum * scale);
    }
};

TEST(ArrivalReplay, DqOfAMadeUpLaunchIsExplained)
{
    const Problem p = problem(2, 20, 500, 72); // the kernel's rows have 96 columns
    const auto inputs = normalInputs(p);
    RunRequest request;
    request.device = "h200";
    const RunSpec spec = resolveOrFail(p, request);
    const RunOutput forward = runWhole(cpuBackend(), spec, inputs).value();
    const std::vector<float> dO = generatedGradient(1, p.dtype, 0, forward.output.size());
    const ArrivalInputs made = dqArrivalInputs(spec, *inputs, dO, forward).value();
    ASSERT_EQ(made.shape.dim, 96);
    ASSERT_EQ(made.shape.terms, 4);
    ASSERT_EQ(made.q.size(), 2u * 20 * 96);
    EXPECT_EQ(made.q[96 + 71], inputs->q[72 + 71]);
    EXPECT_EQ(made.q[96 + 72], 0.0f);
    EXPECT_EQ(made.visits, (std::vector<std::int32_t>{0, 4, 500, 0})); // one query tile; keys; a pair filled up
    EXPECT_EQ(made.ranges.size(), 2u * 20);

    const std::size_t dim = 72, width = 96, rows = 40, elements = rows * width;
    MadeUp launch(4, elements);
    std::vector<std::uint16_t> semaphore(elements), fixed(elements);
    for (int head = 0; head < 2; ++head) {
        const DqHead of = DqHead::create(spec, inputs, 0, head).value();
        for (std::size_t row = 0; row < 20; ++row) {
            const std::size_t at = static_cast<std::size_t>(head) * 20 + row;
            const std::span<const float> o(forward.output), g(dO);
            const auto dq = [&](const DqOrder &order) {
                return of
                    .row(static_cast<int>(row), g.subspan(at * dim, dim), o.subspan(at * dim, dim), forward.lse[at],
                         order)
                    .value();
            };
            const DqRow ascending = dq({}), apart = dq({66, {}});
            EXPECT_EQ(made.delta[at], ascending.d);
            for (std::size_t c = 0; c < dim; ++c) {
                const std::size_t element = at * width + c;
                std::vector<float> values;
                std::vector<std::size_t> places;
                for (std::size_t n = 0; n < 4; ++n) {
                    values.push_back(ascending.tiles[n].contribution[c]);
                    places.push_back(n * elements + element);
                }
                launch.add(element, values, places, p.scale);
                semaphore[element] = floatToBfloat16(ascending.dq[c]);
                fixed[element] = floatToBfloat16(apart.dq[c]);
            }
        }
    }
    const auto replay = [&] {
        const SeenLaunches seen{&launch.before, &launch.terms, &semaphore, &fixed};
        ReplayOptions options;
        options.threads = 3;
        return replayDq(spec, inputs, dO, forward, 66, seen, options).value();
    };
    ArrivalReplays r = replay();
    for (const auto &mode : {r.atomics, r.semaphore, r.fixed}) {
        ASSERT_TRUE(mode);
        EXPECT_EQ(mode->elements, rows * dim);
        EXPECT_EQ(mode->differing, 0u);
    }
    EXPECT_EQ(r.atomics->terms, rows * dim * 4);
    EXPECT_EQ(r.atomics->differingTerms, 0u);
    EXPECT_EQ(r.atomics->withoutOrder, 0u);
    EXPECT_GT(r.atomics->reordered, rows * dim / 2); // 23 of 24 orders are not the ascending one

    launch.before.values[5] += 1.0f; // a sum that nothing gives
    launch.terms.values[6] += 1.0f;  // a term that is not the CPU's
    launch.before.output[7] ^= 1;    // a result that is not the sum's
    semaphore[8] ^= 1;
    fixed[9] ^= 1;
    launch.before.output[80] ^= 1; // of a column that was filled up: nobody's
    r = replay();
    EXPECT_EQ(r.atomics->withoutOrder, 1u);
    EXPECT_EQ(r.atomics->differing, 2u);
    EXPECT_EQ(r.atomics->differingTerms, 1u);
    EXPECT_EQ(r.semaphore->differing, 1u);
    EXPECT_EQ(r.fixed->differing, 1u);
}

TEST(ArrivalReplay, TheCombinesWeightsGiveTheRunsOutput)
{
    const Problem p = problem(1, 3, 700, 64);
    const auto inputs = normalInputs(p);
    RunRequest request;
    request.device = "h200";
    request.numSplits = 3;
    const RunSpec spec = resolveOrFail(p, request);
    const auto schedule = std::make_shared<const Schedule>(Schedule::build(spec).value());
    const CombineInputs made = combineArrivalInputs(cpuBackend(), spec, inputs, schedule, {}).value();
    const RunOutput run = runWhole(cpuBackend(), spec, inputs).value();
    EXPECT_EQ(made.run.output, run.output);
    EXPECT_EQ(made.run.lse, run.lse);
    const ArrivalInputs &in = made.arrivals;
    const std::size_t splits = 3, elements = 3 * 64;
    ASSERT_EQ(in.shape.terms, 3);
    MadeUp launch(splits, elements);
    for (std::size_t i = 0; i < elements; ++i) {
        // The combine kernel's own arithmetic.
        float o = 0.0f;
        std::vector<float> values;
        std::vector<std::size_t> places;
        for (std::size_t s = 0; s < splits; ++s) {
            const float weight = in.weights[s * 3 + i / 64], partial = in.partials[s * elements + i];
            o = std::fma(weight, partial, o);
            values.push_back(weight * partial);
            places.push_back(s * elements + i);
        }
        EXPECT_EQ(roundTo(p.dtype, o), run.output[i]) << i;
        launch.add(i, values, places, 1.0f);
    }
    const SeenLaunches seen{&launch.before, &launch.terms, nullptr, nullptr};
    const ArrivalReplays r = replayCombine(spec, made, seen, {}).value();
    ASSERT_TRUE(r.atomics);
    EXPECT_FALSE(r.semaphore);
    EXPECT_EQ(r.atomics->elements, elements);
    EXPECT_EQ(r.atomics->differing, 0u);
    EXPECT_EQ(r.atomics->differingTerms, 0u);

    request.numSplits = 1;
    const RunSpec whole = resolveOrFail(p, request);
    const auto one = std::make_shared<const Schedule>(Schedule::build(whole).value());
    const Result<CombineInputs> none = combineArrivalInputs(cpuBackend(), whole, inputs, one, {});
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.status().message(), "this run has one split: nothing is combined");
}

} // namespace
} // namespace ulpscope::test
