// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The puzzle of "Defeating Nondeterminism in LLM Inference" (Thinking Machines Lab, 2025), which prints 102 sums: that
// number is of one version of Python, and of the literal 1 in its list.
#include "engine/labs/order_labs.h"
#include "engine/labs/python_random.h"
#include "engine/labs/python_sum.h"
#include "engine/reduction/ensemble.h"
#include "engine/reduction/sum_methods.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace ulpscope {
namespace {

constexpr double kMagnitudes[] = {1e-10, 1e-5, 1e-2, 1};

std::vector<PythonNumber> puzzle(bool oneIsInt)
{
    std::vector<PythonNumber> numbers;
    for (const double sign : {1.0, -1.0}) {
        for (const double x : kMagnitudes)
            numbers.push_back({sign * x, oneIsInt && x == 1});
    }
    return numbers;
}

/// All sums that a function gives over the orders of the list; of its values, as a set in Python would hold them.
template <typename Sum>
std::set<double> overAllOrders(const std::vector<PythonNumber> &numbers, Sum sum)
{
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::set<double> sums;
    std::vector<PythonNumber> arranged(numbers.size());
    do {
        for (std::size_t i = 0; i < order.size(); ++i)
            arranged[i] = numbers[order[i]];
        sums.insert(sum(arranged));
    } while (std::next_permutation(order.begin(), order.end()));
    return sums;
}

std::string countOf(const std::set<double> &sums) { return std::to_string(sums.size()); }
std::string endsOf(const std::set<double> &sums) { return labNumbers({*sums.begin(), *sums.rbegin()}); }

/// The puzzle's own program: one list shuffled again and again after random.seed(42).
template <typename Sum>
std::set<double> overShuffles(std::vector<PythonNumber> numbers, Sum sum)
{
    constexpr int kShuffles = 10'000;
    PythonRandom random(42);
    std::set<double> sums;
    for (int i = 0; i < kShuffles; ++i) {
        random.shuffle(numbers);
        sums.insert(sum(numbers));
    }
    return sums;
}

double pairwiseSum(const std::vector<PythonNumber> &numbers)
{
    std::vector<double> leaves;
    for (const PythonNumber &number : numbers)
        leaves.push_back(number.value);
    const SumMethod pairwise{SumMethod::Kind::Pairwise};
    static const MergeTree tree = *sumMethodTree(pairwise, static_cast<int>(leaves.size()));
    return evaluate(tree, leaves, [](double a, double b) { return a + b; });
}

} // namespace

Result<LabReport> orderPuzzleLab(const std::stop_token &stop)
{
    LabReport report{"order-puzzle", {}, {}};
    const std::vector<PythonNumber> withInt = puzzle(true), floats = puzzle(false);
    EnsembleSpec spec;
    spec.format = DType::F64;
    for (const PythonNumber &number : floats)
        spec.values.push_back(number.value);
    report.result(phrase("numbers"), labNumbers(spec.values));
    EnsembleOptions options;
    options.stop = stop;
    const Result<EnsembleResult> doubles = runAllOrders(spec, options);
    if (!doubles.ok())
        return doubles.status();
    spec.format = DType::F32;
    for (double &x : spec.values)
        x = static_cast<double>(static_cast<float>(x));
    const Result<EnsembleResult> singles = runAllOrders(spec, options);
    if (!singles.ok())
        return singles.status();

    const Phrase recorded = phrase("CPython 2.7 to 3.13, recorded; the article prints 102 for 10,000 shuffles");
    const Phrase computed = phrase("computed by another program");
    report.check(phrase("orders"), "40320", std::to_string(doubles->orders), "8!");
    report.check(phrase("sums over all orders, float64 one after the other"), "275", labNumber(doubles->distinct),
                 recorded);
    report.check(phrase("smallest and largest of them"), "-2.220446049250313e-16, 2.220446049250313e-16",
                 labNumbers({doubles->smallest.pattern.value, doubles->largest.pattern.value}), recorded);
    report.check(phrase("the same, going through all orders"), "275", countOf(overAllOrders(floats, pythonSumPlain)),
                 recorded);
    if (stop.stop_requested())
        return Status::cancelled();
    const std::set<double> compensated = overAllOrders(withInt, pythonSumCompensated);
    report.check(phrase("sums over all orders, Python 3.12's sum() with the int 1"), "103", countOf(compensated),
                 recorded);
    report.check(phrase("smallest and largest of them"), "-8.326672684688674e-17, 8.326672684688674e-17",
                 endsOf(compensated), recorded);
    report.check(phrase("sums over all orders, Python 3.12's sum() with the float 1.0"), "1",
                 countOf(overAllOrders(floats, pythonSumCompensated)), recorded);
    if (stop.stop_requested())
        return Status::cancelled();
    report.check(phrase("sums over all orders, float64 balanced pairwise"), "27",
                 countOf(overAllOrders(floats, pairwiseSum)), computed);
    report.check(phrase("sums over all orders, fp32 one after the other"), "137", labNumber(singles->distinct),
                 computed);
    report.check(phrase("smallest and largest of them"), "-2.3383064373661e-08, 2.3383064373661e-08",
                 labNumbers({singles->smallest.pattern.value, singles->largest.pattern.value}), computed);
    report.check(phrase("sums of 10,000 shuffles after random.seed(42), Python 3.11"), "258",
                 countOf(overShuffles(withInt, pythonSumPlain)), recorded);
    report.check(phrase("sums of 10,000 shuffles after random.seed(42), Python 3.12"), "102",
                 countOf(overShuffles(withInt, pythonSumCompensated)), recorded);
    report.check(phrase("the same with 1.0 in place of 1"), "1", countOf(overShuffles(floats, pythonSumCompensated)),
                 recorded);
    return report;
}

} // namespace ulpscope
