// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/occupancy.h"
#include "support/golden.h"

namespace ulpscope::test {
namespace {

const Hardware &hardware(const std::string &device) { return catalog().device(device).value()->hardware; }

// What CUDA 13.0's own cuda_occupancy.h gives, compiled, with the largest carve-out.
TEST(Occupancy, IsWhatCudasHeaderGives)
{
    // One device of each compute capability: 7.0, 7.5, 8.0, 8.6, 8.9, 9.0, 10.0, 12.0.
    const char *const devices[] = {"v100", "t4", "a100", "rtx3090", "l40s", "h100", "b200", "rtx5090"};
    struct Row {
        const char *what;
        BlockNeeds block;
        int blocks[8];
    };
    const Row rows[] = {
        {"FA2 d 64, 128 x 128", {128, 255, 49152}, {2, 1, 2, 2, 2, 2, 2, 2}},
        {"FA2 d 128, 128 x 64", {128, 255, 65536}, {1, 1, 2, 1, 1, 2, 2, 1}},
        {"FA2 d 128, 128 x 32", {128, 255, 49152}, {2, 1, 2, 2, 2, 2, 2, 2}},
        {"FA2 split d 128, 64 x 128", {128, 255, 81920}, {1, 0, 2, 1, 1, 2, 2, 1}},
        {"FA2 d 256, 128 x 64", {256, 255, 131072}, {0, 0, 1, 0, 0, 1, 1, 0}},
        {"FA2 d 256, 64 x 64", {128, 255, 98304}, {1, 0, 1, 1, 1, 2, 2, 1}},
        {"32 registers", {256, 32, 0}, {8, 4, 8, 6, 6, 8, 8, 6}},
        {"128 registers", {128, 128, 32768}, {3, 2, 4, 3, 3, 4, 4, 3}},
    };
    for (const Row &row : rows) {
        for (std::size_t i = 0; i < 8; ++i)
            EXPECT_EQ(occupancy(hardware(devices[i]), row.block).blocksPerSm, row.blocks[i])
                << row.what << " on " << devices[i];
    }
}

// The same header on the compute capabilities that the table leaves out, and where each limit binds.
TEST(Occupancy, SaysWhatBinds)
{
    const auto on = [](const char *device, BlockNeeds block) { return occupancy(hardware(device), block); };
    // 65536 + 1024 bytes: twice in 164 KB, once in 100 KB; 255 registers of 128 threads: twice in any.
    const Occupancy a100 = on("a100", {128, 255, 65536});
    EXPECT_EQ(a100.byThreads, 16);
    EXPECT_EQ(a100.bySharedMemory, 2);
    EXPECT_EQ(a100.byRegisters, 2);
    EXPECT_EQ(a100.byBlocks, 32);
    EXPECT_EQ(a100.limit, OccupancyLimit::SharedMemory) << "of equal limits the first";
    EXPECT_EQ(a100.warpsPerSm, 8);
    EXPECT_EQ(on("rtx3090", {128, 255, 65536}).limit, OccupancyLimit::SharedMemory);
    EXPECT_EQ(on("h200", {128, 255, 65536}).limit, OccupancyLimit::Registers);
    EXPECT_EQ(on("h200", {256, 32, 0}).limit, OccupancyLimit::Threads);
    EXPECT_EQ(on("h200", {32, 32, 0}).limit, OccupancyLimit::Blocks);
    EXPECT_EQ(on("h200", {32, 32, 0}).blocksPerSm, 32);
    EXPECT_EQ(on("t4", {32, 16, 0}).blocksPerSm, 16);
    // One block may ask for 227 KB and no more, though an SM has 228.
    EXPECT_EQ(on("h200", {128, 32, 227 * 1024}).blocksPerSm, 1);
    EXPECT_EQ(on("h200", {128, 32, 227 * 1024 + 1}).blocksPerSm, 0);
    EXPECT_EQ(on("h200", {384, 168, 200000}).blocksPerSm, 1);
    EXPECT_EQ(on("h200", {512, 168, 0}).blocksPerSm, 0) << "16 warps of 168 registers do not fit";
    EXPECT_EQ(occupancyLimitWords(OccupancyLimit::SharedMemory), "shared memory");
}

} // namespace
} // namespace ulpscope::test
