// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/labs/order_labs.h"

#include "engine/reduction/ensemble.h"
#include "engine/reduction/sum_methods.h"

namespace ulpscope {
namespace {

using Kind = SumMethod::Kind;

double fp32Sum(SumMethod method, const std::vector<double> &leaves) { return sumBy(method, DType::F32, leaves).value; }

std::vector<double> valuesOf(const EnsembleResult &result)
{
    std::vector<double> values;
    for (const OrderPattern &p : result.patterns)
        values.push_back(p.value);
    return values;
}

} // namespace

Result<LabReport> associativityLab(const std::stop_token &)
{
    LabReport report{"associativity", {}, {}};
    const Phrase source = phrase("by hand: fp32 values near 1e8 are 8 apart");
    report.check("(1e8 + -1e8) + 1", "1", labNumber(fp32Sum({Kind::Sequential}, {1e8, -1e8, 1})), source);
    // From the last to the first: (1 + -1e8) + 1e8.
    report.check("1e8 + (-1e8 + 1)", "0", labNumber(fp32Sum({Kind::Reverse}, {1e8, -1e8, 1})), source);
    return report;
}

Result<LabReport> tileWidthLab(const std::stop_token &)
{
    LabReport report{"tile-width", {}, {}};
    const Phrase source =
        phrase("by hand, for the public report vllm-project/vllm 51902: a neighbour's length moves the tile");
    const std::vector<double> v{0x1p26, 1, -0x1p26, 1};
    report.result(phrase("values of the four keys, whose scores are all 0"), labNumbers(v));
    // Equal scores: every weight is 1, the row sum is 4, and dividing by it is exact.
    const auto output = [&](SumMethod method) { return labNumber(fp32Sum(method, v) / 4); };
    report.check(phrase("output with key tiles of 1"), "0.25", output({Kind::Sequential}), source);
    report.check(phrase("output with key tiles of 2"), "0", output({Kind::Blocked, 2}), source);
    report.check(phrase("output of two strided lanes"), "0.5", output({Kind::Strided, 2}), source);
    report.check(phrase("exact output"), "0.5", output({Kind::Exact}), source);
    return report;
}

Result<LabReport> atomicsLab(const std::stop_token &stop)
{
    LabReport report{"atomics", {}, {}};
    const EnsembleSpec spec{DType::F32, {0x1p26, 1, -0x1p26, 1}, {}};
    EnsembleOptions options;
    options.stop = stop;
    const Result<EnsembleResult> all = runAllOrders(spec, options);
    if (!all.ok())
        return all.status();
    report.result(phrase("contributions, one of each key tile"), labNumbers(spec.values));
    for (const OrderPattern &p : all->patterns)
        report.result(phrase("orders of arrival that give %1", labNumber(p.value)), std::to_string(p.count));
    const Phrase source = phrase("by hand, for the public report Dao-AILab/flash-attention 414: dQ by atomics");
    report.check(phrase("sums over all orders of arrival"), "0, 1, 2", labNumbers(valuesOf(all.value())), source);
    report.check(phrase("orders in all"), "24", std::to_string(all->orders), "4!");
    report.check(phrase("exact sum"), "2", labNumber(all->exact), source);
    report.check(phrase("sum in a fixed order (the first)"), "1", labNumber(fp32Sum({Kind::Sequential}, spec.values)),
                 source);
    return report;
}

Result<LabReport> reduceShapesLab(const std::stop_token &)
{
    LabReport report{"reduce-shapes", {}, {}};
    const std::vector<double> x{0x1p26, 1, 1, 1, -0x1p26, 1, 1, 1};
    report.result(phrase("values"), labNumbers(x));
    const Phrase source = phrase("by hand, for the public report triton-lang/triton 10438: the order of a reduction");
    const auto sum = [&](SumMethod method) { return labNumber(fp32Sum(method, x)); };
    report.check(phrase("one after the other"), "3", sum({Kind::Sequential}), source);
    report.check(phrase("tree of adjacent pairs"), "0", sum({Kind::Pairwise}), source);
    report.check(phrase("tree of halving strides"), "6", sum({Kind::Butterfly}), source);
    report.check(phrase("exact"), "6", sum({Kind::Exact}), source);
    for (const SumMethod method :
         {SumMethod{Kind::Reverse}, {Kind::Strided, 4}, {Kind::Blocked, 2}, {Kind::Kahan}, {Kind::Neumaier}})
        report.result(sumMethodName(method), sum(method));
    return report;
}

} // namespace ulpscope
