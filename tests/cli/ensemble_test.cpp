// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.h"

namespace ulpscope::test {
namespace {

using nlohmann::json;

TEST(Lab, ListsAndRunsEveryLab)
{
    const json labs = run({"lab", "--json"}).json()["labs"];
    ASSERT_EQ(labs.size(), 5u);
    for (const json &lab : labs) {
        const std::string name = lab["name"];
        SCOPED_TRACE(name);
        EXPECT_TRUE(run({"lab"}).says(name));
        const Ran ran = run({"lab", name, "--json"});
        EXPECT_EQ(ran.exitCode, 0);
        const json report = ran.json();
        EXPECT_EQ(report["name"], name);
        EXPECT_TRUE(report["results"].is_array());
        ASSERT_FALSE(report["checks"].empty());
        for (const json &check : report["checks"]) {
            EXPECT_EQ(check["ok"], true) << check;
            EXPECT_EQ(check["got"], check["expected"]);
            EXPECT_FALSE(check["source"].get<std::string>().empty());
        }
        EXPECT_FALSE(run({"lab", name}).says(" NO "));
    }
    EXPECT_TRUE(refuses(run({"lab", "102"}), {"no lab '102'", "order-puzzle", "atomics"}));
}

TEST(Ensemble, AllOrdersOfNumbersOnTheCommandLine)
{
    const json all = run({"ensemble", "--values", "0x1p26,1,-0x1p26,1", "--orders", "all", "--json"}).json();
    EXPECT_EQ(all["orders"], 24);
    EXPECT_EQ(all["distinct"], 3);
    ASSERT_EQ(all["patterns"].size(), 3u);
    EXPECT_EQ(all["patterns"][2]["value"], 2);
    EXPECT_EQ(all["patterns"][2]["bits"], "0x40000000");
    EXPECT_EQ(all["patterns"][2]["count"], 4);
    EXPECT_EQ(all["best"]["order"], json({0, 2, 1, 3}));
    EXPECT_EQ(all["exact"], 2);
    EXPECT_EQ(all["backend"], "cpu");
    const Ran text = run({"ensemble", "--values", "0x1p26,1,-0x1p26,1", "--orders", "all"});
    EXPECT_TRUE(text.says("24, all there are")) << text.out;
    const json doubles = run({"ensemble", "--values", "1e-10,1e-5,1e-2,1,-1e-10,-1e-5,-1e-2,-1", "--format", "fp64",
                              "--orders", "all", "--json"})
                             .json();
    EXPECT_EQ(doubles["distinct"], 275);
}

TEST(Ensemble, TakesTheKeyTilesOfAnElementOfDq)
{
    const auto dq = [](std::vector<std::string> more) {
        std::vector<std::string> arguments{
            "ensemble", goldenPath("fa2_fp16_d128_causal"), "--device", "h200", "--what", "dq", "--orders", "all",
            "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    };
    const json last = dq({"--element", "0,0,383,5"}).json();
    EXPECT_EQ(last["key_tiles"], json({0, 1, 2}));
    EXPECT_EQ(last["values"].size(), 3u);
    EXPECT_EQ(last["orders"], 6);
    EXPECT_EQ(last["gradient"], "generated: standard normal, seed 0");
    EXPECT_EQ(dq({"--element", "0,0,127,5"}).json()["key_tiles"], json({0}));
    EXPECT_TRUE(run({"ensemble", goldenPath("fa2_fp16_d128_causal"), "--device", "h200", "--what", "dq", "--orders",
                     "all", "--element", "0,0,127,5"})
                    .says("contribution of key tile 0 to dQ"));
    EXPECT_NE(dq({"--element", "0,0,383,5", "--gradient-seed", "1"}).json()["values"], last["values"]);
    EXPECT_TRUE(refuses(dq({"--element", "0,0,384,5"}), {"there is no 384"}));
    EXPECT_TRUE(refuses(dq({"--kernel", "cudnn"}), {"the backward pass of cudnn"}));
}

TEST(Ensemble, RandomOrdersDependOnTheSeedAlone)
{
    const auto with = [](const std::string &seed, const std::string &threads) {
        json object = run({"ensemble", "--values", "0.1,0.2,0.3,0.4,-0.7,12,1e5", "--orders", "20000", "--seed", seed,
                           "--threads", threads, "--json"})
                          .json();
        object.erase("seconds");
        return object;
    };
    EXPECT_EQ(with("1", "1"), with("1", "3"));
    EXPECT_NE(with("1", "1")["patterns"], with("2", "1")["patterns"]);
    EXPECT_EQ(with("1", "1")["orders"], 20000);
}

/// The splits' own order is among all orders, and its sum is what the run wrote, before the last rounding.
TEST(Ensemble, SplitsOfARecordedRun)
{
    const std::string file = goldenPath("fa2_fp16_d128_causal");
    const json all = run({"ensemble", file, "--kernel", "fa2-pytorch", "--device", "h200", "--num-splits", "3",
                          "--orders", "all", "--element", "0,0,300,5", "--json"})
                         .json();
    EXPECT_EQ(all["orders"], 6);
    EXPECT_EQ(all["values"].size(), 3u);
    EXPECT_EQ(all["weights"].size(), 3u);
    EXPECT_TRUE(refuses(run({"ensemble", file, "--kernel", "cudnn", "--device", "h200"}), {"one split"}));
    EXPECT_TRUE(refuses(run({"ensemble", file, "--num-splits", "3", "--element", "0,0,0,128"}),
                        {"--element", "128", "place 4"}));
}

TEST(Ensemble, SaysWhatIsWrong)
{
    EXPECT_TRUE(refuses(run({"ensemble"}), {"--values"}));
    EXPECT_TRUE(refuses(run({"ensemble", "--values", "1,x"}), {"--values", "'x'"}));
    EXPECT_TRUE(refuses(run({"ensemble", "--values", "1,x", "--format", "fp64"}), {"--values", "'x'", "fp64"}));
    EXPECT_TRUE(refuses(run({"ensemble", "--values", "1,2", "--weights", "1"}), {"1 weights", "2 partial"}));
    EXPECT_TRUE(refuses(run({"ensemble", "--values", "1,inf"}), {"partial result 1", "finite"}));
    for (const std::vector<std::string> &ofRun : {std::vector<std::string>{"--what", "dq"},
                                                  {"--what", "combine"},
                                                  {"--kernel", "fa3"},
                                                  {"--causal"},
                                                  {"--element", "0,0,0,0"},
                                                  {"--gradient-seed", "0"},
                                                  {"--set", "mma=v100"}}) {
        std::vector<std::string> arguments{"ensemble", "--values", "1,2"};
        arguments.insert(arguments.end(), ofRun.begin(), ofRun.end());
        EXPECT_TRUE(refuses(run(arguments), {ofRun.front() + " is about a run", "in place of --values"}));
    }
    const std::string recorded = goldenPath("fa2_fp16_d128_causal");
    EXPECT_TRUE(refuses(run({"ensemble", recorded, "--gradient-seed", "1"}),
                        {"ulpscope-cli: --gradient-seed is of the gradient dQ, expected --what dq beside it\n"}));
    EXPECT_TRUE(refuses(run({"ensemble", "--values", "1,2", "--threads", "0"}),
                        {"--threads: '0', expected a whole number of at least 1;"}));
    EXPECT_TRUE(refuses(run({"ensemble", "--values", "1", "--orders", "some"}), {"--orders", "'some'"}));
    EXPECT_TRUE(refuses(run({"ensemble", "--values", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "--orders", "all"}),
                        {"17", "at most 16"}));
    EXPECT_TRUE(refuses(run({"ensemble", "--values", "1", "--backend", "cuda"}, "ULPSCOPE_CUDA_WORKER=/nowhere/w"),
                        {"CUDA engine is not available"}));
}

TEST(Arrivals, SaysWhatItNeeds)
{
    const std::string nowhere = "ULPSCOPE_CUDA_WORKER=/nowhere/w";
    const std::vector<std::string> shaped{"arrivals", "--shape", "1,1,1,64,300,64"};
    const auto with = [&](const std::vector<std::string> &more) {
        std::vector<std::string> all = shaped;
        all.insert(all.end(), more.begin(), more.end());
        return run(all, nowhere);
    };
    EXPECT_TRUE(refuses(with({}), {"real launches need a GPU", "/nowhere/w"}));
    EXPECT_TRUE(refuses(with({"--kernel", "fa3"}), {"the backward pass of fa3"}));
    EXPECT_TRUE(refuses(with({"--what", "combine", "--gradient-seed", "1"}), {"--gradient-seed", "--what dq"}));
    EXPECT_TRUE(refuses(with({"--launches", "0"}), {"--launches"}));
    EXPECT_TRUE(refuses(with({"-o", "/nowhere/launches.json"}), {"/nowhere/launches.json", "no folder"}));
    EXPECT_TRUE(refuses(run({"arrivals", goldenPath("fa2_fp16_d64_odd"), "--shape", "1,1,1,64,300,64"}, nowhere),
                        {"--shape and a file"}));
    EXPECT_TRUE(refuses(run({"arrivals"}, nowhere), {"a session or a tensor file is needed"}));
    EXPECT_TRUE(refuses(run({"arrivals", "--shape", "1,1,1,64,300,64", "--causal=sideways"}, nowhere),
                        {"--causal", "sideways"}));
    EXPECT_TRUE(
        refuses(run({"arrivals", "--shape", "1,1,1,64,300,64", "--scale", "nan"}, nowhere), {"--scale", "nan"}));
    EXPECT_TRUE(
        refuses(run({"arrivals", "--shape", "1,1,1,64,300,64", "--layout", "BNHD"}, nowhere), {"--layout", "--shape"}));
    EXPECT_TRUE(run({"arrivals", "--help"}).says("ulpscope-cli arrivals --shape"));
}

} // namespace
} // namespace ulpscope::test
