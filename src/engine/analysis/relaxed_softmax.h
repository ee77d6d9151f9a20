// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/analysis/error_source.h"
#include "engine/numerics/approx.h"
#include "engine/reduction/lane_layout.h"
#include "engine/schedule/run_spec.h"

#include <memory>
#include <vector>

namespace ulpscope {

/// x rounded to fp32, or as it is.
inline double fp32Unless(bool exact, double x) { return exact ? x : static_cast<double>(static_cast<float>(x)); }
/// a * b + c rounded to fp32 once. Operands that fp32 can represent give the bits of the fp32 fma.
double fmaToFp32(double a, double b, double c);

/// The operations of RowSoftmax on doubles, each as the kernel does it or exact (to double precision), as a SourceSet
/// says. An inexact operation takes its operands as they are, unrounded where what came before is exact, and rounds its
/// result to fp32 once; an assignment rounds nothing. The hardware's approximations are known for fp32 arguments only:
/// an unrounded argument takes the value at the nearest fp32 argument, moved by the exact function's ratio (difference,
/// for a logarithm), so that no rounding of the argument is charged to them. With nothing exact all values are fp32
/// values and equal RowSoftmax's bit for bit: in double, +, -, *, / of two fp32 values round twice without harm.
class RelaxedSoftmax {
public:
    RelaxedSoftmax(const RunSpec &spec, std::shared_ptr<const ApproxTables> tables);

    double cap(double score, SourceSet exact) const;
    /// The score in the units in which the running max is kept.
    double maxUnit(double score, SourceSet exact) const;
    /// `column`: of the score's tile.
    double prob(double score, double max, bool partialBlock, int column, SourceSet exact) const;
    /// The running max after a tile whose own max is `tileMax`.
    double nextMax(double oldMax, double tileMax) const;
    double alpha(double oldMax, double newMax, SourceSet exact) const;

    /// Lane sums that a row starts with; see RowSoftmax::addTile.
    int laneCount() const { return m_lanes.lanes; }
    void addTile(const double *p, double alpha, bool first, SourceSet exact, double *lanes) const;
    double joinLanes(const double *lanes, SourceSet exact) const;

    bool isEmpty(double rowSum) const;
    /// P / l, for a kernel that divides before the product with V; the final division's error source.
    void divideProbs(std::vector<double> &p, double rowSum, SourceSet exact) const;
    /// Output element over row sum, the rule for empty rows included (it is the same in every run).
    double normalised(double output, double rowSum, SourceSet exact) const;
    /// PvSum::Apart: the last tile's product and what earlier tiles left, joined by the kernel's final factor.
    double joined(double unscaled, double alpha, double product, double rowSum) const;

    /// Natural-log LSE of one split; -inf when it is empty.
    double splitLse(double max, double rowSum, SourceSet exact) const;
    /// The combine's exponential, and the total LSE from the sum of the splits' weights under `max`.
    double combineExp(double x, SourceSet exact) const;
    double combineTotal(double sum, double max, SourceSet exact) const;

private:
    double scaled(double score, bool exact) const;
    double exponential(double x, bool exact) const;
    double maxDifference(double oldMax, double newMax, bool exact) const;
    double finalFactor(double rowSum) const;
    double lg2(double x) const;
    double laneTotal(const double *p, const std::vector<int> &columns, bool exact) const;
    double butterfly(double *values, bool exact) const;
    double partTotal(const double *p, int part, bool exact) const;

    RunSpec m_spec;
    std::shared_ptr<const ApproxTables> m_tables;
    LaneLayout m_lanes;
    double m_scale = 1, m_scaleLog2 = 1; ///< as the kernel's fp32 constants; 1 where the operands were scaled
    bool m_maxOnScaled = false;
};

} // namespace ulpscope
