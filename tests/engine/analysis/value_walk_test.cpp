// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/value_walk.h"

#include "engine/analysis/compare.h"
#include "support/golden.h"

namespace ulpscope::test {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

RunRequest request(const char *device, int batch = 256, const Fields &set = {})
{
    RunRequest r;
    r.kernel = "fa2-pytorch";
    r.device = device;
    r.batch = batch;
    r.set = set;
    return r;
}

/// Two runs, and the first output value in which they differ.
struct Walked {
    ValueWalk walk;
    float a = 0, b = 0;
    int row = 0, column = 0;
};

Walked walked(const Golden &g, const RunRequest &requestA, const RunRequest &requestB)
{
    Walked result;
    const RunSpec a = resolveOrFail(g.problem, requestA), b = resolveOrFail(g.problem, requestB);
    const Result<Comparison> compared = compareRuns(cpuBackend(), a, b, g.inputs);
    if (!compared.ok() || !compared->firstMismatch) {
        ADD_FAILURE() << "nothing differs";
        return result;
    }
    const OutputMismatch &m = *compared->firstMismatch;
    const auto scheduleA = std::make_shared<const Schedule>(Schedule::build(a).value()),
               scheduleB = std::make_shared<const Schedule>(Schedule::build(b).value());
    const RowTrace rowA = traceRow(a, g.inputs, scheduleA, m.batch, m.head, m.row).value(),
                   rowB = traceRow(b, g.inputs, scheduleB, m.batch, m.head, m.row).value();
    const Result<ValueWalk> walk = walkToDivergence({a, b, scheduleA, scheduleB, rowA, rowB}, g.inputs, m.col);
    if (!walk.ok()) {
        ADD_FAILURE() << walk.status().message();
        return result;
    }
    return {walk.value(), m.a, m.b, m.row, m.col};
}

bool contains(const Phrase &text, const char *part) { return text.english().find(part) != std::string::npos; }

/// Other groups of products: the walk goes through the accumulator to a key, and from its score to a group.
TEST(ValueWalk, FromAnOutputToTheGroupOfProducts)
{
    const Walked w = walked(readGolden("fa2_fp16_d128_causal"), request("h200"), request("a100"));
    ASSERT_GE(w.walk.stops.size(), 3u);
    EXPECT_EQ(w.walk.stops.front().a, static_cast<double>(w.a));
    EXPECT_EQ(w.walk.stops.front().b, static_cast<double>(w.b));
    EXPECT_TRUE(w.walk.stops[1].kind == SumKind::Output || w.walk.stops[1].kind == SumKind::RowSum);
    const WalkStop &last = w.walk.stops.back();
    EXPECT_NE(last.a, last.b);
    EXPECT_TRUE(last.kind == SumKind::Score || last.kind == SumKind::Output);
    EXPECT_TRUE(contains(w.walk.reason, "the orders part here")) << w.walk.reason.english();
    EXPECT_TRUE(contains(w.walk.reason, "mma group")) << w.walk.reason.english();
}

/// Another order of the quad's lanes: 3 outputs differ, by an independent implementation, see golden_test.cpp.
TEST(ValueWalk, ToTheQuadWhereTheLanesJoin)
{
    const Walked w =
        walked(readGolden("fa2_fp16_d128_causal"), request("h200"), request("h200", 256, {{"quadOrder", "xor12"}}));
    ASSERT_EQ(w.walk.stops.size(), 2u);
    EXPECT_EQ(w.walk.stops[1].kind, SumKind::RowSum);
    EXPECT_TRUE(contains(w.walk.reason, "the orders part here")) << w.walk.reason.english();
    EXPECT_TRUE(contains(w.walk.stops[1].what, "row sum")) << w.walk.stops[1].what.english();
}

TEST(ValueWalk, ToOtherSplits)
{
    const Walked w = walked(readGolden("fa2_fp16_d64_odd"), request("h200", 1), request("h200", 256));
    ASSERT_EQ(w.walk.stops.size(), 1u);
    EXPECT_TRUE(contains(w.walk.reason, "A splits the keys in 2, B in 1")) << w.walk.reason.english();
}

TEST(ValueWalk, ToTheFinalScaling)
{
    const Walked w =
        walked(readGolden("fa2_fp16_d128_causal"), request("h200"), request("h200", 256, {{"final", "rcp"}}));
    ASSERT_EQ(w.walk.stops.size(), 1u);
    EXPECT_TRUE(contains(w.walk.reason, "the final scaling")) << w.walk.reason.english();
}

TEST(ValueWalk, ToTheExponentialsArgument)
{
    const Walked w =
        walked(readGolden("fa2_fp16_d128_causal"), request("h200"), request("h200", 256, {{"argument", "fused"}}));
    ASSERT_GE(w.walk.stops.size(), 2u);
    EXPECT_TRUE(contains(w.walk.reason, "argument") || contains(w.walk.reason, "exponential"))
        << w.walk.reason.english();
}

TEST(ValueWalk, EqualValuesHaveNoWay)
{
    const Golden g = readGolden("fa2_fp16_d64_odd");
    const RunSpec a = resolveOrFail(g.problem, request("h200"));
    const auto schedule = std::make_shared<const Schedule>(Schedule::build(a).value());
    const RowTrace row = traceRow(a, g.inputs, schedule, 0, 0, 5).value();
    const Result<ValueWalk> walk = walkToDivergence({a, a, schedule, schedule, row, row}, g.inputs, 3);
    ASSERT_TRUE(walk.ok());
    EXPECT_TRUE(walk->stops.empty());
}

} // namespace
} // namespace ulpscope::test
