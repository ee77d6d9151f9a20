// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/relaxed_matmul.h"

#include "engine/analysis/relaxed_softmax.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ulpscope {
namespace {

/// Exponent of x as the T-FDPA sees it: subnormals of a format with smallest exponent `lowest` keep that.
int exponentOf(double x, int lowest) { return std::max(static_cast<int>(doubleBits(x) >> 52 & 0x7FF) - 1023, lowest); }

constexpr int kLowestOfDouble = -1022;

double powerOfTwo(int exponent) { return doubleFromBits(static_cast<std::uint64_t>(exponent + 1023) << 52); }

/// x to fp32 toward zero; overflow gives infinity, as in the hardware.
double truncateToFp32(double x)
{
    const float nearest = static_cast<float>(x);
    if (std::isinf(nearest) || std::abs(static_cast<double>(nearest)) <= std::abs(x))
        return static_cast<double>(nearest);
    return static_cast<double>(std::nextafter(nearest, 0.0f));
}

/// One group for one column, see tfdpaGroup().
double unroundedGroup(const TensorCoreSpec &spec, DType type, const double *p, const float *v, std::ptrdiff_t strideV,
                      int n, double c)
{
    const int lowestV = formatInfo(type).minExponent;
    double product[TensorCoreSpec::kMaxGroupL];
    double plain = c;
    int maxExponent = c == 0.0 ? spec.zeroExponent : exponentOf(c, formatInfo(DType::F32).minExponent);
    for (int i = 0; i < n; ++i) {
        const float raw = v[i * strideV];
        const double value = static_cast<double>(type == DType::TF32 ? truncateToTf32(raw) : raw);
        product[i] = p[i] * value;
        plain += product[i];
        const int exponent =
            product[i] == 0.0 ? spec.zeroExponent : exponentOf(p[i], kLowestOfDouble) + exponentOf(value, lowestV);
        maxExponent = std::max(maxExponent, exponent);
    }
    if (!std::isfinite(plain))
        return plain;
    const int unit = maxExponent - spec.fractionBits;
    const double toUnits = powerOfTwo(-unit);
    std::int64_t sum = static_cast<std::int64_t>(c * toUnits); // conversion truncates
    for (int i = 0; i < n; ++i)
        sum += static_cast<std::int64_t>(product[i] * toUnits);
    return truncateToFp32(static_cast<double>(sum) * powerOfTwo(unit));
}

void tensorCore(const ResolvedMma &mma, int instrK, const double *p, int k, const float *v, std::ptrdiff_t strideV,
                int n, double *acc)
{
    for (int begin = 0; begin < k; begin += instrK) {
        const int end = std::min(begin + instrK, k);
        for (int group = begin; group < end; group += mma.spec.groupL) {
            const int width = std::min(mma.spec.groupL, end - group);
            for (int col = 0; col < n; ++col)
                acc[col] = unroundedGroup(mma.spec, mma.operands, p + group, v + group * strideV + col, strideV, width,
                                          acc[col]);
        }
    }
}

} // namespace

void matmulUnrounded(const ResolvedMma &mma, int instrK, const double *p, int k, const float *v, std::ptrdiff_t strideV,
                     int n, double *acc)
{
    switch (mma.kind) {
    case MmaUnit::Kind::TensorCore: tensorCore(mma, instrK, p, k, v, strideV, n, acc); break;
    case MmaUnit::Kind::Fp32Fma:
        for (int i = 0; i < k; ++i) {
            for (int col = 0; col < n; ++col)
                acc[col] = fmaToFp32(p[i], static_cast<double>(v[i * strideV + col]), acc[col]);
        }
        break;
    case MmaUnit::Kind::Exact: {
        for (int i = 0; i < k; ++i) {
            for (int col = 0; col < n; ++col)
                acc[col] = std::fma(p[i], static_cast<double>(v[i * strideV + col]), acc[col]);
        }
        std::transform(acc, acc + n, acc, [](double x) { return fp32Unless(false, x); });
        break;
    }
    }
}

} // namespace ulpscope
