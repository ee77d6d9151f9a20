// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/heatmap_raster.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ulpscope::ui {

PixelCells PixelCells::map(int pixels, double origin, double cellsPerPixel, int level, int levelCells)
{
    PixelCells result;
    result.first.reserve(static_cast<std::size_t>(pixels));
    result.count.reserve(static_cast<std::size_t>(pixels));
    const double scale = std::exp2(-level);
    const auto edge = [&](int pixel) { return (origin + pixel * cellsPerPixel) * scale; };
    for (int i = 0; i < pixels; ++i) {
        int first = static_cast<int>(std::ceil(edge(i) - 0.5)), end = static_cast<int>(std::ceil(edge(i + 1) - 0.5));
        // The outermost pixel whose centre is inside the matrix also takes what sticks out beyond it.
        if (i == 0 && edge(-1) + 0.5 * cellsPerPixel * scale <= 0)
            first = 0;
        if (i == pixels - 1 && edge(pixels) + 0.5 * cellsPerPixel * scale >= levelCells)
            end = levelCells;
        if (end <= first) {
            first = static_cast<int>(std::floor((edge(i) + edge(i + 1)) / 2));
            end = first + 1;
        }
        first = std::clamp(first, 0, levelCells - 1);
        result.first.push_back(first);
        result.count.push_back(std::clamp(end, first + 1, levelCells) - first);
    }
    return result;
}

int levelFor(double columnsPerPixel, double rowsPerPixel, int levelCount)
{
    const double reduction = std::min(columnsPerPixel, rowsPerPixel);
    return reduction < 1 ? 0 : std::clamp(static_cast<int>(std::floor(std::log2(reduction))), 0, levelCount);
}

namespace {

/// `read(row, first, last, out)` writes the codes of [first, last) of one row.
template <typename Read>
QImage paint(const PixelCells &columns, const PixelCells &rows, const ColorLut &lut, const Read &read)
{
    const auto width = columns.first.size(), height = rows.first.size();
    QImage image(static_cast<int>(width), static_cast<int>(height), QImage::Format_ARGB32_Premultiplied);
    if (width == 0 || height == 0)
        return image;
    const int firstCol = columns.first.front(), lastCol = columns.first.back() + columns.count.back();
    const int most = *std::max_element(columns.count.begin(), columns.count.end());
    std::vector<CellCode> joined(static_cast<std::size_t>(lastCol - firstCol)), next(joined.size()), codes(width);
    std::vector<int> left(width), right(width);
    for (std::size_t x = 0; x < width; ++x) {
        left[x] = columns.first[x] - firstCol;
        right[x] = left[x] + columns.count[x] - 1;
    }
    const QRgb *previous = nullptr;
    for (std::size_t y = 0; y < height; ++y) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(static_cast<int>(y)));
        if (previous && rows.first[y] == rows.first[y - 1] && rows.count[y] == rows.count[y - 1]) {
            std::memcpy(line, previous, width * sizeof(QRgb));
            continue;
        }
        read(rows.first[y], firstCol, lastCol, joined.data());
        for (int k = 1; k < rows.count[y]; ++k) {
            read(rows.first[y] + k, firstCol, lastCol, next.data());
            for (std::size_t i = 0; i < joined.size(); ++i)
                joined[i] = moreProminent(joined[i], next[i]);
        }
        if (most <= 2) { // the usual case: levels are chosen for it
            for (std::size_t x = 0; x < width; ++x)
                codes[x] = moreProminent(joined[static_cast<std::size_t>(left[x])],
                                         joined[static_cast<std::size_t>(right[x])]);
        } else {
            for (std::size_t x = 0; x < width; ++x) {
                codes[x] = joined[static_cast<std::size_t>(left[x])];
                for (int i = left[x] + 1; i <= right[x]; ++i)
                    codes[x] = moreProminent(codes[x], joined[static_cast<std::size_t>(i)]);
            }
        }
        for (std::size_t x = 0; x < width; ++x) // a wide cell is looked up once
            line[x] = x > 0 && codes[x] == codes[x - 1] ? line[x - 1] : lut.color(codes[x]);
        previous = line;
    }
    return image;
}

} // namespace

QImage rasterize(const Matrix &matrix, const MatrixPyramid *pyramid, int level, const PixelCells &columns,
                 const PixelCells &rows, const ColorLut &lut)
{
    if (level > 0 && pyramid) {
        const MatrixPyramid::Level &source = pyramid->level(level);
        return paint(columns, rows, lut, [&](int row, int first, int last, CellCode *out) {
            std::copy(source.row(row) + first, source.row(row) + last, out);
        });
    }
    return paint(columns, rows, lut,
                 [&](int row, int first, int last, CellCode *out) { encodeRow(matrix, row, first, last, out); });
}

} // namespace ulpscope::ui
