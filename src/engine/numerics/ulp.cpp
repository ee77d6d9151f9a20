// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/ulp.h"

namespace ulpscope {

std::int64_t ulpDistance(DType type, float a, float b)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b) ? 0 : kInfiniteUlpDistance;
    const FormatGrid grid(type);
    return std::abs(grid.ordinal(a) - grid.ordinal(b));
}

double ulpSize(DType type, double x) { return FormatGrid(type).spacing(x); }

double ulpError(DType type, double value, double reference)
{
    if (value == reference) // equal infinities too, whose difference is NaN
        return 0.0;
    if (!std::isfinite(reference))
        return value - reference;
    return (value - reference) / ulpSize(type, reference);
}

float roundDoubleTo(DType type, double x) { return FormatGrid(type).nearest(x); }

} // namespace ulpscope
