// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/sum_methods.h"

#include "engine/numerics/exact_sum.h"
#include "engine/numerics/ulp.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

namespace ulpscope {
namespace {

using Kind = SumMethod::Kind;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct KindName {
    Kind kind;
    std::string_view name;
};
constexpr KindName kNames[] = {
    {Kind::Sequential, "sequential"}, {Kind::Reverse, "reverse"},     {Kind::Pairwise, "pairwise"},
    {Kind::Strided, "strided"},       {Kind::Butterfly, "butterfly"}, {Kind::Blocked, "blocked"},
    {Kind::Kahan, "kahan"},           {Kind::Neumaier, "neumaier"},   {Kind::Exact, "exact"},
};

bool hasWidth(Kind kind) { return kind == Kind::Strided || kind == Kind::Blocked; }

/// Rounds a sum or a difference of two values of the format. In double it has one rounding already, but 53 bits are at
/// least 2 p + 2 for every p up to 24, where the second rounding gives what one would (Figueroa, SIGNUM 30(3), 1995).
double rounded(DType format, double x)
{
    return format == DType::F64 ? x : static_cast<double>(roundDoubleTo(format, x));
}

/// Numbers of a format, added and subtracted in it.
class Arithmetic {
public:
    explicit Arithmetic(DType format) : m_format(format) {}
    double add(double a, double b) const { return rounded(m_format, a + b); }

    double kahan(const std::vector<double> &leaves) const
    {
        double sum = 0, compensation = 0;
        for (const double x : leaves) {
            const double y = add(x, -compensation);
            const double next = add(sum, y);
            compensation = add(add(next, -sum), -y);
            sum = next;
        }
        return sum;
    }
    double neumaier(const std::vector<double> &leaves) const
    {
        double sum = 0, rests = 0;
        for (const double x : leaves) {
            const double next = add(sum, x);
            const bool sumIsLarger = std::abs(sum) >= std::abs(x);
            rests = add(rests, sumIsLarger ? add(add(sum, -next), x) : add(add(x, -next), sum));
            sum = next;
        }
        return add(sum, rests);
    }

private:
    DType m_format;
};

/// Additions that a leaf of the tree goes through, of the one that goes through most.
int heightOf(const MergeTree &tree)
{
    std::vector<int> height(static_cast<std::size_t>(tree.leaves), 0);
    for (const MergeTree::Merge &m : tree.merges)
        height.push_back(1 +
                         std::max(height[static_cast<std::size_t>(m.left)], height[static_cast<std::size_t>(m.right)]));
    return height.back();
}

/// gamma_k = k u / (1 - k u)
double gamma(double k, double u) { return k * u < 1 ? k * u / (1 - k * u) : kInfinity; }

/// Runs of `width` neighbours, then their sums.
MergeTree blockedTree(int leaves, int width)
{
    MergeTree tree{leaves, {}};
    const auto merge = [&tree](int left, int right) {
        tree.merges.push_back({left, right});
        return tree.root();
    };
    int sum = -1;
    for (int begin = 0; begin < leaves; begin += width) {
        int block = begin;
        for (int i = begin + 1; i < std::min(leaves, begin + width); ++i)
            block = merge(block, i);
        sum = sum < 0 ? block : merge(sum, block);
    }
    return tree;
}

/// From the last to the first.
MergeTree reverseTree(int leaves)
{
    MergeTree tree{leaves, {}};
    int sum = leaves - 1;
    for (int i = leaves - 2; i >= 0; --i) {
        tree.merges.push_back({sum, i});
        sum = tree.root();
    }
    return tree;
}

} // namespace

std::string sumMethodName(SumMethod method)
{
    for (const KindName &known : kNames) {
        if (known.kind == method.kind)
            return std::string(known.name) + (hasWidth(method.kind) ? ":" + std::to_string(method.width) : "");
    }
    return "?";
}

std::optional<SumMethod> parseSumMethod(std::string_view name)
{
    const std::size_t colon = name.find(':');
    for (const KindName &known : kNames) {
        if (known.name != name.substr(0, colon) || hasWidth(known.kind) != (colon != std::string_view::npos))
            continue;
        SumMethod method{known.kind, 0};
        if (hasWidth(known.kind)) {
            const std::string_view digits = name.substr(colon + 1);
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), method.width);
            if (error != std::errc() || end != digits.data() + digits.size() || method.width < 1)
                return std::nullopt;
        }
        return method;
    }
    return std::nullopt;
}

