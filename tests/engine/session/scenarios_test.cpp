// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The built-in scenarios: each is written as the program would write it, and holds what its title says.
#include "engine/session/session.h"

#include "engine/io/io_test_support.h"
#include "support/golden.h"

namespace ulpscope::test {
namespace {

const std::string kDirectory = std::string(ULPSCOPE_SOURCE_DIR) + "/resources/scenarios";

std::vector<std::string> scenarioFiles()
{
    std::vector<std::string> paths;
    for (const auto &entry : std::filesystem::directory_iterator(kDirectory)) {
        if (entry.path().string().ends_with(".ulps.json"))
            paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

std::vector<float> outputOf(const LoadedInputs &loaded, const RunRequest &request)
{
    return runOrFail(resolveOrFail(loaded.problem, request), loaded.inputs).output;
}

struct Opened {
    SessionDocument session;
    LoadedInputs loaded;
};

Opened open(const std::string &name)
{
    const Result<SessionDocument> session = readSession(scenarioPath(name));
    EXPECT_TRUE(session.ok()) << session.status().message();
    Result<LoadedInputs> loaded = loadInputs(session.value(), kDirectory);
    EXPECT_TRUE(loaded.ok()) << loaded.status().message();
    return {session.value(), std::move(loaded).value()};
}

TEST(Scenarios, AreWrittenAsTheProgramWritesThem)
{
    EXPECT_GE(scenarioFiles().size(), 4u);
    for (const std::string &path : scenarioFiles()) {
        SCOPED_TRACE(path);
        const Result<SessionDocument> session = readSession(path);
        ASSERT_TRUE(session.ok()) << session.status().message();
        EXPECT_FALSE(session->title.empty());
        EXPECT_EQ(sessionToJson(session.value()), contents(path));
    }
}

TEST(Scenarios, RunOnBothSides)
{
    for (const std::string &path : scenarioFiles()) {
        SCOPED_TRACE(path);
        const Result<SessionDocument> session = readSession(path);
        const Result<LoadedInputs> loaded = loadInputs(session.value(), kDirectory);
        ASSERT_TRUE(loaded.ok()) << loaded.status().message();
        const Problem &p = loaded->problem;
        EXPECT_LT(session->selection.head, p.heads);
        EXPECT_LT(session->selection.row, p.seqlenQ);
        EXPECT_LT(session->selection.column, p.headDimV);
        EXPECT_FALSE(outputOf(loaded.value(), session->a).empty());
        if (session->b) {
            EXPECT_GT(countDifferentBits(outputOf(loaded.value(), session->a), outputOf(loaded.value(), *session->b)),
                      0)
                << "there is something to see";
        }
    }
}

TEST(Scenarios, FlashAttention2IsBitEqualToTheRecordedOutput)
{
    const Opened opened = open("fa2-causal");
    const auto observed = observedOutput(opened.loaded, opened.session, opened.session.observedTensor);
    ASSERT_TRUE(observed.ok());
    EXPECT_EQ(countDifferentBits(outputOf(opened.loaded, opened.session.a), observed.value()), 0);
}

TEST(Scenarios, BatchInvarianceFailsInTheRecordedNumberOfValues)
{
    const Opened opened = open("batch-invariance");
    const std::vector<float> a = outputOf(opened.loaded, opened.session.a),
                             b = outputOf(opened.loaded, *opened.session.b);
    EXPECT_EQ(countDifferentBits(a, b), 21526);
    EXPECT_EQ(countDifferentBits(a, observedOutput(opened.loaded, opened.session, "o_batch256").value()), 0);
    EXPECT_EQ(countDifferentBits(b, observedOutput(opened.loaded, opened.session, "o_batch1").value()), 0);
}

TEST(Scenarios, TwoArchitecturesDifferInTheKnownNumberOfValues)
{
    const Opened opened = open("h200-vs-a100");
    EXPECT_EQ(countDifferentBits(outputOf(opened.loaded, opened.session.a), outputOf(opened.loaded, *opened.session.b)),
              793);
}

TEST(Scenarios, TheSameTensorCoresGetOtherSplitsFromMoreSms)
{
    // Batch 4 of the published table of split counts (32 query heads, 8 KV heads, one query, 8192 keys, d 128).
    const Opened opened = open("h200-vs-b200");
    const RunSpec h200 = resolveOrFail(opened.loaded.problem, opened.session.a);
    const RunSpec b200 = resolveOrFail(opened.loaded.problem, *opened.session.b);
    EXPECT_EQ(h200.numSplits, 7);
    EXPECT_EQ(b200.numSplits, 8);
    EXPECT_EQ(h200.qk.spec.groupL, b200.qk.spec.groupL);
    EXPECT_EQ(h200.qk.spec.fractionBits, b200.qk.spec.fractionBits);
    EXPECT_GT(countDifferentBits(outputOf(opened.loaded, opened.session.a), outputOf(opened.loaded, *opened.session.b)),
              0);
}

} // namespace
} // namespace ulpscope::test
