// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// PyTorch's math path (SDPBackend.MATH) with one head, where cuBLAS splits the keys of P V: an order that no recipe
// has, written out here.
#include "engine/numerics/approx.h"
#include "support/golden.h"

#include <cmath>

namespace ulpscope::test {
namespace {

constexpr int kLanes = 32; // of the softmax's row sum

float sumOfLanes(std::vector<float> lanes)
{
    for (std::size_t offset = lanes.size() / 2; offset >= 1; offset /= 2) {
        for (std::size_t i = 0; i < offset; ++i)
            lanes[i] += lanes[i + offset];
    }
    return lanes.front();
}

/// Values that differ from the recorded output. P V: `slice` keys go to each of four slices in turn, which are added at
/// the end; 0: one chain.
std::int64_t differing(const std::string &file, int slice)
{
    const Golden g = readGolden(file);
    const Problem &p = g.problem;
    const auto tables = ApproxTables::load(resourceDirectory() + "/tables", "h200").value();
    const float root = static_cast<float>(std::sqrt(std::stod(g.file.metadata.at("scale"))));
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
                    dot = std::fma(q[i] * root, k[std::ptrdiff_t{j} * p.headDim + i] * root, dot);
                scores[static_cast<std::size_t>(j)] = dot;
                max = std::max(max, dot);
            }
            std::vector<float> lanes(kLanes);
            for (int j = 0; j < keys; ++j) {
                float &x = scores[static_cast<std::size_t>(j)];
                x = cudaExpf(*tables, x - max);
                lanes[static_cast<std::size_t>(j % kLanes)] += x;
            }
            const float sum = sumOfLanes(lanes);
            for (int c = 0; c < p.headDimV; ++c) {
                float slices[4] = {};
                for (int j = 0; j < keys; ++j) {
                    const float x = scores[static_cast<std::size_t>(j)];
                    float &s = slices[slice > 0 ? j / slice % 4 : 0];
                    s = std::fma(x / sum, v[std::ptrdiff_t{j} * p.headDimV + c], s);
                }
                const float total = ((slices[0] + slices[1]) + slices[2]) + slices[3];
                output[static_cast<std::size_t>(c)] = roundTo(p.dtype, total);
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

// One head of 256 x 256 x 128: there cuBLAS splits the keys of P V.
TEST(MathPathOfOneHead, HasFourSlicesOf8KeysInTurn)
{
    EXPECT_EQ(differing("math_fp16_d128_slices", 8), 0);
    EXPECT_GT(differing("math_fp16_d128_slices", 0), 0);
}

} // namespace
} // namespace ulpscope::test