std::optional<MergeTree> sumMethodTree(SumMethod method, int leaves)
{
    switch (method.kind) {
    case Kind::Sequential: return MergeTree::sequential(leaves);
    case Kind::Reverse: return reverseTree(leaves);
    case Kind::Pairwise: return MergeTree::pairwise(leaves);
    case Kind::Strided: return MergeTree::strided(leaves, std::min(method.width, leaves));
    case Kind::Butterfly: return MergeTree::butterfly(leaves);
    case Kind::Blocked: return blockedTree(leaves, method.width);
    default: return std::nullopt;
    }
}

SumBounds sumBounds(SumMethod method, DType format, int n, double exact, double termSum, double lambda)
{
    const double u = std::ldexp(1.0, -formatInfo(format).fractionBits - 1);
    SumBounds bounds;
    bounds.probabilistic = kInfinity;
    if (method.kind == Kind::Exact) {
        bounds.worstCase = u * std::abs(exact);
        return bounds;
    }
    if (method.kind == Kind::Kahan) {
        bounds.worstCase = 2 * u * termSum;
        bounds.isFirstOrder = true;
        return bounds;
    }
    if (method.kind == Kind::Neumaier) {
        const double g = gamma(n - 1, u);
        bounds.worstCase = u * std::abs(exact) + g * g * termSum;
        return bounds;
    }
    const int height = heightOf(*sumMethodTree(method, n));
    const bool isChain = method.kind == Kind::Sequential || method.kind == Kind::Reverse;
    bounds.worstCase = (isChain ? height * u : gamma(height, u)) * termSum;
    if (height == 0) {
        bounds.probabilistic = 0;
        return bounds;
    }
    constexpr double kFailure = 0.01;
    bounds.lambda = lambda > 0 ? lambda : std::sqrt(2 * std::log(2.0 * n / kFailure)) / (1 - u);
    const double exponent = bounds.lambda * std::sqrt(static_cast<double>(height)) * u + height * u * u / (1 - u);
    bounds.probabilistic = std::expm1(exponent) * termSum;
    const double fails = 2.0 * n * std::exp(-bounds.lambda * bounds.lambda * (1 - u) * (1 - u) / 2);
    bounds.probability = std::max(0.0, 1 - fails);
    return bounds;
}

SumResult sumBy(SumMethod method, DType format, std::span<const double> leaves, double lambda)
{
    SumResult result;
    result.method = method;
    result.format = format;
    std::vector<double> values;
    ExactSum exact, terms;
    for (const double leaf : leaves) {
        const double value = rounded(format, leaf);
        result.roundedLeaves += value != leaf && leaf == leaf;
        values.push_back(value);
        exact.add(value);
        terms.add(std::abs(value));
    }
    const int n = static_cast<int>(values.size());
    const Arithmetic arithmetic(format);
    if (const std::optional<MergeTree> tree = sumMethodTree(method, n)) {
        std::vector<double> work = values;
        result.value = evaluate(*tree, work, [&](double a, double b) { return arithmetic.add(a, b); });
    } else if (method.kind == Kind::Kahan) {
        result.value = arithmetic.kahan(values);
    } else if (method.kind == Kind::Neumaier) {
        result.value = arithmetic.neumaier(values);
    } else {
        result.value = format == DType::F64 ? exact.toDouble() : static_cast<double>(exact.roundTo(format));
    }
    result.exact = exact.toDouble();
    result.termSum = terms.toDouble();
    ExactSum difference = exact;
    difference.negate();
    difference.add(result.value);
    result.error = difference.toDouble();
    result.ulps =
        std::isfinite(result.exact) ? std::abs(result.error) / ulpSize(format, result.exact) : std::abs(result.error);
    result.bounds = sumBounds(method, format, n, result.exact, result.termSum, lambda);
    return result;
}

} // namespace ulpscope
