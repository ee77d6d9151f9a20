// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.h"

namespace ulpscope::test {
namespace {

using nlohmann::json;

TEST(Calibrate, WithoutAGpuSaysSo)
{
    const std::string nowhere = "ULPSCOPE_CUDA_WORKER=/nowhere/ulpscope-cuda";
    EXPECT_TRUE(refuses(run({"calibrate", "--dry-run"}, nowhere),
                        {"there is no GPU to calibrate", "there is no /nowhere/ulpscope-cuda"}));
    EXPECT_TRUE(refuses(run({"calibrate", "--model", "tpu"}), {"--model", "'tpu'", "h200"}));
}

/// A rehearsal with a model: everything that is asked of a GPU, and answers that are known.
TEST(Calibrate, RehearsesWithAModel)
{
    const ScratchDir scratch;
    const Ran ran = run({"calibrate", "--model", "h200", "--quick", "--vectors", "100", "-o", scratch.file("own"),
                         "--name", "rehearsal", "--json"});
    EXPECT_EQ(ran.exitCode, 0) << ran.err;
    const json report = ran.json();
    EXPECT_EQ(report["profile"], "h200");
    EXPECT_EQ(report["agrees"], true);
    EXPECT_EQ(report["model"], "h200");
    EXPECT_EQ(report["files"].size(), 7u);
    bool found = false;
    for (const json &unit : report["tensor_core"]) {
        EXPECT_EQ(unit["agrees"], true) << unit["instruction"];
        if (unit["instruction"] != "mma.sync m16n8k16" || unit["operands"] != "bf16")
            continue;
        found = true;
        EXPECT_EQ(unit["derived"]["group_l"], 16);
        EXPECT_EQ(unit["derived"]["fraction_bits"], 25);
        EXPECT_EQ(unit["derived"]["zero_exponent"], -133);
        for (const json &probe : unit["probes"]) {
            if (probe["name"] == "table-8") {
                EXPECT_EQ(probe["measured"], "-0x1.8p-1");
            }
        }
    }
    EXPECT_TRUE(found);
    // The program lists it, and runs with it.
    const std::string own = "ULPSCOPE_USER_DIR=" + shellQuoted(scratch.file("own"));
    EXPECT_TRUE(run({"devices"}, own).says("rehearsal"));
    const std::string file = goldenPath("fa2_fp16_d64_odd");
    EXPECT_EQ(run({"diff", file, "--tensor", "o_batch256", "--batch", "256", "--device", "rehearsal"}, own).exitCode,
              0);
    EXPECT_TRUE(run({"calibrate", "--model", "a100", "--quick", "--vectors", "10"}).says("L 8, F 24"));
}

} // namespace
} // namespace ulpscope::test
