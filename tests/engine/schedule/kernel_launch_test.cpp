// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The launches of the shipped kernels: blocks as their sources have them, and something for every device.
#include "engine/schedule/json_fields.h"
#include "engine/schedule/launch_model.h"
#include "support/golden.h"

#include <fstream>
#include <functional>

namespace ulpscope::test {
namespace {

Problem problemOf(int headDim, Mask::Kind mask = Mask::Kind::None, int heads = 8)
{
    Problem p;
    p.heads = p.kvHeads = heads;
    p.seqlenQ = p.seqlenK = 1024;
    p.headDim = p.headDimV = headDim;
    p.dtype = DType::F16;
    p.mask.kind = mask;
    return p;
}

RunRequest requestOf(const std::string &kernel, const std::string &device)
{
    RunRequest request;
    request.kernel = kernel;
    request.device = device;
    return request;
}

Result<LaunchModel> modelOf(const Problem &problem, const RunRequest &request)
{
    const RunSpec spec = resolveOrFail(problem, request);
    const Result<Schedule> schedule = Schedule::build(spec);
    EXPECT_TRUE(schedule.ok()) << schedule.status().message();
    return modelLaunch(catalog(), spec, schedule.value());
}

LaunchModel launchOf(const Problem &problem, const std::string &kernel, const std::string &device)
{
    RunRequest request = requestOf(kernel, device);
    request.set = {{"split", "none"}};
    const Result<LaunchModel> model = modelOf(problem, request);
    EXPECT_TRUE(model.ok()) << model.status().message();
    return model.ok() ? model.value() : LaunchModel();
}

int warpsOf(const LaunchModel &model, const std::string &role)
{
    for (const WarpRole &r : model.launch->roles) {
        if (r.name == role)
            return r.warps;
    }
    return -1;
}

// hopper/flash_fwd_kernel_sm90.h: one block on an SM; two consumers take 240 registers and leave the producer 24, three
// take 160 and leave 32, which is 168 and 128 for every thread before they are shared out.
TEST(KernelLaunch, FlashAttention3)
{
    static_assert(3 * 168 == 2 * 240 + 24 && 4 * 128 == 3 * 160 + 32);
    const LaunchModel causal = launchOf(problemOf(128, Mask::Kind::CausalTopLeft), "fa3", "h200");
    EXPECT_EQ(causal.block, (BlockNeeds{384, 168, (128 + 4 * 128) * 128 * 2}));
    EXPECT_EQ(causal.occupancy.blocksPerSm, 1);
    EXPECT_EQ(causal.scheduler, TileScheduler::Fa3Dynamic);
    EXPECT_EQ(causal.launch->overlap, PhaseOverlap::PingPong);
    EXPECT_EQ(warpsOf(causal, "producer"), 4);
    EXPECT_EQ(warpsOf(causal, "consumers"), 8);
    // 192 x 192 tiles, P from shared memory.
    const LaunchModel full = launchOf(problemOf(64), "fa3", "h200");
    EXPECT_EQ(full.block, (BlockNeeds{512, 128, (192 + 4 * 192) * 64 * 2 + 192 * 192 * 2}));
    EXPECT_EQ(full.scheduler, TileScheduler::Fa3Static);
    EXPECT_EQ(warpsOf(full, "consumers"), 12);
    // 128 x 80 "hits the limit of smem"; nobody takes turns.
    const LaunchModel wide = launchOf(problemOf(256), "fa3", "h200");
    EXPECT_EQ(wide.block.sharedMemory, 229376);
    EXPECT_EQ(wide.launch->overlap, PhaseOverlap::ProducerConsumer);
    // 64 rows by hand: one consumer, of which 256 registers cannot be addressed.
    RunRequest small = requestOf("fa3", "h200");
    small.set = {{"tileM", "64"}};
    EXPECT_EQ(modelOf(problemOf(128), small)->block.threads, 256);
    EXPECT_EQ(modelOf(problemOf(128), small)->block.registersPerThread, 255);
}

// flash_fwd_sm100.py: 16 warps; three stages of K or V at head dim 128.
TEST(KernelLaunch, FlashAttention4)
{
    const LaunchModel full = launchOf(problemOf(128), "fa4", "b200");
    EXPECT_EQ(full.block, (BlockNeeds{512, 128, (2 * 256 + 3 * 128) * 128 * 2}));
    EXPECT_EQ(full.occupancy.blocksPerSm, 1);
    EXPECT_EQ(full.scheduler, TileScheduler::Fa4Static);
    EXPECT_EQ(launchOf(problemOf(64), "fa4", "b200").block.sharedMemory, (2 * 256 + 10 * 128) * 64 * 2);
    // Head dim 8 is padded to 16; no more than 32 stages.
    EXPECT_EQ(launchOf(problemOf(8), "fa4", "b200").block.sharedMemory, (2 * 256 + 32 * 128) * 16 * 2);
    const LaunchModel causal = launchOf(problemOf(128, Mask::Kind::CausalTopLeft), "fa4", "b200");
    EXPECT_EQ(causal.scheduler, TileScheduler::Fa4Lpt);
    int warps = 0;
    for (const WarpRole &role : causal.launch->roles)
        warps += role.warps;
    EXPECT_EQ(warps, 16);
}

// kernel_forward.h lets 16 warps onto an SM, whatever the tile: 64 x 64, 64 x 128 and 32 x 128.
TEST(KernelLaunch, MemoryEfficient)
{
    const auto block = [](int headDim) { return launchOf(problemOf(headDim), "mem-efficient", "a100").block; };
    EXPECT_EQ(block(64), (BlockNeeds{128, 128, (64 + 64) * 64 * 2}));
    EXPECT_EQ(block(40), block(64));
    EXPECT_EQ(block(128), (BlockNeeds{256, 128, (64 + 128) * 128 * 2}));
    EXPECT_EQ(block(256), (BlockNeeds{128, 128, (32 + 128) * 128 * 2}));
    for (const char *device : {"a100", "h200"}) {
        for (int headDim : {64, 128, 256}) {
            const LaunchModel model = launchOf(problemOf(headDim), "mem-efficient", device);
            EXPECT_EQ(model.occupancy.warpsPerSm, 16) << device << " " << headDim;
            EXPECT_EQ(warpsOf(model, "all warps"), model.block.threads / 32);
        }
    }
}

// FlexConfig(128, 64, 3, 8) at head dim 128, 4 warps elsewhere; kernel_options say otherwise.
TEST(KernelLaunch, TritonKernelsFollowTheirOptions)
{
    EXPECT_EQ(launchOf(problemOf(64), "flex", "h200").block.threads, 128);
    Problem p = problemOf(128);
    EXPECT_EQ(launchOf(p, "flex", "h200").block, (BlockNeeds{256, 255, (128 + 6 * 64) * 128 * 2}));
    EXPECT_EQ(launchOf(p, "flex", "h200").scheduler, TileScheduler::Fa2) << "query tiles, batch, heads";
    EXPECT_EQ(launchOf(p, "flex", "a100").block.sharedMemory, (128 + 4 * 64) * 128 * 2);
    EXPECT_EQ(launchOf(p, "flex", "rtx5090").block.sharedMemory, (128 + 2 * 64) * 128 * 2);
    EXPECT_EQ(launchOf(problemOf(32), "flex", "rtx5090").block.sharedMemory, (64 + 4 * 64) * 32 * 2) << "three stages";
    EXPECT_EQ(launchOf(problemOf(96), "flex", "h200").block.sharedMemory, (64 + 6 * 64) * 128 * 2) << "a power of two";
    p.kernelOptions = {{"num_warps", 4}};
    EXPECT_EQ(launchOf(p, "flex", "h200").block.threads, 128);
    p.kernelOptions = {{"num_warps", 4}, {"fwd_num_warps", 2}};
    EXPECT_EQ(launchOf(p, "flex", "h200").block.threads, 64);
    EXPECT_EQ(launchOf(p, "triton-tutorial", "h200").block.threads, 128) << "it knows num_warps alone";
    EXPECT_EQ(launchOf(p, "triton-tutorial", "h200").scheduler, TileScheduler::SingleTile);
    p.kernelOptions = {{"num_warps", 64}};
    EXPECT_EQ(modelOf(p, requestOf("flex", "h200")).status().message(),
              "kernel flex: a block would have 2048 threads, expected 32..1024 (query tile 128, key tile 64)");
}

TEST(KernelLaunch, FlashAttention2IsTheOneInPyTorch)
{
    for (const char *device : {"a100", "rtx4090", "h200", "b300", "rtx5090"}) {
        for (int headDim : {64, 96, 128, 192, 256}) {
            const Problem p = problemOf(headDim, Mask::Kind::CausalTopLeft);
            EXPECT_EQ(launchOf(p, "fa2", device).block, launchOf(p, "fa2-pytorch", device).block)
                << device << " " << headDim;
        }
    }
    EXPECT_EQ(warpsOf(launchOf(problemOf(192), "fa2", "a100"), "all warps"), 8);
}

// The query heads of a KV head are rows of the kernel's own tile.
TEST(KernelLaunch, PackedHeadsFillTheTile)
{
    Problem p = problemOf(128, Mask::Kind::None, 256);
    p.kvHeads = 2;
    p.seqlenQ = 1;
    EXPECT_EQ(launchOf(p, "fa3", "h200").grid.mBlocks, 1) << "128 rows";
    EXPECT_EQ(launchOf(p, "fa3", "h200").grid.tiles(), 2);
    EXPECT_EQ(launchOf(p, "mem-efficient", "h200").grid.tiles(), 256) << "not packed";
    RunRequest split = requestOf("fa2-pytorch", "h200");
    split.numSplits = 2;
    EXPECT_EQ(modelOf(p, split)->grid.mBlocks, 2) << "64 rows in the split kernel";
}

// The profiler shows 128 threads for cuDNN's decode kernels: no producer beside two consumers.
TEST(KernelLaunch, CudnnDecodesWithFourWarps)
{
    Problem p = problemOf(64, Mask::Kind::None);
    p.seqlenQ = 1;
    const Result<LaunchModel> one = modelOf(p, requestOf("cudnn", "h200"));
    ASSERT_TRUE(one.ok()) << one.status().message();
    EXPECT_EQ(one->block.threads, 128);
    ASSERT_EQ(one->launch->roles.size(), 1u);
    EXPECT_EQ(one->launch->roles.front().warps, 4);
    p.seqlenQ = 2;
    const Result<LaunchModel> two = modelOf(p, requestOf("cudnn", "h200"));
    ASSERT_TRUE(two.ok());
    EXPECT_EQ(two->block.threads, 384);
    EXPECT_EQ(two->launch->roles.size(), 3u);
}

TEST(KernelLaunch, EveryKernelHasOneOnEveryDeviceThatRunsIt)
{
    int models = 0, sentences = 0;
    for (const KernelFamily &kernel : catalog().kernels) {
        if (!kernel.noLaunch.empty()) {
            EXPECT_EQ(modelOf(problemOf(64, Mask::Kind::None), requestOf(kernel.id, "h200")).status().message(),
                      "kernel " + kernel.id + ": " + kernel.noLaunch.english());
            continue;
        }
        ASSERT_TRUE(kernel.launch) << kernel.id;
        for (const DeviceProfile &device : catalog().devices) {
            for (int headDim : {32, 64, 96, 128, 256}) {
                for (Mask::Kind mask : {Mask::Kind::None, Mask::Kind::CausalTopLeft}) {
                    SCOPED_TRACE(kernel.id + " on " + device.id + ", head dim " + std::to_string(headDim));
                    Problem p = problemOf(headDim, mask);
                    const RunSpec spec = resolveOrFail(p, requestOf(kernel.id, device.id));
                    const Result<Schedule> schedule = Schedule::build(spec);
                    ASSERT_TRUE(schedule.ok());
                    const Result<LaunchModel> model = modelLaunch(catalog(), spec, schedule.value());
                    if (!model.ok()) {
                        ++sentences;
                        EXPECT_NE(model.status().message().find("does not fit on an SM of " + device.id),
                                  std::string::npos)
                            << model.status().message();
                        EXPECT_TRUE(spec.counterfactual || headDim > 128) << model.status().message();
                        continue;
                    }
                    ++models;
                    EXPECT_EQ(static_cast<std::int64_t>(model->timeline.tiles.size()), model->grid.tiles());
                    int warps = 0;
                    for (const WarpRole &role : model->launch->roles) {
                        EXPECT_GT(role.warps, 0) << role.name;
                        warps += role.warps;
                    }
                    EXPECT_EQ(warps, model->block.threads / 32);
                    EXPECT_FALSE(model->known.text.english().empty());
                }
            }
        }
    }
    EXPECT_GT(models, 800);
    EXPECT_GT(sentences, 0);
}

std::string refusal(const std::function<void(nlohmann::json &)> &spoil)
{
    std::ifstream in(std::string(ULPSCOPE_SOURCE_DIR) + "/resources/kernels/fa3.json");
    nlohmann::json file = nlohmann::json::parse(in);
    spoil(file["launch"]);
    const Result<KernelFamily> kernel = parseKernelFamily(file.dump(), "k.json");
    return kernel.ok() ? "" : kernel.status().message();
}

TEST(KernelLaunch, AWrongLaunchIsOneSentence)
{
    using nlohmann::json;
    EXPECT_EQ(refusal([](json &) {}), "");
    EXPECT_EQ(refusal([](json &l) {
                  l["threads"].erase("warpTile");
                  l["threads"]["value"] = 0;
              }),
              "k.json: launch: threads: \"value\" must be 32..1024");
    EXPECT_EQ(refusal([](json &l) { l["threads"]["warpTile"]["rows"] = 0; }),
              "k.json: launch: threads: warpTile: \"rows\" must be 1..1024");
    EXPECT_EQ(refusal([](json &l) { l["registers"]["minBlocks"] = 0; }),
              "k.json: launch: registers: \"minBlocks\" must be 1..32");
    EXPECT_EQ(refusal([](json &l) {
                  l["sharedMemory"]["rules"][0]["set"] = {{"scoreTiles", "x"}};
              }),
              "k.json: launch: sharedMemory: rules[0]: \"scoreTiles\" must be 0..64");
    EXPECT_EQ(refusal([](json &l) { l["sharedMemory"]["rules"][0]["set"] = json::object(); }),
              "k.json: launch: sharedMemory: rules[0]: \"set\" is empty");
    EXPECT_EQ(refusal([](json &l) {
                  l["roles"]["rules"][0]["set"] = {{"overlap", "much"}};
              }),
              "k.json: launch: roles: rules[0]: \"overlap\" is 'much', expected none, producerConsumer or pingPong");
    EXPECT_EQ(refusal([](json &l) {
                  l["roles"]["rules"][0]["set"] = {{"threads", "64"}};
              }),
              "k.json: launch: roles: rules[0]: \"set\" holds 'threads', expected overlap");
    EXPECT_EQ(refusal([](json &l) { l["roles"]["warps"][0].erase("count"); }),
              "k.json: launch: roles: \"warps\": 2 roles have no \"count\", only one can have the rest");
}

} // namespace
} // namespace ulpscope::test
