// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/product_groups.h"

#include "engine/analysis/error_metric.h"
#include "engine/numerics/exact_sum.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ulpscope {
namespace {

/// Products [begin, end), which are whole groups of the unit, added to c.
float addProducts(const ProductUnit &unit, const float *x, const float *y, int begin, int end, float c)
{
    switch (unit.mma.kind) {
    case MmaUnit::Kind::TensorCore:
        for (int group = begin; group < end;) {
            const int instructionEnd = std::min((group / unit.instrK + 1) * unit.instrK, end);
            const int width = std::min(unit.mma.spec.groupL, instructionEnd - group);
            c = tfdpaGroup(unit.mma.spec, unit.mma.operands, x + group, y + group, width, c);
            group += width;
        }
        return c;
    case MmaUnit::Kind::Fp32Fma:
        for (int i = begin; i < end; ++i)
            c = std::fma(x[i], y[i], c);
        return c;
    case MmaUnit::Kind::Exact: {
        ExactSum sum;
        sum.add(static_cast<double>(c));
        for (int i = begin; i < end; ++i)
            sum.addProduct(x[i], y[i]);
        return sum.roundTo(DType::F32);
    }
    }
    return c;
}

} // namespace

std::vector<int> groupEnds(const ProductUnit &unit, int k)
{
    std::vector<int> ends;
    switch (unit.mma.kind) {
    case MmaUnit::Kind::TensorCore:
        for (int begin = 0; begin < k; begin += unit.instrK) {
            const int instructionEnd = std::min(begin + unit.instrK, k);
            for (int group = begin; group < instructionEnd; group += unit.mma.spec.groupL)
                ends.push_back(std::min(group + unit.mma.spec.groupL, instructionEnd));
        }
        break;
    case MmaUnit::Kind::Fp32Fma:
        for (int i = 1; i <= k; ++i)
            ends.push_back(i);
        break;
    case MmaUnit::Kind::Exact: ends.push_back(k); break;
    }
    return ends;
}

bool sameProducts(const ProductUnit &a, const ProductUnit &b, int k)
{
    if (a.mma.kind != MmaUnit::Kind::TensorCore || b.mma.kind != MmaUnit::Kind::TensorCore)
        return a.mma.kind == b.mma.kind;
    const TensorCoreSpec &s = a.mma.spec, &t = b.mma.spec;
    return a.mma.operands == b.mma.operands && s.fractionBits == t.fractionBits && s.zeroExponent == t.zeroExponent &&
           s.result == t.result && groupEnds(a, k) == groupEnds(b, k);
}

std::optional<DifferingGroup> firstDifferingGroup(const ProductUnit &a, const ProductUnit &b, const float *x,
                                                  const float *y, int k, float c)
{
    const std::vector<int> endsA = groupEnds(a, k), endsB = groupEnds(b, k);
    std::vector<int> common;
    std::set_intersection(endsA.begin(), endsA.end(), endsB.begin(), endsB.end(), std::back_inserter(common));
    DifferingGroup group{0, 0, c, c};
    for (const int end : common) {
        group = {group.end, end, addProducts(a, x, y, group.end, end, group.a),
                 addProducts(b, x, y, group.end, end, group.b)};
        if (!sameBits(group.a, group.b))
            return group;
    }
    return std::nullopt;
}

} // namespace ulpscope
