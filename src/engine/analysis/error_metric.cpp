// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/error_metric.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A metric on pairs that differ and have no NaN.
class Metric {
public:
    Metric(ErrorMetric metric, DType type)
        : m_metric(metric), m_grid(type), m_maxBits(formatInfo(type).fractionBits + 2)
    {}

    double ofEqual() const { return m_metric == ErrorMetric::SignificantBits ? m_maxBits : 0.0; }

    double operator()(float stored, double reference, double termSum) const
    {
        const double value = static_cast<double>(stored);
        switch (m_metric) {
        case ErrorMetric::Absolute: return value - reference;
        case ErrorMetric::Relative: return relative(value, reference);
        case ErrorMetric::Ulp:
            return std::isinf(reference) ? value - reference : (value - reference) / m_grid.spacing(reference);
        case ErrorMetric::OrdinalUlp:
            return static_cast<double>(m_grid.ordinal(stored) - m_grid.ordinal(m_grid.nearest(reference)));
        case ErrorMetric::PerTerms: return (value - reference) / termSum;
        case ErrorMetric::SignificantBits: {
            const double r = relative(value, reference);
            return std::isnan(r) ? r : std::clamp(-std::log2(std::abs(r)), 0.0, m_maxBits);
        }
        }
        return kNan;
    }

private:
    static double relative(double value, double reference)
    {
        if (reference == 0.0)
            return kNan;
        if (std::isinf(reference))
            return value - reference;
        return (value - reference) / std::abs(reference);
    }

    ErrorMetric m_metric;
    FormatGrid m_grid;
    double m_maxBits;
};

} // namespace

std::string_view errorMetricName(ErrorMetric metric)
{
    switch (metric) {
    case ErrorMetric::Absolute: return "absolute";
    case ErrorMetric::Relative: return "relative";
    case ErrorMetric::Ulp: return "ulp";
    case ErrorMetric::OrdinalUlp: return "ordinal-ulp";
    case ErrorMetric::PerTerms: return "per-terms";
    case ErrorMetric::SignificantBits: return "significant-bits";
    }
    return "?";
}

Matrix errorMap(ErrorMetric metric, DType type, const Matrix &value, const Reference &reference)
{
    const Metric error(metric, type);
    Matrix map(value.rows, value.cols);
    for (std::size_t i = 0; i < map.data.size(); ++i) {
        const float v = value.data[i];
        const double r = reference.output[i];
        double e;
        if (static_cast<double>(v) == r || (std::isnan(v) && std::isnan(r)))
            e = error.ofEqual();
        else if (std::isnan(v) || std::isnan(r))
            e = kNan;
        else
            e = error(v, r, reference.termSums[i]);
        map.data[i] = static_cast<float>(e);
    }
    return map;
}

ErrorSummary summarise(const Matrix &map, DType type, const Matrix &value, const Reference &reference,
                       ErrorMetric metric)
{
    const FormatGrid grid(type);
    ErrorSummary s;
    s.elements = static_cast<std::int64_t>(map.data.size());
    double squares = 0, sum = 0;
    std::size_t worst = map.data.size();
    const bool fewest = metric == ErrorMetric::SignificantBits;
    for (std::size_t i = 0; i < map.data.size(); ++i) {
        const float v = value.data[i];
        const double r = reference.output[i];
        if (std::isnan(v) || std::isnan(r)) {
            ++s.nan;
            s.bitEqual += std::isnan(v) && std::isnan(r);
            continue;
        }
        s.bitEqual += grid.nearest(r) == v;
        if (std::isinf(v) || std::isinf(r)) {
            ++s.infinite;
            continue;
        }
        const double e = static_cast<double>(map.data[i]);
        if (std::isnan(e)) {
            ++s.undefined;
            continue;
        }
        ++s.count;
        squares += e * e;
        sum += e;
        s.maxAbs = std::max(s.maxAbs, std::abs(e));
        if (worst == map.data.size() || (fewest ? e < s.worst : std::abs(e) > std::abs(s.worst))) {
            worst = i;
            s.worst = e;
        }
    }
    if (s.count > 0) {
        s.rms = std::sqrt(squares / static_cast<double>(s.count));
        s.bias = sum / static_cast<double>(s.count);
        s.worstRow = static_cast<int>(worst / static_cast<std::size_t>(map.cols));
        s.worstCol = static_cast<int>(worst % static_cast<std::size_t>(map.cols));
    }
    return s;
}

Histogram histogram(const Matrix &map, double limit, int bins)
{
    Histogram h;
    h.limit = limit;
    h.counts.assign(static_cast<std::size_t>(std::max(bins, 1)), 0);
    const int last = static_cast<int>(h.counts.size()) - 1;
    const double perUnit = limit > 0 ? static_cast<double>(h.counts.size()) / (2 * limit) : 0.0;
    for (const float x : map.data) {
        if (std::isnan(x))
            continue;
        const double position = (static_cast<double>(x) + limit) * perUnit;
        int bin;
        if (perUnit > 0)
            bin = position < 0 ? 0 : position >= last ? last : static_cast<int>(position);
        else
            bin = x < 0 ? 0 : x > 0 ? last : last / 2;
        ++h.counts[static_cast<std::size_t>(bin)];
    }
    return h;
}

BitDifference bitDifference(DType type, const Matrix &a, const Matrix &b)
{
    const FormatGrid grid(type);
    BitDifference d;
    d.ulps = Matrix(a.rows, a.cols);
    d.count = static_cast<std::int64_t>(a.data.size());
    std::size_t first = a.data.size();
    for (std::size_t i = 0; i < a.data.size(); ++i) {
        const float x = a.data[i], y = b.data[i];
        if (sameBits(x, y))
            continue;
        first = std::min(first, i);
        ++d.mismatches;
        if (std::isnan(x) || std::isnan(y)) {
            ++d.nanMismatches;
            d.maxUlp = kInfiniteUlpDistance;
            d.ulps.data[i] = std::numeric_limits<float>::quiet_NaN();
            continue;
        }
        const std::int64_t distance = grid.ordinal(x) - grid.ordinal(y);
        d.maxUlp = std::max(d.maxUlp, std::abs(distance));
        d.ulps.data[i] = static_cast<float>(distance);
        d.maxAbs = std::max(d.maxAbs, std::abs(static_cast<double>(x) - static_cast<double>(y)));
    }
    if (d.mismatches > 0) {
        d.firstRow = static_cast<int>(first / static_cast<std::size_t>(a.cols));
        d.firstCol = static_cast<int>(first % static_cast<std::size_t>(a.cols));
    }
    return d;
}

} // namespace ulpscope
