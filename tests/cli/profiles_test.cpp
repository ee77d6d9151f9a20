// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.h"

#include <filesystem>
#include <functional>
#include <map>

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
    std::vector<std::string> ids;
    for (const json &device : devices)
        ids.push_back(device["id"]);
    EXPECT_EQ(ids, (std::vector<std::string>{"v100", "t4", "a100", "rtx3090", "l40s", "rtx4090", "h100", "h100-pcie",
                                             "h200", "b200", "gb200", "b300", "rtx5090"}));
    for (const std::string &id : ids) {
        SCOPED_TRACE(id);
        const json *device = find(devices, id);
        ASSERT_NE(device, nullptr);
        EXPECT_FALSE((*device)["sm_count_known"]["text"].get<std::string>().empty());
        EXPECT_FALSE((*device)["mma"].empty());
        for (const json &mma : (*device)["mma"])
            EXPECT_FALSE(mma["known"]["text"].get<std::string>().empty());
        // Only the H200's functions are measured; every other device borrows them.
        EXPECT_EQ((*device)["approx_known"]["kind"], id == "h200" ? "reproduced" : "model");
        EXPECT_TRUE(run({"devices"}).says(id));
    }
    const std::map<std::string, int> smCounts = {{"v100", 80},    {"t4", 40},       {"a100", 108},  {"rtx3090", 82},
                                                 {"l40s", 142},   {"rtx4090", 128}, {"h100", 132},  {"h100-pcie", 114},
                                                 {"h200", 132},   {"b200", 148},    {"gb200", 152}, {"b300", 148},
                                                 {"rtx5090", 170}};
    for (const auto &[id, count] : smCounts)
        EXPECT_EQ((*find(devices, id))["sm_count"], count) << id;
}

/// Every object that holds a number says how it is known, in itself or in the one around it.
void expectKnown(const json &value, const std::string &place, bool known = false)
{
    EXPECT_TRUE(known || !value.is_number()) << place;
    if (!value.is_structured())
        return;
    const auto own = value.is_object() ? value.find("known") : value.end();
    if (own != value.end()) {
        EXPECT_FALSE((*own)["text"].get<std::string>().empty()) << place;
        const std::string kind = (*own)["kind"];
        EXPECT_TRUE(kind == "reproduced" || kind == "published" || kind == "model") << place << ": " << kind;
        known = true;
    }
    for (const auto &[key, member] : value.items())
        expectKnown(member, place + "/" + key, known);
}

TEST(Devices, EveryNumberOfTheHardwareSaysHowItIsKnown)
{
    const json devices = run({"devices", "--json"}).json()["devices"];
    for (const json &device : devices) {
        const std::string id = device["id"];
        expectKnown(device["hardware"], id);
        expectKnown(device["mma"], id);
        EXPECT_EQ(device["user_file"], nullptr);
    }
    const json &t4 = (*find(devices, "t4"))["hardware"];
    EXPECT_EQ(t4["threads_per_sm"]["value"], 1024);
    EXPECT_EQ(t4["shared_memory"]["carve_outs_kb"], (std::vector<int>{32, 64}));
    EXPECT_EQ(t4["shared_memory_per_block"]["known"]["kind"], "model") << "from memory only";
    EXPECT_EQ(t4["l2"], nullptr) << "not known";
    const json &rtx = (*find(devices, "rtx5090"))["hardware"];
    EXPECT_EQ(rtx["clusters"]["supported"], false);
    EXPECT_EQ(rtx["shared_memory_per_block"]["opt_in_kb"], 99);
    EXPECT_EQ(rtx["l2"]["bytes"], 100663296);
    const json &h200 = (*find(devices, "h200"))["hardware"];
    EXPECT_EQ(h200["l2"]["known"]["kind"], "reproduced");
    EXPECT_EQ(h200["clusters"]["supported"], true);
    EXPECT_EQ((*find(devices, "b300"))["hardware"]["threads_per_sm"]["known"]["kind"], "model");
}

/// The file of a shipped profile, to be changed.
json shipped(const std::string &name)
{
    return json::parse(contents(std::string(ULPSCOPE_SOURCE_DIR) + "/resources/" + name));
}

void write(const std::string &path, const json &content)
{
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    const std::string text = content.dump();
    ASSERT_TRUE(writeFileAtomically(path, text.data(), text.size()).ok());
}

