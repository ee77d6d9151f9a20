// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/measured_file.h"

#include "support/golden.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace ulpscope::test {
namespace {

/// Two heads of 300 queries, three query tiles each: six blocks, on three SMs.
class MeasuredLaunchTest : public ::testing::Test {
protected:
    void SetUp() override
    {
        Problem p;
        p.heads = p.kvHeads = 2;
        p.seqlenQ = p.seqlenK = 300;
        p.headDim = p.headDimV = 64;
        p.mask.kind = Mask::Kind::CausalTopLeft;
        RunRequest request;
        request.batch = 256;
        spec = resolveOrFail(p, request);
        schedule = Schedule::build(spec).value();
        model = modelLaunch(catalog(), spec, schedule.value()).value();
        measured = {"a GPU",
                    3,
                    {{0, 2, 0, 100}, {1, 2, 10, 60}, {2, 0, 5, 50}, {3, 2, 60, 90}, {4, 0, 50, 70}, {5, 2, 95, 120}}};
    }

    RunSpec spec;
    std::optional<Schedule> schedule;
    LaunchModel model;
    MeasuredLaunch measured;
};

TEST_F(MeasuredLaunchTest, PutsBlocksIntoTheSlotsThatAreFree)
{
    const Result<LaunchModel> made = measuredTimeline(model, schedule.value(), measured);
    ASSERT_TRUE(made.ok()) << made.status().message();
    const CtaTimeline &line = made->timeline;
    EXPECT_EQ(line.smCount, 3);
    EXPECT_EQ(line.blocksPerSm, 2);
    EXPECT_EQ(line.makespan, 120);
    EXPECT_EQ(line.tail, 120); // SM 1 has nothing to do from the beginning
    EXPECT_EQ(line.busy, (std::vector<std::int64_t>{65, 0, 205}));
    EXPECT_DOUBLE_EQ(line.waves, 1.0);
    EXPECT_DOUBLE_EQ(line.efficiency, 270.0 / (6 * 120));
    std::vector<int> slots;
    for (const TimelineTile &tile : line.tiles)
        slots.push_back(tile.slot);
    EXPECT_EQ(slots, (std::vector<int>{0, 1, 0, 1, 0, 1})); // 3 and 5 come when slot 1 is free, slot 0 is not
    EXPECT_EQ(made->tiles[4].at.head, 1);
    EXPECT_EQ(made->tiles[4].at.mBlock, 1);
    EXPECT_EQ(made->tiles[4].keyTiles, 2);
}

TEST_F(MeasuredLaunchTest, OrdersWorkTilesOfAQueryTileByTheirEnd)
{
    Problem p = spec.problem;
    p.mask.kind = Mask::Kind::None;
    RunRequest request;
    request.set = {{"split", "count:3"}};
    const RunSpec split = resolveOrFail(p, request);
    const Schedule plan = Schedule::build(split).value();
    ASSERT_EQ(plan.splits(), 3);
    MeasuredLaunch launch{"a GPU", 8, {}};
    for (int i = 0; i < plan.workTileCount(); ++i) {
        const WorkTile tile = plan.workTile(i);
        if (!tile.isCombine)
            launch.blocks.push_back({i, tile.split, 0, static_cast<std::uint64_t>(tile.split == 1 ? 5 : 9)});
    }
    std::vector<int> splits;
    for (int tile : launch.arrivals(plan, 0, 1, 2))
        splits.push_back(plan.workTile(tile).split);
    EXPECT_EQ(splits, (std::vector<int>{1, 0, 2}));
}

TEST_F(MeasuredLaunchTest, IsReadAsItWasWritten)
{
    const nlohmann::json written = toJson(measured);
    const Result<MeasuredLaunch> read = measuredLaunchFromJson(written, "trace.json: launch");
    ASSERT_TRUE(read.ok()) << read.status().message();
    EXPECT_EQ(read->blocks, measured.blocks);
    EXPECT_EQ(read->gpu, "a GPU");
    nlohmann::json bad = written;
    bad["blocks"][3] = {1, 2, -3, 4};
    EXPECT_EQ(measuredLaunchFromJson(bad, "trace.json: launch").status().message(),
              "trace.json: launch: block 3 is not [work tile, SM, begin, end] in whole numbers");
}

TEST_F(MeasuredLaunchTest, RefusesBlocksOfAnotherRun)
{
    MeasuredLaunch twice = measured;
    twice.blocks[1].workTile = 0;
    EXPECT_NE(measuredTimeline(model, schedule.value(), twice).status().message().find("each work tile once"),
              std::string::npos);
    MeasuredLaunch few = measured;
    few.blocks.pop_back();
    EXPECT_EQ(measuredTimeline(model, schedule.value(), few).status().message(),
              "the measured launch has 5 blocks, expected 6, one for each work tile of this run");
    MeasuredLaunch elsewhere = measured;
    elsewhere.blocks[0].sm = 3;
    EXPECT_FALSE(measuredTimeline(model, schedule.value(), elsewhere).ok());
}

TEST_F(MeasuredLaunchTest, FileIsOfOneRun)
{
    const std::string path = (std::filesystem::temp_directory_path() / "measured_launch_test.json").string();
    ASSERT_TRUE(writeMeasuredLaunch(path, spec, measured).ok());
    const Result<MeasuredLaunch> read = readMeasuredLaunch(path, spec);
    ASSERT_TRUE(read.ok()) << read.status().message();
    EXPECT_EQ(read->blocks, measured.blocks);
    RunSpec other = spec;
    other.request.device = "a100";
    EXPECT_EQ(readMeasuredLaunch(path, other).status().message(),
              path + ": measured of another run: \"device\" is h200, expected a100");
    other = spec;
    other.problem.seqlenK = 301;
    EXPECT_EQ(readMeasuredLaunch(path, other).status().message(),
              path + ": measured of another run: \"seqlen_k\" is 300, expected 301");
    std::ofstream(path) << R"({"schema": "ulpscope.trace/1", "steps": []})";
    EXPECT_NE(readMeasuredLaunch(path, spec).status().message().find("holds no measured launch"), std::string::npos);
    std::filesystem::remove(path);
    EXPECT_EQ(readMeasuredLaunch(path, spec).status().code(), StatusCode::NotFound);
}

TEST_F(MeasuredLaunchTest, FollowsTheModelsOrder)
{
    const std::vector<int> order = launchOrder(model, schedule.value());
    ASSERT_EQ(order.size(), 6u);
    EXPECT_EQ(order.front(), model.tiles.front().workTile);
}

} // namespace
} // namespace ulpscope::test
