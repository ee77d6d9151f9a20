// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "support/golden.h"

#include "engine/backend/cuda_plan.h"
#include "engine/backend/fused_tiles.h"

#include <random>

namespace ulpscope::test {
namespace {

/// What the worker's evaluate() does, and how much room it took.
std::pair<float, std::size_t> runProgram(const std::vector<std::int32_t> &program, const std::vector<float> &values)
{
    std::vector<float> stack;
    std::size_t room = 0;
    for (std::int32_t word : program) {
        if (word >= 0) {
            stack.push_back(values[static_cast<std::size_t>(word)]);
        } else {
            const float top = stack.back();
            stack.pop_back();
            stack.back() += top;
        }
        room = std::max(room, stack.size());
    }
    return {stack.front(), room};
}

TEST(MergeProgram, AddsAsTheTreeDoesInLittleRoom)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<float> wide(-100.0f, 100.0f);
    for (int leaves : {1, 2, 3, 5, 8, 31, 64, 100, 128, 1000, 4096}) {
        std::vector<int> order(static_cast<std::size_t>(leaves));
        for (int i = 0; i < leaves; ++i)
            order[static_cast<std::size_t>(i)] = i;
        std::shuffle(order.begin(), order.end(), random);
        for (const MergeTree &tree :
             {MergeTree::sequential(leaves), MergeTree::pairwise(leaves), MergeTree::strided(leaves, 8),
              MergeTree::splits(leaves, 3), MergeTree::butterfly(leaves),
              MergeTree::inOrder(leaves, order, "test").value()}) {
            std::vector<float> values;
            for (int i = 0; i < leaves; ++i)
                values.push_back(wide(random));
            const std::vector<std::int32_t> program = mergeProgram(tree);
            EXPECT_EQ(program.size(), static_cast<std::size_t>(2 * leaves - 1));
            const auto [sum, room] = runProgram(program, values);
            EXPECT_LE(room, 14u); // the worker has 16
            EXPECT_EQ(floatBits(sum), floatBits(evaluate(tree, values, [](float a, float b) { return a + b; })));
        }
    }
    EXPECT_TRUE(mergeProgram(MergeTree{}).empty());
}

class PlanOf : public testing::Test {
protected:
    static worker::Plan plan(DType type, const std::string &device, const std::string &gpu, const std::string &instrK,
                             bool useHardware = true)
    {
        Problem p;
        p.seqlenQ = p.seqlenK = 64;
        p.headDim = p.headDimV = 64;
        p.dtype = type;
        RunRequest request;
        request.kernel = type == DType::F32 ? "textbook" : "fa2-pytorch";
        request.device = device;
        request.batch = 256;
        request.set = {{"mma", device}, {"instrK", instrK}};
        const RunSpec spec = resolveOrFail(p, request);
        GpuArithmetic arithmetic;
        arithmetic.hasNativeBf16 = true;
        arithmetic.useHardware = useHardware;
        arithmetic.profiles = {catalog().device(gpu).value()};
        return makeCudaPlan(spec, Schedule::build(spec).value(), arithmetic).value().plan;
    }
};

using worker::Approximation;
using worker::Unit;

TEST_F(PlanOf, UsesTheGpusOwnInstructionWhereItMakesTheSameGroups)
{
    EXPECT_EQ(plan(DType::BF16, "h200", "h200", "16").qk.unit, Unit::Native);
    EXPECT_EQ(plan(DType::BF16, "h200", "h200", "16").qk.instrK, 16);
    EXPECT_EQ(plan(DType::F16, "h200", "h200", "8").qk.instrK, 8);
    EXPECT_EQ(plan(DType::F16, "h200", "h200", "32").qk.instrK, 16); // a chain of two
    EXPECT_EQ(plan(DType::F16, "h200", "h200", "12").qk.unit, Unit::Model);
    EXPECT_EQ(plan(DType::F16, "h200", "h200", "24").qk.unit, Unit::Model); // 16 + 8, which no instruction does
    EXPECT_EQ(plan(DType::F16, "a100", "a100", "16").pv.instrK, 16);        // which adds 8 and 8
    EXPECT_EQ(plan(DType::F32, "h200", "h200", "8").qk.instrK, 8);
    EXPECT_EQ(plan(DType::F32, "h200", "h200", "4").qk.instrK, 4);
    EXPECT_TRUE(plan(DType::F32, "h200", "h200", "8").qk.isTf32);
}

TEST_F(PlanOf, TakesModelsForOtherArithmetic)
{
    EXPECT_EQ(plan(DType::F16, "a100", "h200", "16").qk.unit, Unit::Model);
    EXPECT_EQ(plan(DType::F16, "v100", "h200", "16").pv.unit, Unit::Model);
    EXPECT_EQ(plan(DType::F16, "b200", "h200", "16").qk.unit, Unit::Native); // the same numbers
    EXPECT_EQ(plan(DType::F16, "h200", "h200", "16", false).qk.unit, Unit::Model);
    // The same numbers, but no result of an RTX 5090 has been compared with them.
    EXPECT_EQ(plan(DType::F16, "rtx5090", "h200", "16").qk.unit, Unit::Native);
    EXPECT_EQ(plan(DType::F16, "rtx5090", "rtx5090", "16").qk.unit, Unit::Model);
}

TEST_F(PlanOf, TakesApproximationsFromTheGpuThatTheTablesWereMeasuredOn)
{
    EXPECT_EQ(plan(DType::F16, "a100", "h200", "16").approximation, Approximation::Hardware); // the H200's table
    EXPECT_EQ(plan(DType::F16, "h200", "a100", "16").approximation, Approximation::Tables);
    EXPECT_EQ(plan(DType::F16, "h200", "h200", "16", false).approximation, Approximation::Tables);
    EXPECT_EQ(plan(DType::F32, "h200", "h200", "8").approximation, Approximation::None);
}

// A whole tile at once: only what the compiled kernels do, operation by operation.
TEST_F(PlanOf, HasWholeTilesForTheOwnArithmeticOfTwoKernels)
{
    EXPECT_GE(worker::fusedShapeOf(plan(DType::BF16, "h200", "h200", "16")), 0);
    EXPECT_GE(worker::fusedShapeOf(plan(DType::F16, "b200", "h200", "16")), 0) << "the same numbers";
    EXPECT_EQ(worker::fusedShapeOf(plan(DType::F16, "h200", "h200", "8")), -1) << "groups of 8";
    EXPECT_EQ(worker::fusedShapeOf(plan(DType::F16, "a100", "h200", "16")), -1) << "the model of a tensor core";
    EXPECT_EQ(worker::fusedShapeOf(plan(DType::F16, "h200", "h200", "16", false)), -1) << "models and tables";
    EXPECT_EQ(worker::fusedShapeOf(plan(DType::F32, "h200", "h200", "8")), -1);
}

TEST(WholeTiles, AreRefusedWhereARecipeDoesSomethingElse)
{
    GpuArithmetic gpu;
    gpu.hasNativeBf16 = true;
    gpu.profiles = {catalog().device("h200").value()};
    const auto shape = [&](const char *kernel, int headDim, const std::vector<std::pair<std::string, std::string>> &set,
                           float softcap = 0.0f) {
        Problem p;
        p.seqlenQ = p.seqlenK = 300;
        p.headDim = p.headDimV = headDim;
        p.dtype = DType::BF16;
        p.scale = 0.125f;
        p.softcap = softcap;
        RunRequest request;
        request.kernel = kernel;
        request.batch = 256;
        request.set = set;
        const RunSpec spec = resolveOrFail(p, request);
        return worker::fusedShapeOf(makeCudaPlan(spec, Schedule::build(spec).value(), gpu).value().plan);
    };
    for (const char *kernel : {"fa2-pytorch", "cudnn"}) {
        for (const int headDim : {32, 64, 96, 128, 256})
            EXPECT_GE(shape(kernel, headDim, {}), 0) << kernel << " d " << headDim;
        EXPECT_EQ(shape(kernel, 72, {}), -1);
        EXPECT_EQ(shape(kernel, 64, {}, 30.0f), -1) << "softcap";
        for (const auto &field : std::vector<std::pair<std::string, std::string>>{{"argument", "fused"},
                                                                                  {"scoreScale", "twoStep"},
                                                                                  {"exp", "exact"},
                                                                                  {"lanes", "strided:4"},
                                                                                  {"laneSum", "balanced"},
                                                                                  {"oStore", "bf16"},
                                                                                  {"tileN", "32"},
                                                                                  {"tileM", "16"},
                                                                                  {"mmaPv", "v100"}}) {
            if (field.first == "laneSum" && std::string(kernel) == "fa2-pytorch")
                continue; // it has no lane sums of their own
            EXPECT_EQ(shape(kernel, 64, {field}), -1) << kernel << " " << field.first;
        }
        for (const auto &field : std::vector<std::pair<std::string, std::string>>{
                 {"keyOrder", "list:2,0,1"}, {"final", "divide"}, {"quadOrder", "xor12"}, {"emptyRow", "nan"}})
            EXPECT_GE(shape(kernel, 64, {field}), 0) << kernel << " " << field.first;
    }
    EXPECT_EQ(shape("flex", 64, {}), -1);
}

TEST(WholeTiles, VisitTheScheduledKeyTilesInOrder)
{
    Problem p;
    p.batch = 2;
    p.heads = 4;
    p.kvHeads = 2;
    p.seqlenQ = 300;
    p.seqlenK = 700;
    p.headDim = p.headDimV = 64;
    p.dtype = DType::F16;
    p.mask.kind = Mask::Kind::CausalBottomRight;
    p.mask.keyLengths = {700, 450};
    GpuArithmetic gpu;
    gpu.hasNativeBf16 = true;
    gpu.profiles = {catalog().device("h200").value()};
    for (const int splits : {1, 3}) {
        RunRequest request;
        request.numSplits = splits;
        const RunSpec spec = resolveOrFail(p, request);
        const Schedule schedule = Schedule::build(spec).value();
        CudaPlan plan = makeCudaPlan(spec, schedule, gpu).value();
        EXPECT_FALSE(plan.hasWholeTiles());
        plan.planWholeTiles(schedule);
        ASSERT_TRUE(plan.hasWholeTiles());
        for (int i = 0; i < schedule.workTileCount(); ++i) {
            const WorkTile tile = schedule.workTile(i);
            if (tile.isCombine)
                continue;
            const worker::Item item = plan.wholeTile(schedule, tile);
            const auto first = plan.programs.begin() + item.mergeProgram;
            EXPECT_EQ(std::vector<int>(first, first + item.mergeCount), schedule.keyTiles(tile));
            EXPECT_EQ(item.firstKey, p.mask.keyLengths[static_cast<std::size_t>(tile.batch)]);
            EXPECT_EQ(item.kvHead, tile.head / 2);
            EXPECT_EQ(item.rows, tile.rowEnd - tile.rowBegin);
            EXPECT_EQ(item.split, tile.split);
        }
    }
}

// Programs and lists are what the worker executes: those of a list and of an equal order of arrival are the same.
TEST(MakeCudaPlan, TakesAnOrderOfArrivalAsItTakesAList)
{
    Problem p;
    p.seqlenQ = p.seqlenK = 256;
    p.headDim = p.headDimV = 64;
    p.dtype = DType::F16;
    const auto made = [&](const char *kernel, const std::vector<std::pair<std::string, std::string>> &set) {
        RunRequest request;
        request.kernel = kernel;
        request.set = set;
        const RunSpec spec = resolveOrFail(p, request);
        return makeCudaPlan(spec, Schedule::build(spec).value(), GpuArithmetic()).value();
    };
    const auto combined = [&](const char *order) {
        return made("fa2-pytorch", {{"split", "count:3"}, {"tileN", "64"}, {"combine", order}});
    };
    EXPECT_EQ(combined("arrival:2,0,1").programs, combined("list:2,0,1").programs);
    EXPECT_NE(combined("arrival:2,0,1").programs, combined("sequential").programs);
    EXPECT_TRUE(combined("arrival:2,0,1").plan.combineByList);
    EXPECT_EQ(combined("arrival:2,0,1").plan.combineList, combined("list:2,0,1").plan.combineList);
    EXPECT_FALSE(combined("sequential").plan.combineByList);
    const auto merged = [&](const char *order) { return made("textbook", {{"crossTile", order}}); };
    EXPECT_EQ(merged("arrival:3,1,0,2").programs, merged("list:3,1,0,2").programs);
    EXPECT_NE(merged("arrival:3,1,0,2").programs, merged("sequential").programs);
}

TEST(SupportedByWorker, SaysWhichFieldTheGpuProgramDoesNotExecute)
{
    Problem p;
    p.seqlenQ = p.seqlenK = 256;
    p.headDim = p.headDimV = 160;
    p.dtype = DType::F16;
    const auto reason = [&](const char *kernel, const char *device, int splits = 0) {
        RunRequest request;
        request.kernel = kernel;
        request.device = device;
        request.numSplits = splits;
        return supportedByWorker(resolveOrFail(p, request)).message();
    };
    EXPECT_EQ(reason("flex", "h200"), "");
    EXPECT_EQ(reason("triton-tutorial", "h200"), "");
    EXPECT_EQ(reason("fa2", "h200", 1), "");
    EXPECT_NE(reason("fa2", "h200", 2).find("combineMath=fast"), std::string::npos);
    EXPECT_NE(reason("fa4", "b200").find("exp=fa4Poly3:"), std::string::npos);
    EXPECT_NE(reason("mem-efficient", "h200").find("pvSum=apart"), std::string::npos);
    EXPECT_NE(reason("math", "h200").find("exp=expf"), std::string::npos);
    p.headDim = p.headDimV = 128;
    EXPECT_EQ(reason("mem-efficient", "h200"), "");
}

} // namespace
} // namespace ulpscope::test
