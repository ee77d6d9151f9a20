// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.h"

#include <sstream>

namespace ulpscope::test {
namespace {

const std::vector<std::string> kCommands = {"run",      "diff",     "compare", "tree",     "mma", "kernels", "devices",
                                            "profiles", "schedule", "sweep",   "ensemble", "lab", "version"};

TEST(CommandLine, EveryCommandExplainsItselfWithAnExample)
{
    const Ran program = run({"--help"});
    EXPECT_EQ(program.exitCode, 0);
    for (const std::string &command : kCommands) {
        SCOPED_TRACE(command);
        EXPECT_TRUE(program.says("  " + command + " "));
        const Ran help = run({command, "--help"});
        EXPECT_EQ(help.exitCode, 0);
        EXPECT_TRUE(help.says("Example"));
        EXPECT_TRUE(help.says("ulpscope-cli " + command));
        EXPECT_TRUE(help.err.empty());
    }
}

TEST(CommandLine, WhatCannotBeUnderstoodGivesOneSentence)
{
    const std::string file = goldenPath("fa2_fp16_d64_odd");
    EXPECT_TRUE(refuses(run({}), {"subcommand is required"}));
    EXPECT_TRUE(refuses(run({"fly"}), {"no command 'fly'", "run", "diff", "version"}));
    EXPECT_TRUE(refuses(run({"run", file, "--speed"}), {"--speed", "ulpscope-cli run --help"}));
    EXPECT_TRUE(refuses(run({"run"}), {"session or a tensor file"}));
    EXPECT_TRUE(refuses(run({"run", file, "--batch", "0"}), {"--batch"}));
    EXPECT_TRUE(refuses(run({"run", file, "--batch", "many"}), {"--batch", "many"}));
    EXPECT_TRUE(refuses(run({"run", file, "--scale", "inf"}), {"--scale", "'inf'"}));
    EXPECT_TRUE(refuses(run({"run", file, "--causal=left"}), {"--causal", "'left'", "bottom-right"}));
    EXPECT_TRUE(refuses(run({"run", file, "--set", "keyOrder"}), {"--set", "field=value", "'keyOrder'"}));
    EXPECT_TRUE(refuses(run({"run", file, "--threads", "0"}), {"--threads"}));
}

TEST(CommandLine, OneThingSaidTwiceIsRefusedWithBothValues)
{
    const std::string file = goldenPath("fa2_fp16_d64_odd");
    EXPECT_TRUE(refuses(run({"run", file, "--set", "keyOrder=ascending", "--set", "keyOrder=descending"}),
                        {"'keyOrder' is set twice", "'keyOrder=ascending'", "'keyOrder=descending'"}));
    EXPECT_TRUE(refuses(run({"diff", file, "--tensor", "o_batch1", "--set", "final=rcp", "final=rcp"}), {"'final'"}));
    EXPECT_TRUE(
        refuses(run({"run", file, "--set", "mmaQk=h200", "--set", "mma=v100"}), {"'mmaQk=h200'", "'mma=v100'"}));
    EXPECT_TRUE(refuses(run({"run", file, "--set", "split=count:4", "--num-splits", "2"}),
                        {"--num-splits 2", "'split=count:4'"}));
    EXPECT_TRUE(refuses(run({"compare", file, "--a", "--batch 256", "--b", "--set final=rcp --set final=divide"}),
                        {"--b: --set", "'final=rcp'", "'final=divide'"}));
    // In this order nothing is lost: both units, and one of them another.
    const Ran both = run({"run", file, "--set", "mma=v100", "--set", "mmaQk=h200", "--no-error", "--json"});
    EXPECT_EQ(both.json()["recipe"]["mmaQk"], "h200");
    EXPECT_EQ(both.json()["recipe"]["mmaPv"], "v100");
}

TEST(CommandLine, SplitsEndWhereTheKernelsDo)
{
    const std::string file = goldenPath("fa2_fp16_d64_odd");
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"run", file, "--no-error", "--json"});
        return run(more);
    };
    EXPECT_EQ(with({"--num-splits", "128"}).json()["splits"], 128);
    EXPECT_EQ(with({"--set", "split=count:128"}).json()["splits"], 128);
    EXPECT_TRUE(refuses(with({"--num-splits", "129"}), {"--num-splits is 129", "expected 1 to 128"}));
    EXPECT_TRUE(refuses(with({"--set", "split=count:129"}), {"129", "expected 1 to 128"}));
    EXPECT_TRUE(refuses(with({"--num-splits", "0"}), {"--num-splits is 0", "expected 1 to 128"}));
}

/// Lines of a help text that show the program being called.
std::vector<std::string> examplesIn(const std::string &help)
{
    std::vector<std::string> lines;
    std::istringstream in(help.substr(std::min(help.find("Example"), help.size())));
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("  ulpscope-cli "))
            lines.push_back(line.substr(2));
    }
    return lines;
}

TEST(CommandLine, EveryExampleRuns)
{
    for (const std::string &command : kCommands) {
        const std::vector<std::string> examples = examplesIn(run({command, "--help"}).out);
        EXPECT_FALSE(examples.empty()) << command;
        for (const std::string &example : examples) {
            SCOPED_TRACE(example);
            const ScratchDir scratch; // an example may write a file
            const std::string program = shellQuoted(ULPSCOPE_CLI);
            const std::string line = "cd " + shellQuoted(scratch.file("")) + " && " + program +
                                     example.substr(example.find(' ')) + " >out 2>err </dev/null";
            const int status = std::system(line.c_str());
            EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << contents(scratch.file("err"));
            EXPECT_FALSE(contents(scratch.file("out")).empty());
        }
    }
}

