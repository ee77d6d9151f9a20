// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/budget.h"

#include "engine/analysis/relaxed_row.h"
#include "engine/attention/reference.h"
#include "engine/numerics/ulp.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ulpscope {
namespace {

/// All of a row's budget but the reference.
RowBudget budgetOfRow(const std::shared_ptr<const RelaxedHead> &head, DType outputType, int row)
{
    const RelaxedRow relaxed(head, row);
    RowBudget budget;
    SourceSet exact;
    std::vector<double> before = relaxed.evaluate(exact);
    budget.unrounded = before;
    for (const ErrorSource source : kErrorSources) {
        if (source == ErrorSource::OutputRounding)
            continue;
        exact = exact.with(source);
        std::vector<double> after = relaxed.evaluate(exact);
        std::vector<double> part(before.size());
        std::transform(before.begin(), before.end(), after.begin(), part.begin(), std::minus<>());
        budget.order.push_back(source);
        budget.parts.push_back(std::move(part));
        before = std::move(after);
    }
    budget.allExact = std::move(before);

    std::vector<double> rounding;
    for (const double x : budget.unrounded) {
        budget.output.push_back(roundDoubleTo(outputType, x));
        rounding.push_back(static_cast<double>(budget.output.back()) - x);
    }
    budget.order.push_back(ErrorSource::OutputRounding);
    budget.parts.push_back(std::move(rounding));
    budget.total.assign(budget.output.size(), 0.0);
    for (const std::vector<double> &part : budget.parts)
        std::transform(part.begin(), part.end(), budget.total.begin(), budget.total.begin(), std::plus<>());
    return budget;
}

double rootMeanSquare(const std::vector<double> &values)
{
    const double squares = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
    return std::sqrt(squares / static_cast<double>(values.size()));
}

Status checkRow(const Problem &problem, int row)
{
    if (row >= 0 && row < problem.seqlenQ)
        return {};
    return Status::invalid(phrase("query row %1: the problem has rows 0..%2", row, problem.seqlenQ - 1));
}

} // namespace

std::string_view errorSourceName(ErrorSource source)
{
    switch (source) {
    case ErrorSource::ScoreDot: return "ScoreDot";
    case ErrorSource::ScaleArgument: return "ScaleArgument";
    case ErrorSource::Exp: return "Exp";
    case ErrorSource::Alpha: return "Alpha";
    case ErrorSource::RowSum: return "RowSum";
    case ErrorSource::PCast: return "PCast";
    case ErrorSource::Pv: return "Pv";
    case ErrorSource::Combine: return "Combine";
    case ErrorSource::Final: return "Final";
    case ErrorSource::OutputRounding: return "OutputRounding";
    }
    return "?";
}

Result<RowBudget> errorBudget(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                              const std::shared_ptr<const Schedule> &schedule, int batch, int head, int row)
{
    if (Status s = checkRow(spec.problem, row); !s.ok())
        return s;
    const Result<std::shared_ptr<const RelaxedHead>> relaxed = RelaxedHead::create(spec, inputs, schedule, batch, head);
    if (!relaxed.ok())
        return relaxed.status();
    Result<Reference> reference = referenceAttention(spec.problem, *inputs, batch, head, row, row + 1);
    if (!reference.ok())
        return reference.status();
    RowBudget budget = budgetOfRow(relaxed.value(), spec.problem.dtype, row);
    budget.reference = std::move(reference->output);
    return budget;
}

Result<BudgetSummary> summariseBudget(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                                      const std::shared_ptr<const Schedule> &schedule, int batch, int head, int maxRows,
                                      std::stop_token stop)
{
    const Result<std::shared_ptr<const RelaxedHead>> relaxed = RelaxedHead::create(spec, inputs, schedule, batch, head);
    if (!relaxed.ok())
        return relaxed.status();
    BudgetSummary summary;
    summary.order.assign(kErrorSources.begin(), kErrorSources.end());
    summary.rms.assign(summary.order.size(), 0.0);
    summary.bias.assign(summary.order.size(), 0.0);
    summary.rowsInAll = spec.problem.seqlenQ;
    const int wanted = std::clamp(maxRows, 1, summary.rowsInAll);
    const int step = (summary.rowsInAll + wanted - 1) / wanted;
    for (int row = 0; row < summary.rowsInAll; row += step) {
        if (stop.stop_requested())
            return Status::cancelled();
        const RowBudget budget = budgetOfRow(relaxed.value(), spec.problem.dtype, row);
        ++summary.rows;
        const double typical = rootMeanSquare(budget.allExact);
        const double ulp = ulpSize(spec.problem.dtype, std::isfinite(typical) ? typical : 0.0);
        for (std::size_t c = 0; c < budget.total.size(); ++c) {
            // Every part is finite when the total is: a difference with an infinity or a NaN stays in the sum.
            if (!std::isfinite(budget.total[c])) {
                ++summary.notFinite;
                continue;
            }
            ++summary.elements;
            for (std::size_t s = 0; s < summary.order.size(); ++s) {
                const double share = budget.parts[s][c] / ulp;
                summary.rms[s] += share * share;
                summary.bias[s] += share;
            }
            const double whole = budget.total[c] / ulp;
            summary.totalRms += whole * whole;
            summary.totalBias += whole;
        }
    }
    const double count = static_cast<double>(std::max<std::int64_t>(summary.elements, 1));
    const auto finish = [count](double &rms, double &bias) {
        rms = std::sqrt(rms / count);
        bias /= count;
    };
    for (std::size_t s = 0; s < summary.order.size(); ++s)
        finish(summary.rms[s], summary.bias[s]);
    finish(summary.totalRms, summary.totalBias);
    return summary;
}

} // namespace ulpscope
