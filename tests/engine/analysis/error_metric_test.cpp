// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Every expected number here was worked out by hand from the definitions.
#include "engine/analysis/error_metric.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ulpscope::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr double kInfD = std::numeric_limits<double>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

Matrix rowOf(std::vector<float> values)
{
    Matrix m(1, static_cast<int>(values.size()));
    m.data = std::move(values);
    return m;
}

Reference referenceOf(std::vector<double> values)
{
    Reference r;
    r.rows = 1;
    r.cols = static_cast<int>(values.size());
    r.termSums.assign(values.size(), 1.0);
    r.output = std::move(values);
    return r;
}

float errorOf(ErrorMetric metric, DType type, float value, double reference)
{
    return errorMap(metric, type, rowOf({value}), referenceOf({reference})).data.front();
}

constexpr ErrorMetric kAll[] = {ErrorMetric::Absolute,   ErrorMetric::Relative, ErrorMetric::Ulp,
                                ErrorMetric::OrdinalUlp, ErrorMetric::PerTerms, ErrorMetric::SignificantBits};

TEST(ErrorMap, OrdinaryValues)
{
    // bf16 has 7 fraction bits: around 1.5 the spacing is 2^-7.
    const float value = 1.5f;
    const double reference = 1.5 - 0x1p-9; // a quarter of a spacing below
    EXPECT_EQ(errorOf(ErrorMetric::Absolute, DType::BF16, value, reference), 0x1p-9f);
    EXPECT_EQ(errorOf(ErrorMetric::Relative, DType::BF16, value, reference), static_cast<float>(0x1p-9 / reference));
    EXPECT_EQ(errorOf(ErrorMetric::Ulp, DType::BF16, value, reference), 0.25f);
    EXPECT_EQ(errorOf(ErrorMetric::OrdinalUlp, DType::BF16, value, reference), 0.0f) << "correctly rounded";
    EXPECT_EQ(errorOf(ErrorMetric::Ulp, DType::BF16, -1.5f, -reference), -0.25f) << "signed";
    EXPECT_EQ(errorOf(ErrorMetric::Relative, DType::F32, -3.0f, -2.0), -0.5f)
        << "the reference's sign does not turn it";
    EXPECT_EQ(errorOf(ErrorMetric::OrdinalUlp, DType::F16, 1.0f + 0x1p-9f, 1.0), 2.0f);
    EXPECT_EQ(errorOf(ErrorMetric::OrdinalUlp, DType::F16, 1.0f - 0x1p-11f, 1.0), -1.0f) << "below a power of two";
    EXPECT_EQ(errorOf(ErrorMetric::Ulp, DType::F16, 1.0f - 0x1p-11f, 1.0), -0.5f) << "in spacings at the reference";
    EXPECT_EQ(errorOf(ErrorMetric::SignificantBits, DType::F32, 1.0f + 0x1p-10f, 1.0), 10.0f);
    EXPECT_EQ(errorOf(ErrorMetric::SignificantBits, DType::BF16, 1.0f, 1.0), 9.0f) << "capped at precision + 1";
    EXPECT_EQ(errorOf(ErrorMetric::SignificantBits, DType::BF16, 1.0f, 1.0 + 1e-9), 9.0f);
    EXPECT_EQ(errorOf(ErrorMetric::SignificantBits, DType::BF16, 5.0f, 1.0), 0.0f) << "not a bit is right";
}

TEST(ErrorMap, ZerosAndSubnormals)
{
    EXPECT_EQ(errorOf(ErrorMetric::Relative, DType::F16, 0.0f, 0.0), 0.0f);
    EXPECT_EQ(errorOf(ErrorMetric::Relative, DType::F16, -0.0f, 0.0), 0.0f);
    EXPECT_TRUE(std::isnan(errorOf(ErrorMetric::Relative, DType::F16, 1.0f, 0.0)));
    EXPECT_TRUE(std::isnan(errorOf(ErrorMetric::SignificantBits, DType::F16, 1.0f, 0.0)));
    EXPECT_EQ(errorOf(ErrorMetric::Ulp, DType::F16, 0x1p-24f, 0.0), 1.0f) << "the smallest fp16 subnormal";
    EXPECT_EQ(errorOf(ErrorMetric::OrdinalUlp, DType::F16, 0x3p-24f, 0x1p-24), 2.0f);
    EXPECT_EQ(errorOf(ErrorMetric::OrdinalUlp, DType::F16, -0x1p-24f, 0x1p-24), -2.0f) << "both zeros are one place";
    EXPECT_EQ(errorOf(ErrorMetric::Ulp, DType::BF16, 0x1p-133f, 0x1p-134), 0.5f);
}

