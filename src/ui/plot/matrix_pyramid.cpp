// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/matrix_pyramid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {

namespace {

/// Halves one level: cells [row0, row1) x [col0, col1) of `target` from `read(row, first, last, out)`, which writes the
/// codes of [first, last) of a row of the level below. Rows are joined before columns, because loops over neighbours in
/// memory become vector code.
template <typename Read>
void halve(const Read &read, int sourceRows, int sourceCols, MatrixPyramid::Level &target, const CellRect &cells)
{
    const int first = 2 * cells.col0, last = std::min(2 * cells.col1, sourceCols);
    const auto width = static_cast<std::size_t>(last - first);
    std::vector<CellCode> joined(width + 1), below(width);
    for (int row = cells.row0; row < cells.row1; ++row) {
        read(2 * row, first, last, joined.data());
        if (2 * row + 1 < sourceRows) {
            read(2 * row + 1, first, last, below.data());
            for (std::size_t i = 0; i < width; ++i)
                joined[i] = moreProminent(joined[i], below[i]);
        }
        joined[width] = width > 0 ? joined[width - 1] : 0; // an odd column is its own neighbour
        CellCode *out = target.codes.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(target.cols) +
                        static_cast<std::size_t>(cells.col0);
        for (std::size_t i = 0; i < (width + 1) / 2; ++i)
            out[i] = moreProminent(joined[2 * i], joined[2 * i + 1]);
    }
}

} // namespace

MatrixPyramid MatrixPyramid::build(const Matrix &matrix)
{
    MatrixPyramid pyramid;
    for (int rows = matrix.rows, cols = matrix.cols; rows > 1 || cols > 1;) {
        rows = (rows + 1) / 2;
        cols = (cols + 1) / 2;
        pyramid.m_levels.push_back(
            {rows, cols, std::vector<CellCode>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols))});
        if (rows == 0 || cols == 0)
            break;
    }
    pyramid.update(matrix, {0, 0, matrix.rows, matrix.cols});
    return pyramid;
}

void MatrixPyramid::update(const Matrix &matrix, const CellRect &changed)
{
    CellRect cells = changed;
    int rows = matrix.rows, cols = matrix.cols;
    for (std::size_t k = 0; k < m_levels.size() && !cells.empty(); ++k) {
        Level &target = m_levels[k];
        cells = {cells.row0 / 2, cells.col0 / 2, (cells.row1 + 1) / 2, (cells.col1 + 1) / 2};
        if (k > 0) {
            const Level &source = m_levels[k - 1];
            halve([&](int row, int first, int last,
                      CellCode *out) { std::copy(source.row(row) + first, source.row(row) + last, out); },
                  rows, cols, target, cells);
        } else {
            halve([&](int row, int first, int last, CellCode *out) { encodeRow(matrix, row, first, last, out); }, rows,
                  cols, target, cells);
        }
        rows = target.rows;
        cols = target.cols;
    }
}

float MatrixStatistics::binLowerEdge(int bin)
{
    const auto ordered = static_cast<std::uint32_t>(bin) << 20;
    const std::uint32_t bits = (ordered & 0x80000000u) ? ordered ^ 0x80000000u : ~ordered;
    return std::bit_cast<float>(bits);
}

MatrixStatistics MatrixStatistics::of(const Matrix &matrix)
{
    MatrixStatistics s;
    // Two tables in turn: equal neighbours would otherwise wait for each other's increment.
    std::array<std::array<std::uint32_t, kBins>, 2> bins{};
    std::int32_t min = std::numeric_limits<std::int32_t>::max(), max = std::numeric_limits<std::int32_t>::min();
    std::int32_t smallest = kCodeInfinity, largest = 0;
    std::vector<CellCode> codes(static_cast<std::size_t>(matrix.cols));
    s.binRowStep = static_cast<int>(1 + matrix.values.size() / kBinnedCells);
    for (int row = 0; row < matrix.rows; ++row) {
        encodeRow(matrix, row, 0, matrix.cols, codes.data());
        std::uint32_t nan = 0, positive = 0, negative = 0, zero = 0, below = 0, masked = 0, later = 0;
        for (const CellCode code : codes) { // masks instead of branches: becomes vector code
            const auto magnitude = static_cast<std::int32_t>(code & 0x7fffffff);
            const std::int32_t finite = (magnitude - static_cast<std::int32_t>(kCodeInfinity)) >> 31; // all ones, or 0
            const auto bits = static_cast<std::int32_t>(code);
            const std::int32_t ordered = bits ^ ((bits >> 31) & 0x7fffffff); // ascending with the value
            min = std::min(min, (ordered & finite) | (~finite & 0x7fffffff));
            max = std::max(max, (ordered & finite) | (~finite & std::numeric_limits<std::int32_t>::min()));
            largest = std::max(largest, magnitude & finite);
            smallest = std::min(smallest, magnitude | (-static_cast<std::int32_t>(magnitude == 0) & 0x7fffffff));
            nan += code == kCodeNan;
            positive += code == kCodeInfinity;
            negative += code == (kCodeInfinity | 0x80000000);
            masked += code == kCodeMasked;
            later += code == kCodeNotComputed;
            zero += magnitude == 0;
            below +=
                static_cast<std::uint32_t>(finite & (bits >> 31) & -static_cast<std::int32_t>(magnitude != 0)) & 1u;
        }
        if (row % s.binRowStep == 0)
            for (std::size_t i = 0; i < codes.size(); ++i)
                ++bins[i & 1][orderedBits(codes[i]) >> 20];
        s.nan += nan;
        s.positiveInfinity += positive;
        s.negativeInfinity += negative;
        s.masked += masked;
        s.notComputed += later;
        s.zero += zero;
        s.negative += below;
    }
    s.finite = matrix.values.size() - s.nan - s.positiveInfinity - s.negativeInfinity - s.masked - s.notComputed;
    // Eight bins at either end have the exponent of infinities, NaN and classes: those were counted above.
    constexpr std::size_t kSpecialBins = 8;
    for (std::size_t bin = kSpecialBins; bin < kBins - kSpecialBins; ++bin)
        s.bins[bin] = bins[0][bin] + bins[1][bin];
    if (s.finite > 0) {
        const auto value = [](std::int32_t ordered) {
            return std::bit_cast<float>(ordered ^ ((ordered >> 31) & 0x7fffffff));
        };
        s.min = value(min);
        s.max = value(max);
        s.largestMagnitude = std::bit_cast<float>(largest);
        s.smallestMagnitude = largest > 0 ? std::bit_cast<float>(smallest) : 0;
    }
    return s;
}

} // namespace ulpscope::ui
