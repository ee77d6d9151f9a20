// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.h"

namespace ulpscope::test {
namespace {

using nlohmann::json;

/// The line with the tree, without the comment lines above it.
std::string treeOf(const Ran &ran)
{
    EXPECT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_TRUE(ran.out.starts_with("# ")) << ran.out;
    const std::size_t line = ran.out.rfind("\n", ran.out.size() - 2) + 1;
    return ran.out.substr(line, ran.out.size() - 1 - line);
}

// Columns 8j + 2t and 8j + 2t + 1 belong to lane t of a quad, which are added at the end: (l0 + l2) + (l1 + l3) in
// FlashAttention-2, (l0 + l1) + (l2 + l3) in cuDNN.
TEST(Tree, RowSumsFollowTheLanes)
{
    EXPECT_EQ(treeOf(run({"tree", "--kernel", "fa2-pytorch", "--device", "h200", "--seqlen", "128", "--causal", "--row",
                          "7"})),
              "(((0 1) (4 5)) ((2 3) (6 7)))");
    EXPECT_EQ(
        treeOf(run({"tree", "--kernel", "cudnn", "--device", "h200", "--seqlen", "128", "--causal", "--row", "7"})),
        "(((0 1) (2 3)) ((4 5) (6 7)))");
}

TEST(Tree, ScoresFollowTheTensorCore)
{
    const auto score = [](const char *device) {
        return treeOf(run({"tree", "--kernel", "fa2-pytorch", "--device", device, "--seqlen", "8", "--head-dim", "16",
                           "--what", "score", "--batch", "64"}));
    };
    EXPECT_EQ(score("h200"), "(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)");
    EXPECT_EQ(score("a100"), "((0 1 2 3 4 5 6 7) 8 9 10 11 12 13 14 15)");
    EXPECT_EQ(score("v100"), "((((0 1 2 3) 4 5 6 7) 8 9 10 11) 12 13 14 15)");
}

// One rounding for each summand, one for all of them, or as a tensor core's step adds: three texts.
TEST(Tree, AnFmaChainAnExactSumAndATensorCoreReadDifferently)
{
    const auto score = [](const char *unit) {
        return treeOf(run({"tree", "--kernel", "fa2-pytorch", "--device", "h200", "--seqlen", "8", "--head-dim", "4",
                           "--what", "score", "--set", std::string("mma=") + unit}));
    };
    EXPECT_EQ(score("h200"), "(0 1 2 3)");
    EXPECT_EQ(score("fp32-fma"), "(fma 0 1 2 3)");
    EXPECT_EQ(score("exact"), "(exact 0 1 2 3)");
    const Ran help = run({"tree", "--help"});
    EXPECT_TRUE(help.says("(fma 0 1 2)") && help.says("(exact 0 1 2)")) << help.out;
}

// Every key tile is a chain of its own from 0, and the tiles are added in the order of arrival.
TEST(Tree, ContributionsToDqFollowTheOrderOfArrival)
{
    const std::string groups[2] = {
        "((((0 1 2 3 4 5 6 7) 8 9 10 11 12 13 14 15) 16 17 18 19 20 21 22 23) 24 25 26 27 28 "
        "29 30 31)",
        "(32 33 34 35)"};
    const auto dq = [](std::vector<std::string> more) {
        std::vector<std::string> arguments{"tree", "--kernel", "fa2-pytorch", "--device", "l40s", "--head-dim",
                                           "256",  "--what",   "dq",          "--seqlen", "36"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    };
    EXPECT_EQ(treeOf(dq({})), "(" + groups[0] + " " + groups[1] + ")");
    EXPECT_EQ(treeOf(dq({"--order", "1,0"})), "(" + groups[1] + " " + groups[0] + ")");
    EXPECT_EQ(treeOf(dq({"--causal", "--row", "2", "--order", "1,0"})), "(0 1 2)");
    EXPECT_TRUE(dq({"--order", "1,0"}).says("dq of row 35, key tiles of 32, arriving 1 0; leaves are numbered by key"));
    const json object = dq({"--deterministic", "--heads", "4", "--json"}).json();
    EXPECT_EQ(object["order"], (json{{"buffers", 36}, {"arrival", nullptr}})); // 142 SMs over 4 heads
    EXPECT_EQ(object["backward"]["tile_n"], 32);
    EXPECT_EQ(object["leaves_are"], "key");
    EXPECT_EQ(object["tree"]["nodes"].back()["op"], "scale");
    EXPECT_TRUE(refuses(dq({"--order", "0"}), {"leaves out key tile 1"}));
    EXPECT_TRUE(refuses(dq({"--order", "0,1", "--deterministic"}), {"expected one of them"}));
    EXPECT_TRUE(refuses(dq({"--probe"}), {"of the forward pass"}));
    EXPECT_TRUE(refuses(run({"tree", "--kernel", "cudnn", "--seqlen", "64", "--what", "dq"}),
                        {"the backward pass of cudnn", "expected the kernel fa2-pytorch or fa2"}));
    EXPECT_TRUE(refuses(run({"tree", "--seqlen", "64", "--order", "0"}),
                        {"ulpscope-cli: --order is of the gradient dQ, expected --what dq beside it\n"}));
    for (const std::string wrong : {"lanes=strided:3", "1,,0", "1,x", ","})
        EXPECT_TRUE(refuses(dq({"--order", wrong}), {"--order is '" + wrong + "', expected the numbers of key tiles"}));
}

TEST(Tree, SaysWhatIsOutsideTheProblem)
{
    const auto refusal = [](std::vector<std::string> more) {
        more.insert(more.begin(), {"tree", "--kernel", "fa2-pytorch", "--device", "h200", "--seqlen", "64"});
        return run(more);
    };
    EXPECT_TRUE(refuses(refusal({"--row", "64"}), {"--row: there is no query row 64, expected 0..63\n"}));
    EXPECT_TRUE(refuses(refusal({"--row", "-1"}), {"--row: '-1', expected a whole number of at least 0"}));
    EXPECT_TRUE(refuses(refusal({"--seqlen-q", "1", "--row", "1"}), {"--row: there is no query row 1, expected 0\n"}));
    EXPECT_TRUE(
        refuses(refusal({"--split", "1"}), {"--split: there is no split 1, expected 0, since the keys are not split"}));
    EXPECT_TRUE(
        refuses(refusal({"--num-splits", "2", "--split", "2"}), {"--split: there is no split 2, expected 0..1\n"}));
    EXPECT_TRUE(refuses(refusal({"--set", "lanes=strided:3"}),
                        {"recipe field lanes: 'strided:3', expected quad|contiguous|strided:<n>, where <n> is a power "
                         "of two from 1 to 64"}));
    EXPECT_TRUE(refuses(refusal({"--set", "tileN=many"}),
                        {"recipe field tileN: 'many', expected <n>, where <n> is a whole number"}));
}

TEST(Tree, SketchesFollowTheArchitecture)
{
    const auto merge = [](const char *device) {
        return treeOf(run({"tree", "--kernel", "textbook", "--device", device, "--seqlen", "512", "--seqlen-q", "64",
                           "--heads", "2", "--batch", "37", "--what", "combine"}));
    };
    EXPECT_EQ(merge("v100"), "((((0 1) 2) 3) (((4 5) 6) 7))");
    EXPECT_EQ(merge("b200"), "(((0 1) (4 5)) ((2 3) (6 7)))");
    EXPECT_EQ(merge("a100"), "(((0 4) (2 6)) ((1 5) (3 7)))");
}

TEST(Tree, SplitsAreCombinedByAButterflyOfWeightsAndAChainOfOutputs)
{
    const std::vector<std::string> decode{"tree", "--kernel",   "fa2-pytorch", "--device", "h200", "--seqlen",
                                          "2048", "--seqlen-q", "1",           "--heads",  "2"};
    const auto with = [&](const char *what) {
        std::vector<std::string> arguments = decode;
        arguments.insert(arguments.end(), {"--what", what});
        return treeOf(run(arguments));
    };
    EXPECT_EQ(with("combine-weights"), "(((0 4) (2 6)) ((1 5) (3 7)))");
    EXPECT_EQ(with("combine"), "(fma 0 1 2 3 4 5 6 7)");
}

TEST(Tree, JsonAndDotAreTheSameTree)
{
    const std::vector<std::string> base{"tree",     "--kernel", "fa2-pytorch", "--device", "h200",
                                        "--seqlen", "64",       "--row",       "3",        "--causal"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), base.begin(), base.end());
        return run(more);
    };
    const json object = with({"--json"}).json();
    EXPECT_EQ(object["tree"]["schema"], "ulpscope.tree/1");
    EXPECT_EQ(object["leaves_are"], "key");
    EXPECT_EQ(object["row"], 3);
    EXPECT_EQ(with({"--format", "json"}).json(), object);
    const Ran dot = with({"--format", "dot"});
    EXPECT_TRUE(dot.out.starts_with("digraph")) << dot.out;
}

TEST(Tree, TwoFormatsAtOnceAreRefused)
{
    const auto with = [](std::vector<std::string> more) {
        more.insert(more.begin(), {"tree", "--kernel", "fa2-pytorch", "--device", "h200", "--seqlen", "16"});
        return run(more);
    };
    EXPECT_TRUE(refuses(with({"--json", "--format", "dot"}), {"--json and --format dot"}));
    EXPECT_TRUE(refuses(with({"--json", "--format", "text"}), {"--json and --format text"}));
    EXPECT_EQ(with({"--json", "--format", "json"}).exitCode, 0);
}

// 7,813 x 7,813 pairs: tiles of 128 queries and 128 keys. One query is planned at once.
TEST(Tree, PlansThatTakeLongAreRefusedWithTheLimit)
{
    const auto tree = [](std::vector<std::string> more) {
        more.insert(more.begin(), {"tree", "--kernel", "fa2-pytorch", "--device", "h200", "--num-splits", "1"});
        return run(more);
    };
    EXPECT_TRUE(
        refuses(tree({"--seqlen", "1000000"}), {"61,042,969 pairs", "expected at most 4,194,304", "--seqlen-q"}));
    EXPECT_TRUE(refuses(tree({"--seqlen", "2000000"}), {"--seqlen", "1048576"}));
    EXPECT_EQ(tree({"--seqlen", "1000000", "--seqlen-q", "1"}).exitCode, 0);
}

TEST(Tree, IsThatOfOneHeadHoweverManyThereAre)
{
    // The heads decide that nothing is split; the tree is that of one head.
    const std::vector<std::string> few{"tree",     "--kernel", "fa2-pytorch", "--device", "h200",
                                       "--seqlen", "16384",    "--batch",     "4096"};
    std::vector<std::string> many = few;
    many.insert(many.end(), {"--heads", "4096"});
    const std::string tree = treeOf(run(few));
    EXPECT_EQ(treeOf(run(many)), tree);
    EXPECT_GT(tree.size(), 16384u * 5);
}

std::vector<std::string> probeOf(std::vector<std::string> more)
{
    more.insert(more.begin(), {"tree", "--kernel", "fa2-pytorch", "--device", "a100", "--seqlen", "40", "--seqlen-q",
                               "1", "--num-splits", "1", "--probe", "--backend", "cpu"});
    return more;
}

TEST(Tree, ProbesFindTheDeclaredTree)
{
    const Ran text = run(probeOf({"--what", "score", "--head-dim", "16"}));
    EXPECT_EQ(text.exitCode, 0) << text.err;
    EXPECT_TRUE(text.says("# measured on cpu: ")) << text.out;
    EXPECT_TRUE(text.says("\n((0 1 2 3 4 5 6 7) 8 9 10 11 12 13 14 15)\nequals declared: yes\n")) << text.out;
    for (const char *what : {"row-sum", "output", "score"}) {
        const json object = run(probeOf({"--what", what, "--json"})).json();
        EXPECT_EQ(object["probe_equals_declared"], true) << what;
        EXPECT_EQ(object["probed_tree"], object["declared_tree"]);
        EXPECT_GT(object["probes"], 30);
        EXPECT_GE(object["runs"], 1);
        EXPECT_TRUE(object["difference"].is_null());
        EXPECT_EQ(object["backend"]["name"], "cpu");
    }
    const json combine = run({"tree",   "--kernel", "fa2-pytorch",  "--device",  "h200",     "--seqlen", "400",
                              "--set",  "tileN=64", "--num-splits", "4",         "--causal", "--row",    "200",
                              "--what", "combine",  "--probe",      "--backend", "cpu",      "--json"})
                             .json();
    EXPECT_EQ(combine["probe_equals_declared"], true);
    EXPECT_EQ(combine["unseen"], json({2, 3})); // row 200 of splits of 128 keys
}

// What one recipe does is not what another one declares.
TEST(Tree, ProbesTellAnotherTree)
{
    const Ran differs = run(probeOf({"--what", "output", "--declared", "--device h200"}));
    EXPECT_EQ(differs.exitCode, 1) << differs.err;
    EXPECT_TRUE(differs.says("equals declared: no")) << differs.out;
    EXPECT_TRUE(differs.says("declared by fa2-pytorch on h200")) << differs.out;
    EXPECT_TRUE(differs.says("they part first where measured: keys 0..7 are added on their own; declared: the smallest "
                             "sum that holds them is of keys 0..15"))
        << differs.out;
    const Ran order = run(probeOf({"--set", "tileN=16", "--declared", "--set keyOrder=ascending", "--json"}));
    EXPECT_EQ(order.exitCode, 1);
    EXPECT_EQ(order.json()["probe_equals_declared"], false);
    EXPECT_NE(order.json()["probed_tree"], order.json()["declared_tree"]);
    EXPECT_EQ(order.json()["declared_by"], "fa2-pytorch on a100, not split");
    EXPECT_EQ(run(probeOf({"--what", "output", "--declared", "--device rtx3090"})).exitCode, 0);
}

TEST(Tree, ProbesThatSeeNothingAreRefused)
{
    EXPECT_TRUE(refuses(run(probeOf({"--set", "mma=exact", "--what", "output"})), {"mmaPv=exact", "no order"}));
    EXPECT_TRUE(refuses(run(probeOf({"--set", "fault=unmaskedTail"})), {"fault=unmaskedTail"}));
    EXPECT_TRUE(refuses(run(probeOf({"--format", "dot"})), {"--format text or json"}));
    EXPECT_TRUE(refuses(run(probeOf({"--declared", "--kernel fa9"})), {"--declared", "'fa9'"}));
    EXPECT_TRUE(refuses(run(probeOf({"--declared", "--rows 3"})), {"--declared", "--rows"}));
    EXPECT_TRUE(refuses(run({"tree", "--seqlen", "8", "--declared", "--device a100"}), {"expected --probe"}));
    EXPECT_TRUE(refuses(run({"tree", "--seqlen", "8", "--backend", "cpu"}), {"expected --probe"}));
}

TEST(Tree, WhatDoesNotExistIsRefused)
{
    EXPECT_TRUE(refuses(run({"tree", "--kernel", "fa2-pytorch", "--device", "h200", "--seqlen", "64", "--batch", "256",
                             "--what", "combine"}),
                        {"one split"}));
    EXPECT_TRUE(refuses(run({"tree", "--kernel", "fa2-pytorch", "--device", "h200", "--seqlen", "64", "--row", "64"}),
                        {"row 64"}));
    EXPECT_TRUE(refuses(run({"tree", "--kernel", "fa2-pytorch", "--device", "h200"}), {"--seqlen"}));
}

} // namespace
} // namespace ulpscope::test