TEST(ErrorMap, NanAndInfinity)
{
    for (const ErrorMetric metric : kAll) {
        const float none = metric == ErrorMetric::SignificantBits ? 12.0f : 0.0f;
        EXPECT_EQ(errorOf(metric, DType::F16, kNan, std::nan("")), none) << errorMetricName(metric);
        EXPECT_TRUE(std::isnan(errorOf(metric, DType::F16, kNan, 1.0))) << errorMetricName(metric);
        EXPECT_TRUE(std::isnan(errorOf(metric, DType::F16, 1.0f, std::nan("")))) << errorMetricName(metric);
        EXPECT_EQ(errorOf(metric, DType::F16, kInf, kInfD), none) << errorMetricName(metric);
    }
    for (const ErrorMetric metric : {ErrorMetric::Absolute, ErrorMetric::Relative, ErrorMetric::Ulp}) {
        EXPECT_EQ(errorOf(metric, DType::F16, kInf, 1.0), kInf) << errorMetricName(metric);
        EXPECT_EQ(errorOf(metric, DType::F16, 1.0f, kInfD), -kInf) << errorMetricName(metric);
        EXPECT_EQ(errorOf(metric, DType::F16, -kInf, kInfD), -kInf) << errorMetricName(metric);
    }
    EXPECT_EQ(errorOf(ErrorMetric::OrdinalUlp, DType::F16, kInf, 65504.0), 1.0f) << "one step beyond the largest";
    EXPECT_EQ(errorOf(ErrorMetric::OrdinalUlp, DType::F16, kInf, 70000.0), 0.0f) << "rounds to infinity";
    EXPECT_EQ(errorOf(ErrorMetric::SignificantBits, DType::F16, kInf, 1.0), 0.0f);
}

TEST(ErrorMap, PerTermsStaysSmallUnderCancellation)
{
    // 100 - 100 + 0.001: the relative error is 1, the error against the terms is 5e-6.
    Reference reference = referenceOf({0.001});
    reference.termSums = {200.001};
    const Matrix map = errorMap(ErrorMetric::PerTerms, DType::F32, rowOf({0.002f}), reference);
    EXPECT_EQ(map.data.front(), static_cast<float>((static_cast<double>(0.002f) - 0.001) / 200.001));
}

TEST(Summary, CountsAndMoments)
{
    const Matrix value = rowOf({1.0f, 2.0f, 4.0f, kNan, kNan, kInf, 8.0f, 1.0f});
    const Reference reference = referenceOf({1.0, 1.0, 7.0, std::nan(""), 1.0, 1.0, kInfD, 0.0});
    const Matrix map = errorMap(ErrorMetric::Relative, DType::F32, value, reference);
    const ErrorSummary s = summarise(map, DType::F32, value, reference, ErrorMetric::Relative);
    EXPECT_EQ(s.elements, 8);
    EXPECT_EQ(s.nan, 2);
    EXPECT_EQ(s.infinite, 2);
    EXPECT_EQ(s.undefined, 1);
    EXPECT_EQ(s.count, 3);
    EXPECT_EQ(s.bitEqual, 2) << "the 1 and the NaN";
    EXPECT_EQ(s.bitEqualShare(), 0.25);
    const double third = static_cast<double>(static_cast<float>(-3.0 / 7.0));
    EXPECT_EQ(s.maxAbs, 1.0);
    EXPECT_EQ(s.worst, 1.0);
    EXPECT_EQ(s.worstRow, 0);
    EXPECT_EQ(s.worstCol, 1);
    EXPECT_DOUBLE_EQ(s.bias, (1.0 + third) / 3);
    EXPECT_DOUBLE_EQ(s.rms, std::sqrt((1.0 + third * third) / 3));
}

