// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/order_study.h"

#include "engine/analysis/error_metric.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

float rootOf(const ValuedTree &tree) { return static_cast<float>(tree.value.back()); }

/// One study: which sums, and each in both orders.
class Study {
public:
    Study(const StudiedSum &of, const std::optional<SumOrder> &order) : m_of(of), m_order(order) {}

    Status prepare();
    KeyRange range() const;
    OrderedSum at(int index) const;

private:
    Result<ValuedTree> declared(int index) const;

    const StudiedSum &m_of;
    const std::optional<SumOrder> &m_order;
    int m_split = kFirstSplit;
    DqRow m_dq, m_arrived; ///< Dq: by ascending key tile, and as they arrive
};

Status Study::prepare()
{
    if (m_of.kind == SumKind::Dq) {
        Result<DqRow> dq = dqOfRow(m_of.spec, m_of.inputs, m_of.row, m_of.dO);
        if (!dq.ok())
            return dq.status();
        m_dq = std::move(dq).value();
        Result<DqRow> arrived = dqOfRow(m_of.spec, m_of.inputs, m_of.row, m_of.dO, {1, m_of.arrival});
        if (!arrived.ok())
            return arrived.status();
        m_arrived = std::move(arrived).value();
        return {};
    }
    if (!m_order)
        return Status::invalid(phrase("no other order was named: only dQ has one of its own, by arrival"));
    if (m_of.kind == SumKind::Score) {
        m_split = m_of.split;
        return {};
    }
    // A row beside this one may see its first key in another split.
    const Result<SumPlace> place =
        sumPlace(m_of.spec, *m_of.schedule, m_of.row.batch, m_of.row.head, m_of.row.row, m_of.kind, m_of.split);
    if (!place.ok())
        return place.status();
    m_split = place->split;
    return {};
}

KeyRange Study::range() const
{
    const Problem &p = m_of.spec.problem;
    switch (besideOf(m_of.kind)) {
    case Beside::Columns: return {0, m_of.kind == SumKind::Dq ? p.headDim : p.headDimV};
    case Beside::Rows: {
        const int begin = m_of.row.row / m_of.spec.recipe.tileM * m_of.spec.recipe.tileM;
        return {begin, std::min(begin + m_of.spec.recipe.tileM, p.seqlenQ)};
    }
    case Beside::Keys: {
        const int begin = m_of.column / m_of.spec.recipe.tileN * m_of.spec.recipe.tileN;
        return {begin, std::min(begin + m_of.spec.recipe.tileN, p.seqlenK)};
    }
    }
    return {};
}

Result<ValuedTree> Study::declared(int index) const
{
    switch (besideOf(m_of.kind)) {
    case Beside::Columns:
        if (m_of.kind == SumKind::Dq)
            return valuedDqTree(m_of.spec, m_of.inputs, m_arrived, index, {1, m_of.arrival});
        [[fallthrough]];
    case Beside::Keys: return valuedTree(m_of.spec, m_of.inputs, m_of.schedule, m_of.row, m_of.kind, index, m_split);
    case Beside::Rows: {
        if (index == m_of.row.row)
            return valuedTree(m_of.spec, m_of.inputs, m_of.schedule, m_of.row, m_of.kind, 0, m_split);
        const Result<RowTrace> row =
            traceRow(m_of.spec, m_of.inputs, m_of.schedule, m_of.row.batch, m_of.row.head, index);
        if (!row.ok())
            return row.status();
        return valuedTree(m_of.spec, m_of.inputs, m_of.schedule, row.value(), m_of.kind, 0, m_split);
    }
    }
    return Status::invalid(phrase("there is no such sum"));
}

