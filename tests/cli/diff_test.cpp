// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The program against recorded outputs of an H200, and the controls that must differ in exactly known numbers of
// values.
#include "cli/cli_support.h"

#include <functional>

namespace ulpscope::test {
namespace {

using nlohmann::json;

struct Recorded {
    const char *name;
    int splitsAlone; ///< what FA2's split rule gives on 132 SMs for the problem run alone
};
constexpr Recorded kFlashAttention2[] = {{"fa2_bf16_d64_full", 2},   {"fa2_bf16_d64_gqa_causal", 1},
                                         {"fa2_bf16_d64_peaked", 2}, {"fa2_fp16_d128_causal", 3},
                                         {"fa2_fp16_d64_decode", 8}, {"fa2_fp16_d64_odd", 2}};

TEST(Diff, FlashAttention2InABatchOf256IsBitEqual)
{
    for (const Recorded &recorded : kFlashAttention2) {
        SCOPED_TRACE(recorded.name);
        const Ran ran = run({"diff", goldenPath(recorded.name), "--tensor", "o_batch256", "--kernel", "fa2-pytorch",
                             "--device", "h200", "--batch", "256", "--json"});
        EXPECT_EQ(ran.exitCode, 0) << ran.err;
        const json result = ran.json();
        EXPECT_EQ(result["mismatches"], 0);
        EXPECT_EQ(result["lse_mismatches"], 0);
        EXPECT_EQ(result["splits"], 1);
        EXPECT_EQ(result["known"], "reproduced");
    }
}

TEST(Diff, DqIsBitEqualInPyTorchsDeterministicMode)
{
    const auto diff = [](std::vector<std::string> more) {
        std::vector<std::string> arguments{
            "diff", goldenPath("dq_fp16_d64_buffers3"), "--device", "h200", "--batch", "44", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    };
    const Ran ran = diff({"--what", "dq", "--deterministic"});
    EXPECT_EQ(ran.exitCode, 0) << ran.err;
    const json result = ran.json();
    EXPECT_EQ(result["mismatches"], 0);
    EXPECT_EQ(result["lse_mismatches"], 0);
    EXPECT_EQ(result["elements"], 2560);
    EXPECT_EQ(result["order"]["buffers"], 3);
    EXPECT_EQ(result["backward"]["known"]["kind"], "reproduced");
    EXPECT_EQ(result["gradient"], "tensor 'do' of the file");
    const Ran other = diff({"--what", "dq"}); // all in one accumulator
    EXPECT_EQ(other.exitCode, 1);
    EXPECT_EQ(other.json()["mismatches"], 2);
    EXPECT_TRUE(refuses(diff({"--what", "dq", "--gradient-seed", "1"}), {"--gradient-seed", "holds one, tensor 'do'"}));
    EXPECT_TRUE(refuses(diff({"--gradient-seed", "0"}), {"--gradient-seed is of the gradient dQ", "--what dq"}));
    EXPECT_TRUE(refuses(diff({"--deterministic"}), {"--what dq"}));
    EXPECT_TRUE(refuses(run({"diff", goldenPath("fa2_fp16_d64_odd"), "--what", "dq"}), {"has no tensor 'dq'"}));
}

TEST(Diff, FlashAttention2AloneIsBitEqualWithThePredictedSplits)
{
    for (const Recorded &recorded : kFlashAttention2) {
        SCOPED_TRACE(recorded.name);
        const Ran ran = run({"diff", goldenPath(recorded.name), "--tensor", "o_batch1", "--kernel", "fa2-pytorch",
                             "--device", "h200", "--batch", "1", "--json"});
        EXPECT_EQ(ran.exitCode, 0) << ran.err;
        const json result = ran.json();
        EXPECT_EQ(result["mismatches"], 0);
        EXPECT_EQ(result["lse_mismatches"], 0);
        EXPECT_EQ(result["splits"], recorded.splitsAlone);
    }
}

TEST(Diff, CudnnInABatchOf256IsBitEqual)
{
    for (const char *name : {"cudnn_bf16_d64_full", "cudnn_fp16_d128_causal", "cudnn_fp16_d64_odd"}) {
        SCOPED_TRACE(name);
        const Ran ran = run(
            {"diff", goldenPath(name), "--tensor", "o_batch256", "--kernel", "cudnn", "--device", "h200", "--json"});
        EXPECT_EQ(ran.exitCode, 0) << ran.err;
        EXPECT_EQ(ran.json()["mismatches"], 0);
        EXPECT_FALSE(ran.json().contains("lse_mismatches")) << "no LSE is recorded for cuDNN";
    }
}

struct Control {
    const char *what;
    std::vector<std::string> options;
    int causal, full, odd; ///< differing values of fa2_fp16_d128_causal, fa2_bf16_d64_full, fa2_fp16_d64_odd
};

class Controls : public testing::TestWithParam<Control> {};
void PrintTo(const Control &c, std::ostream *out) { *out << c.what; }

TEST_P(Controls, DifferInExactlyAsManyValuesAsRecorded)
{
    const auto mismatches = [&](const char *name) {
        std::vector<std::string> arguments{"diff",        goldenPath(name), "--tensor", "o_batch256", "--kernel",
                                           "fa2-pytorch", "--batch",        "256",      "--json"};
        arguments.insert(arguments.end(), GetParam().options.begin(), GetParam().options.end());
        // Half of the kernel's own tile: 64 keys at head dim 128, 128 at 64.
        if (GetParam().what == std::string("tileNHalved"))
            arguments.insert(arguments.end(),
                             {"--set", name == std::string("fa2_fp16_d128_causal") ? "tileN=32" : "tileN=64"});
        const Ran ran = run(arguments);
        const json result = ran.json();
        EXPECT_EQ(ran.exitCode, result["mismatches"] == 0 ? 0 : 1);
        EXPECT_EQ(result["first_mismatch"].is_null(), result["mismatches"] == 0);
        return result["mismatches"].get<int>();
    };
    EXPECT_EQ(mismatches("fa2_fp16_d128_causal"), GetParam().causal);
    EXPECT_EQ(mismatches("fa2_bf16_d64_full"), GetParam().full);
    EXPECT_EQ(mismatches("fa2_fp16_d64_odd"), GetParam().odd);
}

// Counted on the recorded outputs by a model written apart from this one.
INSTANTIATE_TEST_SUITE_P(Recorded, Controls,
                         testing::Values(Control{"nothing", {"--device", "h200"}, 0, 0, 0},
                                         Control{"deviceA100", {"--device", "a100"}, 793, 49, 225},
                                         Control{"tensorCoreV100", {"--set", "mma=v100"}, 1348, 71, 367},
                                         Control{"ascending", {"--set", "keyOrder=ascending"}, 32673, 28517, 10685},
                                         Control{"tileNHalved", {}, 13671, 12765, 5313},
                                         Control{"fusedArgument", {"--set", "argument=fused"}, 101, 15, 19},
                                         Control{"otherQuadOrder", {"--set", "quadOrder=xor12"}, 3, 0, 2},
                                         Control{"rcp", {"--set", "final=rcp"}, 2, 0, 0},
                                         Control{"laneMulAdd", {"--set", "join=laneMulAdd"}, 0, 0, 0}),
                         [](const testing::TestParamInfo<Control> &parameter) {
                             return std::string(parameter.param.what);
                         });

TEST(Diff, JsonHasTheKeysOfTheContractAndTellsTheFirstMismatch)
{
    const Ran ran = run({"diff", goldenPath("fa2_fp16_d128_causal"), "--tensor", "o_batch256", "--kernel",
                         "fa2-pytorch", "--device", "a100", "--batch", "256", "--json"});
    const json result = ran.json();
    std::vector<std::string> keys;
    for (const auto &[key, value] : result.items())
        keys.push_back(key);
    EXPECT_EQ(keys,
              (std::vector<std::string>{"backend", "device", "elements", "first_mismatch", "kernel", "known",
                                        "lse_mismatches", "max_abs", "max_ulp", "mismatches", "recipe", "splits"}));
    EXPECT_EQ(result["elements"], 98304);
    EXPECT_EQ(result["known"], "model") << "no A100 table is measured";
    EXPECT_EQ(result["recipe"]["mmaQk"], "a100");
    EXPECT_GE(result["max_ulp"], 1);
    const json &first = result["first_mismatch"];
    EXPECT_EQ(first["index"].size(), 4u);
    EXPECT_NE(first["got"], first["want"]);
    EXPECT_EQ(first["got_bits"].get<std::string>().size(), 6u) << "0x and four digits of an fp16";
    EXPECT_NE(first["got_bits"], first["want_bits"]);
    EXPECT_EQ(ran.exitCode, 1);
}

TEST(Diff, AnAllowanceDecidesTheExitStatus)
{
    const std::vector<std::string> base{
        "diff",  goldenPath("fa2_bf16_d64_full"), "--tensor", "o_batch256", "--device", "a100", "--batch", "256",
        "--json"};
    const auto with = [&](const std::string &ulps) {
        std::vector<std::string> arguments = base;
        arguments.insert(arguments.end(), {"--max-ulp", ulps});
        return run(arguments).exitCode;
    };
    const std::int64_t largest = run(base).json()["max_ulp"];
    EXPECT_EQ(with(std::to_string(largest)), 0);
    EXPECT_EQ(with(std::to_string(largest - 1)), 1);
    EXPECT_EQ(with("-1"), 2);
}

TEST(Diff, TextNamesFileMismatchAndHowItIsKnown)
{
    const Ran ran = run(
        {"diff", goldenPath("fa2_fp16_d128_causal"), "--tensor", "o_batch256", "--device", "a100", "--batch", "256"});
    EXPECT_EQ(ran.exitCode, 1);
    EXPECT_TRUE(ran.says("793 of 98,304 values of 'o_batch256'")) << ran.out;
    EXPECT_TRUE(ran.says("known       model")) << ran.out;
}

TEST(Diff, OptionsOverrideTheFilesMetadata)
{
    const std::string file = goldenPath("fa2_fp16_d128_causal");
    const auto mismatches = [&](const std::vector<std::string> &more) {
        std::vector<std::string> arguments{"diff", file, "--tensor", "o_batch256", "--batch", "256", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments).json()["mismatches"].get<int>();
    };
    EXPECT_EQ(mismatches({"--causal"}), 0);
    EXPECT_EQ(mismatches({"--causal=bottom-right"}), 0) << "as many queries as keys: the same mask";
    EXPECT_EQ(mismatches({"--scale", "0.08838834764831843"}), 0);
    EXPECT_GT(mismatches({"--causal=none"}), 90000);
    EXPECT_GT(mismatches({"--scale", "0.09"}), 90000);
}

TEST(Diff, FieldsFollowOneSetOrSeveral)
{
    const std::string file = goldenPath("fa2_fp16_d64_odd");
    const std::vector<std::string> tail{"--tensor", "o_batch256", "--batch", "256", "--json"};
    const auto recipe = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "diff");
        arguments.insert(arguments.end(), tail.begin(), tail.end());
        return run(arguments).json()["recipe"];
    };
    const json expected = recipe({file, "--set", "keyOrder=ascending", "--set", "argument=fused"});
    EXPECT_EQ(expected["keyOrder"], "ascending");
    EXPECT_EQ(expected["argument"], "fused");
    EXPECT_EQ(recipe({file, "--set", "keyOrder=ascending", "argument=fused"}), expected);
    EXPECT_EQ(recipe({"--set", "keyOrder=ascending", "argument=fused", file}), expected)
        << "the one that is no field is the file";
}

// What was written when the problem stood 66 times in one batch is had from as many: dQ, and the LSE of its forward
// pass.
TEST(Diff, LaunchesAsManyCopiesAsTheFileWasRecordedWith)
{
    const auto diff = [](std::vector<std::string> more) {
        std::vector<std::string> arguments{
            "diff", goldenPath("dq_fp16_d64_causal"), "--what", "dq", "--deterministic", "--device", "h200"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    };
    const Ran text = diff({});
    EXPECT_EQ(text.exitCode, 0) << text.out << text.err;
    EXPECT_TRUE(text.says("66, the file was recorded with 66 copies of the problem in one batch")) << text.out;
    EXPECT_TRUE(text.says("0 of 38,400 values of 'dq'")) << text.out;
    EXPECT_TRUE(text.says("0 of 600 values of 'lse' differ")) << text.out;
    const json object = diff({"--json"}).json();
    EXPECT_EQ(object["batch"], 66);
    EXPECT_EQ(object["copies"], 66);
    const json alone = diff({"--batch", "1", "--json"}).json();
    EXPECT_FALSE(alone.contains("copies"));
    EXPECT_NE(alone["mismatches"], 0);
    EXPECT_TRUE(run({"run", goldenPath("dq_fp16_d64_causal"), "--no-error"}).says("inside a batch of 66"));
}

TEST(Diff, CopiesThatAreNoNumberAreRefused)
{
    const ScratchDir scratch;
    Result<TensorFile> file = readTensorFile(goldenPath("dq_fp16_d64_buffers3"));
    ASSERT_TRUE(file.ok());
    const std::string path = scratch.file("f.safetensors");
    for (const std::string wrong : {"0", "many", "1000001", "2.5"}) {
        file->metadata["copies"] = wrong;
        ASSERT_TRUE(writeSafetensors(path, file.value()).ok());
        EXPECT_TRUE(refuses(
            run({"diff", path, "--what", "dq", "--device", "h200"}),
            {"'" + path + "': metadata 'copies': expected a whole number from 1 to 1,000,000, found '" + wrong + "'"}));
    }
}

TEST(Diff, ALogSumExpThatDoesNotFitIsSaidAndNotCounted)
{
    const ScratchDir scratch;
    const Result<TensorFile> golden = readTensorFile(goldenPath("fa2_fp16_d64_odd"));
    ASSERT_TRUE(golden.ok());
    const auto withLse = [&](const std::function<void(Tensor &)> &change) {
        TensorFile file = golden.value();
        for (Tensor &tensor : file.tensors) {
            if (tensor.name == "lse_batch256")
                change(tensor);
        }
        const std::string path = scratch.file("f.safetensors");
        EXPECT_TRUE(writeSafetensors(path, file).ok());
        return std::vector<std::string>{"diff", path, "--tensor", "o_batch256", "--batch", "256"};
    };
    std::vector<std::string> arguments = withLse([](Tensor &lse) { lse.shape.push_back(1); });
    const Ran text = run(arguments);
    EXPECT_EQ(text.exitCode, 0) << "the output is what is judged";
    EXPECT_TRUE(text.err.starts_with("ulpscope-cli: warning: '" + arguments[1] + "': tensor 'lse_batch256': shape "))
        << text.err;
    EXPECT_EQ(std::count(text.err.begin(), text.err.end(), '\n'), 1);
    EXPECT_TRUE(text.says("'lse_batch256' is not compared")) << text.out;
    arguments.emplace_back("--json");
    const json result = run(arguments).json();
    EXPECT_TRUE(result["lse_mismatches"].is_null()) << "neither equal nor different";
    EXPECT_NE(result["lse_skipped"].get<std::string>().find("expected [1, 2, 200]"), std::string::npos) << result;

    arguments =
        withLse([](Tensor &lse) { lse = tensorFromFloats(lse.name, DType::F16, lse.shape, toFloats(lse)->data()); });
    arguments.emplace_back("--json");
    EXPECT_NE(run(arguments).json()["lse_skipped"].get<std::string>().find("expected fp32"), std::string::npos);
}

TEST(Diff, ShowsTheMask)
{
    const Ran ran = run({"diff", goldenPath("fa2_fp16_d128_causal"), "--tensor", "o_batch256", "--batch", "256"});
    EXPECT_TRUE(ran.says("causal-top-left, from the file's metadata")) << ran.out;
    const Ran compare = run(
        {"compare", goldenPath("fa2_fp16_d128_causal"), "--a", "--batch 256", "--b", "--batch 256", "--causal=none"});
    EXPECT_TRUE(compare.says("none, as chosen")) << compare.out;
}

TEST(Diff, TakesTensorAndKernelFromASession)
{
    const Ran ran = run({"diff", scenarioPath("fa2-causal"), "--json"});
    EXPECT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_EQ(ran.json()["mismatches"], 0);
}

} // namespace
} // namespace ulpscope::test
