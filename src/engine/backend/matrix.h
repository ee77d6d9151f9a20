// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace ulpscope {

/// A dense row-major fp32 matrix. A column vector has cols == 1.
struct Matrix {
    int rows = 0;
    int cols = 0;
    std::vector<float> data;

    Matrix() = default;
    Matrix(int r, int c, float fill = 0.0f)
        : rows(r), cols(c), data(static_cast<std::size_t>(r) * static_cast<std::size_t>(c), fill)
    {}
    float &at(int r, int c) { return data[index(r, c)]; }
    float at(int r, int c) const { return data[index(r, c)]; }
    float *row(int r) { return data.data() + index(r, 0); }
    const float *row(int r) const { return data.data() + index(r, 0); }
    bool empty() const { return data.empty(); }

private:
    std::size_t index(int r, int c) const
    {
        return static_cast<std::size_t>(r) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(c);
    }
};

} // namespace ulpscope