OrderedSum Study::at(int index) const
{
    OrderedSum sum;
    sum.index = index;
    const Result<ValuedTree> asAdded = declared(index);
    if (!asAdded.ok())
        return sum;
    sum.exact = asAdded->exact.back();
    sum.other = rootOf(asAdded.value());
    if (!m_order) {
        sum.kernel = m_dq.scaled[static_cast<std::size_t>(index)];
        sum.known = true;
        return sum;
    }
    sum.kernel = sum.other;
    const Result<ValuedTree> other = reorderedSum(asAdded.value(), *m_order, AbsentSummands::Zero);
    if (!other.ok())
        return sum;
    sum.other = rootOf(other.value());
    sum.known = true;
    return sum;
}

} // namespace

Beside besideOf(SumKind kind)
{
    switch (kind) {
    case SumKind::RowSum:
    case SumKind::SketchMergeSum:
    case SumKind::CombineWeights: return Beside::Rows;
    case SumKind::Score: return Beside::Keys;
    case SumKind::Output:
    case SumKind::SketchMergeOutput:
    case SumKind::CombineOutput:
    case SumKind::Dq: return Beside::Columns;
    }
    return Beside::Columns;
}

double stepsApart(DType format, const OrderedSum &sum)
{
    if (std::isnan(sum.kernel) || std::isnan(sum.other))
        return std::isnan(sum.kernel) && std::isnan(sum.other) ? 0.0 : std::numeric_limits<double>::quiet_NaN();
    const FormatGrid grid(format);
    return static_cast<double>(grid.ordinal(sum.other) - grid.ordinal(sum.kernel));
}

double errorInUlp(DType format, float value, double exact)
{
    if (!std::isfinite(value) || !std::isfinite(exact))
        return std::numeric_limits<double>::quiet_NaN();
    return ulpError(format, static_cast<double>(value), exact);
}

OrderSummary summarise(const OrderStudy &study)
{
    OrderSummary summary;
    double most = -1;
    for (std::size_t i = 0; i < study.sums.size(); ++i) {
        const OrderedSum &sum = study.sums[i];
        if (!sum.known) {
            ++summary.unknown;
            continue;
        }
        ++summary.sums;
        if (!sameBits(sum.kernel, sum.other)) {
            ++summary.differ;
            const double steps = stepsApart(study.format, sum);
            const double distance = std::isnan(steps) ? std::numeric_limits<double>::infinity() : std::abs(steps);
            if (distance > most) {
                most = distance;
                summary.most = static_cast<int>(i);
            }
        }
        const double before = errorInUlp(study.format, sum.kernel, sum.exact),
                     after = errorInUlp(study.format, sum.other, sum.exact);
        if (std::isfinite(before) && std::isfinite(after)) {
            ++summary.measured;
            summary.kernelError += std::abs(before);
            summary.otherError += std::abs(after);
        }
    }
    if (summary.measured > 0) {
        summary.kernelError /= summary.measured;
        summary.otherError /= summary.measured;
    }
    return summary;
}

Result<OrderStudy> studyOrder(const StudiedSum &of, const std::optional<SumOrder> &order, std::stop_token stop)
{
    Study study(of, order);
    if (Status s = study.prepare(); !s.ok())
        return s;
    OrderStudy result;
    result.beside = besideOf(of.kind);
    const KeyRange range = study.range();
    for (int index = range.begin; index < range.end; ++index) {
        if (stop.stop_requested())
            return Status::cancelled();
        result.sums.push_back(study.at(index));
    }
    return result;
}

Result<OrderStudy> studyRuns(DType format, const RowTrace &kernel, const RowTrace &other,
                             std::span<const double> reference)
{
    if (kernel.batch != other.batch || kernel.head != other.head || kernel.row != other.row ||
        kernel.output.size() != other.output.size() || reference.size() != kernel.output.size())
        return Status::invalid(phrase("rows %1 and %2 with %3 and %4 columns, expected two runs of one row", kernel.row,
                                      other.row, kernel.output.size(), other.output.size()));
    OrderStudy study;
    study.format = format;
    for (std::size_t c = 0; c < reference.size(); ++c)
        study.sums.push_back({static_cast<int>(c), true, kernel.output[c], other.output[c], reference[c]});
    return study;
}

} // namespace ulpscope
