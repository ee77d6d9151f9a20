// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/row_arithmetic.h"
#include "engine/numerics/approx.h"
#include "engine/reduction/lane_layout.h"
#include "engine/schedule/run_spec.h"

#include <memory>
#include <vector>

namespace ulpscope {

/// The recipe's numbers for row_arithmetic.h.
RowArithmetic rowArithmetic(const Problem &problem, const Recipe &recipe);

/// The softmax arithmetic of one query row under a recipe: scaling, exponentials, rescale factor, row sums, final
/// factor. Every operation here is one fp32 rounding that a kernel performs. Immutable; shared by threads.
class RowSoftmax {
public:
    RowSoftmax(const RunSpec &spec, std::shared_ptr<const ApproxTables> tables);

    float cap(float score) const { return row::cap(m_row, *this, score); }
    float maxUnit(float score) const { return row::maxUnit(m_row, score); }
    /// p[j] = exp of (score j - max). `max` in units of maxUnit; -inf counts as 0. -inf scores give exactly 0.
    void probs(const float *scores, int count, float max, bool partialBlock, float *p) const;
    float nextMax(float oldMax, float tileMax) const { return row::nextMax(m_row, oldMax, tileMax); }
    float alpha(float oldMax, float newMax) const { return row::alpha(m_row, *this, oldMax, newMax); }

    const ApproxTables &tables() const { return *m_tables; }
    int laneCount() const { return m_layout.lanes; }
    /// Adds the tile's `p` (tileN values) to the running lane sums (laneCount values; one when lanes are joined every
    /// tile). `first`: nothing was summed before.
    void addTile(const float *p, float alpha, bool first, float *lanes) const;
    /// The row sum that the lane sums stand for.
    float joinLanes(const float *lanes) const;
    /// Sum of one tile alone, in the recipe's lane order.
    float tileSum(const float *p) const;

    float finalFactor(float rowSum) const { return row::finalFactor(m_row, *this, rowSum); }
    bool isEmpty(float rowSum) const { return row::isEmpty(m_row, rowSum); }
    float normalised(float accumulated, bool empty, float factor) const
    {
        return row::normalised(m_row, accumulated, empty, factor);
    }
    float lse(float max, float rowSum, bool ofSplit) const { return row::lse(m_row, *this, max, rowSum, ofSplit); }

    /// The combine's exponential, and the total LSE from the sum of the splits' weights under `max`.
    float combineExp(float x) const;
    float combineTotal(float sum, float max) const;

    // The functions that row_arithmetic.h asks for.
    float ex2(float x, bool flushSubnormals) const { return m_tables->ex2(x, flushSubnormals); }
    float rcp(float x) const { return m_tables->rcp(x); }
    float lg2(float x) const { return m_tables->lg2(x); }
    float log2f(float x) const { return cudaLog2f(x); }
    float expf(float x) const { return cudaExpf(*m_tables, x); }
    float fa4Poly3(float x) const { return ulpscope::fa4Poly3(x); }
    float exp2Poly6(float x) const { return ulpscope::exp2Poly6(x); }
    float exactExp2(float x) const { return ulpscope::exactExp2(x); }
    double exactLog(double x) const { return ulpscope::exactLog(x); }
    double exactTanh(double x) const { return ulpscope::exactTanh(x); }

private:
    float laneTotal(const float *p, const std::vector<int> &columns) const;
    float butterfly(float *values) const;
    float partTotal(const float *p, int part) const;

    RunSpec m_spec;
    std::shared_ptr<const ApproxTables> m_tables;
    RowArithmetic m_row;
    LaneLayout m_layout;
};

} // namespace ulpscope
