// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.h"

namespace ulpscope::test {
namespace {

using nlohmann::json;

const json *find(const json &list, const std::string &id)
{
    for (const json &entry : list) {
        if (entry["id"] == id)
            return &entry;
    }
    return nullptr;
}

TEST(Devices, AllAreListedWithSourceAndHowKnown)
{
    const json devices = run({"devices", "--json"}).json()["devices"];
    for (const char *id : {"v100", "a100", "l40s", "rtx4090", "h100", "h200", "b200"}) {
        SCOPED_TRACE(id);
        const json *device = find(devices, id);
        ASSERT_NE(device, nullptr);
        EXPECT_FALSE((*device)["sm_count_known"]["text"].get<std::string>().empty());
        EXPECT_FALSE((*device)["mma"].empty());
        for (const json &mma : (*device)["mma"])
            EXPECT_FALSE(mma["known"]["text"].get<std::string>().empty());
        // Only the H200's functions are measured; every other device borrows them.
        EXPECT_EQ((*device)["approx_known"]["kind"], std::string(id) == "h200" ? "reproduced" : "model");
        EXPECT_TRUE(run({"devices"}).says(id));
    }
    EXPECT_EQ((*find(devices, "h200"))["sm_count"], 132);
    EXPECT_EQ((*find(devices, "a100"))["sm_count"], 108);
}

TEST(Kernels, AllAreListedWithRecipeAndHowKnown)
{
    const json result = run({"kernels", "--json"}).json();
    for (const char *id : {"fa2-pytorch", "cudnn", "textbook"}) {
        SCOPED_TRACE(id);
        const json *kernel = find(result["kernels"], id);
        ASSERT_NE(kernel, nullptr);
        EXPECT_EQ((*kernel)["known"]["kind"], std::string(id) == "textbook" ? "model" : "reproduced");
        EXPECT_TRUE((*kernel)["recipe"].contains("keyOrder"));
        EXPECT_TRUE(run({"kernels"}).says(id));
    }
    EXPECT_GT(result["recipe_fields"].size(), 20u);
}

} // namespace
} // namespace ulpscope::test
