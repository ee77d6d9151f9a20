// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// However one walks, the state after n steps is one state.
#include "support/golden.h"

#include "engine/trace/head_trace.h"
#include "engine/trace/row_trace.h"
#include "engine/trace/stepper.h"

#include <random>

namespace ulpscope::test {
namespace {

struct Walk {
    const char *file;
    const char *kernel;
    int batch;
    const char *tileM, *tileN;
};

void PrintTo(const Walk &w, std::ostream *os)
{
    *os << w.file << " " << w.kernel << " batch " << w.batch << " tile " << w.tileM << "x" << w.tileN;
}

class StepWalk : public testing::TestWithParam<Walk> {
protected:
    void SetUp() override
    {
        m_golden = readGolden(GetParam().file);
        RunRequest request;
        request.kernel = GetParam().kernel;
        request.batch = GetParam().batch;
        request.set = {{"tileM", GetParam().tileM}, {"tileN", GetParam().tileN}};
        m_spec = resolveOrFail(m_golden.problem, request);
        m_stepper = std::move(Stepper::create(cpuBackend(), m_spec, m_golden.inputs)).value();
    }

    /// Bits of everything that can be read now.
    std::vector<std::uint32_t> state() const
    {
        std::vector<std::uint32_t> bits;
        for (Quantity q : {Quantity::Scores, Quantity::Probs, Quantity::RowMax, Quantity::LaneSums, Quantity::Alpha,
                           Quantity::OutputAcc, Quantity::Output, Quantity::Lse, Quantity::TileMax, Quantity::TileSum,
                           Quantity::TileOut}) {
            const Result<Matrix> m = m_stepper->read(q);
            bits.push_back(m.ok() ? 1 : 0);
            if (m.ok()) {
                for (float x : m->data)
                    bits.push_back(floatBits(x));
            }
        }
        return bits;
    }

