// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace ulpscope {

/// A number in a Python list: an int or a float literal.
struct PythonNumber {
    double value = 0;
    bool isInt = false; ///< small enough to be a double
};

/// sum() of CPython up to 3.11: every addition rounded, nothing else.
double pythonSumPlain(std::span<const PythonNumber> items);
/// sum() of CPython 3.12 and later (gh-100425): floats are added with Neumaier's compensation once the running sum is a
/// float, ints are then added without; the first float meets the ints before it in an ordinary addition.
double pythonSumCompensated(std::span<const PythonNumber> items);

} // namespace ulpscope
