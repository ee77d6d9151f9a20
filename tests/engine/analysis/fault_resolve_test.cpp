// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What is said about a run with a fault, and what is refused.
#include "engine/analysis/fault_test_support.h"
#include "engine/backend/cuda_plan.h"

#include <algorithm>

namespace ulpscope::test {
namespace {

RunRequest withFault(const std::string &fault, Fields more = {})
{
    more.emplace_back("fault", fault);
    return {"fa2-pytorch", "h200", 256, 0, more};
}

bool saysThatNothingChanges(const RunSpec &spec)
{
    return std::any_of(spec.notes.begin(), spec.notes.end(),
                       [](const Phrase &note) { return note.english().find("the fault changes nothing here: ") == 0; });
}

TEST(FaultField, TextIsReadBackAndNonsenseRefused)
{
    Recipe recipe;
    EXPECT_EQ(fieldValue(recipe, "fault"), "none");
    for (const char *text : {"staleK:3", "staleV:12", "unmaskedTail", "none"}) {
        ASSERT_TRUE(setField(recipe, "fault", text).ok()) << text;
        EXPECT_EQ(fieldValue(recipe, "fault"), text);
    }
    EXPECT_EQ(recipe, Recipe{}) << "none leaves no ordinal behind";
    for (const char *text : {"", "staleK", "staleK:", "staleK:x", "staleV:-1", "unmaskedTail:1", "stale:2"}) {
        const Status status = setField(recipe, "fault", text);
        ASSERT_FALSE(status.ok()) << text;
        EXPECT_EQ(status.message(),
                  "recipe field fault: '" + std::string(text) +
                      "', expected none|staleK:<n>|staleV:<n>|unmaskedTail, where <n> is a whole number");
    }
    EXPECT_EQ(recipe, Recipe{});
}

TEST(FaultField, TheFirstTileHasNoneBeforeIt)
{
    const Golden g = readGolden("fa2_fp16_d64_odd");
    for (const char *text : {"staleK:0", "staleV:0"}) {
        const Result<RunSpec> spec = resolveRun(catalog(), g.problem, withFault(text));
        ASSERT_FALSE(spec.ok()) << text;
        EXPECT_EQ(spec.status().message(), "recipe field fault: " + std::string(text) +
                                               ", expected 1 or more behind the colon: the key tile that is visited "
                                               "first (0) has none before it whose data could be left");
    }
}

// The same run is reproduced without the fault.
TEST(FaultField, NoRunWithAFaultIsReproduced)
{
    const Golden g = readGolden("fa2_fp16_d64_odd");
    const RunSpec legal = resolveOrFail(g.problem, withFault("none"));
    EXPECT_EQ(legal.known.known, Known::Reproduced);
    EXPECT_FALSE(legal.counterfactual);
    EXPECT_TRUE(legal.changedFields.empty());
    const std::pair<const char *, const char *> words[] = {
        {"staleK:1", "key tile 1 in visiting order is multiplied with the K of the one before"},
        {"staleV:1", "key tile 1 in visiting order is multiplied with the V of the one before"},
        {"unmaskedTail", "keys beyond the last one are not masked, they count with score 0"}};
    for (const auto &[fault, what] : words) {
        const RunSpec spec = resolveOrFail(g.problem, withFault(fault));
        EXPECT_TRUE(spec.counterfactual) << fault;
        EXPECT_EQ(spec.known.known, Known::Model) << fault;
        EXPECT_EQ(spec.known.text.english(), std::string("a fault, not an order of operations: ") + what);
        EXPECT_EQ(spec.notes.front().english(),
                  std::string("counterfactual: a fault, not an order of operations: ") + what);
        EXPECT_EQ(spec.changedFields, std::vector<std::string>{"fault"});
        EXPECT_FALSE(saysThatNothingChanges(spec)) << fault;
    }
}

TEST(FaultField, AFaultThatChangesNothingIsSaidAndChangesNothing)
{
    Problem even = smallProblem(64, 256, DType::F16);
    Problem causal = smallProblem(100, 100, DType::F16);
    causal.mask.kind = Mask::Kind::CausalTopLeft; // the last query sees key 99 and no further
    Problem lengths = smallProblem(16, 256, DType::F16);
    lengths.mask.keyLengths = {128};
    const Fields tiles{{"tileN", "64"}, {"split", "none"}};
    for (const auto &[problem, fault] :
         {std::pair{even, "unmaskedTail"}, std::pair{causal, "unmaskedTail"}, std::pair{lengths, "unmaskedTail"},
          std::pair{even, "staleK:4"}, std::pair{lengths, "staleV:2"}}) {
        SCOPED_TRACE(fault);
        const SmallRun run = makeRun(problem, withFault(fault, tiles));
        EXPECT_TRUE(saysThatNothingChanges(run.spec));
        EXPECT_TRUE(run.spec.counterfactual);
        const RunOutput got = runOrFail(run.spec, run.inputs);
        const RunOutput legal = runOrFail(makeRun(problem, withFault("none", tiles)).spec, run.inputs);
        EXPECT_EQ(countDifferentBits(got.output, legal.output), 0);
        EXPECT_EQ(countDifferentBits(got.lse, legal.lse), 0);
    }
    // One key more, one tile earlier, a query that sees beyond: now it does.
    Problem odd = even, seesBeyond = causal;
    odd.seqlenK = 257;
    seesBeyond.seqlenQ = 101;
    lengths.mask.keyLengths = {129};
    for (const auto &[problem, fault] :
         {std::pair{odd, "unmaskedTail"}, std::pair{seesBeyond, "unmaskedTail"}, std::pair{lengths, "unmaskedTail"},
          std::pair{even, "staleK:3"}, std::pair{lengths, "staleV:2"}}) {
        SCOPED_TRACE(fault);
        const SmallRun run = makeRun(problem, withFault(fault, tiles));
        EXPECT_FALSE(saysThatNothingChanges(run.spec));
        const RunOutput got = runOrFail(run.spec, run.inputs);
        const RunOutput legal = runOrFail(makeRun(problem, withFault("none", tiles)).spec, run.inputs);
        EXPECT_GT(countDifferentBits(got.output, legal.output), 0);
    }
}

TEST(FaultField, TheCudaEngineLeavesItToTheCpu)
{
    const Problem p = smallProblem(64, 300, DType::F16);
    EXPECT_TRUE(supportedByWorker(resolveOrFail(p, withFault("none"))).ok());
    for (const char *fault : {"staleK:2", "staleV:1", "unmaskedTail"}) {
        const Status status = supportedByWorker(resolveOrFail(p, withFault(fault)));
        EXPECT_EQ(status.code(), StatusCode::Unsupported);
        EXPECT_EQ(status.message(),
                  "the CUDA engine does not execute a recipe with fault=" + std::string(fault) + "; the CPU does");
    }
}

// A fault changes what steps read, not which steps there are: two runs can be laid side by side.
TEST(FaultField, ThePlanIsThatOfTheLegalRun)
{
    Problem p = smallProblem(200, 300, DType::F16);
    p.mask.kind = Mask::Kind::CausalBottomRight;
    const SmallRun legal = makeRun(p, withFault("none", {{"tileN", "64"}}));
    for (const char *fault : {"staleK:1", "staleV:2", "unmaskedTail"}) {
        const SmallRun run = makeRun(p, withFault(fault, {{"tileN", "64"}}));
        ASSERT_EQ(run.schedule->stepCount(), legal.schedule->stepCount());
        for (int i = 0; i < legal.schedule->workTileCount(); ++i)
            EXPECT_EQ(run.schedule->steps(run.schedule->workTile(i)),
                      legal.schedule->steps(legal.schedule->workTile(i)));
    }
}

TEST(FaultField, RowsAddWhatTheMasksKindAllows)
{
    Problem p = smallProblem(10, 100, DType::F16);
    const auto added = [&](const char *fault, int row) {
        return makeRun(p, withFault(fault, {{"tileN", "64"}})).schedule->addedKeys(0, row, 1);
    };
    EXPECT_EQ(added("none", 3), (KeyRange{64, 100}));
    EXPECT_EQ(added("unmaskedTail", 3), (KeyRange{64, 128}));
    p.mask.kind = Mask::Kind::Window;
    p.mask.windowLeft = 5;
    p.mask.windowRight = 8;
    EXPECT_EQ(added("none", 9), (KeyRange{94, 100}));
    EXPECT_EQ(added("unmaskedTail", 9), (KeyRange{94, 108}));
    p.mask = {};
    p.mask.keyLengths = {64};
    EXPECT_EQ(added("none", 3), (KeyRange{0, 0}));
    EXPECT_EQ(added("unmaskedTail", 3), (KeyRange{0, 0})) << "64 keys fill their tile";
}

} // namespace
} // namespace ulpscope::test
