// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.h"

#include <filesystem>
#include <map>

namespace ulpscope::test {
namespace {

using nlohmann::json;

/// One query, 32 query heads on 8 KV heads, 8192 keys, d = 128.
const std::string kDecode = "1,32,8,1,8192,128";

TEST(Schedule, SaysWhereTheTilesOfADecodeLie)
{
    const json result =
        run({"schedule", "--kernel", "fa2-pytorch", "--device", "h200", "--shape", kDecode, "--tiles", "3", "--json"})
            .json();
    EXPECT_EQ(result["splits"], 32);
    EXPECT_EQ(result["plan"]["key_tiles"], 64);
    EXPECT_EQ(result["plan"]["work_tiles"], 32 * 33);
    const json &launch = result["launch"];
    EXPECT_EQ(launch["grid"]["tiles"], 256);
    EXPECT_EQ(launch["block"]["shared_memory"], 81920);
    EXPECT_EQ(launch["occupancy"]["blocks_per_sm"], 2);
    EXPECT_EQ(launch["occupancy"]["limit"], "shared memory");
    EXPECT_EQ(launch["slots"], 264);
    EXPECT_DOUBLE_EQ(launch["waves"], 256.0 / 264);
    EXPECT_EQ(launch["makespan"], 52);
    EXPECT_EQ(launch["combine"], 32);
    EXPECT_EQ(launch["busy_per_sm"].size(), 132u);
    EXPECT_EQ(launch["known"]["kind"], "model");
    ASSERT_EQ(launch["tiles"].size(), 3u);
    EXPECT_EQ(launch["tiles"][2]["split"], 2);
    EXPECT_EQ(launch["tiles"][2]["sm"], 2);
    EXPECT_EQ(launch["tiles"][2]["end"], 20);
    EXPECT_EQ(result["launch_absent"], nullptr);
}

TEST(Schedule, TextHasTheSameAndSaysThatItIsAModel)
{
    const Ran ran = run({"schedule", "--kernel", "fa2-pytorch", "--device", "a100", "--shape", "4,16,16,2048,2048,64",
                         "--causal", "--dtype", "fp16"});
    EXPECT_EQ(ran.exitCode, 0) << ran.err;
    // 16 query tiles of 128 for 64 heads; 48 KB and 255 registers of 128 threads: two blocks on each of 108 SMs.
    for (const char *part :
         {"mask causal-top-left", "not split", "query tiles 16 x heads 16 x batch 4 x splits 1", "= 1,024 tiles",
          "order of fa2", "2 blocks on an SM; limit: registers", "4.741 of 216 slots",
          "model: registers of a thread: not published", "model: CUDA does not say"})
        EXPECT_TRUE(ran.says(part)) << part << "\n" << ran.out;
}

TEST(Schedule, EveryKernelHasALaunch)
{
    const auto launch = [](const std::string &kernel, const std::string &device) {
        const json result = run({"schedule", "--kernel", kernel, "--device", device, "--shape", "2,16,16,1024,1024,128",
                                 "--dtype", "fp16", "--tiles", "1", "--json"})
                                .json();
        EXPECT_EQ(result["launch_absent"], nullptr) << kernel;
        return result["launch"];
    };
    for (const json &kernel : run({"kernels", "--json"}).json()["kernels"]) {
        const std::string id = kernel["id"];
        int warps = 0;
        const json found = launch(id, id == "fa4" ? "b200" : "h200");
        for (const json &role : found["roles"])
            warps += role["warps"].get<int>();
        EXPECT_EQ(32 * warps, found["block"]["threads"]) << id;
    }
    // Three stages of K or V beside Q and O in 224 KB; one block on an SM, blocks that stay.
    const json fa4 = launch("fa4", "b200");
    EXPECT_EQ(fa4["block"]["shared_memory"], 224 * 1024);
    EXPECT_EQ(fa4["occupancy"]["blocks_per_sm"], 1);
    EXPECT_EQ(fa4["policy"], "staticPersistent");
    EXPECT_EQ(fa4["limits_known"]["kind"], "published");
}

TEST(Schedule, WhatIsNotKnownOrDoesNotFitIsSaid)
{
    const ScratchDir scratch;
    json kernel = json::parse(contents(std::string(ULPSCOPE_SOURCE_DIR) + "/resources/kernels/fa2-pytorch.json"));
    kernel["id"] = "mine";
    kernel.erase("launch");
    std::filesystem::create_directories(scratch.file("kernels"));
    const std::string text = kernel.dump();
    ASSERT_TRUE(writeFileAtomically(scratch.file("kernels/mine.json"), text.data(), text.size()).ok());
    const Ran ran = run({"schedule", "--kernel", "mine", "--device", "h200", "--shape", kDecode, "--json"},
                        "ULPSCOPE_USER_DIR=" + shellQuoted(scratch.file("")));
    EXPECT_EQ(ran.exitCode, 0);
    EXPECT_EQ(ran.json()["launch"], nullptr);
    EXPECT_EQ(ran.json()["launch_absent"],
              "kernel mine: its file has no \"launch\", so how it is launched is not known");
    EXPECT_EQ(ran.json()["splits"], 32);
    EXPECT_TRUE(run({"schedule", "--kernel", "fa2-pytorch", "--device", "t4", "--shape", "1,1,1,999,999,128", "--dtype",
                     "fp16"})
                    .says("does not fit on an SM of t4 (limit: shared memory)"));
}

TEST(Schedule, RefusesWhatIsNoShape)
{
    const auto with = [](const std::string &shape) {
        return run({"schedule", "--kernel", "fa2-pytorch", "--device", "h200", "--shape", shape});
    };
    EXPECT_TRUE(refuses(run({"schedule"}), {"--shape B,H,Hkv,Tq,Tk,d is needed"}));
    EXPECT_TRUE(refuses(with("1,2,3"), {"--shape"}));
    EXPECT_TRUE(refuses(with("1,8,3,1,64,64"), {"--shape", "3"}));
    EXPECT_TRUE(refuses(with("1,8,8,0,64,64"), {"--shape", "0"}));
    EXPECT_TRUE(refuses(run({"schedule", "--shape", kDecode, "--kernel", "fa9"}), {"'fa9'", "fa2-pytorch"}));
    EXPECT_TRUE(refuses(run({"schedule", "--shape", kDecode, "--dtype", "fp8"}), {"--dtype", "fp8"}));
}

TEST(Profiles, SayHowEachKernelIsKnownOnEachDevice)
{
    const json list = run({"profiles", "--json"}).json()["profiles"];
    std::map<std::string, json> by;
    for (const json &p : list)
        by[p["kernel"].get<std::string>() + " " + p["device"].get<std::string>()] = p;
    EXPECT_EQ(by["fa2-pytorch h200"]["known"], "reproduced");
    EXPECT_EQ(by["cudnn h200"]["known"], "reproduced");
    EXPECT_EQ(by["fa2-pytorch a100"]["known"], "model") << "the H200's table of ex2";
    EXPECT_EQ(by["fa2-pytorch t4"]["known"], "counterfactual") << "FlashAttention-2 needs compute capability 8.0";
    EXPECT_EQ(by["fa2-pytorch v100"]["counterfactual"], true);
    EXPECT_EQ(by["textbook h200"]["known"], "model");
    for (const auto &[name, profile] : by)
        EXPECT_FALSE(profile["text"].get<std::string>().empty()) << name;
    const Ran text = run({"profiles"});
    EXPECT_EQ(text.exitCode, 0);
    EXPECT_TRUE(text.says("rtx5090"));
    EXPECT_TRUE(text.says("counterfactual"));
}

/// batch -> splits
std::map<int, int> splitsOf(const json &sweep)
{
    std::map<int, int> splits;
    for (const json &point : sweep["batches"])
        splits[point["batch"]] = point["splits"];
    return splits;
}

TEST(Sweep, SplitCountsAreThePublishedOnes)
{
    const json sweeps = run({"sweep", "--kernel", "fa2-pytorch", "--device", "a100,rtx4090,h200,b200,b300,rtx5090",
                             "--shape", kDecode, "--batches", "1,2,4,8,12,16,24,32,64", "--beside", "none", "--json"})
                            .json()["sweeps"];
    const std::map<std::string, std::vector<int>> expected = {
        {"a100", {22, 13, 6, 3, 2, 3, 1, 1, 1}}, {"rtx4090", {32, 16, 7, 4, 5, 2, 4, 1, 1}},
        {"h200", {32, 16, 7, 4, 5, 2, 4, 1, 1}}, {"b200", {32, 16, 8, 4, 3, 2, 3, 1, 1}},
        {"b300", {32, 16, 8, 4, 3, 2, 3, 1, 1}}, {"rtx5090", {32, 16, 10, 5, 3, 5, 3, 5, 1}}};
    ASSERT_EQ(sweeps.size(), expected.size());
    for (const json &sweep : sweeps) {
        const std::string device = sweep["device"];
        std::vector<int> counts;
        for (const auto &[batch, count] : splitsOf(sweep))
            counts.push_back(count);
        EXPECT_EQ(counts, expected.at(device)) << device;
        EXPECT_EQ(sweep["patterns"], nullptr);
    }
    // "the same request gets six different split counts (22, 13, 6, 3, 2, 1)" on 108 SMs.
    EXPECT_EQ(sweeps[0]["split_counts"], (std::vector<int>{1, 2, 3, 6, 13, 22}));
}

// A fixed count and a fixed size split the same at every batch: one pattern of bits.
TEST(Sweep, OutputBitsChangeWithTheRuleAndNotWithFixedSplits)
{
    const json sweeps =
        run({"sweep", goldenPath("fa2_fp16_d64_decode"), "--kernel", "fa2-pytorch", "--device", "a100,h200", "--json"})
            .json()["sweeps"];
    ASSERT_EQ(sweeps.size(), 6u);
    for (const json &sweep : sweeps) {
        SCOPED_TRACE(sweep["device"].get<std::string>() + " " + sweep["rule"].get<std::string>());
        ASSERT_EQ(sweep["batches"].size(), 64u);
        if (sweep["rule"] == "fa2") {
            EXPECT_EQ(sweep["split_counts"], (std::vector<int>{2, 3, 4, 8}));
            // With the H200's tensor core these few outputs are the same for two splits and for four.
            EXPECT_EQ(sweep["patterns"], sweep["device"] == "h200" ? 3 : 4);
        } else {
            EXPECT_EQ(sweep["split_counts"].size(), 1u);
            EXPECT_EQ(sweep["patterns"], 1);
        }
    }
    EXPECT_EQ(sweeps[1]["rule"], "count:4");
    EXPECT_EQ(sweeps[2]["rule"], "size:512");
    // The recorded outputs of the same request alone and in a batch of 256 differ, as the first and last do here.
    const json &h200 = sweeps[3]["batches"];
    EXPECT_NE(h200.front()["pattern"], h200.back()["pattern"]);
}

TEST(Sweep, TextHasALetterForEachPattern)
{
    const Ran ran = run({"sweep", goldenPath("fa2_fp16_d64_decode"), "--kernel", "fa2-pytorch", "--device", "h200",
                         "--batches", "1,64", "--beside", "count:2"});
    EXPECT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_TRUE(ran.says("bit patterns"));
    EXPECT_TRUE(ran.says("h200 count:2"));
    EXPECT_TRUE(ran.says(" A"));
    EXPECT_TRUE(ran.says(" B"));
}

TEST(Sweep, RefusesWhatItCannotSweep)
{
    const auto with = [](std::vector<std::string> more) {
        more.insert(more.begin(), "sweep");
        return run(more);
    };
    EXPECT_TRUE(refuses(with({"--shape", kDecode, "--batches", "64..1"}), {"--batches is '64..1'", "1..64"}));
    EXPECT_TRUE(refuses(with({"--shape", kDecode, "--batches", "2,2"}), {"--batches", "ascending"}));
    EXPECT_TRUE(refuses(with({"--shape", kDecode, "--batches", "0..3"}), {"--batches"}));
    EXPECT_TRUE(refuses(with({"--shape", kDecode, "--device", "h200,h900"}), {"device h900", "'h900'"}));
    EXPECT_TRUE(refuses(with({"--shape", kDecode, "--beside", "often"}), {"split often", "'often'", "count:<n>"}));
    EXPECT_TRUE(refuses(with({goldenPath("fa2_fp16_d64_decode"), "--shape", kDecode}), {"--shape and a file"}));
    EXPECT_TRUE(refuses(with({}), {"--shape"}));
    // FlexDecoding asks for more splits than the combine takes: said, with the batch.
    EXPECT_TRUE(refuses(with({"--shape", "1,8,1,1,8192,64", "--set", "split=flex"}), {"batch 1", "264 splits"}));
}

} // namespace
} // namespace ulpscope::test
