// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// PyTorch's math path (SDPBackend.MATH) against outputs recorded on an H200: the order that docs/numerics.md states. No
// kernel of the engine has it yet, so it is written out here.
#include "engine/numerics/approx.h"
#include "support/golden.h"

#include <cmath>

namespace ulpscope::test {
namespace {

/// What can be changed to see that it matters.
struct Order {
    bool scaleBoth = true;   ///< q and k each times sqrt(scale), or q alone times scale
    int lanes = 32;          ///< of the softmax's row sum
    bool divideFirst = true; ///< p / sum before P V, or the output / sum
    int slice = 0; ///< P V: so many keys go to each of four slices in turn, which are added at the end; 0: one chain
};

float sumOfLanes(std::vector<float> lanes)
{
    for (std::size_t offset = lanes.size() / 2; offset >= 1; offset /= 2) {
        for (std::size_t i = 0; i < offset; ++i)
            lanes[i] += lanes[i + offset];
    }
    return lanes.front();
}

std::int64_t differing(const std::string &file, const Order &order)
{
    const Golden g = readGolden(file);
    const Problem &p = g.problem;
    const auto tables = ApproxTables::load(resourceDirectory() + "/tables", "h200").value();
    const float root = static_cast<float>(std::sqrt(std::stod(g.file.metadata.at("scale"))));
    const float factorQ = order.scaleBoth ? root : p.scale, factorK = order.scaleBoth ? root : 1.0f;
    const std::vector<float> recorded = g.floats("o");
    std::int64_t count = 0;
    std::vector<float> scores(static_cast<std::size_t>(p.seqlenK)), output(static_cast<std::size_t>(p.headDimV));
    for (int head = 0; head < p.heads; ++head) {
        const float *k = g.inputs->kRows(p, 0, p.kvHeadOf(head)), *v = g.inputs->vRows(p, 0, p.kvHeadOf(head));
        for (int row = 0; row < p.seqlenQ; ++row) {
            const float *q = g.inputs->qRows(p, 0, head) + std::ptrdiff_t{row} * p.headDim;
            const int keys = p.mask.isCausal() ? std::min(row + 1, p.seqlenK) : p.seqlenK;
            float max = -floatInfinity();
            for (int j = 0; j < keys; ++j) {
                float dot = 0.0f;
                for (int i = 0; i < p.headDim; ++i)
                    dot = std::fma(q[i] * factorQ, k[std::ptrdiff_t{j} * p.headDim + i] * factorK, dot);
                scores[static_cast<std::size_t>(j)] = dot;
                max = std::max(max, dot);
            }
            std::vector<float> lanes(static_cast<std::size_t>(order.lanes));
            for (int j = 0; j < keys; ++j) {
                float &x = scores[static_cast<std::size_t>(j)];
                x = cudaExpf(*tables, x - max);
                lanes[static_cast<std::size_t>(j % order.lanes)] += x;
            }
            const float sum = sumOfLanes(lanes);
            for (int c = 0; c < p.headDimV; ++c) {
                float slices[4] = {};
                for (int j = 0; j < keys; ++j) {
                    const float x = scores[static_cast<std::size_t>(j)];
                    float &s = slices[order.slice > 0 ? j / order.slice % 4 : 0];
                    s = std::fma(order.divideFirst ? x / sum : x, v[std::ptrdiff_t{j} * p.headDimV + c], s);
                }
                const float total = ((slices[0] + slices[1]) + slices[2]) + slices[3];
                output[static_cast<std::size_t>(c)] = roundTo(p.dtype, order.divideFirst ? total : total / sum);
            }
            const std::size_t first =
                (static_cast<std::size_t>(head) * static_cast<std::size_t>(p.seqlenQ) + static_cast<std::size_t>(row)) *
                output.size();
            for (std::size_t c = 0; c < output.size(); ++c)
                count += floatBits(output[c]) != floatBits(recorded[first + c]);
        }
    }
    return count;
}

class MathPath : public testing::TestWithParam<const char *> {};

TEST_P(MathPath, IsOneChainOfFmaAfterADividedSoftmax)
{
    EXPECT_EQ(differing(GetParam(), {}), 0);
    EXPECT_GT(differing(GetParam(), {.scaleBoth = false}), 0);
    EXPECT_GT(differing(GetParam(), {.lanes = 1}), 0);
    EXPECT_GT(differing(GetParam(), {.divideFirst = false}), 0);
    EXPECT_GT(differing(GetParam(), {.slice = 8}), 0);
}

INSTANTIATE_TEST_SUITE_P(H200, MathPath,
                         testing::Values("math_fp16_d64_full", "math_fp16_d64_causal", "math_fp16_d96_unequal"),
                         [](const auto &parameter) { return std::string(parameter.param); });

// One head of 256 x 256 x 128: there cuBLAS splits the keys of P V.
TEST(MathPathOfOneHead, HasFourSlicesOf8KeysInTurn)
{
    EXPECT_EQ(differing("math_fp16_d128_slices", {.slice = 8}), 0);
    EXPECT_GT(differing("math_fp16_d128_slices", {}), 0);
}

} // namespace
} // namespace ulpscope::test
