// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/json_fields.h"
#include "engine/schedule/launch_model.h"
#include "support/golden.h"

#include <filesystem>
#include <fstream>
#include <functional>

namespace ulpscope::test {
namespace {

struct Modelled {
    RunSpec spec;
    Schedule schedule;
    Result<LaunchModel> launch;
};

Modelled modelOf(const Catalog &catalog, const Problem &problem, const RunRequest &request)
{
    Result<RunSpec> spec = resolveRun(catalog, problem, request);
    EXPECT_TRUE(spec.ok()) << spec.status().message();
    Result<Schedule> schedule = Schedule::build(spec.value());
    EXPECT_TRUE(schedule.ok());
    Result<LaunchModel> launch = modelLaunch(catalog, spec.value(), schedule.value());
    return {std::move(spec).value(), std::move(schedule).value(), std::move(launch)};
}

/// The catalog with a change to the launch of a kernel.
Catalog withLaunch(const std::string &kernel, const std::function<void(KernelLaunch &)> &change)
{
    Catalog changed = catalog();
    for (KernelFamily &family : changed.kernels) {
        if (family.id == kernel) {
            KernelLaunch launch = *family.launch;
            change(launch);
            family.launch = std::make_shared<const KernelLaunch>(launch);
        }
    }
    return changed;
}

// One query, 32 query heads on 8 KV heads, 8192 keys: 32 splits of two key tiles for each KV head.
TEST(LaunchModel, DecodeOnAnH200)
{
    Problem p;
    p.heads = 32;
    p.kvHeads = 8;
    p.seqlenQ = 1;
    p.seqlenK = 8192;
    p.headDim = p.headDimV = 128;
    const Modelled m = modelOf(catalog(), p, {});
    ASSERT_TRUE(m.launch.ok()) << m.launch.status().message();
    const LaunchModel &launch = m.launch.value();
    EXPECT_EQ(launch.grid.tiles(), 256); // the four query heads of a KV head are rows of one tile
    EXPECT_EQ(launch.block, (BlockNeeds{128, 255, 81920}));
    EXPECT_EQ(launch.occupancy.blocksPerSm, 2);
    EXPECT_EQ(launch.scheduler, TileScheduler::Fa2);
    EXPECT_DOUBLE_EQ(launch.timeline.waves, 256.0 / 264);
    for (const LaunchTile &tile : launch.tiles) {
        EXPECT_EQ(tile.keyTiles, 2);
        const WorkTile work = m.schedule.workTile(tile.workTile);
        EXPECT_EQ(work.head, 4 * tile.at.head);
        EXPECT_EQ(work.split, tile.at.split);
        EXPECT_FALSE(work.isCombine);
    }
    EXPECT_EQ(launch.timeline.makespan, 2 + 2 * 8 + 2);
    EXPECT_EQ(launch.combines.size(), 32u);
    EXPECT_EQ(launch.makespan(), 20 + 32);
    EXPECT_EQ(launch.known.known, Known::Model) << "its registers are not published";
}

Problem causal(int heads = 1)
{
    Problem p;
    p.heads = p.kvHeads = heads;
    p.seqlenQ = p.seqlenK = 1024;
    p.headDim = p.headDimV = 64;
    p.mask.kind = Mask::Kind::CausalTopLeft;
    return p;
}

/// Three SMs that hold one block each.
void shrink(Catalog &catalog)
{
    for (DeviceProfile &device : catalog.devices) {
        device.smCount = 3;
        device.hardware.blocksPerSm = 1;
    }
}

// Query tiles of 1 to 8 key tiles cost 12, 20, ... 68 units. In rising order the three SMs are done at 108, 132 and 80;
// with the longest tiles first at 116, 108 and 96.
TEST(LaunchModel, TheOrderOfTilesIsTheKernelsOwn)
{
    RunRequest request;
    request.set = {{"split", "none"}};
    Catalog rising = catalog();
    shrink(rising);
    const Modelled natural = modelOf(rising, causal(), request);
    ASSERT_TRUE(natural.launch.ok()) << natural.launch.status().message();
    EXPECT_EQ(natural.launch->timeline.makespan, 132);
    EXPECT_EQ(natural.launch->timeline.busy, (std::vector<std::int64_t>{108, 132, 80}));
    EXPECT_EQ(natural.launch->tiles[0].keyTiles, 1);

    Catalog longest = withLaunch("fa2-pytorch", [](KernelLaunch &l) { l.causalScheduler = TileScheduler::Fa4Lpt; });
    shrink(longest);
    const Modelled lpt = modelOf(longest, causal(), request);
    EXPECT_EQ(lpt.launch->timeline.makespan, 116);
    EXPECT_EQ(lpt.launch->timeline.busy, (std::vector<std::int64_t>{116, 108, 96}));
    EXPECT_EQ(lpt.launch->tiles[0].keyTiles, 8);
}

TEST(LaunchModel, PersistentKernelsHaveOneBlockOnAnSm)
{
    RunRequest request;
    request.set = {{"split", "none"}};
    const Catalog persistent =
        withLaunch("fa2-pytorch", [](KernelLaunch &l) { l.causalScheduler = TileScheduler::Fa3Static; });
    const Modelled m = modelOf(persistent, causal(40), request);
    EXPECT_EQ(m.launch->policy, DispatchPolicy::StaticPersistent);
    EXPECT_EQ(m.launch->timeline.blocksPerSm, 1);
    EXPECT_EQ(modelOf(catalog(), causal(40), request).launch->timeline.blocksPerSm, 2);
}

TEST(LaunchModel, BlocksOfEightWarpsWhereTheKernelHasThem)
{
    const auto threads = [](const char *device, int headDim, int numSplits) {
        Problem p = causal(8);
        p.headDim = p.headDimV = headDim;
        RunRequest request;
        request.device = device;
        request.numSplits = numSplits;
        return modelOf(catalog(), p, request).launch->block;
    };
    EXPECT_EQ(threads("a100", 64, 1), (BlockNeeds{128, 255, 49152}));
    EXPECT_EQ(threads("rtx4090", 128, 1), (BlockNeeds{128, 255, (64 + 2 * 64) * 128 * 2}));
    EXPECT_EQ(threads("a100", 192, 1), (BlockNeeds{256, 255, (128 + 2 * 64) * 192 * 2}));
    EXPECT_EQ(threads("a100", 160, 1).sharedMemory, threads("a100", 192, 1).sharedMemory) << "the instance for 192";
    EXPECT_EQ(threads("a100", 256, 1), (BlockNeeds{256, 255, 131072}));
    EXPECT_EQ(threads("h200", 256, 1), (BlockNeeds{128, 255, 98304}));
    EXPECT_EQ(threads("a100", 192, 2).threads, 128) << "the split kernel has four warps";
}

TEST(LaunchModel, SaysWhatDoesNotFitAndWhatIsNotKnown)
{
    Problem p = causal();
    p.headDim = p.headDimV = 256;
    p.dtype = DType::F16;
    RunRequest request;
    request.device = "v100";
    request.numSplits = 1;
    EXPECT_EQ(modelOf(catalog(), p, request).launch.status().message(),
              "kernel fa2-pytorch: a block of 128 threads with 131072 bytes of shared memory does not fit on an SM of "
              "v100 (limit: shared memory)");
    Catalog unknown = catalog();
    for (KernelFamily &kernel : unknown.kernels)
        kernel.launch = nullptr;
    EXPECT_EQ(modelOf(unknown, causal(), {}).launch.status().message(),
              "kernel fa2-pytorch: its file has no \"launch\", so how it is launched is not known");
}

// Which SM computes a tile, and when, is no part of the arithmetic.
TEST(LaunchModel, OtherLaunchesAndLimitsGiveTheSameBits)
{
    Catalog other = withLaunch("fa2-pytorch", [](KernelLaunch &l) {
        l.threads = 1024;
        l.rules.clear();
        l.registersPerThread = 32;
        l.keyTiles = 1;
        l.scheduler = l.causalScheduler = l.splitScheduler = TileScheduler::Fa3Dynamic;
        l.packsDecode = false;
        l.overlap = PhaseOverlap::PingPong;
    });
    for (DeviceProfile &device : other.devices) {
        device.hardware.blocksPerSm = 1;
        device.hardware.carveOutsKb = {228};
    }
    for (const char *name : {"fa2_fp16_d64_decode", "fa2_fp16_d128_causal"}) {
        SCOPED_TRACE(name);
        const Golden g = readGolden(name);
        const Modelled a = modelOf(catalog(), g.problem, {}), b = modelOf(other, g.problem, {});
        ASSERT_TRUE(a.launch.ok() && b.launch.ok());
        EXPECT_NE(a.launch->timeline.tiles, b.launch->timeline.tiles);
        EXPECT_EQ(a.spec.numSplits, b.spec.numSplits);
        const std::vector<float> bits = runOrFail(b.spec, g.inputs).output;
        EXPECT_EQ(countDifferentBits(runOrFail(a.spec, g.inputs).output, bits), 0);
        EXPECT_EQ(countDifferentBits(bits, g.floats("o_batch1")), 0);
    }
}

// Only the command line and the window may look at the model.
TEST(LaunchModel, NoLayerThatComputesIncludesIt)
{
    namespace fs = std::filesystem;
    int files = 0;
    for (const char *folder : {"numerics", "attention", "reduction", "backend", "trace", "analysis"}) {
        for (const auto &entry :
             fs::recursive_directory_iterator(std::string(ULPSCOPE_SOURCE_DIR) + "/src/engine/" + folder)) {
            if (!entry.is_regular_file())
                continue;
            ++files;
            std::ifstream in(entry.path());
            for (std::string line; std::getline(in, line);) {
                for (const char *header :
                     {"cta_timeline.h", "kernel_launch.h", "launch_model.h", "occupancy.h", "tile_order.h"})
                    EXPECT_FALSE(line.starts_with("#include") && line.find(header) != std::string::npos)
                        << entry.path() << ": " << line;
            }
        }
    }
    EXPECT_GT(files, 50);
}

/// What the parser says of a launch with a change.
std::string refusal(const std::function<void(nlohmann::json &)> &spoil)
{
    std::ifstream in(std::string(ULPSCOPE_SOURCE_DIR) + "/resources/kernels/fa2-pytorch.json");
    nlohmann::json file = nlohmann::json::parse(in);
    spoil(file["launch"]);
    const Result<KernelFamily> kernel = parseKernelFamily(file.dump(), "k.json");
    return kernel.ok() ? "" : kernel.status().message();
}

TEST(LaunchModel, AWrongLaunchIsOneSentence)
{
    using nlohmann::json;
    EXPECT_EQ(refusal([](json &) {}), "");
    EXPECT_EQ(refusal([](json &l) { l["threads"]["value"] = 2000; }),
              "k.json: launch: threads: \"value\" must be 32..1024");
    EXPECT_EQ(refusal([](json &l) {
                  l["threads"]["rules"][0]["set"] = {{"tileM", "64"}};
              }),
              "k.json: launch: threads: rules[0]: \"set\" holds 'tileM', expected threads");
    EXPECT_EQ(refusal([](json &l) { l["threads"]["rules"][1].erase("known"); }),
              "k.json: launch: threads: rules[1]: \"known\" is missing");
    EXPECT_EQ(refusal([](json &l) { l["threads"]["rules"][1]["when"]["weekday"] = 1; }),
              "k.json: launch: threads: rules[1]: when: \"weekday\" is not a known key");
    EXPECT_EQ(refusal([](json &l) { l["registers"].erase("known"); }),
              "k.json: launch: registers: \"known\" is missing");
    EXPECT_EQ(refusal([](json &l) {
                  l["sharedMemory"]["headDims"] = {64, 32};
              }),
              "k.json: launch: sharedMemory: \"headDims\" must hold head dims, ascending");
    EXPECT_EQ(refusal([](json &l) { l["scheduler"]["causal"] = "best"; }),
              "k.json: launch: scheduler: \"causal\" is 'best', expected fa2, singleTile, fa3Static, fa3Dynamic, "
              "fa4Static or fa4Lpt");
    EXPECT_EQ(refusal([](json &l) { l["scheduler"]["split"] = "fa4Static"; }),
              "k.json: launch: scheduler: \"split\" is 'fa4Static', which has no splits");
    EXPECT_EQ(refusal([](json &l) { l["roles"]["overlap"] = "all"; }),
              "k.json: launch: roles: \"overlap\" is 'all', expected none, producerConsumer or pingPong");
    EXPECT_EQ(
        refusal([](json &l) { l["roles"]["warps"][0]["does"] = {"dream"}; }),
        "k.json: launch: roles: warps[0]: \"does\" holds 'dream', expected load, scores, softmax, output or store");
    EXPECT_EQ(refusal([](json &l) { l["priority"] = 1; }), "k.json: launch: \"priority\" is not a known key");
    EXPECT_EQ(refusal([](json &l) { l.erase("scheduler"); }), "k.json: launch: \"scheduler\" is missing");
}

} // namespace
} // namespace ulpscope::test
