// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.h"

namespace ulpscope::test {
namespace {

using nlohmann::json;

TEST(Compare, ArchitecturesPartAtTheScores)
{
    const Ran ran =
        run({"compare", goldenPath("fa2_fp16_d128_causal"), "--a", "--kernel fa2-pytorch --device h200 --batch 256",
             "--b", "--kernel fa2-pytorch --device a100 --batch 256", "--json"});
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const json result = ran.json();
    EXPECT_EQ(result["elements"], 98304);
    EXPECT_EQ(result["mismatches"], 793);
    EXPECT_EQ(result["heads"].size(), 2u);
    EXPECT_EQ(result["heads"][0]["mismatches"].get<int>() + result["heads"][1]["mismatches"].get<int>(), 793);
    EXPECT_NE(result["recipe_differences"].dump().find("mmaQk"), std::string::npos);
    const json &first = result["first_divergence"];
    EXPECT_EQ(first["kind"], "ScoreGemm") << "the first product of tensor cores that differ";
    EXPECT_NE(first["a_bits"], first["b_bits"]);
    EXPECT_FALSE(first["reason"].get<std::string>().empty());
}

TEST(Compare, SessionsBringBothSides)
{
    const json batches = run({"compare", scenarioPath("batch-invariance"), "--json"}).json();
    EXPECT_EQ(batches["mismatches"], 21526);
    EXPECT_EQ(batches["elements"], 65536);
    EXPECT_EQ(batches["a"]["splits"], 1);
    EXPECT_EQ(batches["b"]["splits"], 2);
    EXPECT_EQ(run({"compare", scenarioPath("h200-vs-a100"), "--json"}).json()["mismatches"], 793);
}

TEST(Compare, ARunWithItselfDoesNotDiffer)
{
    const json result =
        run({"compare", goldenPath("fa2_fp16_d64_odd"), "--a", "--device h200", "--b", "--device h200", "--json"})
            .json();
    EXPECT_EQ(result["mismatches"], 0);
    EXPECT_TRUE(result["first_divergence"].is_null());
    EXPECT_TRUE(result["recipe_differences"].empty());
}

TEST(Compare, OutputsInTheFileAreSidesToo)
{
    const std::string file = goldenPath("fa2_bf16_d64_full");
    const json tensors =
        run({"compare", file, "--a", "--tensor o_batch256", "--b", "--tensor o_batch1", "--json"}).json();
    EXPECT_EQ(tensors["mismatches"], 21526);
    EXPECT_EQ(tensors["a"]["tensor"], "o_batch256");
    const json runAndTensor =
        run({"compare", file, "--a", "--batch 256", "--b", "--tensor o_batch256", "--json"}).json();
    EXPECT_EQ(runAndTensor["mismatches"], 0);
    EXPECT_TRUE(runAndTensor["first_divergence"].is_null());
}

TEST(Compare, TextTellsWhereAndWhy)
{
    const Ran ran = run(
        {"compare", goldenPath("fa2_fp16_d64_odd"), "--a", "--batch 256", "--b", "--batch 256 --set argument=fused"});
    EXPECT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_TRUE(ran.says("19 of 25,600 values")) << ran.out;
    EXPECT_TRUE(ran.says("argument"));
    EXPECT_TRUE(ran.says("first"));
}

TEST(Compare, SidesThatCannotBeUnderstoodAreNamed)
{
    const std::string file = goldenPath("fa2_fp16_d64_odd");
    const auto with = [&](const std::string &b) { return run({"compare", file, "--a", "--device h200", "--b", b}); };
    EXPECT_TRUE(refuses(with("--colour red"), {"--b '--colour red'"}));
    EXPECT_TRUE(refuses(with("--device tpu"), {"--b", "'tpu'", "h200"}));
    EXPECT_TRUE(refuses(with("--tensor o_batch1 --batch 2"), {"--b", "stands alone"}));
    EXPECT_TRUE(refuses(with("--tensor x"), {"no tensor 'x'"}));
    EXPECT_TRUE(refuses(with("--help"), {"--b '--help'"}));
    EXPECT_TRUE(refuses(run({"compare", scenarioPath("fa2-causal"), "--b", "--tensor"}), {"--b"}));
    EXPECT_TRUE(refuses(run({"compare", scenarioPath("article-sketch"), "--a", "--device h200"}), {"--b is needed"}));
}

} // namespace
} // namespace ulpscope::test
