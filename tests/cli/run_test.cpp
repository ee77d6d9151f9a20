// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.h"

#include <filesystem>
#include <map>
#include <set>

namespace ulpscope::test {
namespace {

using nlohmann::json;

TEST(Run, WritesOutputAndLseAsRecorded)
{
    const ScratchDir scratch;
    const std::string path = scratch.file("o.safetensors");
    const Ran ran = run({"run", goldenPath("fa2_fp16_d128_causal"), "--kernel", "fa2-pytorch", "--device", "h200",
                         "--batch", "256", "--out", path, "--no-error"});
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_TRUE(ran.says(path));
    const Result<TensorFile> written = readTensorFile(path);
    ASSERT_TRUE(written.ok()) << written.status().message();
    const Result<TensorFile> golden = readTensorFile(goldenPath("fa2_fp16_d128_causal"));
    for (const auto &[name, recorded] : {std::pair("o", "o_batch256"), std::pair("lse", "lse_batch256")}) {
        SCOPED_TRACE(name);
        ASSERT_NE(written->find(name), nullptr);
        EXPECT_EQ(written->find(name)->shape, golden->find(recorded)->shape);
        EXPECT_EQ(written->find(name)->type, golden->find(recorded)->type);
        EXPECT_TRUE(written->find(name)->data == golden->find(recorded)->data) << "not the recorded bits";
    }
    EXPECT_EQ(written->metadata.at("kernel"), "fa2-pytorch");
    EXPECT_EQ(written->metadata.at("causal"), "True");
    EXPECT_EQ(written->metadata.at("known"), "reproduced");
    EXPECT_EQ(json::parse(written->metadata.at("recipe"))["keyOrder"], "descending");
}

TEST(Run, BitsDoNotDependOnTheNumberOfThreads)
{
    const ScratchDir scratch;
    for (const char *threads : {"1", "2", "5"})
        ASSERT_EQ(run({"run", goldenPath("fa2_fp16_d64_odd"), "--threads", threads, "--no-error", "--out",
                       scratch.file(threads)})
                      .exitCode,
                  0);
    EXPECT_EQ(contents(scratch.file("1")), contents(scratch.file("2")));
    EXPECT_EQ(contents(scratch.file("1")), contents(scratch.file("5")));
}

TEST(Run, TellsProblemKernelEvidenceAndError)
{
    const Ran ran = run({"run", goldenPath("fa2_bf16_d64_gqa_causal"), "--kernel", "fa2-pytorch", "--device", "a100",
                         "--batch", "256"});
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_TRUE(ran.says("heads 4 (2 KV)")) << ran.out;
    EXPECT_TRUE(ran.says("causal-top-left, from the file's metadata"));
    EXPECT_TRUE(ran.says("fa2-pytorch on a100, inside a batch of 256, not split"));
    EXPECT_TRUE(ran.says("model: "));
    EXPECT_TRUE(ran.says("ulp of bf16 against float64"));
    EXPECT_TRUE(ran.says("% of 65,536 values are correctly rounded"));
}

TEST(Run, ErrorSummaryIsThatOfTheOutput)
{
    const json error = run({"run", goldenPath("fa2_fp16_d64_odd"), "--json", "--threads", "1"}).json()["error"];
    EXPECT_EQ(error["count"], 25600);
    EXPECT_EQ(error["nan"], 0);
    EXPECT_GT(error["max"], 0.5);
    EXPECT_LT(error["rms"], error["max"]);
    EXPECT_GT(error["correctly_rounded"], 12800) << "a good kernel rounds most values correctly";
    EXPECT_LT(error["correctly_rounded"], 25600);
    EXPECT_EQ(run({"run", goldenPath("fa2_fp16_d64_odd"), "--json", "--threads", "3"}).json()["error"], error);
    EXPECT_TRUE(run({"run", goldenPath("fa2_fp16_d64_odd"), "--json", "--no-error"}).json()["error"].is_null());
}

// Aligned to the last key, the first 2 of 6 queries see none of 4 keys.
TEST(Run, RowsWithoutKeysAreLeftOutOfTheErrorAndSaid)
{
    const ScratchDir scratch;
    const std::string path = writeGeneratedSession(
        scratch, {{"heads", 3}, {"seqlenQ", 6}, {"seqlenK", 4}, {"mask", {{"kind", "causal-bottom-right"}}}});
    const json error = run({"run", path, "--json"}).json()["error"];
    EXPECT_EQ(error["rows_without_keys"], 3 * 2);
    EXPECT_EQ(error["elements"], 3 * 4 * 64);
    EXPECT_EQ(error["count"], 3 * 4 * 64);
    EXPECT_LE(error["correctly_rounded"], 3 * 4 * 64);
    EXPECT_EQ(error["worst"].size(), 4u);
    EXPECT_GE(error["worst"][2], 2) << "a row with keys";
    const Ran text = run({"run", path});
    EXPECT_TRUE(text.says("6 rows without keys are left out")) << text.out;
    EXPECT_TRUE(text.says("% of 768 values are correctly rounded")) << text.out;

    const std::string none =
        writeGeneratedSession(scratch, {{"seqlenK", 4}, {"mask", {{"kind", "none"}, {"keyLengths", {0}}}}});
    const json nothing = run({"run", none, "--json"}).json()["error"];
    EXPECT_EQ(nothing["elements"], 0);
    EXPECT_EQ(nothing["rows_without_keys"], 4);
    EXPECT_TRUE(nothing["worst"].is_null());
    EXPECT_TRUE(run({"run", none}).says("4 rows without keys are left out"));
}

TEST(Run, TheMaskIsShownAndReadsBackFromWhatIsWritten)
{
    const ScratchDir scratch;
    const std::string lengths = writeGeneratedSession(
        scratch, {{"batch", 2}, {"seqlenQ", 8}, {"mask", {{"kind", "none"}, {"keyLengths", {3, 5}}}}});
    const std::string path = scratch.file("o.safetensors");
    const Ran ran = run({"run", lengths, "--causal=bottom-right", "--no-error", "--out", path});
    EXPECT_TRUE(ran.says("causal-bottom-right, key lengths [3, 5], as chosen")) << ran.out << ran.err;
    const std::map<std::string, std::string> metadata = readTensorFile(path)->metadata;
    EXPECT_EQ(metadata.at("causal"), "True");
    EXPECT_EQ(metadata.at("causal_alignment"), "bottom-right");
    EXPECT_EQ(metadata.at("key_lengths"), "[3, 5]");

    // Inputs with the written metadata are the same problem as the session's.
    TensorFile inputs;
    inputs.metadata = metadata;
    const std::vector<float> zeros(2 * 8 * 64);
    for (const char *name : {"q", "k", "v"})
        inputs.tensors.push_back(tensorFromFloats(name, DType::F16, {2, 1, 8, 64}, zeros.data()));
    const std::string read = scratch.file("qkv.safetensors");
    ASSERT_TRUE(writeSafetensors(read, inputs).ok());
    const json expected = run({"run", lengths, "--causal=bottom-right", "--no-error", "--json"}).json()["problem"];
    EXPECT_EQ(run({"run", read, "--no-error", "--json"}).json()["problem"], expected);
    EXPECT_EQ(expected["key_lengths"], (json{3, 5}));

    const std::string window =
        writeGeneratedSession(scratch, {{"seqlenQ", 8}, {"softcap", 20.0}, {"mask", {{"kind", "window:2,0"}}}});
    ASSERT_EQ(run({"run", window, "--no-error", "--out", path}).exitCode, 0);
    EXPECT_EQ(readTensorFile(path)->metadata.at("causal"), "False");
    EXPECT_EQ(readTensorFile(path)->metadata.at("window_size"), "(2, 0)");
    EXPECT_EQ(readTensorFile(path)->metadata.at("softcap"), "20");
}

TEST(Run, WhatIsWrongInASessionIsToldWithItsNameAndSide)
{
    const ScratchDir scratch;
    const auto with = [&](const json &problem, const json &rest) {
        return writeGeneratedSession(scratch, problem, rest);
    };
    const json good = json::object();
    std::string path = with(good, {{"a", {{"kernel", "fa9"}}}});
    EXPECT_TRUE(refuses(run({"run", path}), {"'" + path + "': side A: ", "'fa9'"}));
    EXPECT_EQ(run({"run", path, "--kernel", "cudnn", "--no-error"}).exitCode, 0) << "an option takes its place";
    EXPECT_TRUE(refuses(run({"run", path, "--kernel", "fa8"}), {"ulpscope-cli: ", "'fa8'"}));
    EXPECT_EQ(run({"run", path, "--kernel", "fa8"}).err.find(path), std::string::npos) << "the option is at fault";

    path = with(good, {{"a", {{"set", {"split=count:500"}}}}});
    EXPECT_TRUE(refuses(run({"run", path}), {"'" + path + "': side A: "}));
    path = with(good, {{"b", {{"kernel", "fa2-pytorch"}, {"device", "tpu"}}}});
    EXPECT_TRUE(refuses(run({"compare", path}), {"'" + path + "': side B: ", "'tpu'"}));
    path = with({{"heads", 3}, {"kvHeads", 2}}, good);
    EXPECT_TRUE(refuses(run({"run", path}), {"'" + path + "': problem: 3 query heads"}));
    path = with({{"mask", {{"kind", "none"}, {"keyLengths", {9}}}}}, good);
    EXPECT_TRUE(refuses(run({"diff", path, "--tensor", "o"}), {"'" + path + "': problem: key length 9"}));
    path = with({{"seqlenQ", 1 << 30}, {"headDim", 128}}, good);
    EXPECT_TRUE(refuses(run({"run", path}), {"'" + path + "'", "549,755,813,888 values", "at most 2,147,483,648"}));
}

TEST(Run, ASelectionThatIsNotThereIsToldWithItsField)
{
    const ScratchDir scratch;
    for (const auto &[field, size] : {std::pair("batch", 1), std::pair("head", 1), std::pair("row", 4),
                                      std::pair("key", 4), std::pair("column", 64)}) {
        SCOPED_TRACE(field);
        const auto withField = [&, field = field](int value) {
            return writeGeneratedSession(scratch, json::object(), {{"selection", {{field, value}}}});
        };
        const std::string path = withField(size);
        const Ran ran = run({"run", path, "--no-error", "--trace", scratch.file("t.json")});
        EXPECT_TRUE(refuses(ran, {"'" + path + "': selection: \"" + field + "\" is " + std::to_string(size),
                                  "expected at most " + std::to_string(size - 1)}));
        EXPECT_EQ(ran.err.find("--trace-head"), std::string::npos) << ran.err;
        EXPECT_EQ(run({"run", withField(size - 1), "--no-error"}).exitCode, 0);
    }
}

TEST(Run, CounterfactualsAreCalledThat)
{
    const json result = run({"run", goldenPath("fa2_fp16_d64_odd"), "--kernel", "fa2-pytorch", "--device", "v100",
                             "--no-error", "--json"})
                            .json();
    EXPECT_EQ(result["counterfactual"], true);
    EXPECT_EQ(result["known"], "model");
    EXPECT_NE(result["notes"].dump().find("counterfactual"), std::string::npos);
}

TEST(Run, TheTraceHasEveryStepOfTheHeadAndSameBytesEveryTime)
{
    const ScratchDir scratch;
    const auto traced = [&](const std::string &name) {
        const Ran ran = run({"run", goldenPath("fa2_fp16_d128_causal"), "--batch", "256", "--no-error", "--trace",
                             scratch.file(name), "--trace-head", "0,1"});
        EXPECT_EQ(ran.exitCode, 0) << ran.err;
        return contents(scratch.file(name));
    };
    const std::string text = traced("a.json");
    EXPECT_EQ(traced("b.json"), text);
    const json trace = json::parse(text);
    EXPECT_EQ(trace["schema"], "ulpscope.trace/1");
    EXPECT_EQ(trace["head"], 1);
    // Three query tiles of 128 rows over key tiles of 64: 2, 4 and 6 of them are visible.
    std::map<std::string, int> kinds;
    std::uint64_t index = trace["steps"][0]["index"];
    std::int64_t maxChanged = 0;
    for (const json &step : trace["steps"]) {
        ++kinds[step["kind"]];
        EXPECT_EQ(step["index"], index++);
        if (step.contains("events"))
            maxChanged += step["events"]["max_changed"].get<std::int64_t>();
    }
    EXPECT_EQ(kinds["LoadQ"], 3);
    EXPECT_EQ(kinds["LoadKv"], 12);
    EXPECT_EQ(kinds["ScoreGemm"], 12);
    EXPECT_EQ(kinds["ApplyMask"], 6) << "two diagonal key tiles for each query tile";
    EXPECT_EQ(kinds["RescaleOutput"], 9) << "none in the first key tile";
    EXPECT_EQ(kinds["Normalize"], 3);
    EXPECT_GT(maxChanged, 0);
    EXPECT_TRUE(
        refuses(run({"run", goldenPath("fa2_fp16_d128_causal"), "--trace", scratch.file("c"), "--trace-head", "0,2"}),
                {"--trace-head 0,2", "2 heads"}));
}

TEST(Run, AnOutputThatCannotBeWrittenIsNamedAndNothingIsLeft)
{
    EXPECT_TRUE(refuses(run({"run", goldenPath("fa2_fp16_d64_decode"), "--out", "/nonexistent/o.safetensors"}),
                        {"/nonexistent/o.safetensors"}));
}

/// Before anything runs.
TEST(Run, WhatCannotBeWrittenOrMeasuredIsSaidAtOnce)
{
    const ScratchDir scratch;
    const std::string file = goldenPath("fa2_fp16_d64_odd"), nowhere = "ULPSCOPE_CUDA_WORKER=/nowhere/ulpscope-cuda";
    const std::string folder = std::filesystem::path(scratch.file("o")).parent_path().string();
    EXPECT_TRUE(refuses(run({"run", file, "--out", folder}), {"--out '" + folder + "' is a folder"}));
    EXPECT_TRUE(refuses(run({"run", file, "--trace", folder}), {"--trace '" + folder + "' is a folder"}));
    EXPECT_TRUE(
        refuses(run({"run", file, "--out", scratch.file("o.npz")}), {"o.npz", "safetensors", "does not end in .npz"}));
    EXPECT_TRUE(refuses(run({"run", file, "--measure"}, nowhere), {"--measure needs a GPU", "/nowhere/ulpscope-cuda"}));
    EXPECT_TRUE(
        refuses(run({"arrivals", "--shape", "1,1,1,64,300,64", "-o", folder}), {"--out '" + folder + "' is a folder"}));
    EXPECT_TRUE(scratch.names().empty()) << "nothing was written";
}

TEST(Run, TheArchitectureChangesTheSketchsMergeTreeAndBits)
{
    const ScratchDir scratch;
    std::set<int> splits;
    std::set<std::string> outputs;
    for (const char *device : {"v100", "a100", "h200", "b200"}) {
        const std::string path = scratch.file(device);
        const json result =
            run({"run", scenarioPath("article-sketch"), "--device", device, "--out", path, "--no-error", "--json"})
                .json();
        splits.insert(result["splits"].get<int>());
        const Result<TensorFile> file = readTensorFile(path);
        ASSERT_TRUE(file.ok());
        const Tensor *o = file->find("o");
        ASSERT_NE(o, nullptr);
        outputs.emplace(reinterpret_cast<const char *>(o->data.data()), o->data.size());
    }
    EXPECT_EQ(splits, (std::set<int>{2, 3, 4, 8}));
    EXPECT_EQ(outputs.size(), 4u);
}

TEST(Run, CanariesShowWhatTheyAreFor)
{
    const ScratchDir scratch;
    ASSERT_EQ(run({"run", scenarioPath("index-canary"), "--out", scratch.file("o"), "--no-error"}).exitCode, 0);
    const std::vector<float> index = toFloats(*readTensorFile(scratch.file("o"))->find("o")).value();
    for (std::size_t row = 0; row < 128; ++row)
        EXPECT_EQ(index[row * 32], static_cast<float>(row) / 2) << "row " << row;

    // Exactly 0.5; a chain of fma keeps one 1 of each 64 keys, a tensor core none.
    for (const auto &[kernel, expected] : {std::pair("textbook", 1.0f / 64), std::pair("fa2-pytorch", 0.0f)}) {
        ASSERT_EQ(
            run({"run", scenarioPath("order-canary"), "--kernel", kernel, "--out", scratch.file("o"), "--no-error"})
                .exitCode,
            0);
        EXPECT_EQ(toFloats(*readTensorFile(scratch.file("o"))->find("o")).value()[0], expected) << kernel;
    }
}

// The math path is not split: to say so changes nothing, and is no change by hand.
TEST(Run, SplitsThatTheKernelHasAnywayAreNoChange)
{
    const auto known = [](std::vector<std::string> more) {
        std::vector<std::string> arguments{
            "run", goldenPath("fa2_fp16_d128_causal"), "--device", "h200", "--no-error", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const json object = run(arguments).json();
        return object["known"].get<std::string>() + ", " + std::to_string(object["splits"].get<int>()) + ", " +
               std::to_string(object["notes"].dump().find("changed by hand") != std::string::npos);
    };
    EXPECT_EQ(known({"--kernel", "math", "--num-splits", "1"}), known({"--kernel", "math"}));
    EXPECT_EQ(known({"--kernel", "math", "--num-splits", "1"}), "reproduced, 1, 0");
    EXPECT_EQ(known({"--kernel", "fa2-pytorch", "--num-splits", "3"}), "reproduced, 3, 0") << "its own rule gives 3";
    EXPECT_EQ(known({"--kernel", "fa2-pytorch", "--num-splits", "2"}), "model, 2, 1");
}

} // namespace
} // namespace ulpscope::test
