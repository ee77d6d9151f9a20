// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Faults through --set: said to be what they are, and far from any rounding difference.
#include "cli/cli_support.h"

namespace ulpscope::test {
namespace {

using nlohmann::json;

std::vector<std::string> runWith(const std::string &path, const std::string &fault)
{
    return {"run", path, "--batch", "256", "--set", "tileN=64", "fault=" + fault, "--json"};
}

TEST(FaultOption, RunsAndIsCalledCounterfactual)
{
    const ScratchDir scratch;
    const std::string path = writeGeneratedSession(scratch, {{"seqlenQ", 64}, {"seqlenK", 258}});
    const json legal = run(runWith(path, "none")).json();
    EXPECT_EQ(legal["counterfactual"], false);
    EXPECT_EQ(legal["recipe"]["fault"], "none");
    EXPECT_GT(legal["error"]["correctly_rounded"].get<int>(), 4096 / 2);
    for (const char *fault : {"staleK:2", "staleV:4", "unmaskedTail"}) {
        const Ran ran = run(runWith(path, fault));
        ASSERT_EQ(ran.exitCode, 0) << ran.err;
        const json result = ran.json();
        EXPECT_EQ(result["counterfactual"], true) << fault;
        EXPECT_EQ(result["recipe"]["fault"], fault);
        EXPECT_NE(ran.out.find("a fault, not an order of operations: "), std::string::npos) << ran.out;
        EXPECT_EQ(ran.out.find("changes nothing here"), std::string::npos);
        EXPECT_LT(result["error"]["correctly_rounded"].get<int>(), 4096 / 20) << fault;
    }
    // The run has five key tiles.
    const Ran beyond = run(runWith(path, "staleK:5"));
    EXPECT_TRUE(beyond.says("the fault changes nothing here: no query tile visits more than 5 key tiles"))
        << beyond.out;
    EXPECT_EQ(beyond.json()["error"], legal["error"]);
}

TEST(FaultOption, WhatItIsNotIsRefused)
{
    const ScratchDir scratch;
    const std::string path = writeGeneratedSession(scratch, {{"seqlenK", 300}});
    EXPECT_TRUE(refuses(run(runWith(path, "staleK:0")), {"fault", "staleK:0", "expected 1 or more", "visited first"}));
    EXPECT_TRUE(refuses(run(runWith(path, "stale")), {"fault", "'stale'", "none|staleK:<n>|staleV:<n>|unmaskedTail"}));
}

TEST(FaultOption, CompareNamesTheFault)
{
    const ScratchDir scratch;
    const std::string path = writeGeneratedSession(scratch, {{"seqlenQ", 64}, {"seqlenK", 300}});
    const Ran ran = run({"compare", path, "--a", "--batch 256 --set tileN=64", "--b",
                         "--batch 256 --set tileN=64 --set fault=staleV:2"});
    EXPECT_TRUE(
        ran.says("A fault, not rounding: A has none; B multiplies P in key tile 2 of the visiting order with the "
                 "V of the tile before"))
        << ran.out << ran.err;
    EXPECT_TRUE(ran.says("A reads V from key tile 2, B from 3")) << ran.out;
}

TEST(FaultOption, IsListedWithTheFields)
{
    const Ran ran = run({"kernels"});
    EXPECT_TRUE(ran.says("none|staleK:<n>|staleV:<n>|unmaskedTail")) << ran.out;
    EXPECT_TRUE(ran.says("a mistake on purpose, not an order"));
}

} // namespace
} // namespace ulpscope::test