TEST(CommandLine, UnknownIdsListTheKnownOnes)
{
    const std::string file = goldenPath("fa2_fp16_d64_odd");
    EXPECT_TRUE(refuses(run({"run", file, "--kernel", "fa9"}), {"'fa9'", "cudnn", "fa2-pytorch", "textbook"}));
    EXPECT_TRUE(refuses(run({"run", file, "--device", "tpu"}),
                        {"expected one of v100, t4, a100, rtx3090, l40s, rtx4090, h100, h100-pcie, h200, b200, gb200, "
                         "b300, rtx5090"}));
    EXPECT_TRUE(refuses(run({"run", file, "--set", "speed=fast"}), {"'speed'", "keyOrder", "tileN"}));
    EXPECT_TRUE(
        refuses(run({"run", file, "--set", "keyOrder=random"}), {"keyOrder", "'random'", "ascending", "descending"}));
    EXPECT_TRUE(refuses(run({"run", file, "--set", "mma=tpu"}), {"'tpu'", "h200"}));
    EXPECT_TRUE(refuses(run({"tree", "--kernel", "x", "--seqlen", "8"}), {"'x'", "textbook"}));
}

TEST(CommandLine, TheCudaEngineIsRefusedWithAReason)
{
    const std::string file = goldenPath("fa2_fp16_d64_odd"), nowhere = "ULPSCOPE_CUDA_WORKER=/nowhere/ulpscope-cuda";
    EXPECT_TRUE(refuses(run({"run", file, "--backend", "cuda"}, nowhere),
                        {"--backend cuda: the CUDA engine is not available", "there is no /nowhere/ulpscope-cuda"}));
    EXPECT_EQ(run({"run", file, "--backend", "cpu", "--no-error"}, nowhere).exitCode, 0);
    const Ran chosen = run({"run", file, "--no-error", "--json"}, nowhere);
    EXPECT_EQ(chosen.json()["backend"]["asked"], "auto");
    EXPECT_EQ(chosen.json()["backend"]["name"], "cpu");
    EXPECT_TRUE(run({"run", file, "--no-error"}, nowhere).says("(auto: the CUDA engine is not available"));
    for (const std::string command : {"diff", "compare"}) {
        std::vector<std::string> line{command, file, "--json"};
        const std::vector<std::string> rest =
            command == "diff" ? std::vector<std::string>{"--tensor", "o_batch256", "--batch", "256"}
                              : std::vector<std::string>{"--a", "--batch 256", "--b", "--tensor o_batch256"};
        line.insert(line.end(), rest.begin(), rest.end());
        EXPECT_EQ(run(line, nowhere).json()["backend"]["name"], "cpu");
    }
}

TEST(CommandLine, DevicesListsWhatExecutesHere)
{
    const std::string nowhere = "ULPSCOPE_CUDA_WORKER=/nowhere/ulpscope-cuda";
    const auto backends = run({"devices", "--json"}, nowhere).json()["backends"];
    ASSERT_EQ(backends.size(), 2u);
    EXPECT_EQ(backends[0]["name"], "cpu");
    EXPECT_TRUE(backends[0]["absent_reason"].is_null());
    EXPECT_EQ(backends[0]["devices"][0]["id"], "cpu");
    EXPECT_EQ(backends[1]["name"], "cuda");
    EXPECT_TRUE(backends[1]["devices"].empty());
    EXPECT_NE(backends[1]["absent_reason"].get<std::string>().find("/nowhere/ulpscope-cuda"), std::string::npos);
    EXPECT_TRUE(run({"devices"}, nowhere).says("the program ulpscope-cuda is not installed"));
}

TEST(CommandLine, VersionIsTheProjects)
{
    const std::string version = run({"version", "--json"}).json()["version"];
    EXPECT_EQ(std::count(version.begin(), version.end(), '.'), 2);
    EXPECT_EQ(run({"--version"}).out, "ulpscope-cli " + version + "\n");
    EXPECT_TRUE(run({"version"}).out.starts_with("ulpscope-cli " + version + "\n"));
}

TEST(CommandLine, ResourcesThatAreNotThereAreNamed)
{
    EXPECT_TRUE(
        refuses(run({"devices"}, "ULPSCOPE_RESOURCE_DIR=/nonexistent"), {"/nonexistent", "ULPSCOPE_RESOURCE_DIR"}));
}

TEST(CommandLine, AFullDiskUnderStdoutIsAnError)
{
    const ScratchDir scratch;
    const std::string line =
        shellQuoted(ULPSCOPE_CLI) + " devices --json >/dev/full 2>" + shellQuoted(scratch.file("err"));
    const int status = std::system(line.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 2);
    EXPECT_NE(contents(scratch.file("err")).find("standard output"), std::string::npos);
}

TEST(CommandLine, NumbersDoNotDependOnTheLocale)
{
    const std::vector<std::string> arguments{
        "diff",  goldenPath("fa2_bf16_d64_full"), "--tensor", "o_batch256", "--device", "a100", "--scale", "0.125",
        "--json"};
    const Ran plain = run(arguments, "LC_ALL=C");
    for (const char *locale : {"LC_ALL=de_DE.UTF-8", "LC_ALL=C.UTF-8"})
        EXPECT_EQ(run(arguments, locale).out, plain.out) << locale;
}

} // namespace
} // namespace ulpscope::test
