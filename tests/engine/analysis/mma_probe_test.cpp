// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/mma_probe.h"
#include "engine/reduction/shape_match.h"
#include "support/golden.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace ulpscope::test {
namespace {

std::string shapeText(const std::string &device, DType type, MmaResult result, int k)
{
    const MmaArithmetic *mma = catalog().device(device).value()->mmaFor(type, result);
    if (!mma)
        return "none";
    const Result<ProbedShape> probed = probeMma(mma->spec, type, k);
    return probed.ok() ? probed->shape.toText([k](int leaf) { return leaf == k ? "c" : std::to_string(leaf); })
                       : probed.status().message();
}

// Groups of 4, 8, 16 and 32 products, the accumulator among those of the first.
TEST(MmaProbe, GroupsTellArchitecturesApart)
{
    EXPECT_EQ(shapeText("v100", DType::F16, MmaResult::TruncateF32, 8), "((0 1 2 3 c) 4 5 6 7)");
    EXPECT_EQ(shapeText("a100", DType::BF16, MmaResult::TruncateF32, 16),
              "((0 1 2 3 4 5 6 7 c) 8 9 10 11 12 13 14 15)");
    EXPECT_EQ(shapeText("a100", DType::TF32, MmaResult::TruncateF32, 8), "((0 1 2 3 c) 4 5 6 7)");
    EXPECT_EQ(shapeText("h200", DType::F16, MmaResult::TruncateF32, 16), "(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 c)");
    EXPECT_EQ(shapeText("l40s", DType::E4M3, MmaResult::TruncateE8M13, 32),
              "((0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 c) 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)");
    EXPECT_EQ(shapeText("h200", DType::E4M3, MmaResult::TruncateE8M13, 32),
              "(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 c)");
    // The emulated instruction: k mod 4 in {0, 1}, then {2, 3}, and c at the end.
    EXPECT_EQ(shapeText("h200", DType::E4M3, MmaResult::TruncateF32, 32),
              "(((0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29) 2 3 6 7 10 11 14 15 18 19 22 23 26 27 30 31) c)");
    EXPECT_EQ(shapeText("b200", DType::E5M2, MmaResult::NearestEvenF16, 8), "(((0 1 4 5) 2 3 6 7) c)");
}

TEST(MmaProbe, EveryInstructionHasItsDeclaredTree)
{
    std::set<int> groups;
    int instructions = 0;
    for (const DeviceProfile &device : catalog().devices) {
        for (const MmaArithmetic &mma : device.mma) {
            for (const int k : {1, 16, 40, 128}) {
                const Result<ProbedShape> probed = probeMma(mma.spec, mma.operands, k);
                ASSERT_TRUE(probed.ok()) << device.id << " " << mma.instruction << ": " << probed.status().message();
                const SumShape declared = observableShape(mmaTree(mma.spec, k)).shape;
                EXPECT_EQ(declared.toText(), probed->shape.toText())
                    << device.id << " " << mma.instruction << " " << formatInfo(mma.operands).name << " k " << k;
            }
            groups.insert(mma.spec.groupL);
            ++instructions;
        }
    }
    EXPECT_EQ(groups, (std::set{4, 8, 16, 32}));
    EXPECT_GE(instructions, 70);
}

// The function that multiplies tiles, with SIMD where the machine has it.
TEST(MmaProbe, TilesHaveTheSameTree)
{
    for (const DeviceProfile &device : catalog().devices) {
        for (const MmaArithmetic &mma : device.mma) {
            const Result<ProbedShape> probed =
                probeMma(mma.operands, 64, [&](const float *a, const float *b, int k, float c) {
                    MmaOperand left, right;
                    left.assign(mma.operands, a, 1, k, k);
                    right.assign(mma.operands, b, k, 1, 1);
                    mmaTile(mma.spec, mma.spec.groupL, left, right, &c, 1);
                    return c;
                });
            ASSERT_TRUE(probed.ok()) << device.id << " " << mma.instruction << ": " << probed.status().message();
            EXPECT_EQ(observableShape(mmaTree(mma.spec, 64)).shape, probed->shape)
                << device.id << " " << mma.instruction;
        }
    }
}

TEST(MmaProbe, WrongVariantsAreNotTheDeclaredTree)
{
    TensorCoreSpec spec = catalog().device("h200").value()->mmaFor(DType::F16)->spec;
    const SumShape declared = observableShape(mmaTree(spec, 32)).shape;
    spec.groupL = 8;
    EXPECT_TRUE(firstDifference(declared, probeMma(spec, DType::F16, 32)->shape));
    spec.groupL = 16;
    spec.faults.accumulatorSeparate = true;
    EXPECT_TRUE(firstDifference(declared, probeMma(spec, DType::F16, 32)->shape));
    spec.faults = {};
    EXPECT_FALSE(firstDifference(declared, probeMma(spec, DType::F16, 32)->shape));
    EXPECT_FALSE(probeMma(spec, DType::F16, 129).ok());
    EXPECT_FALSE(probeMma(spec, DType::F16, 0).ok());
}

} // namespace
} // namespace ulpscope::test
