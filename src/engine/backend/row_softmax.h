// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/approx.h"
#include "engine/reduction/lane_layout.h"
#include "engine/schedule/run_spec.h"

#include <memory>
#include <vector>

namespace ulpscope {

/// The softmax arithmetic of one query row under a recipe: scaling, exponentials, rescale factor, row sums, final
/// factor. Every operation here is one fp32 rounding that a kernel performs. Immutable; shared by threads.
class RowSoftmax {
public:
    RowSoftmax(const RunSpec &spec, std::shared_ptr<const ApproxTables> tables);

    /// softcap * tanh(scale-free score / softcap), tanh correctly rounded; the identity when softcap is off.
    float cap(float score) const;
    /// The scaled score, in the units of the exponential's argument.
    float scaled(float score) const;
    /// The value whose running max is kept: the raw or the scaled score.
    float maxUnit(float score) const { return m_maxOnScaled ? scaled(score) : score; }

    /// p[j] = exp of (score j - max). `max` in units of maxUnit; -inf counts as 0. -inf scores give exactly 0.
    void probs(const float *scores, int count, float max, bool partialBlock, float *p) const;
    /// Factor for what was accumulated under `oldMax`; 0 when there was nothing (oldMax = -inf).
    float alpha(float oldMax, float newMax) const;

    const ApproxTables &tables() const { return *m_tables; }
    int laneCount() const { return m_layout.lanes; }
    /// Adds the tile's `p` (tileN values) to the running lane sums (laneCount values; one when lanes are joined every
    /// tile). `first`: nothing was summed before.
    void addTile(const float *p, float alpha, bool first, float *lanes) const;
    /// The row sum that the lane sums stand for.
    float joinLanes(const float *lanes) const;
    /// Sum of one tile alone, in the recipe's lane order.
    float tileSum(const float *p) const;

    /// What the output accumulator is multiplied by (or divided by, finalDivides) at the end.
    float finalFactor(float rowSum) const;
    bool finalDivides() const { return m_spec.recipe.finalScale == FinalScale::Divide; }
    /// Whether a row sum marks a row that saw no key.
    bool isEmpty(float rowSum) const
    {
        return rowSum == 0.0f || (m_spec.recipe.emptyRow == EmptyRow::FactorOne && rowSum != rowSum);
    }
    /// Natural-log LSE of a row; `ofSplit`: an empty row gives -inf instead of FlashAttention-2's +inf.
    float lse(float max, float rowSum, bool ofSplit) const;

private:
    float exponential(float x) const;
    float laneTotal(const float *p, const std::vector<int> &columns) const;
    float butterfly(float *values) const;
    float partTotal(const float *p, int part) const;

    RunSpec m_spec;
    std::shared_ptr<const ApproxTables> m_tables;
    float m_scale = 1, m_scaleLog2 = 1; ///< softmax scale; scale * log2(e), rounded once
    bool m_maxOnScaled = false;
    LaneLayout m_layout;
};

} // namespace ulpscope
