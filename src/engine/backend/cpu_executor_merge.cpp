// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What joins partial results of a row: the sketch's key tiles and the splits.
#include "engine/backend/cpu_executor.h"

#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

} // namespace

Status CpuExecutor::mergeSketch()
{
    const int tiles = static_cast<int>(m_state.sketch.size());
    m_state.accO = Matrix(rows(), m_spec.problem.headDimV);
    m_state.lanes = Matrix(rows(), 1);
    m_state.rowMax.assign(static_cast<std::size_t>(rows()), -kInfinity);
    if (tiles == 0)
        return {};
    const Result<MergeTree> tree = m_schedule->sketchTree(tiles);
    if (!tree.ok())
        return tree.status();
    std::vector<float> weights(static_cast<std::size_t>(tiles)), terms;
    const auto add = [](float a, float b) { return a + b; };
    for (int r = 0; r < rows(); ++r) {
        const std::size_t row = static_cast<std::size_t>(r);
        float max = -kInfinity;
        for (const SketchTile &t : m_state.sketch)
            max = t.max[row] > max ? t.max[row] : max;
        terms.clear();
        for (int i = 0; i < tiles; ++i) {
            const SketchTile &t = m_state.sketch[static_cast<std::size_t>(i)];
            weights[static_cast<std::size_t>(i)] = m_softmax.alpha(t.max[row], max);
            terms.push_back(t.sum[row] * weights[static_cast<std::size_t>(i)]);
        }
        m_state.lanes.at(r, 0) = evaluate(tree.value(), terms, add);
        m_state.rowMax[row] = max;
        for (int c = 0; c < m_state.accO.cols; ++c) {
            terms.clear();
            for (int i = 0; i < tiles; ++i)
                terms.push_back(m_state.sketch[static_cast<std::size_t>(i)].out.at(r, c) *
                                weights[static_cast<std::size_t>(i)]);
            m_state.accO.at(r, c) = evaluate(tree.value(), terms, add);
        }
    }
    return {};
}

/// FlashAttention-2's combine kernel: weights from the splits' LSE, the output by fma.
Status CpuExecutor::combineSplits()
{
    const int splits = m_schedule->splits();
    const Result<MergeTree> tree = combineTree(m_spec.recipe, splits);
    if (!tree.ok())
        return tree.status();
    std::vector<int> order(static_cast<std::size_t>(splits));
    for (int i = 0; i < splits; ++i)
        order[static_cast<std::size_t>(i)] =
            m_spec.recipe.combinesByList() ? m_spec.recipe.combineList[static_cast<std::size_t>(i)] : i;
    m_state.output = Matrix(rows(), m_spec.problem.headDimV);
    m_state.lse.assign(static_cast<std::size_t>(rows()), kInfinity);
    std::vector<float> weights;
    for (int r = 0; r < rows(); ++r) {
        const std::size_t row = static_cast<std::size_t>(r);
        float max = -kInfinity;
        for (const SplitResult &s : m_state.splits)
            max = s.lse[row] > max ? s.lse[row] : max;
        if (max == -kInfinity)
            max = 0.0f;
        weights.clear();
        for (const SplitResult &s : m_state.splits)
            weights.push_back(m_softmax.combineExp(s.lse[row] - max));
        const float sum = evaluate(tree.value(), weights, [](float a, float b) { return a + b; });
        const float total = m_softmax.combineTotal(sum, max);
        m_state.lse[row] = total;
        for (int i : order) {
            const SplitResult &s = m_state.splits[static_cast<std::size_t>(i)];
            const float weight = m_softmax.combineExp(s.lse[row] - total);
            for (int c = 0; c < m_state.output.cols; ++c)
                m_state.output.at(r, c) = std::fma(weight, s.out.at(r, c), m_state.output.at(r, c));
        }
        for (int c = 0; c < m_state.output.cols; ++c)
            m_state.output.at(r, c) = roundOutput(m_state.output.at(r, c));
    }
    return {};
}

} // namespace ulpscope