TEST(Summary, FewestBitsAreTheWorst)
{
    const Matrix value = rowOf({1.0f, 1.5f, 1.25f});
    const Reference reference = referenceOf({1.0, 1.0, 1.0});
    const Matrix map = errorMap(ErrorMetric::SignificantBits, DType::F32, value, reference);
    const ErrorSummary s = summarise(map, DType::F32, value, reference, ErrorMetric::SignificantBits);
    EXPECT_EQ(s.worst, 1.0);
    EXPECT_EQ(s.worstCol, 1);
}

TEST(Summary, OfNothing)
{
    const ErrorSummary s = summarise({}, DType::F32, {}, {});
    EXPECT_EQ(s.count, 0);
    EXPECT_EQ(s.worstRow, -1);
    EXPECT_EQ(s.bitEqualShare(), 1.0);
}

TEST(HistogramOfErrors, BinsAndOverflow)
{
    const Histogram h = histogram(rowOf({-9.0f, -1.0f, -0.5f, -0.0f, 0.49f, 0.5f, 1.0f, kInf, -kInf, kNan}), 1.0, 4);
    EXPECT_EQ(h.limit, 1.0);
    EXPECT_EQ(h.counts, (std::vector<std::int64_t>{3, 1, 2, 3})); // [-1,-.5) [-.5,0) [0,.5) [.5,1]
    EXPECT_EQ(histogram(rowOf({-1.0f, 0.0f, 0.0f, 2.0f}), 0.0, 3).counts, (std::vector<std::int64_t>{1, 2, 1}));
}

TEST(BitDifferences, EqualBitsAndNan)
{
    const Matrix a = rowOf({1.0f, kNan, -kNan, kInf, 0.0f});
    const BitDifference d = bitDifference(DType::F16, a, rowOf({1.0f, floatFromBits(0x7FFFFFFF), kNan, kInf, 0.0f}));
    EXPECT_EQ(d.count, 5);
    EXPECT_EQ(d.mismatches, 0);
    EXPECT_EQ(d.maxUlp, 0);
    EXPECT_EQ(d.firstRow, -1);
    EXPECT_EQ(d.ulps.data, std::vector<float>(5, 0.0f));
}

TEST(BitDifferences, DistancesAreSigned)
{
    const Matrix a = rowOf({1.0f, 1.0f + 0x1p-10f, -2.0f, 0.0f, 65504.0f});
    const BitDifference d = bitDifference(DType::F16, a, rowOf({1.0f, 1.0f, -2.0f - 0x1p-9f, -0.0f, kInf}));
    EXPECT_EQ(d.mismatches, 4) << "the two zeros have different bits";
    EXPECT_EQ(d.ulps.data, (std::vector<float>{0.0f, 1.0f, 1.0f, 0.0f, -1.0f}));
    EXPECT_EQ(d.maxUlp, 1);
    EXPECT_EQ(d.maxAbs, kInfD);
    EXPECT_EQ(d.firstRow, 0);
    EXPECT_EQ(d.firstCol, 1);
    EXPECT_EQ(d.nanMismatches, 0);
}

TEST(BitDifferences, NanAgainstANumberIsInfinitelyFar)
{
    Matrix a(2, 2, 1.0f), b = a;
    a.at(1, 0) = kNan;
    b.at(1, 1) = 1.0f + 0x1p-7f;
    const BitDifference d = bitDifference(DType::BF16, a, b);
    EXPECT_EQ(d.mismatches, 2);
    EXPECT_EQ(d.nanMismatches, 1);
    EXPECT_EQ(d.maxUlp, kInfiniteUlpDistance);
    EXPECT_EQ(d.maxAbs, 0x1p-7);
    EXPECT_TRUE(std::isnan(d.ulps.at(1, 0)));
    EXPECT_EQ(d.ulps.at(1, 1), -1.0f);
    EXPECT_EQ(d.firstRow, 1);
    EXPECT_EQ(d.firstCol, 0);
}

} // namespace
} // namespace ulpscope::test
