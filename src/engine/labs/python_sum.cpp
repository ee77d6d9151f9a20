// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/labs/python_sum.h"

#include <cmath>

namespace ulpscope {

double pythonSumPlain(std::span<const PythonNumber> items)
{
    double sum = 0;
    for (const PythonNumber &item : items)
        sum += item.value;
    return sum;
}

double pythonSumCompensated(std::span<const PythonNumber> items)
{
    double sum = 0, rests = 0;
    bool isFloat = false;
    for (const PythonNumber &item : items) {
        const double x = item.value, next = sum + x;
        if (isFloat && !item.isInt)
            rests += std::abs(sum) >= std::abs(x) ? (sum - next) + x : (x - next) + sum;
        sum = next;
        isFloat |= !item.isInt;
    }
    return rests != 0 && std::isfinite(rests) ? sum + rests : sum;
}

} // namespace ulpscope