    Golden m_golden;
    RunSpec m_spec;
    std::unique_ptr<Stepper> m_stepper;
};

TEST_P(StepWalk, SteppingToTheEndGivesTheBitsOfTheWholeRun)
{
    const RunOutput whole = runOrFail(m_spec, m_golden.inputs);
    const Schedule &s = *m_stepper->schedule();
    const Problem &p = m_spec.problem;
    std::int64_t compared = 0;
    while (m_stepper->position() < s.stepCount()) {
        const Result<Step> step = m_stepper->forward();
        ASSERT_TRUE(step.ok()) << step.status().message();
        const WorkTile t = s.workTile(step->planned.workTile);
        const bool writes = s.splits() > 1 ? t.isCombine : step->planned.kind == StepKind::Normalize;
        if (!writes)
            continue;
        const Matrix out = m_stepper->read(Quantity::Output).value();
        const std::size_t begin = (static_cast<std::size_t>(t.head) * static_cast<std::size_t>(p.seqlenQ) +
                                   static_cast<std::size_t>(t.rowBegin)) *
                                  static_cast<std::size_t>(p.headDimV);
        for (std::size_t i = 0; i < out.data.size(); ++i, ++compared)
            ASSERT_EQ(floatBits(out.data[i]), floatBits(whole.output[begin + i]));
    }
    EXPECT_EQ(compared, static_cast<std::int64_t>(whole.output.size()));
    EXPECT_EQ(m_stepper->forward().status().code(), StatusCode::NotFound);
}

TEST_P(StepWalk, SteppingBackRestoresEveryStateDownToTheStart)
{
    // All steps of the first work tiles, both ways.
    const std::uint64_t end = std::min<std::uint64_t>(m_stepper->schedule()->stepCount(), 60);
    std::vector<std::vector<std::uint32_t>> states{state()};
    while (m_stepper->position() < end) {
        ASSERT_TRUE(m_stepper->forward().ok());
        states.push_back(state());
    }
    while (m_stepper->position() > 0) {
        const Result<Step> undone = m_stepper->backward();
        ASSERT_TRUE(undone.ok()) << undone.status().message();
        ASSERT_EQ(undone->planned.index, m_stepper->position());
        ASSERT_EQ(state(), states[m_stepper->position()]) << "at " << m_stepper->position();
    }
    EXPECT_EQ(m_stepper->backward().status().code(), StatusCode::NotFound);
}

TEST_P(StepWalk, JumpsLandInTheSameState)
{
    const std::uint64_t count = m_stepper->schedule()->stepCount();
    std::mt19937_64 random(12);
    for (int i = 0; i < 12; ++i) {
        const std::uint64_t target = random() % (count + 1);
        ASSERT_TRUE(m_stepper->goTo(target).ok());
        ASSERT_EQ(m_stepper->position(), target);
        auto fresh = std::move(Stepper::create(cpuBackend(), m_spec, m_golden.inputs)).value();
        ASSERT_TRUE(fresh->goTo(target).ok());
        const std::vector<std::uint32_t> jumped = state();
        std::swap(fresh, m_stepper);
        ASSERT_EQ(jumped, state()) << "at " << target;
        std::swap(fresh, m_stepper);
    }
}

TEST_P(StepWalk, TheOutputOfATileStaysThatOfItsScores)
{
    const std::uint64_t end = std::min<std::uint64_t>(m_stepper->schedule()->stepCount(), 40);
    Matrix scored; // as it stood when the mask had been applied
    for (int formed = 0; m_stepper->position() < end;) {
        const PlannedStep step = m_stepper->forward().value().planned;
        if (step.kind == StepKind::LoadQ)
            formed = 0;
        if (step.kind == StepKind::RowMax) {
            scored = m_stepper->read(Quantity::TileOut).value();
            ++formed;
        } else if (formed > 0 && step.kind != StepKind::ScoreGemm && step.kind != StepKind::ApplyMask) {
            ASSERT_EQ(countDifferentBits(scored.data, m_stepper->read(Quantity::TileOut).value().data), 0)
                << stepKindName(step.kind) << " at " << step.index;
        }
    }
}

TEST_P(StepWalk, ChangesLeadFromOneStateToTheNext)
{
    std::map<Quantity, Matrix> mirror;
    const std::uint64_t end = std::min<std::uint64_t>(m_stepper->schedule()->stepCount(), 40);
    while (m_stepper->position() < end) {
        const Step step = std::move(m_stepper->forward()).value();
        for (const StateChange &change : step.changes)
            mirror[change.quantity] = change.after;
        for (const StateChange &change : step.changes) {
            const Matrix now =
                m_stepper->read(change.quantity).ok() ? m_stepper->read(change.quantity).value() : Matrix{};
            ASSERT_EQ(countDifferentBits(mirror[change.quantity].data, now.data), 0);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Golden, StepWalk,
                         testing::Values(Walk{"fa2_fp16_d128_causal", "fa2-pytorch", 256, "128", "64"},
                                         Walk{"fa2_fp16_d128_causal", "fa2-pytorch", 1, "64", "128"},
                                         Walk{"fa2_bf16_d64_full", "fa2-pytorch", 1, "32", "256"},
                                         Walk{"fa2_bf16_d64_gqa_causal", "fa2-pytorch", 256, "64", "32"},
                                         Walk{"fa2_bf16_d64_peaked", "fa2-pytorch", 256, "128", "128"},
                                         Walk{"fa2_fp16_d64_decode", "fa2-pytorch", 1, "64", "256"},
                                         Walk{"fa2_fp16_d64_odd", "fa2-pytorch", 1, "64", "48"},
                                         Walk{"cudnn_bf16_d64_full", "cudnn", 1, "128", "128"},
                                         Walk{"cudnn_fp16_d128_causal", "cudnn", 1, "64", "64"},
                                         Walk{"cudnn_fp16_d64_odd", "cudnn", 1, "40", "128"},
                                         Walk{"cudnn_fp16_d64_odd", "textbook", 1, "64", "64"}));

TEST(RowTrace, IsTheRowOfTheRun)
{
    for (int batch : {1, 256}) {
        const Golden g = readGolden("fa2_fp16_d128_causal");
        RunRequest request;
        request.batch = batch;
        const RunSpec spec = resolveOrFail(g.problem, request);
        const auto schedule = std::make_shared<const Schedule>(Schedule::build(spec).value());
        for (int row : {0, 1, 127, 128, 299, 383}) {
            const Result<RowTrace> trace = traceRow(spec, g.inputs, schedule, 0, 1, row);
            ASSERT_TRUE(trace.ok()) << trace.status().message();
            const std::vector<float> recorded = g.floats(batch == 1 ? "o_batch1" : "o_batch256");
            const std::size_t begin = (384u + static_cast<std::size_t>(row)) * 128u;
            for (std::size_t c = 0; c < 128; ++c)
                ASSERT_EQ(floatBits(trace->output[c]), floatBits(recorded[begin + c]))
                    << "row " << row << " column " << c;
            EXPECT_EQ(
                floatBits(trace->lse),
                floatBits(g.floats(batch == 1 ? "lse_batch1" : "lse_batch256")[384u + static_cast<std::size_t>(row)]));
        }
    }
    EXPECT_FALSE(traceRow({}, std::make_shared<Inputs>(), nullptr, 0, 0, -1).ok());
}

TEST(HeadTrace, HoldsWhatTheStepsShow)
{
    const Golden g = readGolden("fa2_fp16_d64_odd");
    RunRequest request;
    request.batch = 256;
    const RunSpec spec = resolveOrFail(g.problem, request);
    const auto traced = traceHead(cpuBackend(), spec, g.inputs, 0, 1);
    ASSERT_TRUE(traced.ok()) << traced.status().message();
    const HeadTrace &t = *traced.value();
    const std::vector<float> recorded = g.floats("o_batch256");
    for (std::size_t i = 0; i < t.output.data.size(); ++i)
        ASSERT_EQ(floatBits(t.output.data[i]), floatBits(recorded[200u * 64u + i]));
    const RowTrace row = traceRow(spec, g.inputs, t.schedule, 0, 1, 150).value();
    const WorkTileTrace &tile = t.tiles[static_cast<std::size_t>(t.tileIndex(1, 0))];
    ASSERT_EQ(tile.nBlocks, (std::vector<int>{2, 1, 0}));
    for (std::size_t i = 0; i < 3; ++i) {
        const RowTileTrace &r = row.splits[0].tiles[i];
        EXPECT_EQ(floatBits(tile.runMax.at(22, static_cast<int>(i))), floatBits(r.runMax));
        EXPECT_EQ(floatBits(tile.runSum.at(22, static_cast<int>(i))), floatBits(r.runSum));
        for (int key = r.keys.begin; key < r.keys.end; ++key) {
            EXPECT_EQ(floatBits(t.scores.at(150, key)),
                      floatBits(r.scores[static_cast<std::size_t>(key - r.keys.begin)]));
            EXPECT_EQ(floatBits(t.probs.at(150, key)),
                      floatBits(r.probs[static_cast<std::size_t>(key - r.keys.begin)]));
        }
    }
    EXPECT_EQ(t.visit(1, 0), (std::pair{0, 2}));
}

} // namespace
} // namespace ulpscope::test