TEST(UserFiles, AppearInTheListsAndRun)
{
    const ScratchDir scratch;
    json device = shipped("devices/h200.json");
    device["id"] = "mine";
    device["smCount"] = 10;
    write(scratch.file("devices/mine.json"), device);
    json kernel = shipped("kernels/fa2-pytorch.json");
    kernel["id"] = "my-kernel";
    write(scratch.file("kernels/my-kernel.json"), kernel);
    const std::string environment = "ULPSCOPE_USER_DIR=" + shellQuoted(scratch.file(""));

    const Ran devices = run({"devices", "--json"}, environment);
    EXPECT_EQ(devices.err, "");
    const json list = devices.json()["devices"];
    EXPECT_EQ(list.size(), 14u);
    EXPECT_TRUE(devices.json()["problems"].empty());
    const json *mine = find(list, "mine");
    ASSERT_NE(mine, nullptr);
    EXPECT_EQ((*mine)["sm_count"], 10);
    EXPECT_TRUE((*mine)["user_file"].get<std::string>().ends_with("devices/mine.json"));
    EXPECT_NE(find(run({"kernels", "--json"}, environment).json()["kernels"], "my-kernel"), nullptr);

    // 10 SMs have 20 slots: 8 work tiles of 64 key tiles give 5 splits; on 132 SMs they give 32.
    const Ran tree = run({"tree", "--kernel", "my-kernel", "--device", "mine", "--seqlen", "8192", "--seqlen-q", "1",
                          "--heads", "8", "--head-dim", "128", "--what", "combine", "--json"},
                         environment);
    EXPECT_EQ(tree.json()["splits"], 5);
}

TEST(UserFiles, WhatIsWrongIsOneSentenceAndTheRestLoads)
{
    const ScratchDir scratch;
    const auto device = [&](const std::string &id, const std::function<void(json &)> &spoil) {
        json file = shipped("devices/a100.json");
        file["id"] = id;
        spoil(file);
        write(scratch.file("devices/" + id + ".json"), file);
    };
    device("good", [](json &) {});
    device("a", [](json &f) { f["hardware"]["threadsPerSm"]["value"] = "many"; });
    device("b", [](json &f) { f["hardware"].erase("blocksPerSm"); });
    device("c", [](json &f) { f["hardware"]["clusters"].erase("known"); });
    device("d", [](json &f) { f["hardware"]["l3"] = {{"bytes", 1}}; });
    device("e", [](json &f) { f["hardware"]["l2"]["bytes"] = 0; });
    device("f", [](json &f) { f["hardware"]["sharedMemory"]["carveOutsKb"] = {8, 8}; });
    device("g", [](json &f) { f["hardware"]["registersPerSm"]["known"]["kind"] = "certain"; });
    device("h", [](json &f) { f.erase("hardware"); });
    device("a100", [](json &) {});
    write(scratch.file("kernels/broken.json"), {{"schema", "ulpscope.kernel/1"}, {"id", "broken"}});

    const Ran ran = run({"devices", "--json"}, "ULPSCOPE_USER_DIR=" + shellQuoted(scratch.file("")));
    EXPECT_EQ(ran.exitCode, 0);
    const json devices = ran.json()["devices"];
    EXPECT_NE(find(devices, "good"), nullptr);
    EXPECT_NE(find(devices, "h200"), nullptr);
    EXPECT_EQ(devices.size(), 14u);
    const std::vector<std::vector<std::string>> expected = {
        {"devices/a.json", "hardware: threadsPerSm", "\"value\" must be an integer"},
        {"devices/a100.json", "\"id\" is 'a100', which is shipped"},
        {"devices/b.json", "hardware", "\"blocksPerSm\" is missing"},
        {"devices/c.json", "hardware: clusters", "\"known\" is missing"},
        {"devices/d.json", "hardware", "\"l3\" is not a known key"},
        {"devices/e.json", "hardware: l2", "\"bytes\" must be 1.."},
        {"devices/f.json", "hardware: sharedMemory", "\"carveOutsKb\" must hold sizes of 0..4096, ascending"},
        {"devices/g.json", "registersPerSm: known", "'certain', expected reproduced, published or model"},
        {"devices/h.json", "\"hardware\" is missing"},
        {"kernels/broken.json", "\"title\" is missing"}};
    const json problems = ran.json()["problems"];
    ASSERT_EQ(problems.size(), expected.size()) << problems;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        for (const std::string &part : expected[i])
            EXPECT_NE(problems[i].get<std::string>().find(part), std::string::npos) << problems[i] << " " << part;
        EXPECT_NE(ran.err.find("left out: " + problems[i].get<std::string>() + "\n"), std::string::npos);
    }
}

TEST(Kernels, AllAreListedWithRecipeAndHowKnown)
{
    const json result = run({"kernels", "--json"}).json();
    for (const char *id : {"fa2-pytorch", "cudnn", "textbook", "flex", "mem-efficient", "math", "triton-tutorial"}) {
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
